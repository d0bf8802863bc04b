/**
 * The reviews with everything that changes together with them, in transactions.
 *
 * Inside of a transaction only its own functions may be called: the store itself would wait for the transaction to end.
 */
import type { RecordReads, Report } from "../invitations/mod.ts";
import type { EntryContent } from "../log/mod.ts";
import type { Business, RecordSettings, ReviewTally, VerificationMethod, WithholdingReason } from "../review/mod.ts";
import type { EditionState } from "./edition_store.ts";
import type { JobReads, JobWrites } from "./queries/jobs.ts";
import type { StoredReview } from "./stored_review.ts";

/** Transactional access to reviews, removals and the business. */
export interface ReviewStore {
  /** Calls `work` with one moment of the store, unaffected by writes. */
  read<T>(work: (reviews: ReviewReads) => Promise<T>): Promise<T>;
  /**
   * Calls `work` in a transaction that no other write overlaps. All of it is kept, through a crash and a loss of power,
   * once the promise is fulfilled; nothing of it is when `work` rejects. `work` may be called again, and takes effect once.
   */
  write<T>(work: (reviews: ReviewWrites) => Promise<T>): Promise<T>;
}

/** The business as stored, with the owner's overrides of its insights. */
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
  | "notices"
  | "ruled_out_matches"
  | "record";

/** How a source calls a review. */
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
  | "alsoAt"
  | "givenAlsoAt"
>;

/** A review that waits for verification. */
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
  /** One of the owner's reasons, where a reader reports it. */
  readonly reason: string | null;
  /** Of the reader, where it was given. */
  readonly email: string | null;
}

/** Queries within one transaction; all see the same state. */
export interface ReviewReads {
  /** The instant of the transaction by the store's clock, epoch milliseconds. */
  readonly now: number;
  state(): Promise<EditionState>;
  /** The business with its private technicians, or null before the first import. */
  business(): Promise<StoredBusiness | null>;
  setting(name: SettingName): Promise<string | undefined>;

  /** A kept review, published or withheld. */
  review(id: string): Promise<StoredReview | undefined>;
  reviewsById(ids: readonly string[], wanted: AnalysisWanted): Promise<readonly StoredReview[]>;
  reviewsBySourceId(keys: readonly SourceKey[], wanted: AnalysisWanted): Promise<readonly StoredReview[]>;
  /** The ids of all that are kept. */
  reviewIds(): Promise<readonly string[]>;
  /** All but those of these ids. */
  reviewsOtherThan(ids: readonly string[]): Promise<readonly StoredReview[]>;
  /** Reviews of the days from `first` to `last`, both inclusive, in the order they were first saved, page by page. */
  reviewsBetween(first: string, last: string): AsyncIterable<readonly KnownReview[]>;
  /** Reviews of the days from `first` to `last`, both inclusive, by date and id. */
  joinableBetween(first: string, last: string): Promise<readonly JoinableReview[]>;
  /** Reviews withheld only because they are not verified, oldest first. */
  unverified(): Promise<readonly UnverifiedReview[]>;
  /** Reviews that only the business speaks for, without a job that it has named; oldest first. */
  attested(): Promise<readonly UnverifiedReview[]>;
  /** Evidence already used for a review. */
  evidence(): Promise<ReadonlySet<string>>;
  /** The keys under which reviews were analysed, each once. */
  analysisKeys(): Promise<readonly string[]>;
  /** How many reviews were analysed under one of these keys, or never. */
  countStale(outdated: readonly string[]): Promise<number>;
  /** The next of them behind a place, in the order they were first saved. */
  staleAfter(place: number, outdated: readonly string[], limit: number): Promise<readonly PlacedReview[]>;

  /** Reviews first saved at these instants, both inclusive. */
  reviewsSavedBetween(first: number, last: number): Promise<readonly StoredReview[]>;
  /** Reviews as they were before the import of a revision changed them or took them out. */
  beforeImages(revision: number): Promise<readonly StoredReview[]>;

  /** The jobs and invitations that reviews come of. */
  readonly jobs: JobReads;
  /** Objections and reports about kept reviews, or about one of them, latest first. */
  objections(reviewId?: string): Promise<readonly ReviewObjection[]>;
  /** Whether the author of a review has objected to its withholding. */
  isContested(id: string): Promise<boolean>;
  /** Whether words of objections or reports from before an instant are kept. */
  hasObjections(before: number): Promise<boolean>;

  /** What the record is made of, besides jobs. */
  recordRows: RecordReads["recordRows"];

  removal(id: string): Promise<StoredRemoval | undefined>;
  removals(): Promise<readonly StoredRemoval[]>;

  list(filter: ListFilter): Promise<Listing>;
  /** Lines of the log, latest first. */
  log(filter: LogFilter): Promise<readonly ChangeLogLine[]>;
  tallies(): Promise<readonly ReviewTally[]>;
  figures(): Promise<StoreFigures>;
}

/** What was found in a review, to be kept unless the review has changed since. */
interface NewAnalysis extends Pick<PlacedReview, "number" | "updatedAt"> {
  readonly analysis: string;
}

