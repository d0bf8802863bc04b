/** What the store keeps of the people who use the console, as interfaces of plain values. */

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
  /** Identities of the businesses that they were let into, of many; null for all. */
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
  /** Of many businesses the identity of the one that it leads into; null for all. */
  readonly business: string | null;
}

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
  deleteClaims(digest?: string): Promise<void>;
  /** Whether the challenge was unspent; spends it, and forgets those that have expired. */
  spendChallenge(digest: string, expiresAt: number): Promise<boolean>;
  saveTries(tries: StoredTries): Promise<void>;
  deleteTries(nameDigest: string): Promise<void>;
}
