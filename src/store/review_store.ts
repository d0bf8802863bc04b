/** What is read and written in transactions of reviews, as plain values. */
import type { Business, VerificationMethod, WithholdingReason } from "../review/mod.ts";
import type { StoredReview } from "./stored_review.ts";

export interface StoredBusiness {
  readonly profile: Business;
  readonly insightsOverrides: Readonly<Record<string, unknown>> | null;
}

export interface PhotoFile {
  /** Names its content: what has the same name is the same. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What an installation keeps of itself, under fixed names. */
export type SettingName =
  | "mcp_session"
  /** Of one of many businesses. */
  | "base_url"
  | "identity"
  | "settings"
  | "evidence_salt"
  | "name_policy"
  | "import_hints"
  | "full_files"
  | "job_hints"
  | "analyzed_under"
  | "owners_joins"
  | "former_sources"
  | "joined_under"
  | "mail_greetings"
  | "mail_tests"
  | "console_key"
  | "erasure_key"
  | "erased"
  | "backups"
  | "import_failure"
  | "exported_at"
  | "notices"
  | "license_declined"
  | "ruled_out_matches"
  | "record";

export interface SourceKey {
  readonly source: string;
  readonly sourceId: string;
}

/** Which of the found reviews are worth reading with their analysis, by far the longest field; else it is null. */
export interface AnalysisWanted {
  /** Those whose import gave no mentions. */
  readonly withoutMentions: boolean;
  /** Those whose import gave no language. */
  readonly withoutLanguage: boolean;
}

/** The fields of a stored review that decide whether a draft without its id is a copy of it. */
export type KnownReview = Pick<
  StoredReview,
  "id" | "source" | "sourceId" | "date" | "rating" | "text" | "authorName" | "isAnonymous"
>;

/** The fields of a kept review that decide whether it is a copy of another, and which of the two counts. */
export type JoinableReview = Pick<
  StoredReview,
  | "id"
  | "source"
  | "sourceId"
  | "sourceUrl"
  | "date"
  | "rating"
  | "text"
  | "replyText"
  | "authorName"
  | "isAnonymous"
  | "verificationMethod"
  | "verificationStrength"
  | "marks"
  | "withheld"
  | "copyOf"
  | "goneAtSource"
  | "alsoAt"
  | "givenAlsoAt"
>;

export type UnverifiedReview = Pick<
  StoredReview,
  | "id"
  | "date"
  | "rating"
  | "authorName"
  | "isAnonymous"
  | "givenMentions"
  | "analysis"
  | "analysisKey"
  | "title"
  | "text"
  | "translationText"
  | "marks"
  | "evidence"
  | "copyOf"
  | "datePrecision"
>;

export type OneStarReview = Pick<StoredReview, "id" | "date" | "datePrecision" | "copyOf"> & {
  readonly logIndex: number | null;
  readonly logSince: number | null;
};

/** A review with its place in the order in which reviews were first saved. */
export interface PlacedReview extends StoredReview {
  readonly number: number;
}

/** What stays of a review that was taken down. */
export interface StoredRemoval {
  readonly id: string;
  readonly source: string;
  readonly sourceId: string | null;
  readonly reason: string;
  readonly removedAt: number;
  /** Whether readers ever saw the review. */
  readonly wasPublished: boolean;
  /** Whether a later import must not bring it back; false when it only was missing from a file given with --replace. */
  readonly suppressed: boolean;
  /** Hash of its content, which identifies it without its id; null when there is too little content. */
  readonly contentHash: string | null;
  /** Stars of an answer by a link of ours; null for every other review. */
  readonly rating: number | null;
}

/** Counts of what is stored; ratings and withholding reasons are in the tallies. */
export interface StoreFigures {
  /** Dates of the oldest and the newest published review. */
  readonly oldest: string | null;
  readonly newest: string | null;
  readonly replied: number;
  readonly removed: number;
  readonly subscriptions: number;
}

/** What an author says against the withholding of a review, or a reader against showing it. */
export interface ReviewObjection {
  readonly kind: "contest" | "report";
  readonly reviewId: string;
  readonly at: number;
  /** "" if there is no text, and once it was erased. */
  readonly text: string;
  readonly reason: string | null;
  readonly email: string | null;
}

/** What was found in a review, to be kept unless the review has changed since. */
export interface NewAnalysis extends Pick<PlacedReview, "number" | "updatedAt"> {
  readonly analysis: string;
}

/** Selects stored reviews; conditions left out match everything. */
export interface ListFilter {
  readonly status?: "published" | "withheld" | undefined;
  readonly withheld?: WithholdingReason | undefined;
  readonly rating?: number | undefined;
  readonly maxRating?: number | undefined;
  readonly isAnswered?: boolean | undefined;
  readonly isGone?: boolean | undefined;
  readonly source?: string | undefined;
  /** Calendar dates, inclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Whatever the author's name contains, and whatever title or text contains, in any case. */
  readonly author?: string | undefined;
  readonly text?: string | undefined;
  /** One and two stars first, the oldest of them first, then the others, newest first. Otherwise all newest first. */
  readonly isByUrgency?: boolean | undefined;
  readonly limit: number;
  readonly skip?: number | undefined;
}

/** A stored review as shown in the owner's list. */
export interface ListedReview {
  readonly id: string;
  readonly date: string;
  readonly rating: number;
  readonly source: string;
  readonly author: string;
  readonly verification: VerificationMethod;
  readonly withheld: WithholdingReason | null;
  /** Id of the review that counts for this copy of it; null when this one counts itself. */
  readonly copyOf: string | null;
  readonly goneAtSource: string | null;
  readonly text: string;
  readonly reply: string | null;
}

export interface Listing {
  readonly total: number;
  /** Newest first: date descending, then id. */
  readonly reviews: readonly ListedReview[];
}

export interface LoggedChange {
  readonly command: string;
  /** When the content changes for readers, epoch milliseconds. */
  readonly at: number;
  readonly lines: readonly { readonly reviewId?: string; readonly detail: Record<string, unknown> }[];
  readonly by?: string;
}

/** Selects log entries; conditions left out match everything. */
export interface LogFilter {
  /** Only the lines about this review; null for those about none. */
  readonly reviewId?: string | null | undefined;
  readonly command?: string;
  readonly revision?: number;
  readonly before?: number | undefined;
  readonly after?: number;
  /** Only those of these instants, the second exclusive. */
  readonly between?: readonly [start: number, end: number];
  /** Leaves out the lines about each review of an import, of which there may be 100,000. */
  readonly isOfActs?: boolean;
  readonly limit: number;
}

/** A log entry; `at` is in epoch milliseconds. */
export interface ChangeLogLine {
  readonly number: number;
  readonly revision: number;
  readonly at: number;
  readonly command: string;
  readonly reviewId: string | null;
  readonly detail: Record<string, unknown>;
  /** Name of the person who did it in the console; null for the command line. */
  readonly by: string | null;
}
