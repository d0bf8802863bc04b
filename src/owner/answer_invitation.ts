/** Changes made by customers behind their links. An answer is an import whose transaction spends the link. */

import { type ImportOptions, readImport } from "../import/mod.ts";
import {
  type Answer,
  DISPLAY_NAMES,
  type DisplayName,
  digestOfToken,
  type GrantedLicense,
  type Invitation,
  type InvitationService,
  type Job,
  jobOfUnsubscribeToken,
  type Link,
  type ListedJob,
} from "../invitations/mod.ts";
import { type Business, calendarDateAt, maskPersonalData, type NamePolicy, OWNERS_REASONS } from "../review/mod.ts";
import { analyzePlan, type ImportRequest, planImport, saveImport } from "../store/import/mod.ts";
import type { ReviewReads, ReviewWrites, Store, StoredReview } from "../store/mod.ts";
import { utf8Bytes } from "../utf8.ts";
import { forgetUnused } from "./job_list.ts";
import { idsOfAuthor } from "./join_copies.ts";
import { removeWithin } from "./remove.ts";
import { updateRecord } from "./update_record.ts";
import { servicesOfJob } from "./verify_by_jobs.ts";

interface InvitationServiceParts {
  readonly randomBytes: (count: number) => Uint8Array;
  readonly analystFor: ImportRequest["analystFor"];
  /** The key of unsubscribe links; null without such links. */
  readonly linkKey: string | null;
}

export function createInvitationService(store: Store, parts: InvitationServiceParts): InvitationService {
  // Serialised, since concurrent plans would outdate each other.
  let last: Promise<unknown> = Promise.resolve();
  const { reviews } = store;
  const look = (token: string) => reviews.read(async (reads) => (await find(reads, token)).link);
  /** Runs a change on the review behind a link. Returns the state of the link afterwards. */
  const change = (token: string, act: (writes: ReviewWrites, found: Answered) => Promise<void>) =>
    reviews.write(async (writes) => {
      const found = await find(writes, token);
      if (!isAnswered(found)) return found.link;
      await act(writes, found);
      return (await find(writes, token)).link;
    });
  return {
    look,
    answer(token, answer, license) {
      const saved = last.then(() => saveAnswer(store, parts, { token, answer, license }));
      last = saved.catch(() => {});
      return saved;
    },
    withdraw: (token) =>
      change(token, async (writes, { job, review }) => {
        await writes.jobs.changeInvitation(job.id, { withdrawnAt: writes.jobs.now });
        const ids = await idsOfAuthor(writes, review);
        await removeWithin(writes, { ids, reason: "withdrawn", command: "withdraw" });
      }),
    contest: (token, text) =>
      change(token, async (writes, { review }) => {
        const isWithheldByOwner = OWNERS_REASONS.some((reason) => reason === review.withheld);
        if (isWithheldByOwner) await writes.saveContest(review.id, text);
      }),
    report: (report) =>
      reviews.write(async (writes) => {
        const review = await writes.review(report.reviewId);
        const isShown = review !== undefined && review.withheld === null && review.copyOf === null;
        if (isShown) await writes.saveReport(report);
        return isShown;
      }),
    lookAtUnsubscribing: (token) =>
      reviews.read(async ({ jobs }) => {
        const digests = await addressesOf(jobs, token, parts);
        if (digests === null) return "unknown";
        const gone = await jobs.unsubscribed(digests);
        return digests.every((digest) => gone.has(digest)) ? "done" : "open";
      }),
    unsubscribe: (token) =>
      reviews.write(async ({ jobs }) => {
        const digests = await addressesOf(jobs, token, parts);
        for (const digest of digests ?? []) await jobs.unsubscribe(digest);
        return digests === null ? "unknown" : "done";
      }),
    async record(policy) {
      await forgetUnused(store, policy);
      await updateRecord(store, policy);
    },
  };
}

interface Found {
  readonly link: Link;
  readonly job: Job | null;
  readonly invitation: Invitation | null;
  readonly review: StoredReview | null;
}

type Answered = { readonly [Part in keyof Found]: NonNullable<Found[Part]> };

function isAnswered(found: Found): found is Answered {
  return found.link.kind === "answered";
}

const UNKNOWN: Found = { link: { kind: "unknown" }, job: null, invitation: null, review: null };

async function find(reads: ReviewReads, token: string): Promise<Found> {
  const listed = await reads.jobs.byToken(digestOfToken(token));
  if (listed === undefined || listed.invitation === null) return UNKNOWN;
  const { job, invitation } = listed;
  const review = invitation.reviewId === null ? null : ((await reads.review(invitation.reviewId)) ?? null);
  const isContested = review !== null && (await reads.isContested(review.id));
  return {
    job,
    invitation,
    review,
    link: linkOf({ job, invitation }, { review, isContested, now: reads.now }),
  };
}

interface Circumstances {
  readonly review: StoredReview | null;
  readonly isContested: boolean;
  readonly now: number;
}

function linkOf({ job, invitation }: ListedJob, { review, isContested, now }: Circumstances): Link {
  if (invitation === null) return UNKNOWN.link;
  const { withdrawnAt, reviewId, expiresAt, displayName } = invitation;
  const { finished, service, language } = job;
  const asked = { finished, service, language };
  if (withdrawnAt !== null) return { kind: "withdrawn" };
  if (review !== null) {
    const { id, rating, text, authorName, aspectRatings, withheld, copyOf } = review;
    const shown = { id, rating, text, authorName, aspectRatings, withheld, copyOf, isContested };
    return {
      kind: "answered",
      job: asked,
      review: { ...shown, displayName: DISPLAY_NAMES.find((name) => name === displayName) ?? DISPLAY_NAMES[0] },
    };
  }
  if (reviewId !== null) return { kind: "removed" };
  const isOver = job.isCancelled || expiresAt <= now;
  return isOver ? { kind: "expired" } : { kind: "open", job: asked };
}

