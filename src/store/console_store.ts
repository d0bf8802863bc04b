/** What the store keeps of the people who use the console, as interfaces of plain values. */
import type { ChangeMark } from "./edition_store.ts";

/** Owners do everything; readers look. */
export type PersonRole = "owner" | "reader";

/** Transactional access to people and how they get in. */
export interface ConsoleStore {
  /** Calls `work` with one moment of the store. */
  read<T>(work: (reads: ConsoleReads) => Promise<T>): Promise<T>;
  /** Calls `work` in a transaction that no other write of the console's overlaps; `work` may be called again, and takes effect once. */
  write<T>(work: (writes: ConsoleWrites) => Promise<T>): Promise<T>;
}

/** Somebody who may log in. */
export interface StoredPerson {
  readonly id: string;
  readonly name: string;
  /** The name as it is compared. */
  readonly nameKey: string;
  readonly role: PersonRole;
  /** argon2id; null for whoever has passkeys only. */
  readonly passwordHash: string | null;
  readonly createdAt: number;
  /** Ids of the businesses that they were let into, of many; null for all. */
  readonly businesses: readonly string[] | null;
}

/** A passkey, as the server keeps it. */
export interface StoredPasskey {
  /** Id of the credential, base64url. */
  readonly id: string;
  readonly personId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly createdAt: number;
  readonly usedAt: number | null;
}

/** A browser in which somebody is logged in. */
export interface StoredSession {
  /** SHA-256 of the token in the cookie, hexadecimal. */
  readonly digest: string;
  readonly personId: string;
  readonly device: string;
  readonly createdAt: number;
  readonly usedAt: number;
}

/** A link by which somebody gets in once. */
interface StoredClaim {
  /** SHA-256 of the token in the link, hexadecimal. */
  readonly digest: string;
  /** Who is let in again; null for somebody new. */
  readonly personId: string | null;
  readonly role: PersonRole;
  readonly expiresAt: number;
  /** Of many businesses the one that it leads into; null for all. */
  readonly business: string | null;
}

/** Tries at the password of a name. */
interface StoredTries {
  readonly nameDigest: string;
  readonly tries: number;
  readonly lastAt: number;
}

/** Queries within one transaction. */
export interface ConsoleReads {
  /** The instant of the transaction by the store's clock, epoch milliseconds. */
  readonly now: number;
  /** By name. */
  people(): Promise<readonly StoredPerson[]>;
  /** All passkeys, or those of one person, oldest first. */
  passkeys(personId?: string): Promise<readonly StoredPasskey[]>;
  passkey(id: string): Promise<StoredPasskey | undefined>;
  /** All sessions, or those of one person, latest used first. */
  sessions(personId?: string): Promise<readonly StoredSession[]>;
  session(digest: string): Promise<{ readonly session: StoredSession; readonly person: StoredPerson } | undefined>;
  claim(digest: string): Promise<StoredClaim | undefined>;
  tries(nameDigest: string): Promise<StoredTries | undefined>;
}

/** Queries and changes within one write transaction. */
export interface ConsoleWrites extends ConsoleReads {
  /** Inserts a person, or puts them in the place of the one with this id. */
  savePerson(person: StoredPerson): Promise<void>;
  /** Deletes a person with passkeys, sessions and links. */
  deletePerson(id: string): Promise<void>;
  savePasskey(passkey: StoredPasskey): Promise<void>;
  deletePasskey(id: string): Promise<void>;
  saveSession(session: StoredSession): Promise<void>;
  deleteSession(digest: string): Promise<void>;
  /** Ends sessions that were last used before `idleSince` or begun before `begunSince`. */
  deleteOldSessions(limits: { readonly idleSince: number; readonly begunSince: number }): Promise<void>;
  saveClaim(claim: StoredClaim): Promise<void>;
  /** Deletes one claim, or all of them. */
  deleteClaims(digest?: string): Promise<void>;
  /** Whether the challenge was unspent; spends it, and forgets those that have expired. */
  spendChallenge(digest: string, expiresAt: number): Promise<boolean>;
  saveTries(tries: StoredTries): Promise<void>;
  deleteTries(nameDigest: string): Promise<void>;
}

// The businesses of a process that serves many: which there are, and at which address each is. Every business has a store
// of its own, which holds its address and settings, too; what stands here is found quickly and seen by all at once.

/** Settings by the names that a server with one business has in its environment. */
export type OwnSettings = Readonly<Record<string, string>>;

/** A business as it is listed. */
export interface ListedBusiness {
  readonly id: string;
  /** Absolute and normalised, without a trailing slash. */
  readonly baseUrl: string;
  readonly settings: OwnSettings;
  /** Another one after each change of what stands here. */
  readonly version: number;
  /** Until then its store is left alone by all but whoever renames or removes it, epoch milliseconds. */
  readonly heldUntil: number;
}

/** What came of a change of the list. `in_use`: another process did not let go of the store. */
export type ListOutcome = "done" | "unknown" | "id_taken" | "address_taken" | "in_use";

/** The list, open. @throws {GoodwordError} `database` from every call */
export interface BusinessList extends AsyncDisposable {
  /** By id. */
  list(): Promise<readonly ListedBusiness[]>;
  /** A new mark when the list may have changed since the last; null when it has not. Cheap enough to be asked twice a second. */
  changed(since: ChangeMark | null): Promise<ChangeMark | null>;
  /** Makes the store, or takes in one that stands in its place. Of two at once that want the same id or address one wins. */
  add(id: string, baseUrl: string): Promise<ListOutcome>;
  move(id: string, baseUrl: string): Promise<ListOutcome>;
  rename(id: string, to: string): Promise<ListOutcome>;
  /** Nothing is erased: what the store was is where the outcome says. */
  remove(id: string): Promise<ListOutcome | { readonly leftAt: string }>;
  /** `change` is given what is kept, which nobody else changes meanwhile; when it throws nothing is saved. */
  saveSettings(id: string, change: (kept: OwnSettings) => OwnSettings): Promise<ListOutcome>;
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
