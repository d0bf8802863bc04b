/** Decisions about jobs as the transparency log has sealed them. */
import { and, asc, eq, isNull, not, type SQL, sql } from "drizzle-orm";
import { INVITE, type JobSeal } from "../../invitations/mod.ts";
import {
  type Entry,
  readEntry,
  rootAt,
  type SaltedDecision,
  type SealProof,
  sealPath,
} from "../../transparency_log/mod.ts";
import type { Sql } from "./dialect.ts";
import { logReads, readKeptLog } from "./log_rows.ts";
import { query } from "./query.ts";

/** Those of the log that is in use, in the order in which they were sealed; of one entry, or all. */
export async function readSeals({ db, run, tables: { jobSeals } }: Sql, n?: number): Promise<JobSeal[]> {
  const rows = await db
    .select()
    .from(jobSeals)
    .where(and(eq(jobSeals.log, await logNumber(run)), n === undefined ? undefined : eq(jobSeals.n, n)))
    .orderBy(asc(jobSeals.n), asc(jobSeals.position));
  return rows.map(({ log: _, salt, ...seal }) => ({ ...seal, salt: new Uint8Array(Buffer.from(salt, "base64url")) }));
}

/** The entries of the log about whom the business asks, in order. */
export async function readAsking({ run }: Sql): Promise<Entry[]> {
  const rows = await run<{ entry: string }>(
    query`SELECT entry FROM log_entries WHERE entry LIKE '{"act":"asked"%' OR entry LIKE '{"act":"quarter"%' ORDER BY n`,
  );
  return rows.map(({ entry }) => readEntry(entry)).filter((entry) => entry !== null);
}

/** Whether a message waits for the decision to ask its customer to be sealed. */
export async function waitsForSeal(connection: Sql): Promise<boolean> {
  const { db, tables } = connection;
  const { messages } = tables;
  const isWaiting = and(isNull(messages.endedAt), not(isSealed(connection)));
  const [found] = await db.select({ id: messages.id }).from(messages).where(isWaiting).limit(1);
  return found !== undefined;
}

/** Keeps the decisions that entry `n` seals. */
export async function saveSeal(
  { db, run, tables: { jobSeals } }: Sql,
  n: number,
  decisions: readonly SaltedDecision[],
): Promise<void> {
  const log = await logNumber(run);
  const rows = decisions.map(({ salt, ...decision }, position) => {
    return { ...decision, log, n, position, salt: Buffer.from(salt).toString("base64url") };
  });
  await db.insert(jobSeals).values(rows);
}

/** Whether it is sealed that the customer of a message is asked. */
export function isSealed({ db, tables: { jobSeals, messages } }: Sql): SQL {
  const isMeant = and(eq(jobSeals.job, messages.jobId), eq(jobSeals.decision, INVITE));
  return sql`exists ${db.select({ n: jobSeals.n }).from(jobSeals).where(isMeant)}`;
}

/** What shows a customer that it was sealed before to ask them; null where the log, as it is now, has no such seal. */
export async function proveSeal(
  connection: Sql,
  jobId: string,
): Promise<(Omit<SealProof, "log"> & { number: number }) | null> {
  const { db, run, tables } = connection;
  const { jobSeals } = tables;
  const number = await logNumber(run);
  const isMeant = and(eq(jobSeals.log, number), eq(jobSeals.job, jobId), eq(jobSeals.decision, INVITE));
  const [own] = await db.select().from(jobSeals).where(isMeant).orderBy(asc(jobSeals.n)).limit(1);
  if (own === undefined) return null;
  const decisions = await readSeals(connection, own.n);
  const { n: _, position, ...decision } = decisions[own.position] as JobSeal;
  const size = own.n + 1;
  const root = await rootAt(size, logReads(run).tiles);
  return {
    ...decision,
    number,
    size,
    root,
    index: position,
    count: decisions.length,
    path: await sealPath(decisions, position),
  };
}

/** The log that is in use. */
async function logNumber(run: Sql["run"]): Promise<number> {
  return (await readKeptLog(run))?.number ?? 1;
}
