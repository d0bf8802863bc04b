/** Takes what customers and readers send. Plain values, since another thread keeps it. */
import {
  type AspectRatings,
  countCharacters,
  normaliseText,
  type OwnersReason,
  RATED_ASPECTS,
  type RatedAspect,
  type WithholdingReason,
} from "../review/mod.ts";
import type { InvitationPolicy, Job } from "./job.ts";

export type Link =
  /** Not a link of ours, or one that was never given out. */
  | { readonly kind: "unknown" }
  /** The time for an answer is over, the author took the review back, or the owner removed it. */
  | { readonly kind: "expired" | "withdrawn" | "removed" }
  | { readonly kind: "open"; readonly job: AskedJob }
  | { readonly kind: "answered"; readonly job: AskedJob; readonly review: AnsweredReview };

/** The work that a form asks about, without the customer: anybody who holds the link sees it. */
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

export interface Report {
  readonly reviewId: string;
  readonly reason: OwnersReason;
  readonly text: string | null;
  readonly email: string | null;
}

/** Every call may be repeated: it takes effect once. */
export interface InvitationService {
  look(token: string): Promise<Link>;
  /** Makes an answer the review of its link, or an edit of that. Anything but `answered` means that nothing was saved. */
  answer(token: string, answer: Answer, license: GrantedLicense): Promise<Link>;
  withdraw(token: string): Promise<Link>;
  /** Keeps what an author says against the withholding of the review. */
  contest(token: string, text: string): Promise<Link>;
  report(report: Report): Promise<boolean>;
  /** Whether a link to unsubscribe is one of ours, and whether it was followed before. */
  lookAtUnsubscribing(token: string): Promise<"unknown" | "open" | "done">;
  unsubscribe(token: string): Promise<"unknown" | "done">;
  /** Brings the record up to date with what is kept, and with the settings. */
  record(policy: InvitationPolicy): Promise<void>;
}

/** How an author may be named, the default first. */
export const DISPLAY_NAMES = ["first_initial", "first", "full", "anonymous"] as const;
export type DisplayName = (typeof DISPLAY_NAMES)[number];

export const MAX_ANSWER_LENGTH = 5000;

export interface GrantedLicense {
  readonly wording: string;
  readonly version: string;
}

export interface Answer {
  readonly rating: number;
  readonly text: string;
  readonly displayName: DisplayName;
  /** Null where no aspect has stars. */
  readonly aspectRatings: AspectRatings | null;
}

export interface TypedAnswer {
  readonly rating: string;
  readonly text: string;
  readonly displayName: string;
  readonly aspects: Readonly<Record<RatedAspect, string>>;
}

/** What may be wrong with an answer; `fields` is what no browser sends. */
export type AnswerFault = "rating" | "text" | "license" | "fields";

/** `answer` is null where anything is wrong. */
export interface AnswerReading {
  readonly typed: TypedAnswer;
  readonly faults: readonly AnswerFault[];
  readonly answer: Answer | null;
}

export const RATED = Object.keys(RATED_ASPECTS) as readonly RatedAspect[];

export function readAnswer(form: URLSearchParams): AnswerReading {
  const field = (name: string) => form.get(name)?.trim() ?? "";
  const typed: TypedAnswer = {
    rating: field("rating"),
    text: normaliseText(form.get("text") ?? ""),
    displayName: field("display_name"),
    aspects: ratedAspects(field),
  };
  const displayName = DISPLAY_NAMES.find((each) => each === (typed.displayName || DISPLAY_NAMES[0]));
  const rating = starsOf(typed.rating);
  const given = RATED.filter((aspect) => typed.aspects[aspect] !== "");
  const areSound = displayName !== undefined && given.every((aspect) => starsOf(typed.aspects[aspect]) !== null);
  const faults: AnswerFault[] = [
    ...(rating === null ? (["rating"] as const) : []),
    ...(countCharacters(typed.text) > MAX_ANSWER_LENGTH ? (["text"] as const) : []),
    ...(field("license") === "yes" ? [] : (["license"] as const)),
    ...(areSound ? [] : (["fields"] as const)),
  ];
  if (faults.length > 0 || rating === null || displayName === undefined) return { typed, faults, answer: null };
  const aspectRatings = given.length === 0 ? null : ratedAspects((aspect) => starsOf(typed.aspects[aspect]));
  return { typed, faults, answer: { rating, text: typed.text, displayName, aspectRatings } };
}

function ratedAspects<Value>(read: (aspect: RatedAspect) => Value): Readonly<Record<RatedAspect, Value>> {
  return Object.fromEntries(RATED.map((aspect) => [aspect, read(aspect)])) as Record<RatedAspect, Value>;
}

function starsOf(text: string): number | null {
  return /^[1-5]$/.test(text) ? Number(text) : null;
}
