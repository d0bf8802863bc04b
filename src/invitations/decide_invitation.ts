/** Decides whom to invite, when, and why a customer is not invited. Decides again whenever a message is sent. */
import { DAY_MS } from "../durations.ts";
import { addDays, startOfDay } from "../review/mod.ts";
import {
  type Invitation,
  type InvitationPolicy,
  type InvitedBy,
  type Job,
  type JobDigests,
  type JobStatus,
  type ListedJob,
  MANUAL_CHANNELS,
  type ManualChannel,
  type NotInvitedReason,
} from "./job.ts";

const RECENT_DAYS = 90;
const OLDEST_DAYS = 90;
const FIRST_HOUR = 9;
const LAST_HOUR = 20;
/** Last hour of invitations to jobs with a known time, which go out the same evening. */
const LAST_HOUR_OF_TIMED = 21;

export interface CustomerHistory {
  /** The last invitation to another job, unless it came back unanswered. */
  readonly lastInvitedAt: number | null;
  readonly isUnsubscribed: boolean;
  /** Whether an invitation to the same e-mail address has come back. */
  readonly isUndeliverable: boolean;
}

export interface DecisionInput {
  readonly policy: InvitationPolicy;
  readonly now: number;
  readonly timeZone: string;
}

interface JobState {
  readonly status: JobStatus;
  readonly reason: NotInvitedReason | null;
}

export function jobState(
  { job, invitation, isUnsent }: ListedJob,
  customer: CustomerHistory,
  at: DecisionInput,
): JobState {
  if (invitation === null || isUnsent) {
    const reason = reasonAgainst(job, customer, { ...at, channel: at.policy.mode === "mail" ? "mail" : "link" });
    return { status: reason === null ? "listed" : "not_invited", reason };
  }
  const { answeredAt, undeliverableAt, expiresAt, remindedAt } = invitation;
  if (answeredAt !== null) return { status: "answered", reason: null };
  if (undeliverableAt !== null) return { status: "not_invited", reason: "undeliverable" };
  if (expiresAt <= at.now) return { status: "expired", reason: null };
  return { status: remindedAt === null ? "invited" : "reminded", reason: null };
}

/** Why a job that has no invitation yet gets none; null when its customer is asked. */
export function reasonAgainst(
  job: Job,
  { lastInvitedAt, isUnsubscribed, isUndeliverable }: CustomerHistory,
  { now, timeZone, channel }: DecisionInput & { readonly channel: InvitedBy },
): NotInvitedReason | null {
  if (job.isCancelled) return "cancelled";
  if (job.skippedAt !== null) return "by_owner";
  if (isUnsubscribed) return "unsubscribed";
  if (job.mayContact === false) return "no_consent";
  if (!canReach(job, channel)) return "no_contact";
  if (isUndeliverable && channel === "mail") return "undeliverable";
  if (lastInvitedAt !== null && now - lastInvitedAt < RECENT_DAYS * DAY_MS) return "asked_recently";
  return now >= endOfDay(job.finished, timeZone) + OLDEST_DAYS * DAY_MS ? "too_old" : null;
}

/** How the owner may invite a customer by hand, again by the same link if the customer has not answered. */
export function manualChannelsOf(
  listed: ListedJob,
  customer: CustomerHistory,
  at: DecisionInput,
): readonly ManualChannel[] {
  const { job, invitation } = listed;
  if (invitation !== null && !isUnreached(listed)) {
    return isOpen(job, invitation, customer, at) ? MANUAL_CHANNELS.filter((by) => canReach(job, by)) : [];
  }
  return MANUAL_CHANNELS.filter((channel) => reasonAgainst(job, customer, { ...at, channel }) === null);
}

function isOpen(
  job: Job,
  { answeredAt, expiresAt }: Invitation,
  customer: CustomerHistory,
  at: DecisionInput,
): boolean {
  if (job.isCancelled || job.mayContact === false || customer.isUnsubscribed) return false;
  return answeredAt === null && expiresAt > at.now;
}

/** Whether the only invitation is a mail that was undeliverable, or has not been sent. */
export function isUnreached({ invitation, isUnsent }: ListedJob): boolean {
  return invitation !== null && invitation.answeredAt === null && (isUnsent ?? invitation.undeliverableAt !== null);
}

type Decision =
  | { readonly kind: "invite" }
  | { readonly kind: "wait"; readonly until: number }
  | { readonly kind: "not"; readonly reason: NotInvitedReason };

export function decideInvitation(job: Job, customer: CustomerHistory, at: DecisionInput): Decision {
  const reason = reasonAgainst(job, customer, { ...at, channel: "mail" });
  if (reason !== null) return { kind: "not", reason };
  const until = withinHours(Math.max(at.now, invitationDueAt(job, at)), at.timeZone, isTimed(job));
  return until <= at.now ? { kind: "invite" } : { kind: "wait", until };
}

function canReach({ email, telephone }: Job, channel: InvitedBy): boolean {
  if (channel === "card") return true;
  const isForTelephone = channel === "sms" || channel === "whatsapp";
  return (email !== null && !isForTelephone) || (telephone !== null && channel !== "mail");
}

