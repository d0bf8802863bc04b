/** What a job and its invitation are. A status is never stored: `decide_invitation.ts` derives it. */
import type { VerificationMethod } from "../review/mod.ts";

export const NOT_INVITED_REASONS = [
  "no_contact",
  "no_consent",
  "asked_recently",
  "too_old",
  "unsubscribed",
  "undeliverable",
  "cancelled",
  "by_owner",
] as const;
export type NotInvitedReason = (typeof NOT_INVITED_REASONS)[number];

export const JOB_STATUSES = ["listed", "invited", "reminded", "answered", "expired", "not_invited"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const JOB_STAGES = ["open", "invited", "reminded", "answered", "expired"] as const;
export type JobStage = (typeof JOB_STAGES)[number];

/** What the owner sends or shows from their own phone. */
export const MANUAL_CHANNELS = ["sms", "whatsapp", "copy", "code"] as const;
export type ManualChannel = (typeof MANUAL_CHANNELS)[number];
export type InvitedBy = "mail" | "link" | "card" | ManualChannel;

export type MessageKind = (typeof MESSAGE_KINDS)[number];
export const MESSAGE_KINDS = ["invitation", "reminder", "reply", "withheld", "removed"] as const;

/** What a mail is known by: there is one of each kind for a job. */
export function mailKey(jobId: string, kind: MessageKind): string {
  return `${jobId} ${kind}`;
}

export interface JobDraft {
  /** Number of the invoice or the work order. */
  readonly reference: string | null;
  readonly customerName: string | null;
  readonly email: string | null;
  readonly telephone: string | null;
  readonly finished: string;
  /** When on that day, in epoch milliseconds; null where the list has no time with its offset. */
  readonly finishedAt: number | null;
  readonly service: string | null;
  readonly technician: string | null;
  readonly area: string | null;
  /** BCP 47. */
  readonly language: string | null;
  /** Whether the customer may be written to; null if unknown. */
  readonly mayContact: boolean | null;
  readonly isCancelled: boolean;
}

/** Keyed hashes of what a customer and a job are known by: the marks of `review/contact_hashes.ts` where a value is one. */
export interface JobDigests {
  readonly referenceDigest: string | null;
  readonly nameDigest: string | null;
  readonly emailDigest: string | null;
  readonly telephoneDigest: string | null;
}

/** A job as it is kept. Instants are epoch milliseconds. */
export interface Job extends JobDraft, JobDigests {
  /** "job_" and 20 letters and digits, at random. */
  readonly id: string;
  readonly addedAt: number;
  readonly correctedAt: number | null;
  readonly skippedAt: number | null;
  readonly skippedNote: string | null;
  /** When name, contacts and reference were erased; the digests stay. */
  readonly forgottenAt: number | null;
}

export interface Invitation {
  readonly jobId: string;
  /** SHA-256 of the link's token, hexadecimal. */
  readonly tokenDigest: string;
  readonly invitedBy: InvitedBy;
  readonly invitedAt: number;
  readonly remindedAt: number | null;
  /** The end of the time for a first answer. */
  readonly expiresAt: number;
  readonly undeliverableAt: number | null;
  readonly answeredAt: number | null;
  readonly reviewId: string | null;
  readonly withdrawnAt: number | null;
  readonly displayName: string | null;
  readonly licenseWording: string | null;
  readonly licenseVersion: string | null;
  readonly licensedAt: number | null;
  readonly edits: number;
}

export interface ListedJob {
  readonly job: Job;
  readonly invitation: Invitation | null;
  /** Whether its invitation is a mail that no mail server has accepted, and nothing came of it; absent otherwise. */
  readonly isUnsent?: true;
}

/** Whether and when customers are asked; durations in milliseconds. */
export interface InvitationPolicy {
  readonly mode: "off" | "links" | "mail";
  /** Delay from the time of the job, otherwise from the end of its day in the business's time zone. */
  readonly inviteAfterMs: number;
  readonly remindAfterMs: number;
  readonly expiresAfterMs: number;
  /** How long contacts are kept after their last use. */
  readonly contactsKeptMs: number;
  /** What authors are given for a review, in the owner's words; null for nothing. */
  readonly incentive: string | null;
}

export const TOKEN_GRANTS = ["jobs", "reviews"] as const;

export interface JobsToken {
  readonly name: string;
  readonly may: (typeof TOKEN_GRANTS)[number];
  /** Verification of the reviews that come by it and carry none; with `none`, all of them wait for the owner. */
  readonly verifiedBy: VerificationMethod;
  /** SHA-256 of the token, hexadecimal. */
  readonly digest: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

export interface KeptAnswer {
  readonly token: string;
  readonly key: string;
  readonly requestDigest: string;
  readonly status: number;
  readonly answer: string;
  readonly at: number;
}
