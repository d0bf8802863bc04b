/** The list of jobs as its owner sees it: where each stands, what is left out of it, and what is erased. */
import {
  type ByHand,
  type Circumstances,
  type Customer,
  customersAmong,
  type InvitationPolicy,
  type Job,
  type JobStage,
  type JobStatus,
  jobState,
  type ListedJob,
  lastUseOf,
  type NotInvitedReason,
  waysToAsk,
} from "../invitations/mod.ts";
import { type JobReads, type ReviewReads, readBusiness, type Store } from "../store/mod.ts";

/** A job with where it stands. */
export interface StandingJob extends ListedJob {
  readonly status: JobStatus;
  /** Why it is not invited; null otherwise. */
  readonly reason: NotInvitedReason | null;
  /** How the owner may ask its customer by hand. */
  readonly ways: readonly ByHand[];
}

/** All jobs with where they stand, the latest first. */
export async function listJobs(store: Store, policy: InvitationPolicy): Promise<StandingJob[]> {
  const timeZone = (await readBusiness(store))?.profile.time_zone ?? "UTC";
  return store.jobs.read(async (jobs) => {
    const listed = await jobs.list();
    const customer = customersAmong(listed, await jobs.unsubscribed());
    const at: Circumstances = { policy, now: jobs.now, timeZone };
    return listed.map((each) => standingOf(each, customer(each.job), at));
  });
}

function standingOf(listed: ListedJob, customer: Customer, at: Circumstances): StandingJob {
  return { ...listed, ...jobState(listed, customer, at), ways: waysToAsk(listed, customer, at) };
}

/** The customers of these jobs: their wishes, and the messages to them about any job. */
export async function customersOf(reads: JobReads, jobs: readonly Job[]): Promise<(job: Job) => Customer> {
  const digests = jobs.flatMap(({ emailDigest, telephoneDigest }) => [emailDigest, telephoneDigest]);
  const unsubscribed = await reads.unsubscribed(digests.filter((digest) => digest !== null));
  return customersAmong(await reads.invitedAlike(jobs), unsubscribed);
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
    const customer = await customersOf(
      jobs,
      listed.map(({ job }) => job),
    );
    const at: Circumstances = { policy, now: jobs.now, timeZone };
    const withStates = listed.map((each) => standingOf(each, customer(each.job), at));
    return { jobs: withStates, stages, page: shown, pages };
  });
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
