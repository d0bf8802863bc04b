/** The tables of jobs, of their invitations, and of reports and objections about the resulting reviews. */
import { sql } from "drizzle-orm";
import type { blob, check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { InvitedBy, JobsToken } from "../../invitations/mod.ts";

export function invitationTables(factory: ColumnFactory) {
  const { table, text, integer, index, uniqueIndex, primaryKey } = factory;

  /** Finished work, one row a job. The digests are keyed marks of names and contacts, and outlive them. */
  const jobs = table(
    "jobs",
    {
      /** "job_" and 20 letters and digits, at random. */
      id: text("id").primaryKey(),
      reference: text("reference"),
      customerName: text("customer_name"),
      email: text("email"),
      telephone: text("telephone"),
      finished: text("finished").notNull(),
      finishedAt: integer("finished_at"),
      service: text("service"),
      technician: text("technician"),
      area: text("area"),
      language: text("language"),
      mayContact: integer("may_contact", { mode: "boolean" }),
      isCancelled: integer("is_cancelled", { mode: "boolean" }).notNull().default(false),
      referenceDigest: text("reference_digest"),
      nameDigest: text("name_digest"),
      emailDigest: text("email_digest"),
      telephoneDigest: text("telephone_digest"),
      addedAt: integer("added_at").notNull(),
      correctedAt: integer("corrected_at"),
      skippedAt: integer("skipped_at"),
      skippedNote: text("skipped_note"),
      forgottenAt: integer("forgotten_at"),
    },
    (columns) => [
      uniqueIndex("jobs_by_reference").on(columns.referenceDigest).where(sql`reference_digest is not null`),
      index("jobs_by_finished").on(columns.finished, sql`id desc`),
      index("jobs_by_email").on(columns.emailDigest).where(sql`email_digest is not null`),
      index("jobs_by_telephone").on(columns.telephoneDigest).where(sql`telephone_digest is not null`),
      index("jobs_by_name").on(columns.nameDigest).where(sql`name_digest is not null`),
    ],
  );

  const invitations = table(
    "invitations",
    {
      jobId: text("job_id").primaryKey(),
      tokenDigest: text("token_digest").notNull(),
      invitedBy: text("invited_by").$type<InvitedBy>().notNull(),
      invitedAt: integer("invited_at").notNull(),
      remindedAt: integer("reminded_at"),
      expiresAt: integer("expires_at").notNull(),
      undeliverableAt: integer("undeliverable_at"),
      answeredAt: integer("answered_at"),
      reviewId: text("review_id"),
      withdrawnAt: integer("withdrawn_at"),
      displayName: text("display_name"),
      licenseWording: text("license_wording"),
      licenseVersion: text("license_version"),
      licensedAt: integer("licensed_at"),
      edits: integer("edits").notNull().default(0),
    },
    (columns) => [
      uniqueIndex("invitations_by_token").on(columns.tokenDigest),
      uniqueIndex("invitations_by_review").on(columns.reviewId).where(sql`review_id is not null`),
      index("invitations_by_time").on(columns.invitedAt),
      index("invitations_undeliverable").on(columns.undeliverableAt).where(sql`undeliverable_at is not null`),
    ],
  );

  /** Addresses that are not written to again, as the digests of jobs. */
  const unsubscribed = table("unsubscribed", {
    addressDigest: text("address_digest").primaryKey(),
    at: integer("at").notNull(),
  });

  const jobsTokens = table(
    "door_tokens",
    {
      name: text("name").primaryKey(),
      may: text("may").$type<JobsToken["may"]>().notNull().default("jobs"),
      verifiedBy: text("verified_by").$type<JobsToken["verifiedBy"]>().notNull().default("none"),
      digest: text("digest").notNull(),
      createdAt: integer("created_at").notNull(),
      revokedAt: integer("revoked_at"),
    },
    (columns) => [uniqueIndex("door_tokens_by_digest").on(columns.digest)],
  );

  /** Answers to requests with an Idempotency-Key, for a day. */
  const idempotency = table(
    "idempotency",
    {
      token: text("token").notNull(),
      key: text("key").notNull(),
      requestDigest: text("request_digest").notNull(),
      status: integer("status").notNull(),
      answer: text("answer").notNull(),
      at: integer("at").notNull(),
    },
    (columns) => [primaryKey({ columns: [columns.token, columns.key] }), index("idempotency_by_time").on(columns.at)],
  );

  const contests = table(
    "contests",
    {
      id: integer("id").primaryKey({ autoIncrement: true }),
      reviewId: text("review_id").notNull(),
      text: text("text").notNull(),
      at: integer("at").notNull(),
    },
    (columns) => [index("contests_by_review").on(columns.reviewId)],
  );

  const reports = table(
    "reports",
    {
      id: integer("id").primaryKey({ autoIncrement: true }),
      reviewId: text("review_id").notNull(),
      reason: text("reason").notNull(),
      text: text("text"),
      email: text("email"),
      at: integer("at").notNull(),
    },
    (columns) => [index("reports_by_review").on(columns.reviewId)],
  );

  const policies = table("policies", {
    at: integer("at").primaryKey(),
    policy: text("policy", { mode: "json" }).$type<Readonly<Record<string, unknown>>>().notNull(),
  });

  return { jobs, invitations, unsubscribed, jobsTokens, idempotency, contests, reports, policies };
}

export type PersonRole = "owner" | "reader";

export function consoleTables(factory: ColumnFactory) {
  const { table, text, integer, index, uniqueIndex } = factory;

  const consolePeople = table(
    "console_people",
    {
      id: text("id").primaryKey(),
      name: text("name").notNull(),
      /** The name as it is compared: two that look alike to a reader are one. */
      nameKey: text("name_key").notNull(),
      role: text("role").$type<PersonRole>().notNull(),
      /** argon2id; null for people with passkeys only. */
      passwordHash: text("password_hash"),
      createdAt: integer("created_at").notNull(),
      /** Identities of the businesses that they were let into, of many; null for all. */
      businesses: text("businesses", { mode: "json" }).$type<readonly string[]>(),
    },
    (columns) => [uniqueIndex("console_people_by_name").on(columns.nameKey)],
  );

  const consolePasskeys = table(
    "console_passkeys",
    {
      id: text("id").primaryKey(),
      personId: text("person_id").notNull(),
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
      digest: text("digest").primaryKey(),
      personId: text("person_id").notNull(),
      device: text("device").notNull(),
      createdAt: integer("created_at").notNull(),
      usedAt: integer("used_at").notNull(),
    },
    (columns) => [index("console_sessions_by_person").on(columns.personId)],
  );

  /** Links by which somebody gets in once. */
  const consoleClaims = table("console_claims", {
    digest: text("digest").primaryKey(),
    personId: text("person_id"),
    role: text("role").$type<PersonRole>().notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** Identity of the business, of many, that the link gives access to; null for all. */
    business: text("business"),
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

/** Defines the log's tables in a dialect. Nothing in them is ever changed, and rows are only added. */
export function transparencyLogTables({ table, text, integer, primaryKey }: ColumnFactory) {
  const logEntries = table("log_entries", {
    n: integer("n").primaryKey(),
    entry: text("entry").notNull(),
  });

  /** Hashes of complete tiles, base64: `n` is the place of the hash on its level, from 1 on. Those of entries follow from these. */
  const logHashes = table(
    "log_hashes",
    {
      level: integer("level").notNull(),
      n: integer("n").notNull(),
      hash: text("hash").notNull(),
    },
    (columns) => [primaryKey({ columns: [columns.level, columns.n] })],
  );

  return { logEntries, logHashes };
}

/** `integer` in its modes also represents instants and truth values, `text` JSON; `blob` in the mode of buffers bytes. */
export interface ColumnFactory {
  readonly table: typeof sqliteTable;
  readonly text: typeof text;
  readonly integer: typeof integer;
  readonly blob: typeof blob;
  readonly index: typeof index;
  readonly uniqueIndex: typeof uniqueIndex;
  readonly check: typeof check;
  readonly primaryKey: typeof primaryKey;
}
