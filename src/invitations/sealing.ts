/**
 * What is fixed in the public log of whom the firm asks: decisions before anybody is asked, and the figures of quarters that are
 * over. Pure, from rows alone.
 *
 * @module
 */
import { calendarDateAt, type RecordPeriod, startOfDay } from "../review/mod.ts";
import {
  canonicalJson,
  type Entry,
  type JobDecision,
  type QuarterEntry,
  type SaltedDecision,
  sealRoot,
} from "../transparency_log/mod.ts";
import { type Circumstances, customersAmong, standingOf } from "./decide.ts";
import { asListed, noCounts, quarterOf, type RecordRows } from "./record.ts";

/** The decision to ask a customer; any other is the reason not to. */
export const INVITE = "invite";

/** A decision as it is kept: sealed by entry `n` of the log, among others, in the order of `position`. */
export interface JobSeal extends SaltedDecision {
  readonly n: number;
  readonly position: number;
}

/** What is to be sealed of these jobs: decisions that are others than those `sealed` last. */
export function decisionsToSeal(
  { jobs, unsubscribed }: Pick<RecordRows, "jobs" | "unsubscribed">,
  sealed: readonly JobSeal[],
  at: Circumstances,
): JobDecision[] {
  const last = new Map(sealed.map(({ job, decision }) => [job, decision]));
  const customerOf = customersAmong(jobs, unsubscribed);
  const decisions = jobs.map(({ job, invitation }) => {
    const listed = { job: asListed(job), invitation };
    const { reason } = standingOf(listed, customerOf(listed.job), at);
    return { job: job.id, finished: job.finished, decision: reason ?? INVITE };
  });
  return decisions.filter(({ job, decision }) => last.get(job) !== decision);
}

/** Figures of whom the firm asked; the others follow what customers do later. */
const OF_JOBS = ["jobs", "invited", "not_invited", "invited_by"] as const satisfies readonly (keyof RecordPeriod)[];

/** What a seal whose decisions were lost is opened as: it cannot be shown any more what was decided. */
const LOST_SEAL = [0, Buffer.from(sealRoot([])).toString("base64")] as const;

/**
 * The entries by which the log says of closed quarters what the record says: the first of a quarter opens the seals that were
 * made until its end, each later one is a correction with its reason.
 */
export function closingsOf(
  periods: readonly RecordPeriod[],
  { asked, seals }: { readonly asked: readonly Entry[]; readonly seals: readonly JobSeal[] },
  { now, timeZone }: Pick<Circumstances, "now" | "timeZone">,
): QuarterEntry[] {
  const current = quarterOf(calendarDateAt(now, timeZone));
  const logged = new Map<string, QuarterEntry>();
  let open: Entry[] = [];
  for (const entry of asked) {
    if (entry.act === "asked") open.push(entry);
    if (entry.act !== "quarter") continue;
    logged.set(entry.period, entry);
    open = open.slice(entry.seals.length);
  }
  const closings: QuarterEntry[] = [];
  // A restored backup may know nothing of jobs that the log has counted.
  const known = new Set(periods.map(({ period }) => period));
  const gone = [...logged.keys()].filter((period) => !known.has(period)).map((period) => ({ period, ...noCounts() }));
  const over = [...periods, ...gone]
    .filter(({ period }) => period < current)
    .sort((one, other) => (one.period < other.period ? -1 : 1));
  for (const { period, ...figures } of over) {
    const before = logged.get(period)?.figures;
    if (before === undefined) {
      const end = startOfDay(firstDayAfter(period), timeZone);
      const made = open.filter(({ at }) => at < end);
      open = open.slice(made.length);
      closings.push({ act: "quarter", period, figures, seals: made.map(({ n }) => openedSeal(n, seals)) });
    } else if (canonicalJson(before) !== canonicalJson(figures)) {
      const isOfJobs = OF_JOBS.some((name) => canonicalJson(before[name]) !== canonicalJson(figures[name]));
      closings.push({ act: "quarter", period, figures, seals: [], reason: isOfJobs ? "jobs" : "answers" });
    }
  }
  return closings;
}

function openedSeal(n: number, seals: readonly JobSeal[]): readonly [size: number, root: string] {
  const decisions = seals.filter((seal) => seal.n === n).sort((one, other) => one.position - other.position);
  if (decisions.length === 0) return LOST_SEAL;
  return [decisions.length, Buffer.from(sealRoot(decisions)).toString("base64")];
}

function firstDayAfter(period: string): string {
  const [year = 0, quarter = 0] = period.split("-Q").map(Number);
  return quarter === 4 ? `${year + 1}-01-01` : `${year}-${String(quarter * 3 + 1).padStart(2, "0")}-01`;
}