interface GivenAnswer {
  readonly token: string;
  readonly answer: Answer;
  readonly license: GrantedLicense;
}

const ATTEMPTS = 50;

async function saveAnswer(store: Store, parts: InvitationServiceParts, given: GivenAnswer): Promise<Link> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const link = await trySaving(store, parts, given);
    if (link !== null) return link;
  }
  throw new Error("Others keep changing the database");
}

async function trySaving(store: Store, parts: InvitationServiceParts, given: GivenAnswer): Promise<Link | null> {
  const { found, business, now } = await store.reviews.read(async (reads) => {
    return { found: await find(reads, given.token), business: await reads.business(), now: reads.now };
  });
  const { job, invitation } = found;
  const takesAnswers = found.link.kind === "open" || found.link.kind === "answered";
  if (!takesAnswers || job === null || invitation === null || business === null) return found.link;
  const today = calendarDateAt(now, business.profile.time_zone);
  const id = found.review?.id ?? `r_${idLetters(parts.randomBytes)}`;
  const request: ImportRequest = {
    drafts: [draftOf(given.answer, { id, job, before: found.review, business: business.profile, today })],
    businessAfter: () => business.profile,
    insightsOverrides: null,
    replace: false,
    complete: true,
    isFromAuthor: true,
    analystFor: parts.analystFor,
    newKey: parts.randomBytes(32).toHex(),
  };
  using plan = await planImport(store, request);
  if (plan.isEmpty) return found.link;
  await analyzePlan(plan, parts.analystFor(business.profile));
  const saved = await saveImport(store, plan, {
    command: found.review === null ? "answer" : "edit",
    files: [],
    async alongside({ jobs }) {
      const kept = (await jobs.byToken(invitation.tokenDigest))?.invitation ?? null;
      if (kept === null || kept.reviewId !== invitation.reviewId || kept.withdrawnAt !== null) return false;
      await jobs.changeInvitation(job.id, {
        answeredAt: invitation.answeredAt ?? jobs.now,
        reviewId: id,
        displayName: given.answer.displayName,
        licenseWording: given.license.wording,
        licenseVersion: given.license.version,
        licensedAt: jobs.now,
        edits: invitation.edits + (found.review === null ? 0 : 1),
      });
      return true;
    },
  });
  if (saved.kind === "outdated") return null;
  return store.reviews.read(async (reads) => (await find(reads, given.token)).link);
}

const NAME_POLICIES: Readonly<Record<DisplayName, NamePolicy>> = {
  first_initial: "first_last_initial",
  first: "first",
  full: "full",
  anonymous: "anonymous",
};

interface Ground {
  readonly id: string;
  readonly job: Job;
  readonly before: StoredReview | null;
  readonly business: Business;
  readonly today: string;
}

/** An answer as a record, which is then checked, masked and shortened like any other. */
function draftOf({ rating, text, displayName, aspectRatings }: Answer, { id, job, before, business, today }: Ground) {
  // After contacts and name are erased, only the published name is left, which may still be shortened.
  const shownName = before === null || before.isAnonymous ? null : before.authorName;
  const record = {
    id,
    date: before?.date ?? today,
    ...(before && { updated_at: new Date(before.updatedAt).toISOString() }),
    rating,
    text,
    author: { name: job.customerName ?? shownName ?? "", is_anonymous: displayName === "anonymous" },
    source: { name: "direct" },
    aspect_ratings: aspectRatings,
    reply: before?.replyText == null ? null : { text: before.replyText, date: before.replyDate },
  };
  const options: ImportOptions = { format: "goodword-json", namePolicy: NAME_POLICIES[displayName], today };
  const bytes = utf8Bytes(JSON.stringify([record]));
  const { records, problems } = readImport([{ name: "answer", bytes }], options);
  const review = records[0]?.review;
  if (review === undefined) throw new Error(`An answer is no review: ${problems[0]?.field} ${problems[0]?.message}`);
  const known = { name: job.customerName, email: job.email, telephone: job.telephone, invoice: job.reference };
  return {
    ...review,
    provenance: "invitation" as const,
    verificationMethod: "invitation" as const,
    verificationStrength: "one_time_link" as const,
    isProved: true,
    verificationDate: before?.verificationDate ?? today,
    mentions: mentionsOf(job, business),
    known: Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
  };
}

/** Drops names with a number or address: lists of jobs may contain notes about customers in these columns. */
function mentionsOf({ technician, service, area }: Job, business: Business) {
  const listed = (name: string | null) => (name === null || maskPersonalData(name).redactions.length > 0 ? [] : [name]);
  if (technician === null && service === null && area === null) return null;
  const services = listed(service).flatMap((line) => {
    const known = servicesOfJob(line, business);
    return known.length > 0 ? known : [line];
  });
  return { technicians: listed(technician), services, service_areas: listed(area) };
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

function idLetters(randomBytes: InvitationServiceParts["randomBytes"]): string {
  return Array.from(randomBytes(20), (byte) => LETTERS[byte % LETTERS.length]).join("");
}

async function addressesOf(
  jobs: ReviewReads["jobs"],
  token: string,
  { linkKey }: InvitationServiceParts,
): Promise<string[] | null> {
  const id = linkKey === null ? null : jobOfUnsubscribeToken(linkKey, token);
  const [listed] = id === null ? [] : await jobs.list([id]);
  if (listed === undefined) return null;
  return [listed.job.emailDigest, listed.job.telephoneDigest].filter((digest) => digest !== null);
}
