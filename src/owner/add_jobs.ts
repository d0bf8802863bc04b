/** Adds finished jobs to the list, and verifies reviews by them. Adding the same jobs again changes nothing. */

import { createHmac } from "node:crypto";
import type { JobHints } from "../import/mod.ts";
import {
  type DigestedDraft,
  type JobDigests,
  type JobDraft,
  jobIdOf,
  planJobs,
  type Retraction,
} from "../invitations/mod.ts";
import { type ContactKind, calendarDateAt, contactHasher } from "../review/mod.ts";
import { type JobReads, type JobWrites, readBusiness, readJobHints, type Store, saveJobHints } from "../store/mod.ts";
import { utf8Bytes } from "../utf8.ts";
import { type JobList, type JobReadingOptions, type JobRow, readJobs } from "./read_jobs.ts";
import { keyOfJob, PROOF_DAYS, saltFor, type VerifiedByJobs, verifyByJobs } from "./verify_by_jobs.ts";

interface AddOptions {
  readonly now: number;
  readonly isDry: boolean;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Whether an earlier day corrects that of a job, and is not that of an earlier visit. */
  readonly correctsDays?: boolean;
}

export type AddedJobs = PlannedRows["outcome"];

/** How to read a list: the given hints, those remembered in the store, and the time zone. */
export async function jobReadingOf(store: Store, hints: JobHints, now: number): Promise<JobReadingOptions> {
  const contacts = (await readBusiness(store))?.profile;
  const timeZone = contacts?.time_zone ?? "UTC";
  const remembered = await readJobHints(store);
  return { ...hints, remembered, contacts, timeZone, today: calendarDateAt(now, timeZone) };
}

export async function addJobs(store: Store, rows: readonly JobRow[], options: AddOptions): Promise<AddedJobs> {
  const plan = await jobPlanner(store, rows, options);
  if (options.isDry) return (await store.jobs.read(plan)).outcome;
  return store.jobs.write(async (writes) => saveJobPlan(writes, await plan(writes)));
}

type PlannedRows = Awaited<ReturnType<Awaited<ReturnType<typeof jobPlanner>>>>;

export async function jobPlanner(
  store: Store,
  rows: readonly JobRow[],
  { isDry, randomBytes, correctsDays = false }: AddOptions,
) {
  const salt = await saltFor(store, { isDry, randomBytes });
  const digest = digester(Uint8Array.fromHex(salt));
  const digestsOf = ({ draft }: JobRow): JobDigests => ({
    referenceDigest: digest("invoice", draft.reference),
    nameDigest: digest("name", draft.customerName),
    emailDigest: digest("email", draft.email),
    telephoneDigest: digest("telephone", draft.telephone),
  });
  const sound = rows.filter((row) => row.issues.length === 0);
  const accepted: JobRow[] = [];
  const drafts: DigestedDraft[] = [];
  const retractions: Retraction[] = [];
  for (const row of sound) {
    const { finished, ...draft } = row.draft;
    const digests = digestsOf(row);
    const isListed =
      row.state !== "not_finished" && finished !== null && Object.values(digests).some((digest) => digest !== null);
    if (!isListed) {
      const isOfDay = row.state === "not_finished" || row.isVisit;
      retractions.push({ ...digests, finished, service: draft.service, isOfDay });
      continue;
    }
    const kinds = { isFinished: row.state === "finished", isVisit: row.isVisit };
    accepted.push(row);
    drafts.push({ ...draft, ...digests, ...kinds, finished });
  }
  const all = [...drafts, ...retractions];
  const references = all.flatMap(({ referenceDigest }) => referenceDigest ?? []);
  const days = [...new Set(all.flatMap(({ finished }) => finished ?? []))];
  return async (jobs: JobReads) => {
    const existing = await jobs.alike(references, days);
    const newId = () => jobIdOf(randomBytes(20));
    const plan = planJobs(drafts, { existing, now: jobs.now, newId, retractions, correctsDays });
    const contradicted = plan.contradicted.flatMap((at): JobRow[] => {
      const row = accepted[at];
      return row === undefined ? [] : [{ ...row, issues: ["another customer has the same reference"] }];
    });
    const refused = [...rows.filter(({ issues }) => issues.length > 0), ...contradicted];
    const { added, corrected, unchanged } = plan;
    const outcome = {
      added: added.length,
      corrected: corrected.length,
      unchanged,
      refused,
      unfinished: sound.filter(({ state }) => state === "not_finished"),
      cancelled: sound.filter(({ state }) => state === "cancelled"),
    };
    return { plan, outcome };
  };
}

