/**
 * Decides which job, if any, proves that the author of a review was a customer.
 *
 * A shortened name is weak evidence by itself: it counts when only one customer on the list could have been meant, the
 * job was done not long before, and neither technician nor service speak against it. Everything less is a near miss,
 * for a person to decide. Pure.
 *
 * @module
 */

import { editDistance } from "../edit_distance.ts";
import { counted, daysBetween, type Mentions, NAME_POLICIES, shownName } from "../review/mod.ts";

import type { Job } from "./read_jobs.ts";

/** What of a review is compared with jobs. Mentions are technicians' names and service ids, as in the catalog. */
export interface Candidate {
  readonly id: string;
  readonly date: string;
  readonly authorName: string;
  readonly isAnonymous: boolean;
  readonly mentions: Mentions;
}

/** How reviews and jobs are compared. */
export interface MatchOptions {
  /** How many days after the job a review may be written. */
  readonly days: number;
  /** A job's technician and service in the catalog's words. */
  readonly resolve: (mentions: Mentions) => Mentions;
}

/** A job that may prove a review, but not without a person who looks at it. */
export interface NearMiss {
  readonly kind: "near_miss";
  readonly review: Candidate;
  readonly job: Job;
  /** What is missing, such as "one name alone is not enough". */
  readonly reason: string;
}

/** What was found for a review. */
export type JobMatch = { readonly kind: "match"; readonly review: Candidate; readonly job: Job } | NearMiss;

/** Matches and near misses, in the order of the reviews. One job proves one review: the one written soonest after. */
export function matchJobs(reviews: readonly Candidate[], jobs: readonly Job[], options: MatchOptions): JobMatch[] {
  const index = new JobIndex(jobs);
  const judged = reviews.flatMap((review) => judge(review, index, options) ?? []);
  const soonest = [...judged].sort((one, other) => daysAfter(one) - daysAfter(other));
  const taken = new Map<Job, Candidate>();
  for (const { kind, job, review } of soonest) if (kind === "match" && !taken.has(job)) taken.set(job, review);
  return judged.map((match) => {
    const proved = taken.get(match.job);
    if (match.kind !== "match" || proved === undefined || proved === match.review) return match;
    return { ...match, kind: "near_miss", reason: `that job already proves ${proved.id}` };
  });
}

function judge(review: Candidate, index: JobIndex, options: MatchOptions): JobMatch | null {
  if (review.isAnonymous) return null;
  const named = index.named(review.authorName);
  const inTime = named.filter((job) => isInTime(review, job, options.days));
  const fitting = inTime.filter((job) => contradiction(review, job, options) === null);
  const job = nearest(review, fitting);
  if (job !== undefined) {
    const reason = doubt(review, fitting, options);
    return reason === null ? { kind: "match", review, job } : { kind: "near_miss", review, job, reason };
  }
  const against = nearest(review, inTime);
  const reason = against === undefined ? null : contradiction(review, against, options);
  if (against !== undefined && reason !== null) return { kind: "near_miss", review, job: against, reason };
  return nearMiss(review, named, index, options);
}

/** Why a name in time is not proof enough; null when it is. */
function doubt(review: Candidate, fitting: readonly Job[], options: MatchOptions): string | null {
  const confirmed = fitting.filter((job) => isConfirmed(review, job, options));
  const customers = new Set((confirmed.length > 0 ? confirmed : fitting).map(({ customer }) => fold(customer)));
  if (customers.size > 1) return `${customers.size} customers could be meant by this name`;
  if (confirmed.length === 0 && !review.authorName.includes(" ")) return "one name alone is not enough";
  return null;
}

function nearMiss(review: Candidate, named: readonly Job[], index: JobIndex, { days }: MatchOptions): JobMatch | null {
  const sameName = nearest(review, named);
  if (sameName !== undefined) {
    const apart = daysBetween(sameName.date, review.date);
    const reason =
      apart < 0 ? `written ${counted(-apart, "day")} before the job` : `written ${counted(apart, "day")} after the job`;
    return Math.abs(apart) <= 3 * 365 ? { kind: "near_miss", review, job: sameName, reason } : null;
  }
  const alike = nearest(
    review,
    index.alike(review.authorName).filter((job) => isInTime(review, job, days)),
  );
  return alike === undefined
    ? null
    : { kind: "near_miss", review, job: alike, reason: `the name is only alike: ${shortName(alike.customer)}` };
}

/** Jobs by every form in which their customer's name may be shown. */
class JobIndex {
  readonly #byName = new Map<string, Job[]>();

  constructor(jobs: readonly Job[]) {
    for (const job of jobs) for (const name of formsOf(job.customer)) this.#enter(name, job);
  }

  named(name: string): readonly Job[] {
    return this.#byName.get(fold(name)) ?? [];
  }

  /** Jobs of customers whose name is one typing mistake away. */
  alike(name: string): readonly Job[] {
    const wanted = fold(name);
    const names = [...this.#byName.keys()].filter(
      (known) => known.length > 4 && Math.abs(known.length - wanted.length) <= 1 && editDistance(known, wanted) === 1,
    );
    return names.flatMap((known) => this.#byName.get(known) ?? []);
  }

  #enter(name: string, job: Job): void {
    this.#byName.set(name, [...(this.#byName.get(name) ?? []), job]);
  }
}

function formsOf(customer: string): ReadonlySet<string> {
  // "Doe, Jane" as lists of customers have it, in the order in which it is said.
  const name = customer.split(",").reverse().join(" ");
  const shown = NAME_POLICIES.filter((policy) => policy !== "anonymous").map((policy) => shownName(name, policy));
  return new Set(shown.filter(({ isAnonymous }) => !isAnonymous).map(({ name }) => fold(name)));
}

function fold(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[.\s]+/g, " ")
    .trim();
}

function shortName(customer: string): string {
  return shownName(customer, "first_last_initial").name;
}

function isInTime(review: Candidate, job: Job, days: number): boolean {
  const apart = daysBetween(job.date, review.date);
  return apart >= 0 && apart <= days;
}

/** What speaks against a job: the review names another technician or service, and none of the job's. */
function contradiction(review: Candidate, job: Job, { resolve }: MatchOptions): string | null {
  const { technicians, services } = resolve(mentionsOf(job));
  if (differ(review.mentions.technicians, technicians)) return `the job was done by ${technicians.join(", ")}`;
  if (differ(review.mentions.services, services)) return `the job was ${services.join(", ")}`;
  return null;
}

function isConfirmed(review: Candidate, job: Job, { resolve }: MatchOptions): boolean {
  const { technicians, services } = resolve(mentionsOf(job));
  const share = (one: readonly string[], other: readonly string[]) => one.some((name) => other.includes(name));
  return share(review.mentions.technicians, technicians) || share(review.mentions.services, services);
}

function differ(mentioned: readonly string[], done: readonly string[]): boolean {
  return mentioned.length > 0 && done.length > 0 && !mentioned.some((name) => done.includes(name));
}

function mentionsOf({ technician, service }: Job): Mentions {
  const list = (cell: string | null) => cell?.split(/[|;,/&]/).flatMap((name) => name.trim() || []) ?? [];
  return { technicians: list(technician), services: list(service), service_areas: [] };
}

function nearest(review: Candidate, jobs: readonly Job[]): Job | undefined {
  const apart = (job: Job) => Math.abs(daysBetween(job.date, review.date));
  return [...jobs].sort((one, other) => apart(one) - apart(other) || one.row - other.row)[0];
}

function daysAfter({ job, review }: JobMatch): number {
  return daysBetween(job.date, review.date);
}
