/** Matches reviews with finished jobs: hashes what the list says of customers, and judges. */
import { createHmac } from "node:crypto";
import { analystFor } from "../publication/publishing/mod.ts";
import {
  type Business,
  type ContactHasher,
  type ContactHashes,
  type ContactKind,
  calendarDateAt,
  contactHasher,
  type FinishedJob,
  judgeProofs,
  type MentionResolver,
  type Mentions,
  mentionResolver,
  type Proof,
  type ReviewToProve,
} from "../review/mod.ts";
import { evidenceSalt, readEvidenceSalt, readMarks, type Store, type UnverifiedReview } from "../store/mod.ts";
import { requireBusiness } from "./business.ts";
import type { GivenJob } from "./read_jobs.ts";

/** Settings for matching reviews against a job list; `now` is in epoch milliseconds. */
export interface VerifyOptions {
  /** How many days after the job a review may be written that is proved by name. */
  readonly days: number;
  /** Whether only to look, and to save nothing. */
  readonly isDry: boolean;
  readonly now: number;
  readonly randomBytes: (count: number) => Uint8Array;
}

/** What judging needs of the store. */
export interface JobMatcher {
  readonly business: Business;
  readonly resolve: MentionResolver;
  readonly today: string;
  readonly hash: ContactHasher;
  /** One job, one hash: without the key nobody can test a name against it. */
  readonly evidenceOf: (job: GivenJob) => string;
}

/** @throws {GoodwordError} `not_found` before the first import */
export async function openJobMatcher(store: Store, { now, isDry, randomBytes }: VerifyOptions): Promise<JobMatcher> {
  const business = await requireBusiness(store);
  const salt = isDry ? await salted(store, randomBytes) : await evidenceSalt(store, randomBytes);
  return {
    business,
    resolve: mentionResolver(business),
    today: calendarDateAt(now, business.time_zone),
    hash: contactHasher(Uint8Array.fromHex(salt)),
    evidenceOf: ({ draft: { finished, customerName, service, technician } }) => {
      const words = [finished, customerName, service, technician].map(
        (word) => word?.toLowerCase().replace(/\s+/g, " ") ?? "",
      );
      return createHmac("sha256", salt).update(words.join("\0")).digest("hex");
    },
  };
}

/** A look must not make a key that is kept. */
async function salted(store: Store, randomBytes: VerifyOptions["randomBytes"]): Promise<string> {
  return (await readEvidenceSalt(store)) ?? randomBytes(32).toHex();
}

/** Proofs and near misses among these reviews and jobs, in the order of the reviews. */
export function matchJobs(
  matcher: JobMatcher,
  reviews: readonly UnverifiedReview[],
  jobs: readonly GivenJob[],
  { days }: VerifyOptions,
): Proof[] {
  const analyst = analystFor(matcher.business);
  const toProve = reviews.map((review): ReviewToProve => {
    const isFresh = review.analysisKey !== null && analyst.isCurrent(review.analysisKey) && review.analysis !== null;
    const { mentions } = analyst.findings(isFresh ? (review.analysis ?? "") : analyst.analyze(review));
    return { ...review, marks: readMarks(review.marks), mentions: matcher.resolve(review.givenMentions ?? mentions) };
  });
  return judgeProofs(
    toProve,
    jobs.map((job) => finishedJob(job, matcher)),
    { days },
  );
}

function finishedJob({ row, draft }: GivenJob, { hash, resolve }: JobMatcher): FinishedJob {
  const { finished: date, service, technician, reference: invoice, email, telephone } = draft;
  const customer = draft.customerName ?? "";
  const marks: Partial<Record<ContactKind, string>> = {};
  for (const [kind, value] of Object.entries({ invoice, email, telephone, name: customer }) as [
    ContactKind,
    string | null,
  ][]) {
    const mark = value === null ? null : hash(kind, value);
    if (mark !== null) marks[kind] = mark;
  }
  return { row, date, customer, marks: marks as ContactHashes, mentions: resolve(mentionsOf(service, technician)) };
}

function mentionsOf(service: string | null, technician: string | null): Mentions {
  const list = (cell: string | null) => cell?.split(/[|;,/&]/).flatMap((name) => name.trim() || []) ?? [];
  return { technicians: list(technician), services: list(service), service_areas: [] };
}
