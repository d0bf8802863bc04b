/** Decides what a list of jobs changes. Jobs are the same by reference; else by contact or whole name with date and service. */
import type { Invitation, Job, JobDigests, JobDraft, ListedJob } from "./job.ts";

export interface DigestedDraft extends JobDraft, JobDigests {
  /** Whether the list has it as finished, and not only leaves open what became of it. */
  readonly isFinished: boolean;
  /** Whether it is one visit of a job that may have several. */
  readonly isVisit: boolean;
}

/** A row that lists nothing, but takes a job off that was listed: it was cancelled, or is not finished after all. */
export interface Retraction extends JobDigests {
  /** Calendar date; null where the row has none. */
  readonly finished: string | null;
  readonly service: string | null;
  /** Whether only the job of this very day is meant, and not another visit. */
  readonly isOfDay: boolean;
}

interface JobPlan {
  readonly added: readonly Job[];
  readonly corrected: readonly Correction[];
  /** How many of the list are kept as they are, or stand in the list twice. */
  readonly unchanged: number;
  /** Positions of those whose reference another customer of the list has. */
  readonly contradicted: readonly number[];
}

interface Correction {
  readonly id: string;
  readonly fields: Partial<Job>;
  /** Whether the invitation came back and the customer has another e-mail address now, to be asked again. */
  readonly isReopened: boolean;
}

interface PlanOptions {
  /** Kept jobs with a reference or a day of the list. */
  readonly existing: readonly ListedJob[];
  readonly now: number;
  readonly newId: () => string;
  readonly retractions?: readonly Retraction[];
  /** Whether an earlier day corrects the day of a job, and is not that of an earlier visit. */
  readonly correctsDays?: boolean;
}

export function planJobs(drafts: readonly DigestedDraft[], options: PlanOptions): JobPlan {
  const { existing, now, newId, retractions = [], correctsDays = false } = options;
  const known = new KnownJobs(existing);
  const { merged, contradicted } = mergeReferences(drafts);
  const addresses = new Set(drafts.map(({ emailDigest }) => emailDigest));
  const added = new Set<string>();
  const finished = new Set<string>();
  const correct = ({ job, invitation }: ListedJob, fields: Partial<Job>) =>
    known.put({ job: { ...job, ...fields }, invitation });
  for (const draft of merged) {
    const alike = known.alike(draft);
    // Prefer the job that needs no change: it came from this draft when it was added before.
    const isKept = ({ job }: ListedJob) => isEmpty(differences(changesBy(draft, job, correctsDays), job));
    const same = alike.find((each) => !mayChange(each) || isKept(each)) ?? alike[0];
    const job = same?.job ?? newJob(draft, newId(), now);
    if (!draft.isCancelled) finished.add(job.id);
    if (same === undefined) {
      added.add(job.id);
      known.put({ job, invitation: null });
    } else if (!mayChange(same)) correct(same, objections(draft, same.job));
    else {
      const address = isReturned(same.invitation) ? addressBy(draft, same.job, addresses) : {};
      correct(same, { ...changesBy(draft, same.job, correctsDays), ...address });
    }
  }
  const byDrafts = correctionsOf(existing, known).length;
  for (const retraction of retractions) {
    const same = known.retractedBy(retraction);
    // What the list has as finished is not taken off by its row of another visit, or of the payment.
    if (same !== undefined && !finished.has(same.job.id)) correct(same, { isCancelled: true });
  }
  return {
    added: [...added].flatMap((id) => known.get(id)?.job ?? []),
    corrected: correctionsOf(existing, known).map((each) => ({
      ...each,
      fields: { ...each.fields, correctedAt: now },
    })),
    unchanged: drafts.length - contradicted.length - added.size - byDrafts,
    contradicted,
  };
}

function correctionsOf(existing: readonly ListedJob[], known: KnownJobs): Correction[] {
  return existing.flatMap(({ job, invitation }) => {
    const fields = differences(known.get(job.id)?.job ?? job, job);
    if (isEmpty(fields)) return [];
    return [{ id: job.id, fields, isReopened: isReturned(invitation) && fields.emailDigest !== undefined }];
  });
}

