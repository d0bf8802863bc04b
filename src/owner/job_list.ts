/** The list of jobs as its owner sees it: where each stands, what is left out of it, and what is erased. */
import { GoodwordError } from "../errors.ts";
import {
  type Circumstances,
  customersAmong,
  type InvitationPolicy,
  type JobStage,
  type JobStatus,
  jobState,
  type ListedJob,
  lastUseOf,
  type NotInvitedReason,
} from "../invitations/mod.ts";
import { type ReviewReads, readBusiness, type Store } from "../store/mod.ts";
import { stateOf } from "./review_state.ts";

/** A job with where it stands. */
export interface StandingJob extends ListedJob {
  readonly status: JobStatus;
  /** Why it is not invited; null otherwise. */
  readonly reason: NotInvitedReason | null;
}

/** All jobs with where they stand, the latest first. */
export async function listJobs(store: Store, policy: InvitationPolicy): Promise<StandingJob[]> {
  const timeZone = (await readBusiness(store))?.profile.time_zone ?? "UTC";
  return store.jobs.read(async (jobs) => {
    const listed = await jobs.list();
    const customer = customersAmong(listed, await jobs.unsubscribed());
    const at: Circumstances = { policy, now: jobs.now, timeZone };
    return listed.map((each) => ({ ...each, ...jobState(each, customer(each.job), at) }));
  });
}

/** A page of the list, and how many jobs there are of each stage. */
export interface JobPage {
  readonly jobs: readonly StandingJob[];
  readonly stages: Readonly<Record<JobStage, number>>;
  /** The number of the page from 1, and how many there are. */
  readonly page: number;
  readonly pages: number;
}

/** Jobs of a stage, or all, by pages; the last one where `page` is beyond it. */
export async function pageOfJobs(
  store: Store,
  policy: InvitationPolicy,
  { stage, page, size }: { readonly stage: JobStage | null; readonly page: number; readonly size: number },
): Promise<JobPage> {
  const timeZone = (await readBusiness(store))?.profile.time_zone ?? "UTC";
  return store.jobs.read(async (jobs) => {
    const stages = await jobs.stages();
    const count = stage === null ? Object.values(stages).reduce((sum, each) => sum + each, 0) : stages[stage];
    const pages = Math.max(1, Math.ceil(count / size));
    const shown = Math.min(page, pages);
    const listed = await jobs.page(stage, { offset: (shown - 1) * size, limit: size });
    const digests = listed.flatMap(({ job: { emailDigest, telephoneDigest } }) => [emailDigest, telephoneDigest]);
    const unsubscribed = await jobs.unsubscribed(digests.filter((digest) => digest !== null));
    const customer = customersAmong(await jobs.invitedAlike(listed.map(({ job }) => job)), unsubscribed);
    const at: Circumstances = { policy, now: jobs.now, timeZone };
    const withStates = listed.map((each) => ({ ...each, ...jobState(each, customer(each.job), at) }));
    return { jobs: withStates, stages, page: shown, pages };
  });
}

/** What came of an act on a job that its owner looked at before: somebody may have changed it since, which stands. */
type JobOutcome = { readonly kind: "done" } | { readonly kind: "changed" };

/** What a job is when its owner looks at it, as a digest. */
export function stateOfJob({ job, invitation }: ListedJob): string {
  return stateOf([job, invitation]);
}

/**
 * Erases who jobs were for; their digests stay. Of a single job `expected` may be what its owner looked at.
 *
 * @throws {GoodwordError} `not_found`, and nothing was changed
 */
export function forgetJobs(store: Store, ids: readonly string[], expected?: string): Promise<JobOutcome> {
  return store.jobs.write(async (writes) => {
    const found = requireAll(ids, await writes.list(ids));
    if (!isExpected(found[0], expected)) return { kind: "changed" };
    await writes.forget(ids);
    return { kind: "done" };
  });
}

function isExpected(found: ListedJob | undefined, expected: string | undefined): boolean {
  return expected === undefined || found === undefined || stateOfJob(found) === expected;
}

/**
 * Leaves a job out of the invitations, with a reason for the owner's own records.
 *
 * @throws {GoodwordError} `not_found`, or `input_refused` where its customer was invited already
 */
export function skipJob(store: Store, id: string, note: string, expected?: string): Promise<JobOutcome> {
  return store.jobs.write(async (writes) => {
    const [listed] = requireAll([id], await writes.list([id]));
    if (!isExpected(listed, expected)) return { kind: "changed" };
    if (listed?.invitation !== null) {
      throw new GoodwordError("input_refused", `The customer of ${id} was invited already; nothing was changed`);
    }
    await writes.change(id, { skippedAt: writes.now, skippedNote: note });
    return { kind: "done" };
  });
}

function requireAll(ids: readonly string[], found: readonly ListedJob[]): readonly ListedJob[] {
  const known = new Set(found.map(({ job }) => job.id));
  const unknown = ids.filter((id) => !known.has(id)).map((id) => JSON.stringify(id));
  if (unknown.length === 0) return found;
  throw new GoodwordError("not_found", `No job with the id ${unknown.join(", ")}; nothing was changed`);
}

/** Erases names, contacts, objections and reports that were of no use for as long as they may be kept; how many jobs that were. */
export async function forgetUnused({ reviews }: Store, { contactsKeptMs }: InvitationPolicy): Promise<number> {
  const unusedIn = async ({ jobs, now }: ReviewReads) => {
    const before = now - contactsKeptMs;
    const unused = (await jobs.addedBefore(before)).filter((listed) => lastUseOf(listed) <= before);
    return { before, ids: unused.map(({ job }) => job.id) };
  };
  // Seldom is anything due, and then nobody has to wait for a write.
  const isDue = await reviews.read(async (reads) => {
    const { before, ids } = await unusedIn(reads);
    return ids.length > 0 || (await reads.hasObjections(before));
  });
  if (!isDue) return 0;
  return reviews.write(async (writes) => {
    const { before, ids } = await unusedIn(writes);
    await writes.forgetObjections(before);
    await writes.jobs.forget(ids);
    return ids.length;
  });
}
