/**
 * The businesses of a process that serves many: which there are, and at which address each is. Every business has a store
 * of its own, which holds its address and settings, too; what stands here is found quickly and seen by all at once.
 */
import type { ChangeMark } from "./edition_store.ts";

/** Settings by the names that a server with one business has in its environment. */
export type OwnSettings = Readonly<Record<string, string>>;

export interface ListedBusiness {
  /** The name by which people address it. It may change, and be given to another business. */
  readonly id: string;
  /** What its grants, backups and keys belong to: it never changes, and no other business ever has it. */
  readonly identity: string;
  /** Absolute and normalised, without a trailing slash. */
  readonly baseUrl: string;
  readonly settings: OwnSettings;
  /** Another one after each change of what stands here. */
  readonly version: number;
  /** Until then its store is left alone by all but whoever renames or removes it, epoch milliseconds. */
  readonly heldUntil: number;
}

/** A store that was put aside. */
export interface RemovedBusiness {
  /** Path or URL by which it is opened. */
  readonly database: string;
  readonly settings: OwnSettings;
}

/** What came of a change of the list. `in_use`: another process did not let go of the store; `linked`: it is another business's. */
export type ListOutcome = "done" | "unknown" | "id_taken" | "address_taken" | "in_use" | "linked";

/** The list, open. @throws {GoodwordError} `database` from every call */
export interface BusinessList extends AsyncDisposable {
  /** By id. */
  list(): Promise<readonly ListedBusiness[]>;
  /** A new mark when the list may have changed since the last; null when it has not. Cheap enough to be asked twice a second. */
  changed(since: ChangeMark | null): Promise<ChangeMark | null>;
  /** Calls `onChanged` after changes of reviews, and when subscriptions are asked for. Null where files show what was changed. */
  listen(onChanged: (id: string) => void): Promise<AsyncDisposable | null>;
  /**
   * Makes the store, or takes in one that stands in its place, under a new identity. Of two at once that want the same id or address
   * one wins.
   */
  add(id: string, baseUrl: string): Promise<ListOutcome>;
  move(id: string, baseUrl: string): Promise<ListOutcome>;
  rename(id: string, to: string): Promise<ListOutcome>;
  /** Nothing is erased: what the store was is where the outcome says. */
  remove(id: string): Promise<ListOutcome | { readonly leftAt: string }>;
  /** What was removed and is kept: its contacts are still erased on time. */
  removed(): Promise<readonly RemovedBusiness[]>;
  /** `change` is given what is kept, which nobody else changes meanwhile; null, or when it throws, leaves it as it is. */
  saveSettings(id: string, change: (kept: OwnSettings) => OwnSettings | null): Promise<ListOutcome>;
}

/** Where people and their sessions are kept, among the stores; no business has this name. */
export const CONSOLE_STORE = "_console";

/** A new identity. It begins with the id that the business has today, for people who look at its files. */
export function newIdentity(id: string): string {
  return `${id}-${crypto.getRandomValues(new Uint8Array(12)).toHex()}`;
}

const ID = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Whether a text may name a business. */
export function isBusinessId(text: string): boolean {
  return ID.test(text);
}

/** What two base addresses must not share: host and path. Over TLS or not, a server sees the same request. */
export function comparableAddress(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl);
  return withoutDefaultPort(host) + pathname.replace(/\/+$/, "");
}

/** A host as it is compared: behind a proxy it may name the port that the proxy listens on. */
export function withoutDefaultPort(host: string): string {
  return host.replace(/:(?:80|443)$/, "");
}