function differences(fields: Partial<Job>, job: Job): Partial<Job> {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== job[name as keyof Job]));
}

function isEmpty(fields: object): boolean {
  return Object.keys(fields).length === 0;
}

function isReturned(invitation: Invitation | null): boolean {
  return invitation !== null && invitation.undeliverableAt !== null && invitation.answeredAt === null;
}

/** Whether the customer of a job was not reached yet, and did not ask to be forgotten. */
function mayChange({ job, invitation }: ListedJob): boolean {
  return (invitation === null || isReturned(invitation)) && job.forgottenAt === null;
}

class KnownJobs {
  readonly #jobs = new Map<string, ListedJob>();
  readonly #byReference = new Map<string, string>();
  readonly #byMark = new Map<string, Set<string>>();

  constructor(existing: readonly ListedJob[]) {
    for (const listed of existing) this.put(listed);
  }

  get(id: string): ListedJob | undefined {
    return this.#jobs.get(id);
  }

  put(listed: ListedJob): void {
    const { job } = listed;
    this.#jobs.set(job.id, listed);
    if (job.referenceDigest !== null) this.#byReference.set(job.referenceDigest, job.id);
    for (const mark of marksOf(job)) {
      const ids = this.#byMark.get(mark) ?? new Set();
      this.#byMark.set(mark, ids.add(job.id));
    }
  }

  /** Jobs that a draft may be: the one with its reference; else those with a mark in common, of which one at most has a reference. */
  alike(draft: DigestedDraft): readonly ListedJob[] {
    const named = this.#named(draft);
    if (named !== undefined) return [named];
    const without = marksOf({ ...draft, referenceDigest: null });
    const marks =
      draft.referenceDigest === null ? [...without, ...marksOf({ ...draft, referenceDigest: "any" })] : without;
    return this.#withMarks(marks);
  }

  /** The job that a row takes off: by its reference, or as the only one of its customer on that day. */
  retractedBy({ finished, isOfDay, ...row }: Retraction): ListedJob | undefined {
    const named = this.#named(row);
    if (named !== undefined) return !isOfDay || named.job.finished === finished ? named : undefined;
    if (row.referenceDigest !== null || finished === null) return undefined;
    const [only, second] = this.#withMarks(marksOf({ ...row, finished }));
    return second === undefined ? only : undefined;
  }

