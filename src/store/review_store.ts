/** What is read and written in transactions of reviews, as plain values. */
import type { Business, WithholdingReason } from "../review/mod.ts";
import type { JOINABLE_FIELDS, Tables } from "./queries/schema.ts";
import type { StoredReview } from "./stored_review.ts";

/** What an installation keeps of itself: a name written wrongly would bring erased reviews back. */
export type SettingName =
  | "mcp_session"
  | "base_url"
  | "identity"
  | "settings"
  | "evidence_salt"
  | "name_policy"
  | "import_hints"
  | "full_files"
  | "takeout_locations"
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

export interface StoredBusiness {
  readonly profile: Business;
  readonly insightsOverrides: Readonly<Record<string, unknown>> | null;
}

export interface PhotoFile {
  /** Names its content: what has the same name is the same. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Which of the found reviews are worth reading with their analysis, by far the longest field; else it is null. */
export interface AnalysisWanted {
  /** Those whose import gave no mentions. */
  readonly withoutMentions: boolean;
  /** Those whose import gave no language. */
  readonly withoutLanguage: boolean;
}

/** The fields of a kept review that decide whether it is a copy of another, and which of the two counts. */
export type JoinableReview = Pick<StoredReview, (typeof JOINABLE_FIELDS)[number]>;

export interface PlacedReview extends StoredReview {
  readonly number: number;
}

export type StoredRemoval = Readonly<Tables["removals"]["$inferSelect"]>;

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

export interface LoggedChange {
  readonly command: string;
  /** When the content changes for readers, epoch milliseconds. */
  readonly at: number;
  readonly lines: readonly { readonly reviewId?: string; readonly detail: Record<string, unknown> }[];
  readonly by?: string;
}

/** Selects lines of the log of changes; conditions left out match everything. */
export interface LogFilter {
  /** Null for the lines about no review. */
  readonly reviewId?: string | null | undefined;
  readonly command?: string;
  readonly revision?: number;
  readonly before?: number | undefined;
  readonly after?: number;
  readonly between?: readonly [start: number, end: number];
  /** Omits the lines about each review of an import, of which there may be 100,000. */
  readonly isOfActs?: boolean;
  readonly limit: number;
}

export type ChangeLogLine = Readonly<Tables["changes"]["$inferSelect"]>;
