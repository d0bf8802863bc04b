/**
 * Decides what a list of jobs adds to those that are kept: the same list again adds and changes nothing.
 *
 * Jobs are the same by their reference; else by contact or whole name, together with date and service.
 */
import type { Job, JobDigests, JobDraft, ListedJob } from "./job.ts";

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

/** What a list of jobs does to those that are kept. */
export interface JobPlan {
  readonly added: readonly Job[];
  readonly corrected: readonly { readonly id: string; readonly fields: Partial<Job> }[];
  /** Ids of corrected jobs whose invitation came back: their customers have another e-mail address now, and are asked again. */
  readonly reopened: readonly string[];
  /** How many of the list are kept as they are, or stand in the list twice. */
  readonly unchanged: number;
  /** Positions of those whose reference another customer of the list has. */
  readonly contradicted: readonly number[];
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

/** What a list adds and corrects. */
export function planJobs(drafts: readonly DigestedDraft[], options: PlanOptions): JobPlan {
  const { existing, now, newId, retractions = [], correctsDays = false } = options;
  const kept = new KeptJobs(existing, correctsDays);
  const { merged, twice, contradicted } = mergeReferences(drafts);
  const added = new Map<string, Job>();
  const corrected = new Map<string, Partial<Job>>();
  const touched = new Set<string>();
  const reopened = new Set<string>();
  let unchanged = twice;
  const correct = (known: Kept, fields: Partial<Job>) => {
    if (known.isReturned && fields.emailDigest !== undefined) reopened.add(known.job.id);
    kept.put({ ...known, job: { ...known.job, ...fields } });
    const { id } = known.job;
    const addedJob = added.get(id);
    if (addedJob !== undefined) added.set(id, { ...addedJob, ...fields });
    else corrected.set(id, { ...corrected.get(id), ...fields, correctedAt: now });
    if (addedJob !== undefined || touched.has(id)) unchanged++;
    touched.add(id);
  };
  const addresses = new Set(drafts.map(({ emailDigest }) => emailDigest));
  for (const draft of merged) {
    const known = kept.sameAs(draft);
    if (known === null) {
      const job = newJob(draft, newId(), now);
      added.set(job.id, job);
      kept.put({ job, mayChange: true, isReturned: false });
      continue;
    }
    const fields = known.mayChange
      ? {
          ...changesBy(draft, known.job, correctsDays),
          ...(known.isReturned && addressBy(draft, known.job, addresses)),
        }
      : objections(draft, known.job);
    if (Object.keys(fields).length === 0) unchanged++;
    else correct(known, fields);
  }
  const finished = new Set(merged.flatMap((draft) => (draft.isCancelled ? [] : (draft.referenceDigest ?? []))));
  for (const retraction of retractions) {
    const known = kept.retractedBy(retraction);
    // Of several visits in one list a finished one counts.
    if (known === null || known.job.isCancelled || added.has(known.job.id)) continue;
    if (retraction.referenceDigest === null || !finished.has(retraction.referenceDigest)) {
      correct(known, { isCancelled: true });
    }
  }
  return {
    added: [...added.values()],
    corrected: [...corrected].map(([id, fields]) => ({ id, fields })),
    reopened: [...reopened],
    unchanged,
    contradicted,
  };
}

interface Kept {
  readonly job: Job;
  /** Whether its customer was not reached yet, and did not ask to be forgotten. */
  readonly mayChange: boolean;
  /** Whether its invitation came back. */
  readonly isReturned: boolean;
}

/** Kept jobs by what they are known again by. */
class KeptJobs {
  readonly #byReference = new Map<string, string>();
  readonly #byMark = new Map<string, Set<string>>();
  /** Those without a reference: however many jobs carry one name, a job with a reference is compared with these alone. */
  readonly #withoutReference = new Map<string, Set<string>>();
  readonly #jobs = new Map<string, Kept>();
  readonly #correctsDays: boolean;