  #named({ referenceDigest }: Pick<JobDigests, "referenceDigest">): ListedJob | undefined {
    return this.#jobs.get(this.#byReference.get(referenceDigest ?? "") ?? "");
  }

  #withMarks(marks: readonly string[]): readonly ListedJob[] {
    const ids = new Set(marks.flatMap((mark) => [...(this.#byMark.get(mark) ?? [])]));
    // A job that was corrected is also found by its former marks.
    return [...ids].flatMap((id) => {
      const listed = this.#jobs.get(id);
      return listed !== undefined && marksOf(listed.job).some((mark) => marks.includes(mark)) ? [listed] : [];
    });
  }
}

/**
 * Contacts or whole name, each together with date and service: jobs with one of them in common are one, unless both have a
 * reference. Those with a reference have marks of their own, so that a draft with a reference is not compared with each of them.
 */
function marksOf(job: JobDigests & Pick<JobDraft, "finished" | "service">): string[] {
  const { referenceDigest, emailDigest, telephoneDigest, nameDigest, finished } = job;
  const service = job.service?.trim().toLowerCase().replace(/\s+/g, " ") ?? "";
  const digests = [emailDigest, telephoneDigest, nameDigest].filter((digest) => digest !== null);
  return digests.map((digest) => JSON.stringify([referenceDigest !== null, finished, service, digest]));
}

/**
 * One job may stand in several rows, one for each visit or each thing that was done: of the finished ones the last counts, and
 * of several on its day the first, whatever their order. A customer's no in any of them is a no.
 */
function mergeReferences(drafts: readonly DigestedDraft[]) {
  const byReference = new Map<string, DigestedDraft>();
  const others: DigestedDraft[] = [];
  const contradicted: number[] = [];
  for (const [at, draft] of drafts.entries()) {
    const known = draft.referenceDigest === null ? undefined : byReference.get(draft.referenceDigest);
    if (draft.referenceDigest === null) others.push(draft);
    else if (known === undefined) byReference.set(draft.referenceDigest, draft);
    else if (areTwoCustomers(known, draft)) contradicted.push(at);
    else {
      const [counts, other] = isLater(draft, known) ? [draft, known] : [known, draft];
      const merged = { ...counts, ...missing(other, counts) };
      byReference.set(draft.referenceDigest, other.mayContact === false ? { ...merged, mayContact: false } : merged);
    }
  }
  // What a reference corrects is corrected before anything is compared with it.
  return { merged: [...byReference.values(), ...others], contradicted };
}

function isLater(draft: DigestedDraft, known: DigestedDraft): boolean {
  if (draft.isCancelled !== known.isCancelled) return known.isCancelled;
  return draft.finished > known.finished;
}

function areTwoCustomers(one: JobDigests, other: JobDigests): boolean {
  const pairs = (["emailDigest", "telephoneDigest", "nameDigest"] as const).map((mark) => [one[mark], other[mark]]);
  const known = pairs.filter((pair) => pair.every((digest) => digest != null));
  return known.length > 0 && known.every(([first, second]) => first !== second);
}

/**
 * A reference corrects everything that its row has, unless it is an earlier visit or was cancelled; else a row adds what was not
 * known. A job that was cancelled is listed again when a list has it as finished.
 */
function changesBy(draft: DigestedDraft, job: Job, correctsDays: boolean): Partial<Job> {
  const isRevived = job.isCancelled && draft.isFinished;
  const isEarlier = draft.finished < job.finished && !isRevived && !correctsDays;
  if (draft.referenceDigest === null || draft.isCancelled || isEarlier) {
    return { ...missing(draft, job), ...timeBy(draft, job), ...objections(draft, job) };
  }
  const day = { finished: draft.finished, finishedAt: draft.finishedAt, ...timeBy(draft, job) };
  return { ...stated(draft), ...day, ...(isRevived && { isCancelled: false }) };
}

function timeBy(draft: DigestedDraft, job: Job): Pick<Job, "finishedAt"> | null {
  if (draft.finished !== job.finished) return null;
  return {
    finishedAt:
      draft.referenceDigest === null ? (job.finishedAt ?? draft.finishedAt) : (draft.finishedAt ?? job.finishedAt),
  };
}

/** Another e-mail address than the one from which mail came back, unless the list still has that one. */
function addressBy(draft: DigestedDraft, job: Job, addresses: ReadonlySet<string | null>): Partial<Job> {
  const { email, emailDigest, isCancelled } = draft;
  return email === null || isCancelled || addresses.has(job.emailDigest) ? {} : { email, emailDigest };
}

/** What counts at any time: that a job was cancelled, unless it is another visit, and that its customer wants no messages. */
function objections({ isCancelled, isVisit, finished, mayContact }: DigestedDraft, job: Job): Partial<Job> {
  const isOther = isVisit && finished !== job.finished;
  return {
    ...(isCancelled && !job.isCancelled && !isOther && { isCancelled }),
    ...(mayContact === false && job.mayContact !== false && { mayContact }),
  };
}

function stated(given: DigestedDraft) {
  const { isCancelled: _, isFinished: __, isVisit: ___, finished: ____, finishedAt: _____, ...draft } = given;
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null)) as Partial<
    JobDraft & JobDigests
  >;
}

function missing(draft: DigestedDraft, known: JobDraft & JobDigests): Partial<JobDraft & JobDigests> {
  const unknown = Object.entries(stated(draft)).filter(([name]) => known[name as keyof typeof known] === null);
  return Object.fromEntries(unknown);
}

function newJob({ isFinished: _, isVisit: __, ...draft }: DigestedDraft, id: string, now: number): Job {
  const nothing = { correctedAt: null, skippedAt: null, skippedNote: null, forgottenAt: null };
  return { ...draft, ...nothing, id, addedAt: now };
}