/** When a job is due for its invitation by mail: within the hours of the day in which messages are sent. */
export function invitationDueAt(job: Job, { policy, timeZone }: Omit<DecisionInput, "now">): number {
  const from = job.finishedAt ?? endOfDay(job.finished, timeZone);
  return withinHours(from + policy.inviteAfterMs, timeZone, isTimed(job));
}

function isTimed({ finishedAt }: Job): boolean {
  return finishedAt !== null;
}

/** The instant itself, or the next at which messages are sent; those about jobs of a known time for an hour longer. */
export function withinHours(instant: number, timeZone: string, isTimed = false): number {
  const at = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  if (at.hour >= FIRST_HOUR && at.hour < (isTimed ? LAST_HOUR_OF_TIMED : LAST_HOUR)) return instant;
  const day = at.hour < FIRST_HOUR ? at : at.add({ days: 1 });
  return day.withPlainTime({ hour: FIRST_HOUR }).epochMilliseconds;
}

function endOfDay(date: string, timeZone: string): number {
  return startOfDay(addDays(date, 1), timeZone);
}

/** Finds what is known of each job's customer from the given jobs, theirs or all; jobs without an invitation do not matter. */
export function customersAmong(
  listed: readonly ListedJob[],
  unsubscribed: ReadonlySet<string>,
): (job: Job) => CustomerHistory {
  // Two jobs per hash are enough, since one of them may be this job.
  const lastAsked = new Map<string, Asked[]>();
  const returned = new Map<string, Asked[]>();
  for (const { job, invitation } of listed) {
    if (invitation === null) continue;
    const asked = { id: job.id, at: invitation.invitedAt };
    const isReached = invitation.undeliverableAt === null || invitation.answeredAt !== null;
    if (isReached) for (const mark of marksOf(job)) keepLastTwo(lastAsked, mark, asked);
    if (invitation.undeliverableAt !== null && job.emailDigest !== null) {
      keepLastTwo(returned, job.emailDigest, asked);
    }
  }
  return (job) => {
    const others = marksOf(job).flatMap((mark) => lastAsked.get(mark) ?? []);
    const invited = others.flatMap(({ id, at }) => (id === job.id ? [] : at));
    return {
      lastInvitedAt: invited.length === 0 ? null : Math.max(...invited),
      isUnsubscribed: [job.emailDigest, job.telephoneDigest].some(
        (digest) => digest !== null && unsubscribed.has(digest),
      ),
      isUndeliverable: (returned.get(job.emailDigest ?? "") ?? []).some(({ id }) => id !== job.id),
    };
  };
}

interface Asked {
  readonly id: string;
  readonly at: number;
}

function keepLastTwo(kept: Map<string, Asked[]>, key: string, asked: Asked): void {
  const lastTwo = kept.get(key) ?? [];
  kept.set(key, lastTwo);
  lastTwo.push(asked);
  lastTwo.sort((one, other) => other.at - one.at).splice(2);
}

/** What a customer is known by: any address, and the whole name only where there is none. */
function marksOf({ emailDigest, telephoneDigest, nameDigest }: JobDigests): string[] {
  const addresses = [emailDigest, telephoneDigest].filter((digest) => digest !== null);
  return addresses.length > 0 || nameDigest === null ? addresses : [nameDigest];
}

/** When a job's contacts were last of use, or will be: an open invitation needs them until it ends. */
export function lastUseOf({ job, invitation }: ListedJob): number {
  const { invitedAt = 0, remindedAt = 0, answeredAt = null, expiresAt = 0 } = invitation ?? {};
  const open = answeredAt === null && invitation?.undeliverableAt === null ? expiresAt : 0;
  return Math.max(job.addedAt, job.correctedAt ?? 0, invitedAt, remindedAt ?? 0, answeredAt ?? 0, open);
}

/** Jobs whose link is to be given out: of those that are not invited yet all but one for each customer. */
interface OpenJobs {
  /** Invited already, and neither answered nor expired. */
  readonly invited: readonly (ListedJob & { readonly invitation: Invitation })[];
  readonly fresh: readonly Job[];
}

export function openJobs(
  listed: readonly ListedJob[],
  unsubscribed: ReadonlySet<string>,
  at: DecisionInput & { readonly channel: InvitedBy },
): OpenJobs {
  const customer = customersAmong(listed, unsubscribed);
  const asked = new Set<string>();
  const fresh = listed.flatMap(({ job, invitation }) => {
    if (invitation !== null || reasonAgainst(job, customer(job), at) !== null) return [];
    const marks = marksOf(job);
    if (marks.some((mark) => asked.has(mark))) return [];
    for (const mark of marks) asked.add(mark);
    return [job];
  });
  const invited = listed.flatMap((each) => {
    const { job, invitation } = each;
    return invitation !== null && isOpen(job, invitation, customer(job), at) ? [{ ...each, invitation }] : [];
  });
  return { invited, fresh };
}
