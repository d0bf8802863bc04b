/** What the store keeps of the people who use the console. */

/** Owners do everything; readers look. */
export type PersonRole = "owner" | "reader";

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
export interface StoredClaim {
  /** SHA-256 of the token in the link, hexadecimal. */
  readonly digest: string;
  /** Who is let in again; null for somebody new. */
  readonly personId: string | null;
  readonly role: PersonRole;
  readonly expiresAt: number;
  /** Of many businesses the identity of the one that it leads into; null for all. */
  readonly business: string | null;
}

export interface StoredTries {
  readonly nameDigest: string;
  readonly tries: number;
  readonly lastAt: number;
}