/** Digests of contacts. A value that proves nothing, such as a shortened name, still identifies the same customer. */
function digester(key: Uint8Array): (kind: ContactKind, value: string | null) => string | null {
  const hash = contactHasher(key);
  const plain = (kind: ContactKind, value: string) =>
    createHmac("sha256", key)
      .update(`job\0${kind}\0${value.toLowerCase().replace(/\s+/g, " ")}`)
      .digest("hex");
  return (kind, value) => (value === null ? null : (hash(kind, value) ?? plain(kind, value)));
}

export async function saveJobPlan(writes: JobWrites, { plan, outcome }: PlannedRows): Promise<AddedJobs> {
  await writes.insert(plan.added);
  for (const { id, fields, isReopened } of plan.corrected) {
    await writes.change(id, fields);
    if (isReopened) await writes.reopen(id);
  }
  return outcome;
}

export type AddedLists = Awaited<ReturnType<typeof addLists>>;

export async function addLists(
  store: Store,
  lists: readonly JobList[],
  { hints, ...options }: AddOptions & { readonly hints: JobHints },
) {
  const rows = lists.flatMap((list) => list.rows);
  const outcome = await addJobs(store, rows, options);
  const { encoding: _, ...kept } = hints;
  if (!options.isDry) await saveJobHints(store, { ...kept, statuses: statusesOf(hints, lists) });
  const business = await readBusiness(store);
  const isSample = business === null || business.profile.is_sample === true;
  const jobs = isSample ? [] : await provingKept(store, options.isDry ? rows : []);
  const verified = isSample ? null : await verifyByJobs(store, jobs, { ...options, days: PROOF_DAYS });
  return { ...outcome, verified, matches: verified && countMatches(rows, jobs, verified), isSample };
}

export type JobMatches = ReturnType<typeof countMatches>;

function countMatches(rows: readonly JobRow[], jobs: readonly JobDraft[], verified: VerifiedByJobs) {
  const named = rows.filter((row) => isProving(row) && row.draft.customerName !== null);
  const ofLists = new Set(named.map(({ draft }) => keyOfJob(draft)));
  const isNear = new Set(verified.nearMisses.map(({ job }) => job.row));
  const keysOf = (isCounted: (row: number) => boolean) =>
    new Set(jobs.filter((_, row) => isCounted(row)).map(keyOfJob)).intersection(ofLists);
  const verifying = keysOf((row) => verified.verifying.has(row));
  const near = keysOf((row) => isNear.has(row)).difference(verifying);
  return { verifying: verifying.size, near: near.size, unmatched: ofLists.size - verifying.size - near.size };
}

function isProving({ issues, state }: JobRow): boolean {
  return issues.length === 0 && state !== "not_finished" && state !== "cancelled";
}

function statusesOf({ statuses }: JobHints, lists: readonly JobList[]) {
  if (statuses === undefined) return {};
  return Object.fromEntries(lists.flatMap((list) => list.statusKeys.map((key) => [key, statuses])));
}

async function provingKept(store: Store, rows: readonly JobRow[]): Promise<JobDraft[]> {
  const kept = await store.jobs.read((reads) => reads.list());
  const fresh = rows.filter(isProving);
  const drafts = [...kept.map(({ job }) => job), ...fresh.map(({ draft }) => draft)];
  return drafts.flatMap(({ finished, ...draft }): JobDraft[] =>
    finished === null || draft.customerName === null || draft.isCancelled ? [] : [{ ...draft, finished }],
  );
}

export interface WrittenJob {
  readonly customer_name: string;
  readonly email: string;
  readonly telephone: string;
  readonly finished: string;
  readonly reference: string;
  readonly service: string;
  readonly technician: string;
  readonly language: string;
}

type WrittenJobOutcome =
  | { readonly kind: "added" | "corrected" | "unchanged" }
  | { readonly kind: "refused"; readonly issues: readonly string[] };

/** Adds a job, or corrects the one with its reference until its customer is invited. @throws {GoodwordError} `database` */
export async function addJob(
  store: Store,
  written: WrittenJob,
  { now, randomBytes }: Pick<AddOptions, "now" | "randomBytes">,
): Promise<WrittenJobOutcome> {
  // Every column is present, so the reader asks no questions.
  const bytes = utf8Bytes(JSON.stringify([written]));
  const reading = await jobReadingOf(store, { dateFormat: "YYYY-MM-DD" }, now);
  const { rows } = readJobs({ name: "job", bytes }, { ...reading, remembered: {} });
  const options = { now, randomBytes, isDry: false, correctsDays: true };
  const { added, corrected, refused } = await addJobs(store, rows, options);
  if (refused[0] !== undefined) return { kind: "refused", issues: refused[0].issues };
  return { kind: added > 0 ? "added" : corrected > 0 ? "corrected" : "unchanged" };
}
