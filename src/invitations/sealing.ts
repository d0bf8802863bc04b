/**
 * What is fixed in the public log of whom the firm asks: decisions before anybody is asked, and the figures of quarters that are
 * over.
 */

import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { calendarDateAt, type KeptRecord, type RecordPeriod, startOfDay } from "../review/mod.ts";
import { canonicalJson, type Entry, type JobDecision, type QuarterEntry, sealRoot } from "../transparency_log/mod.ts";
import { type Circumstances, customersAmong, standingOf } from "./decide.ts";
import type { JobSeal } from "./ports.ts";
import { asListed, noCounts, quarterOf, type RecordReads, type RecordRows } from "./record.ts";

/** The decision to ask a customer; any other is the reason not to. */
export const INVITE = "invite";

/** What is to be sealed of these jobs: decisions that are others than those `sealed` last. */
export function decisionsToSeal(
  { jobs, unsubscribed }: Pick<RecordRows, "jobs" | "unsubscribed">,
  sealed: readonly JobSeal[],
  at: Circumstances,
): JobDecision[] {
  const last = new Map(sealed.map(({ job, decision }) => [job, decision]));
  const customerOf = customersAmong(jobs, unsubscribed);
  const decisions = jobs.map(({ job, ...asked }) => {
    const listed = { job: asListed(job), ...asked };
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

/** The entries by which the log would have the figures of this record for every quarter that is over. */
export async function missingClosings(reads: RecordReads, { periods }: KeptRecord) {
  const { jobs } = reads;
  const timeZone = await loggedTimeZone(reads);
  if (timeZone === null) return [];
  const asked = await jobs.askingLogged();
  const closings = closingsOf(periods, { asked, seals: [] }, { now: jobs.now, timeZone });
  if (closings.every(({ seals }) => seals.length === 0)) return closings;
  return closingsOf(periods, { asked, seals: await jobs.seals() }, { now: jobs.now, timeZone });
}

/** The time zone of the business; null while the sample is shown, which the public log does not contain. */
export async function loggedTimeZone(reads: RecordReads): Promise<string | null> {
  const profile = (await reads.business())?.profile;
  return profile === undefined || profile.is_sample ? null : profile.time_zone;
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

// Tokens of links, made from the key of the installation whenever they are needed: the store keeps digests, and a copy of
// it opens nothing.

/** Of a token, 160 bits. */
const TOKEN_BYTES = 20;

/** The token of a job's link, always the same: 27 characters of base64url. */
export function linkToken(key: string, jobId: string): string {
  return tokenOf(key, `link:${jobId}`);
}

/** What the store keeps of a token: SHA-256, hexadecimal. */
export function digestOfToken(token: string): string {
  return sha256(token).toString("hex");
}

/** The token by which the customer of a job unsubscribes. It names the job, so that nothing has to be kept of it. */
export function unsubscribeToken(key: string, jobId: string): string {
  return `${jobId.slice(JOB_PREFIX.length)}${tokenOf(key, `unsubscribe:${jobId}`)}`;
}

/** The job whose customer unsubscribes; null for a token that was not made here. */
export function jobOfUnsubscribeToken(key: string, token: string): string | null {
  const jobId = `${JOB_PREFIX}${token.slice(0, JOB_RANDOM)}`;
  // Digests are of one length, whatever was given.
  const isOurs = timingSafeEqual(sha256(token), sha256(unsubscribeToken(key, jobId)));
  return isOurs ? jobId : null;
}

const JOB_PREFIX = "job_";
const JOB_RANDOM = 20;
/** Crockford's: no letter looks like another. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A new id of a job: 100 bits. */
export function jobIdOf(random: Uint8Array): string {
  return `${JOB_PREFIX}${Array.from(random.subarray(0, JOB_RANDOM), (byte) => ALPHABET[byte % 32]).join("")}`;
}

function tokenOf(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest().subarray(0, TOKEN_BYTES).toString("base64url");
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