/** Queries and changes within one write transaction. */
export interface ReviewWrites extends ReviewReads {
  /** Inserts reviews, or puts them whole in the place of those with the same id. `onProgress` receives the number done. */
  saveReviews(reviews: readonly StoredReview[], onProgress?: (done: number) => void): Promise<void>;
  changeReview(id: string, fields: Partial<Omit<StoredReview, "id">>): Promise<void>;
  deleteReviews(ids: readonly string[]): Promise<void>;
  /** Deletes reviews and, after the transaction, whatever the store's files still hold of their words. */
  eraseReviews(ids: readonly string[]): Promise<void>;
  /** Keeps analyses, made under one key, of reviews that have not changed since. */
  saveAnalyses(analysisKey: string, analyses: readonly NewAnalysis[]): Promise<void>;

  /** Keeps what an import overwrites, and forgets that of revisions before `oldest`. */
  saveBeforeImages(revision: number, images: readonly StoredReview[], oldest: number): Promise<void>;
  /** Inserts removals, or puts them in the place of those with the same id. */
  saveRemovals(removals: readonly StoredRemoval[]): Promise<void>;
  deleteRemovals(ids: readonly string[]): Promise<void>;
  /** Deletes all reviews and all removals. */
  deleteAll(): Promise<void>;

  /** The same transaction's jobs and invitations. */
  readonly jobs: JobWrites;
  /** Keeps the author's objection to the withholding of a review, in place of an earlier one. */
  saveContest(reviewId: string, text: string): Promise<void>;
  /** Keeps a reader's report; of one review no more than a hundred. */
  saveReport(report: Report): Promise<void>;
  /** Notes the settings that invitations are made by from now on. */
  savePolicy(policy: RecordSettings): Promise<void>;
  /** Erases the words of objections and reports from before an instant; that there were some stays. */
  forgetObjections(before: number): Promise<void>;

  saveBusiness(stored: StoredBusiness): Promise<void>;
  /** Keeps the files of a photograph of a job. */
  savePhotoFiles(photo: string, files: readonly PhotoFile[]): Promise<void>;
  /** Deletes the files of photographs and, after the transaction, whatever the store's files still hold of them. */
  erasePhotoFiles(photos: readonly string[]): Promise<void>;
  saveSetting(name: SettingName, value: string): Promise<void>;
  /** The stored value, or this one, which is then stored. */
  makeSetting(name: SettingName, value: string): Promise<string>;
  /** Appends entries that are not of reviews to the transparency log; returns the index of the first. */
  appendToLog(contents: readonly EntryContent[]): Promise<number>;
  /** Begins the transparency log, or continues it where its copy ends, and brings it up to the reviews. Cheap once it is. */
  prepareLog(): Promise<void>;
  /**
   * Raises the revision, counts the record, writes the log and appends to the transparency log. To be called last: what is
   * changed after it is not in the record of this revision. Returns the new revision.
   */
  recordChange(change: LoggedChange): Promise<number>;
  /** Writes to the log what changes nothing that readers see, at the revision that there is. */
  noteAct(act: Omit<LoggedChange, "at">): Promise<void>;
}

/** Selects stored reviews; conditions left out match everything. */
export interface ListFilter {
  /** Published, withheld, or both when left out. */
  readonly status?: "published" | "withheld" | undefined;
  readonly withheld?: WithholdingReason | undefined;
  readonly rating?: number | undefined;
  readonly maxRating?: number | undefined;
  /** Whether the business has replied. */
  readonly isAnswered?: boolean | undefined;
  readonly source?: string | undefined;
  /** Calendar dates, inclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Whatever the author's name contains, and whatever title or text contains, in any case. */
  readonly author?: string | undefined;
  readonly text?: string | undefined;
  readonly limit: number;
  /** Matches to leave out, from the newest on. 0 when left out. */
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
  /** Why it is not published; null when it is. */
  readonly withheld: WithholdingReason | null;
  /** Id of the review that counts for this copy of it; null when this one counts itself. */
  readonly copyOf: string | null;
  readonly text: string;
  readonly reply: string | null;
}

/** The first reviews that match a {@link ListFilter}, and how many match in total. */
export interface Listing {
  readonly total: number;
  /** Newest first: date descending, then id. */
  readonly reviews: readonly ListedReview[];
}

/** A change to the content, as recorded in the log. */
export interface LoggedChange {
  /** Name of the command that made the change. */
  readonly command: string;
  /** When the content changes for readers, epoch milliseconds. */
  readonly at: number;
  readonly lines: readonly { readonly reviewId?: string; readonly detail: Record<string, unknown> }[];
  /** Name of the person who made it in the console; left out by the command line. */
  readonly by?: string;
}

/** Selects log entries; conditions left out match everything. */
export interface LogFilter {
  /** Only the lines about this review; null for those about none. */
  readonly reviewId?: string | null | undefined;
  readonly command?: string;
  readonly revision?: number;
  readonly before?: number | undefined;
  /** Only the lines of later revisions than this. */
  readonly after?: number;
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
