/** The tables of the people who use the console, and of how they get in. */
import type { PersonRole } from "../console_store.ts";
import type { ColumnFactory } from "./column_factory.ts";

/** Defines the tables in a dialect. */
export function consoleTables(factory: ColumnFactory) {
  const { table, text, integer, index, uniqueIndex } = factory;

  const consolePeople = table(
    "console_people",
    {
      /** "person_" and 20 letters and digits, at random. */
      id: text("id").primaryKey(),
      name: text("name").notNull(),
      /** The name as it is compared: two that look alike to a reader are one. */
      nameKey: text("name_key").notNull(),
      role: text("role").$type<PersonRole>().notNull(),
      /** argon2id; null for whoever has passkeys only. */
      passwordHash: text("password_hash"),
      createdAt: integer("created_at").notNull(),
    },
    (columns) => [uniqueIndex("console_people_by_name").on(columns.nameKey)],
  );

  const consolePasskeys = table(
    "console_passkeys",
    {
      /** Id of the credential, base64url. */
      id: text("id").primaryKey(),
      personId: text("person_id").notNull(),
      /** COSE, base64url. */
      publicKey: text("public_key").notNull(),
      counter: integer("counter").notNull(),
      createdAt: integer("created_at").notNull(),
      usedAt: integer("used_at"),
    },
    (columns) => [index("console_passkeys_by_person").on(columns.personId)],
  );

  const consoleSessions = table(
    "console_sessions",
    {
      /** SHA-256 of the token in the cookie, hexadecimal. */
      digest: text("digest").primaryKey(),
      personId: text("person_id").notNull(),
      /** The browser, as far as it said. */
      device: text("device").notNull(),
      createdAt: integer("created_at").notNull(),
      usedAt: integer("used_at").notNull(),
    },
    (columns) => [index("console_sessions_by_person").on(columns.personId)],
  );

  /** Links by which somebody gets in once. */
  const consoleClaims = table("console_claims", {
    /** SHA-256 of the token in the link, hexadecimal. */
    digest: text("digest").primaryKey(),
    /** Who is let in again; null for somebody new. */
    personId: text("person_id"),
    role: text("role").$type<PersonRole>().notNull(),
    expiresAt: integer("expires_at").notNull(),
  });

  /** Challenges of passkeys that were answered, until they would have expired: each is good for one answer. */
  const consoleChallenges = table(
    "console_challenges",
    { digest: text("digest").primaryKey(), expiresAt: integer("expires_at").notNull() },
    (columns) => [index("console_challenges_by_expiry").on(columns.expiresAt)],
  );

  /** Tries at passwords, by a short digest of the name: for names that nobody has, too, and never more rows than digests. */
  const consoleTries = table("console_tries", {
    nameDigest: text("name_digest").primaryKey(),
    tries: integer("tries").notNull(),
    lastAt: integer("last_at").notNull(),
  });

  return { consolePeople, consolePasskeys, consoleSessions, consoleClaims, consoleChallenges, consoleTries };
}
