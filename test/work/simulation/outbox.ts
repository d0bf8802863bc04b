/**
 * An outbox for the simulation, as mail will have one: jobs in rows that the real statements claim, a limit per minute and
 * a pause that hold for all servers. Its rows stand in a table of the hub, since claiming does not ask what a row is for.
 */
import { and, eq, sql } from "drizzle-orm";
import {
  CLAIMED,
  prepareClaims,
  prepareRelease,
  prepareRenewal,
  UNCLAIMED,
} from "../../../src/store/queries/claims.ts";
import { sqlOver } from "../../../src/store/sqlite/queries.ts";
import { pendingVerifications as jobs } from "../../../src/store/sqlite/tables.ts";
import type { ClaimedBatch, ClaimRequest, ClaimStore, Renewal } from "../../../src/work/mod.ts";
import type { SharedFile } from "../../support/simulation/shared_file.ts";

const MINUTE = 60_000;
export const PER_MINUTE = 30;
const PAUSE_MS = 10_000;

/** A job as it is claimed. */
export interface Job {
  readonly id: number;
  readonly name: string;
  readonly destination: string;
  readonly attempts: number;
}

export type Settlement = { readonly job: Job } & (
  | { readonly kind: "done" }
  | { readonly kind: "again"; readonly retryInMs: number }
  /** The sender's own trouble: nothing is sent for a while, and no attempt is counted. */
  | { readonly kind: "paused" }
);

export interface Outbox extends ClaimStore {
  renew(renewal: Renewal): Promise<void>;
  settleAndClaim(settlements: readonly Settlement[], request: ClaimRequest): Promise<ClaimedBatch<Job>>;
}

/** What all servers share besides the rows. */
export interface SharedLimits {
  pausedUntil: number;
  readonly claims: { readonly at: number; readonly claim: string }[];
}

interface OutboxParts {
  readonly shared: SharedFile;
  readonly limits: SharedLimits;
  readonly countsMinutesByServer: boolean;
}

export function addJob({ db }: SharedFile, name: string, destination: string): void {
  const fields = { topic: "job", mode: "subscribe", leaseSeconds: 0 } as const;
  db.insert(jobs)
    .values({ ...fields, callback: name, callbackSite: destination })
    .run();
}

/** Names of the jobs that are not settled, and of those that somebody has claimed. */
export function openJobs({ db }: SharedFile): { readonly open: string[]; readonly claimed: string[] } {
  const rows = db.select().from(jobs).all();
  const names = (some: typeof rows) => some.map(({ callback }) => callback);
  return { open: names(rows), claimed: names(rows.filter(({ claim }) => claim !== null)) };
}

export function createOutbox({ shared, limits, countsMinutesByServer }: OutboxParts, now: () => number): Outbox {
  const { connection } = shared;
  const rows = sqlOver(connection);
  const renew = prepareRenewal(rows, jobs);
  const release = prepareRelease(rows, [jobs]);
  const claimDue = prepareClaims(rows, {
    table: jobs,
    destination: jobs.callbackSite,
    orderBy: [jobs.nextAttemptAt, jobs.id],
    claimRows: rows.prepareRows(
      rows.db
        .update(jobs)
        .set(CLAIMED)
        .where(rows.dialect.isOneOf(jobs.id, sql.placeholder("ids")))
        .returning(),
    ),
  });

  async function settle(settlement: Settlement, claim: string): Promise<void> {
    const { job, kind } = settlement;
    const isMine = and(eq(jobs.id, job.id), eq(jobs.claim, claim));
    if (kind === "done") return void (await rows.db.delete(jobs).where(isMine));
    const again = kind === "again" && { nextAttemptAt: now() + settlement.retryInMs, attempts: job.attempts + 1 };
    if (kind === "paused") limits.pausedUntil = Math.max(limits.pausedUntil, now() + PAUSE_MS);
    await rows.db
      .update(jobs)
      .set({ ...UNCLAIMED, ...again })
      .where(isMine);
  }

  async function claim(request: ClaimRequest): Promise<ClaimedBatch<Job>> {
    const at = now();
    // A pause that lies further ahead than any can was begun before a clock was set back.
    const pauseMs = limits.pausedUntil - at;
    if (pauseMs > 0 && pauseMs <= PAUSE_MS) return { claimed: [], nextInMs: pauseMs };
    const counted = limits.claims.filter((each) => !countsMinutesByServer || each.claim === request.claim);
    const recent = counted.filter((each) => each.at > at - MINUTE && each.at <= at);
    const left = PER_MINUTE - recent.length;
    if (left <= 0) return { claimed: [], nextInMs: (recent[0]?.at ?? at) + MINUTE - at };
    const batch = await claimDue({ ...request, limit: Math.min(request.limit, left) }, at);
    for (const _ of batch.claimed) limits.claims.push({ at, claim: request.claim });
    const claimed = batch.claimed.map(({ id, callback, callbackSite, attempts }) => {
      return { id, name: callback, destination: callbackSite, attempts };
    });
    return { claimed, nextInMs: batch.nextInMs };
  }

  return {
    settleAndClaim: (settlements, request) =>
      connection.write(async () => {
        for (const settlement of settlements) await settle(settlement, request.claim);
        return claim(request);
      }),
    renew: (renewal) => connection.write(() => renew(renewal, now())),
    releaseClaims: (name) => connection.write(() => release(name)),
  };
}
