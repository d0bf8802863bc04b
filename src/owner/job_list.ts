/** The list of jobs with their states, and the deletion of old contacts. */
import {
  type CustomerHistory,
  customersAmong,
  type DecisionInput,
  type InvitationPolicy,
  type Job,
  type JobStage,
  type JobStatus,
  jobState,
  type ListedJob,
  lastUseOf,
  type ManualChannel,
  manualChannelsOf,
  type NotInvitedReason,
} from "../invitations/mod.ts";
import { type JobReads, type ReviewReads, readBusiness, type Store } from "../store/mod.ts";

export interface JobWithState extends ListedJob {
  readonly status: JobStatus;
  readonly reason: NotInvitedReason | null;
  readonly ways: readonly ManualChannel[];
}

export async function listJobs(store: Store, policy: InvitationPolicy): Promise<JobWithState[]> {
  const timeZone = (await readBusiness(store))?.profile.time_zone ?? "UTC";
  return store.jobs.read(async (jobs) => {
    const listed = await jobs.list();
    const customer = customersAmong(listed, await jobs.unsubscribed());
    const at: DecisionInput = { policy, now: jobs.now, timeZone };
    return listed.map((each) => withState(each, customer(each.job), at));
  });
}

function withState(listed: ListedJob, customer: CustomerHistory, at: DecisionInput): JobWithState {
  return { ...listed, ...jobState(listed, customer, at), ways: manualChannelsOf(listed, customer, at) };
}

/** Returns a lookup of the customer of each job, with their objections and the messages about any of their jobs. */
export async function customersOf(reads: JobReads, jobs: readonly Job[]): Promise<(job: Job) => CustomerHistory> {
  const digests = jobs.flatMap(({ emailDigest, telephoneDigest }) => [emailDigest, telephoneDigest]);
  const unsubscribed = await reads.unsubscribed(digests.filter((digest) => digest !== null));
  return customersAmong(await reads.invitedAlike(jobs), unsubscribed);
}

export type JobPage = Awaited<ReturnType<typeof pageOfJobs>>;

/** A page of the jobs in a stage, or of all jobs; the last one if `page` is too large. */
export async function pageOfJobs(
  store: Store,
  policy: InvitationPolicy,
  { stage, page, size }: { readonly stage: JobStage | null; readonly page: number; readonly size: number },
) {
  const timeZone = (await readBusiness(store))?.profile.time_zone ?? "UTC";
  return store.jobs.read(async (jobs) => {
    const stages = await jobs.stages();
    const count = stage === null ? Object.values(stages).reduce((sum, each) => sum + each, 0) : stages[stage];
    const pages = Math.max(1, Math.ceil(count / size));
    const shown = Math.min(page, pages);
    const listed = await jobs.page(stage, { offset: (shown - 1) * size, limit: size });
    const customer = await customersOf(
      jobs,
      listed.map(({ job }) => job),
    );
    const at: DecisionInput = { policy, now: jobs.now, timeZone };
    const withStates = listed.map((each) => withState(each, customer(each.job), at));
    return { jobs: withStates, stages, page: shown, pages };
  });
}

/** Erases names, contacts, objections and reports after their term. Returns the number of jobs. */
export async function forgetUnused({ reviews }: Store, { contactsKeptMs }: InvitationPolicy): Promise<number> {
  const unusedIn = async ({ jobs, now }: ReviewReads) => {
    const before = now - contactsKeptMs;
    const unused = (await jobs.addedBefore(before)).filter((listed) => lastUseOf(listed) <= before);
    return { before, ids: unused.map(({ job }) => job.id) };
  };
  // Checked in a read first, since a write would usually wait for nothing.
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