  constructor(existing: readonly ListedJob[], correctsDays: boolean) {
    this.#correctsDays = correctsDays;
    for (const { job, invitation } of existing) {
      const isReturned = invitation !== null && invitation.undeliverableAt !== null && invitation.answeredAt === null;
      this.put({ job, mayChange: (invitation === null || isReturned) && job.forgottenAt === null, isReturned });
    }
  }

  put(kept: Kept): void {
    const { job } = kept;
    this.#jobs.set(job.id, kept);
    if (job.referenceDigest !== null) this.#byReference.set(job.referenceDigest, job.id);
    for (const mark of marksOf(job)) {
      addTo(this.#byMark, mark, job.id);
      if (job.referenceDigest === null) addTo(this.#withoutReference, mark, job.id);
      else this.#withoutReference.get(mark)?.delete(job.id);
    }
  }

  /** Of several, one that needs no change: the one that this job became when it was added first. */
  sameAs(draft: DigestedDraft): Kept | null {
    const { referenceDigest } = draft;
    const named = referenceDigest === null ? undefined : this.#byReference.get(referenceDigest);
    if (named !== undefined) return this.#jobs.get(named) ?? null;
    const marks = marksOf(draft);
    const byMark = referenceDigest === null ? this.#byMark : this.#withoutReference;
    let first: Kept | null = null;
    for (const id of new Set(marks.flatMap((mark) => [...(byMark.get(mark) ?? [])]))) {
      const kept = this.#jobs.get(id);
      // A job that was corrected is also found by what it was before.
      if (kept === undefined || !marksOf(kept.job).some((mark) => marks.includes(mark))) continue;
      if (referenceDigest !== null && kept.job.referenceDigest !== null) continue;
      if (!kept.mayChange || Object.keys(changesBy(draft, kept.job, this.#correctsDays)).length === 0) return kept;
      first ??= kept;
    }
    return first;
  }

  /** The job that a row takes off: by its reference, or as the only one of its customer on that day. */
  retractedBy({ finished, isOfDay, ...digests }: Retraction): Kept | null {
    const { referenceDigest } = digests;
    const named = referenceDigest === null ? undefined : this.#byReference.get(referenceDigest);
    const known = named === undefined ? undefined : this.#jobs.get(named);
    if (known !== undefined) return !isOfDay || known.job.finished === finished ? known : null;
    if (referenceDigest !== null || finished === null) return null;
    const ids = new Set(marksOf({ ...digests, finished }).flatMap((mark) => [...(this.#byMark.get(mark) ?? [])]));
    const candidates = [...ids].flatMap((id) => this.#jobs.get(id) ?? []);
    const [only, second] = candidates.filter(({ job }) => job.finished === finished && job.referenceDigest === null);
    return only !== undefined && second === undefined ? only : null;
  }
}

function addTo(ids: Map<string, Set<string>>, key: string, id: string): void {
  const known = ids.get(key);
  if (known === undefined) ids.set(key, new Set([id]));
  else known.add(id);
}

/** Contacts or whole name, each together with date and service: jobs with one of them in common are one. */
function marksOf(job: JobDigests & Pick<JobDraft, "finished" | "service">): string[] {
  const { emailDigest, telephoneDigest, nameDigest, finished, service } = job;
  const digests = [emailDigest, telephoneDigest, nameDigest].filter((digest) => digest !== null);
  return digests.map((digest) => JSON.stringify([finished, folded(service), digest]));
}

function folded(service: string | null): string {
  return service?.trim().toLowerCase().replace(/\s+/g, " ") ?? "";
}

/**
 * One job may stand in several rows, one for each visit or each thing that was done: of the finished ones the last counts, and
 * of several on its day the first, whatever their order. A customer's no in any of them is a no.
 */
function mergeReferences(drafts: readonly DigestedDraft[]) {
  const byReference = new Map<string, DigestedDraft>();
  const others: DigestedDraft[] = [];
  const contradicted: number[] = [];
  let twice = 0;
  for (const [at, draft] of drafts.entries()) {
    const known = draft.referenceDigest === null ? undefined : byReference.get(draft.referenceDigest);
    if (draft.referenceDigest === null) others.push(draft);
    else if (known === undefined) byReference.set(draft.referenceDigest, draft);
    else if (areTwoCustomers(known, draft)) contradicted.push(at);
    else {
      const [counts, other] = isLater(draft, known) ? [draft, known] : [known, draft];
      const merged = { ...counts, ...missing(other, counts) };
      byReference.set(draft.referenceDigest, other.mayContact === false ? { ...merged, mayContact: false } : merged);
      twice++;
    }
  }
  // What a reference corrects is corrected before anything is compared with it.
  return { merged: [...byReference.values(), ...others], twice, contradicted };
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

/** The fields of a job with the digests that belong to them. */
const FIELDS = {
  reference: ["reference", "referenceDigest"],
  customerName: ["customerName", "nameDigest"],
  email: ["email", "emailDigest"],
  telephone: ["telephone", "telephoneDigest"],
  service: ["service"],
  technician: ["technician"],
  area: ["area"],
  language: ["language"],
  mayContact: ["mayContact"],
} as const;

/**
 * With a reference everything in the draft counts, unless it is an earlier visit; else only what was not known. A job that was
 * cancelled is listed again when a list has it as finished.
 */
function changesBy(draft: DigestedDraft, job: Job, correctsDays: boolean): Partial<Job> {
  if (draft.referenceDigest === null) return { ...missing(draft, job), ...cancellation(draft, job) };
  if (draft.isCancelled) return { ...missing(draft, job), ...objections(draft, job) };
  const isRevived = job.isCancelled && draft.isFinished;
  const isEarlier = draft.finished < job.finished && !isRevived && !correctsDays;
  if (isEarlier) return { ...missing(draft, job), ...objections(draft, job) };
  return {
    ...given(draft, job),
    ...(draft.finished !== job.finished && { finished: draft.finished }),
    ...(isRevived && { isCancelled: false }),
  };
}

/** Another e-mail address than the one from which mail came back, unless the list still has that one. */
function addressBy(draft: DigestedDraft, job: Job, addresses: ReadonlySet<string | null>): Partial<Job> {
  if (draft.email === null || draft.isCancelled || addresses.has(job.emailDigest)) return {};
  return fieldsWhere(draft, (field) => field === "email");
}

/** Of a list with one row for each visit, another visit that was cancelled changes nothing. */
function cancellation({ isCancelled, isVisit, finished }: DigestedDraft, job: Job): Partial<Job> {
  const isOther = isVisit && finished !== job.finished;
  return isCancelled && !job.isCancelled && !isOther ? { isCancelled } : {};
}

/** What still counts once a customer was asked: that there was no job after all, and that its customer wants no messages. */
function objections(draft: DigestedDraft, job: Job): Partial<Job> {
  const { mayContact } = draft;
  return { ...cancellation(draft, job), ...(mayContact === false && job.mayContact !== false && { mayContact }) };
}

function given(draft: DigestedDraft, job: Job): Partial<DigestedDraft> {
  return fieldsWhere(draft, (field) => draft[field] !== null && draft[field] !== job[field]);
}

function missing(draft: DigestedDraft, job: JobDraft & JobDigests): Partial<DigestedDraft> {
  return fieldsWhere(draft, (field) => draft[field] !== null && job[field] === null);
}

function fieldsWhere(draft: DigestedDraft, isMeant: (field: keyof typeof FIELDS) => boolean): Partial<DigestedDraft> {
  const meant = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).filter(isMeant);
  return Object.fromEntries(meant.flatMap((field) => FIELDS[field]).map((name) => [name, draft[name]]));
}

function newJob({ isFinished: _, isVisit: __, ...draft }: DigestedDraft, id: string, now: number): Job {
  const nothing = { correctedAt: null, skippedAt: null, skippedNote: null, forgottenAt: null };
  return { ...draft, ...nothing, id, addedAt: now };
}
