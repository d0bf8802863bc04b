/**
 * Takes what customers and readers send: answers by links, objections, reports, and that somebody is not to be asked again.
 * An interface of plain values, since another thread keeps it: no reader waits for the database with it.
 */
import type { AspectRatings, OwnersReason, WithholdingReason } from "../review/mod.ts";
import type { Answer, DisplayName, GrantedLicense } from "./answer.ts";
import type { InvitationPolicy, Job } from "./job.ts";

/** Where a link leads. */
export type Link =
  /** No link of ours, or none that was ever given out. */
  | { readonly kind: "unknown" }
  /** The time for an answer is over, the author took the review back, or the owner removed it. */
  | { readonly kind: "expired" | "withdrawn" | "removed" }
  | { readonly kind: "open"; readonly job: AskedJob }
  | { readonly kind: "answered"; readonly job: AskedJob; readonly review: AnsweredReview };

/** What a form says of the work that it asks about; nothing of the customer, since whoever holds the link is shown it. */
export type AskedJob = Pick<Job, "finished" | "service" | "language">;

/** The review of a link, as its author is shown it. */
export interface AnsweredReview {
  readonly id: string;
  readonly rating: number;
  readonly text: string;
  readonly authorName: string;
  readonly displayName: DisplayName;
  readonly aspectRatings: AspectRatings | null;
  /** Why readers are not shown it; null when they are. */
  readonly withheld: WithholdingReason | null;
  /** Id of the review that is shown in its place, of the same customer at another site; null when it is itself. */
  readonly copyOf: string | null;
  readonly isContested: boolean;
}

/** What a reader says against a review. */
export interface Report {
  readonly reviewId: string;
  readonly reason: OwnersReason;
  readonly text: string | null;
  readonly email: string | null;
}

/** Every call may be repeated: it takes effect once. */
export interface Desk {
  /** Where a link leads; spends nothing. */
  look(token: string): Promise<Link>;
  /** Makes an answer the review of its link, or an edit of that. Anything but `answered` means that nothing was saved. */
  answer(token: string, answer: Answer, license: GrantedLicense): Promise<Link>;
  /** Removes the review of a link for its author. */
  withdraw(token: string): Promise<Link>;
  /** Keeps what an author says against the withholding of the review. */
  contest(token: string, text: string): Promise<Link>;
  /** False where there is no such review. */
  report(report: Report): Promise<boolean>;
  /** Whether a link to unsubscribe is one of ours, and whether it was followed before. */
  lookAtUnsubscribing(token: string): Promise<"unknown" | "open" | "done">;
  unsubscribe(token: string): Promise<"unknown" | "done">;
  /** Brings the record up to date with what is kept, and with the settings. */
  record(policy: InvitationPolicy): Promise<void>;
}
