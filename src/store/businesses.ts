/** A business of a process that serves many: its id, identity and address. */

/** Settings by the names that a server with one business has in its environment. */
export type OwnSettings = Readonly<Record<string, string>>;

export interface ListedBusiness {
  /** The name by which people address it. It may change, and be given to another business. */
  readonly id: string;
  /** What its grants, backups and keys belong to: it never changes, and no other business ever has it. */
  readonly identity: string;
  readonly baseUrl: string;
  readonly settings: OwnSettings;
  readonly version: number;
  /** Until then only the process that renames or removes the business may use its store, epoch milliseconds. */
  readonly heldUntil: number;
}

export interface RemovedBusiness {
  readonly database: string;
  readonly settings: OwnSettings;
}

/** What came of a change of the list. `in_use`: another process did not let go of the store; `linked`: it is another business's. */
export type ListOutcome = "done" | "unknown" | "id_taken" | "address_taken" | "in_use" | "linked";

/** Name of the store of people and their sessions; no business has it. */
export const CONSOLE_STORE = "_console";

/** A new identity. It begins with the id that the business has today, for people who look at its files. */
export function newIdentity(id: string): string {
  return `${id}-${crypto.getRandomValues(new Uint8Array(12)).toHex()}`;
}

const ID = /^[a-z0-9][a-z0-9-]{0,39}$/;

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
