/** Counts what became of jobs, for the record. */

import { HOUR_MS } from "../durations.ts";
import type { Entry } from "../log/mod.ts";
import {
  type Business,
  type KeptRecord,
  noCounts,
  OWNERS_REASONS,
  type RecordCounts,
  type RecordPeriod,
  type RecordPolicy,
  type RecordSettings,
  type WithheldAnswer,
  type WithholdingReason,
} from "../review/mod.ts";
import { customersAmong, type DecisionInput, jobState } from "./decide_invitation.ts";
import type { InvitationPolicy, Job, ListedJob } from "./job.ts";

interface RecordedAnswer {
  readonly id: string;
  readonly date: string;
  readonly rating: number;
  readonly withheld: WithholdingReason | null;
}

interface RemovedAnswer {
  readonly id: string;
  readonly reason: string;
  readonly rating: number | null;
}

interface DatedPolicy {
  readonly at: number;
  readonly policy: RecordSettings;
}

export interface RecordRows {
  readonly jobs: readonly ListedJob[];
  readonly unsubscribed: ReadonlySet<string>;
  readonly answers: readonly RecordedAnswer[];
  readonly removed: readonly RemovedAnswer[];
  readonly contested: ReadonlySet<string>;
  readonly reported: ReadonlySet<string>;
  /** Policies in chronological order; empty before invitations were first enabled. */
  readonly policies: readonly DatedPolicy[];
}

export interface RecordReads {
  readonly jobs: {
    readonly now: number;
    list(): Promise<readonly ListedJob[]>;
    unsubscribed(): Promise<ReadonlySet<string>>;
    quartersLogged(): Promise<readonly Entry[]>;
  };
  recordRows(): Promise<Omit<RecordRows, "jobs" | "unsubscribed">>;
  business(): Promise<{ readonly profile: Business } | null>;
}

export function recordSettings(policy: InvitationPolicy): RecordSettings {
  const { mode, inviteAfterMs, remindAfterMs, expiresAfterMs, incentive } = policy;
  return {
    invitations: mode,
    asked: "every_job",
    invite_after_hours: inviteAfterMs / HOUR_MS,
    remind_after_hours: remindAfterMs / HOUR_MS,
    expires_after_hours: expiresAfterMs / HOUR_MS,
    may_be_withheld_for: [...OWNERS_REASONS],
    may_not_review: ["insider"],
    incentive: incentive === null ? "none" : "disclosed",
    incentive_words: incentive,
  };
}

const OFF: InvitationPolicy = {
  mode: "off",
  inviteAfterMs: 0,
  remindAfterMs: 0,
  expiresAfterMs: 0,
  contactsKeptMs: 0,
  incentive: null,
};

/** The record from the rows as they are now, by the settings that were noted last. */
export async function countRecord(reads: RecordReads): Promise<KeptRecord> {
  const { jobs } = reads;
  const rows = { ...(await reads.recordRows()), jobs: await jobs.list(), unsubscribed: await jobs.unsubscribed() };
  const timeZone = (await reads.business())?.profile.time_zone ?? "UTC";
  const mode = rows.policies.at(-1)?.policy.invitations ?? "off";
  return buildRecord(rows, { policy: { ...OFF, mode }, now: jobs.now, timeZone });
}

/** The record of these rows; `at.policy` is the one that decides of jobs that are not invited yet. */
export function buildRecord(rows: RecordRows, at: DecisionInput): KeptRecord {
  const policy = policyOf(rows.policies, at.policy);
  const totals = noCounts();
  if (rows.policies.length === 0) return { policy, periods: [], totals, withheld_reviews: [] };
  const customerOf = customersAmong(rows.jobs, rows.unsubscribed);
  const answers = new Map(rows.answers.map((answer) => [answer.id, answer]));
  const removed = new Map(rows.removed.map((answer) => [answer.id, answer]));
  const periods = new Map<string, RecordPeriod>();
  for (const { job, ...asked } of rows.jobs) {
    const listed = { job: asListed(job), ...asked };
    const period = quarterOf(listed.job.finished);
    const own = periods.get(period) ?? { period, ...noCounts() };
    periods.set(period, own);
    const state = jobState(listed, customerOf(listed.job), at);
    const id = listed.invitation?.reviewId ?? null;
    const became: Became = { listed, state, answer: answers.get(id ?? ""), removed: removed.get(id ?? "") };
    for (const counts of [own, totals]) count(counts, became, rows);
  }
  const latestFirst = [...periods.values()].sort((one, other) => (one.period < other.period ? 1 : -1));
  return { policy, periods: latestFirst, totals, withheld_reviews: withheldOf(rows) };
}

/** A job as it was before its contacts were forgotten, as far as reasons go: forgetting changes no number. */
function asListed(job: Job): Job {
  return { ...job, email: job.email ?? job.emailDigest, telephone: job.telephone ?? job.telephoneDigest };
}

function policyOf(policies: readonly DatedPolicy[], now: InvitationPolicy): RecordPolicy {
  const history = policies.map(({ at, policy }) => ({ ...policy, since: new Date(at).toISOString() }));
  const last = history.at(-1);
  return { ...(last ?? recordSettings(now)), since: last?.since ?? null, history };
}

interface Became {
  readonly listed: ListedJob;
  readonly state: ReturnType<typeof jobState>;
  readonly answer: RecordedAnswer | undefined;
  readonly removed: RemovedAnswer | undefined;
}

function count(counts: RecordCounts, became: Became, { contested, reported }: RecordRows): void {
  const { listed, state, answer, removed } = became;
  const { invitation } = listed;
  counts.jobs++;
  if (state.reason !== null) raise(counts.not_invited, state.reason);
  if (invitation === null || state.reason !== null || state.status === "listed") return;
  counts.invited++;
  const by = invitation.invitedBy;
  counts.invited_by[by] = (counts.invited_by[by] ?? 0) + 1;
  if (invitation.answeredAt !== null) counts.answered++;
  if (invitation.edits > 0) counts.edited++;
  if (invitation.withdrawnAt !== null) counts.withdrawn++;
  const id = invitation.reviewId;
  if (id !== null && reported.has(id)) counts.reported++;
  if (answer !== undefined) {
    if (answer.withheld === null) counts.published++;
    else raiseStars(counts.withheld, answer.rating, answer.withheld);
    if (answer.withheld !== null && contested.has(answer.id)) counts.contested++;
  } else if (removed !== undefined && invitation.withdrawnAt === null) {
    raiseStars(counts.removed, removed.rating, removed.reason);
  }
}

function raise(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

/** Stars that an older release has not kept are counted as unknown. */
function raiseStars(counts: RecordCounts["withheld"], rating: number | null, reason: string): void {
  const stars = rating === null ? "unknown" : `${rating}`;
  const own = counts[stars] ?? {};
  counts[stars] = own;
  raise(own, reason);
}

function withheldOf({ answers, contested }: RecordRows): WithheldAnswer[] {
  return answers
    .flatMap(({ id, date, rating, withheld }) =>
      withheld === null ? [] : [{ date, rating, reason: withheld, contested: contested.has(id) }],
    )
    .sort((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : one.rating - other.rating));
}

export function quarterOf(date: string): string {
  return `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
}
