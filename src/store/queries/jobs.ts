/** Jobs, invitations and who may add jobs, over one transaction. */
import { and, asc, desc, eq, getTableColumns, gte, isNull, lt, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { JobDigests, JobReads, JobWrites, ListedJob } from "../../invitations/mod.ts";
import type { Sql } from "./dialect.ts";

/** Loaded by what asks customers: most commands do not. */
const sealing = () => import("./job_seals.ts");

/** The queries of a transaction that began at `now`. */
export function jobReads(connection: Sql, now: number): JobReads {
  const { db, dialect, tables } = connection;
  const { jobs, invitations, unsubscribed, doorTokens, idempotency } = tables;
  const isOneOf = (column: SQLWrapper, values: readonly string[]) =>
    dialect.isOneOf(column, sql`${JSON.stringify(values)}`);
  const listed = async (where?: SQL): Promise<ListedJob[]> =>
    await db
      .select({ job: jobs, invitation: invitations })
      .from(jobs)
      .leftJoin(invitations, eq(invitations.jobId, jobs.id))
      .where(where)
      .orderBy(desc(jobs.finished), asc(jobs.id));
  return {
    now,
    list: (ids) => listed(ids && isOneOf(jobs.id, ids)),
    alike: (references, days) => listed(or(isOneOf(jobs.referenceDigest, references), isOneOf(jobs.finished, days))),
    addedBefore: (instant) => listed(and(lt(jobs.addedAt, instant), isNull(jobs.forgottenAt))),
    async ofCustomer({ emailDigest, telephoneDigest, nameDigest }) {
      const known = [
        [jobs.emailDigest, emailDigest],
        [jobs.telephoneDigest, telephoneDigest],
        [jobs.nameDigest, nameDigest],
      ] as const;
      const marks = known.flatMap(([column, digest]) => (digest === null ? [] : eq(column, digest)));
      return marks.length === 0 ? [] : listed(or(...marks));
    },
    async unsubscribed(digests) {
      const rows = await db
        .select()
        .from(unsubscribed)
        .where(digests && isOneOf(unsubscribed.addressDigest, digests));
      return new Set(rows.map(({ addressDigest }) => addressDigest));
    },
    byToken: async (digest) => (await listed(eq(invitations.tokenDigest, digest)))[0],
    byReview: async (id) => (await listed(eq(invitations.reviewId, id)))[0],
    seals: async () => (await sealing()).readSeals(connection),
    askingLogged: async () => (await sealing()).readAsking(connection),
    waitsForSeal: async () => (await sealing()).waitsForSeal(connection),
    doorTokens: async () => await db.select().from(doorTokens).orderBy(asc(doorTokens.name)),
    async answerOf(token, key, since) {
      const isAsked = and(eq(idempotency.token, token), eq(idempotency.key, key), gte(idempotency.at, since));
      return (await db.select().from(idempotency).where(isAsked))[0];
    },
  };
}

/** The same with its changes. `onErase` is told that old copies of pages are to be forgotten. */
export function jobWrites(connection: Sql, now: number, onErase: () => void): JobWrites {
  const { db, dialect, tables } = connection;
  const { jobs, invitations, keys, unsubscribed, doorTokens, idempotency } = tables;
  const setting = async (name: string) =>
    (await db.select({ value: keys.value }).from(keys).where(eq(keys.name, name)))[0]?.value;
  /** Of who unsubscribed before a backup was put back, nothing but a digest may be left. */
  const knowUnsubscribed = async (rows: readonly Partial<JobDigests>[]) => {
    const { readErased } = await import("../erasures.ts");
    const isErased = await readErased({ setting }, "address");
    if (isErased === null) return;
    const addresses = rows.flatMap(({ emailDigest, telephoneDigest }) => [emailDigest ?? [], telephoneDigest ?? []]);
    for (const addressDigest of addresses.flat().filter(isErased)) {
      await db.insert(unsubscribed).values({ addressDigest, at: now }).onConflictDoNothing();
    }
  };
  return {
    ...jobReads(connection, now),
    async insert(rows) {
      await dialect.upsertAll(db, { table: jobs, key: jobs.id, columns: getTableColumns(jobs), rows });
      await knowUnsubscribed(rows);
    },
    async change(jobId, fields) {
      await db.update(jobs).set(fields).where(eq(jobs.id, jobId));
      await knowUnsubscribed([fields]);
    },
    async forget(ids) {
      if (ids.length === 0) return;
      const nothing = { reference: null, customerName: null, email: null, telephone: null, skippedNote: null };
      await db
        .update(jobs)
        .set({ ...nothing, forgottenAt: now })
        .where(dialect.isOneOf(jobs.id, sql`${JSON.stringify(ids)}`));
      onErase();
    },
    async invite(rows) {
      for (let start = 0; start < rows.length; start += BATCH) {
        await db
          .insert(invitations)
          .values(rows.slice(start, start + BATCH))
          .onConflictDoNothing({ target: invitations.jobId });
      }
    },
    async changeInvitation(jobId, fields) {
      await db.update(invitations).set(fields).where(eq(invitations.jobId, jobId));
    },
    saveSeal: async (n, decisions) => (await sealing()).saveSeal(connection, n, decisions),
    async unsubscribe(addressDigest) {
      await db.insert(unsubscribed).values({ addressDigest, at: now }).onConflictDoNothing();
      onErase();
    },
    async saveDoorToken({ name, ...token }) {
      await db
        .insert(doorTokens)
        .values({ name, ...token })
        .onConflictDoUpdate({ target: doorTokens.name, set: token });
    },
    async keepAnswer(answer, since) {
      await db.delete(idempotency).where(lt(idempotency.at, since));
      await db.insert(idempotency).values(answer).onConflictDoNothing();
    },
  };
}

/** SQLite binds 32,766 values at most in one statement. */
const BATCH = 1000;
