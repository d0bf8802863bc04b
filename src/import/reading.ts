/** What an import is asked and what it answers: files in, drafts of reviews and problems out. */
import type {
  Address,
  Business,
  CalendarDate,
  ContactKind,
  DraftField,
  ExportField,
  FieldName,
  FieldValue,
  Mentions,
  NamePolicy,
  RedactionKind,
  VerificationMethod,
} from "../review/mod.ts";
import type { ImportHints, Rounding, Scale, Understanding } from "./columns/hints.ts";
import type { RecordList } from "./spill_list.ts";
import type { RecordPlace } from "./tables/table.ts";

export type { RecordPlace } from "./tables/table.ts";

/** The formats that are read, named as `--format` takes them. */
export const IMPORT_FORMATS = [
  "goodword-json",
  "ndjson",
  "csv",
  "google-takeout",
  "google-business",
  "schema-org",
  "trustpilot",
  "json",
  "xlsx",
] as const;
/** A file format that can be imported. */
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** One file as it was read. A folder is several files, named relative to it. */
export interface ImportFile {
  readonly name: string;
  /** The whole content; of a file on disk it is read only when it is asked for. */
  readonly bytes: Uint8Array;
  /** Size in bytes, where the content is not here yet. */
  readonly size?: number;
  /** A part of the content, where it is not here yet. What it returns may be overwritten by the next call. */
  readonly slice?: (start: number, end: number) => Uint8Array;
}

/** What the owner specified for an import, and the defaults for what the files leave open. */
export interface ImportOptions {
  /** The format of the files; detected from their content when left out. */
  readonly format?: ImportFormat | undefined;
  /** Name of the source of records that name none. */
  readonly source?: string | undefined;
  /** Verification of records that carry none; `none` when left out. See `ReviewChecker` for what is believed of it. */
  readonly verifiedBy?: VerificationMethod | undefined;
  /** How dates are written, such as `DD/MM/YYYY`; detected over the whole file when left out. */
  readonly dateFormat?: string | undefined;
  /** Which column is what, where the file does not say it: column by role, "" for none. */
  readonly columns?: ImportHints["columns"];
  /** The encoding of text files; found by evidence when left out. */
  readonly encoding?: string | undefined;
  /** The day that relative dates count from; without it they are refused. */
  readonly asOf?: CalendarDate | undefined;
  /** The highest rating, if not 5. */
  readonly scale?: Scale | undefined;
  /** How ratings between two numbers of stars are rounded; refused when left out. */
  readonly round?: Rounding | undefined;
  /** Whether files of other tools are only to be understood, without reading their reviews. */
  readonly isExplanation?: boolean | undefined;
  /** What was said of earlier files, by the source of their reviews. */
  readonly remembered?: Readonly<Record<string, ImportHints>> | undefined;
  /** What words of a moderation column mean that are not known: `In progress=hidden, Featured=shown`. */
  readonly moderation?: string | undefined;
  /** Which location of an export of several is meant: its id or its name. */
  readonly location?: string | undefined;
  /** How much of authors' names is kept; `first_last_initial` when left out. */
  readonly namePolicy?: NamePolicy | undefined;
  /** Today in the business's time zone; reviews dated later than tomorrow are refused. */
  readonly today: CalendarDate;
  /** IANA time zone that turns instants into dates when the files name none; UTC when left out. */
  readonly timeZone?: string | undefined;
}

/** Everything read from the files of one import, in memory. Nothing is stored yet. */
export type ImportReading = ReadingOf<readonly ImportRecord[]>;

/** The same with records that may be more than memory should hold. */
export type ListedReading = ReadingOf<RecordList<ImportRecord>>;

/** What is read, with its records as they are held. */
export interface ReadingOf<Records> {
  /** The format of the reviews; of the business when the files hold nothing else. */
  readonly format: ImportFormat;
  /** The business as the files describe it; null when they do not. See `businessAfter()`. */
  readonly business: BusinessDraft | null;
  /** True for a file of ours without its business: it can only be meant for one that is known already. */
  readonly leavesBusinessOut: boolean;
  /** True when only an outside export speaks of the business: that never replaces the owner's own words. */
  readonly isBusinessSuggested: boolean;
  /** The owner's own words on the insights, passed on unread; null when the files hold none. */
  readonly insights: Readonly<Record<string, unknown>> | null;
  /** False for files that describe the business and are silent about reviews: they must not empty the set. */
  readonly speaksOfReviews: boolean;
  readonly records: Records;
  /** Whether the records say all there is, as only exports of ours do; others are silent about a reply. */
  readonly isComplete: boolean;
  /** Records that stand in the files more than once; only the first, or the newest, is among `records`. */
  readonly duplicates: readonly ImportDuplicate[];
  /** Records that are not acceptable, one entry per fault; they are not among `records`. */
  readonly problems: readonly ImportProblem[];
  /** What the owner should know although nothing is wrong, one sentence each. */
  readonly notes: readonly string[];
  /** What was understood of files that other tools wrote. */
  readonly understood: readonly Understanding[];
}

/** A valid review and where it was found. */
export interface ImportRecord {
  readonly at: RecordPlace;
  readonly review: DraftReview;
}

/** A record dropped as a copy of another one in the same import. */
export interface ImportDuplicate {
  readonly at: RecordPlace;
  /** The record that was kept. */
  readonly same: RecordPlace;
}

/** What is wrong with a rejected field. */
export type ImportProblemCode = "missing" | "invalid" | "duplicate";

/** Why a record is refused: one fault of one field. `describeProblem()` says it in a line. */
export interface ImportProblem {
  readonly at: RecordPlace;
  readonly code: ImportProblemCode;
  /** The field under the name it has in the file. */
  readonly field: string;
  /** The value found, shortened, as it would stand in JSON; null when it is missing. */
  readonly value: string | null;
  /** What is wrong, as words that follow the field's name. */
  readonly message: string;
}

/** The fields that a draft has under the names that they are kept by. */
type DraftFields = {
  readonly [Name in FieldName as Name extends DraftField ? Name : never]:
    | FieldValue<Name>
    | (Name extends ExportField ? null : never);
};

/**
 * A review as it goes to the store: checked, normalised, masked, its author's name shortened. What only an export of ours
 * gives, the id, when it was changed and whether it was edited, is null from elsewhere; see `reviewIdOf()`.
 */
export interface DraftReview extends DraftFields {
  /** Given by the file: technicians and services by name or id, areas by name or id; null when it is silent. */
  readonly mentions: Mentions | null;
  /** Whether the source hides the review from its readers; null when the file does not say. */
  readonly hiddenAtSource: boolean | null;
  /** Whether this program has itself found what the verification says; what a file says of a job or an invitation is a claim. */
  readonly isProved: boolean;
  /** Hash of source, date, rating, author and text; null when the file gives an id. See `contentHash()`. */
  readonly contentHash: string | null;
  /** What the file knows of the author beyond the shown name. Hashed before it is kept. */
  readonly known: KnownAuthor;
  /** What was taken out of the texts, for the dry run. */
  readonly redactions: readonly DraftRedaction[];
}

/** Whether a review is said to be verified by what only a comparison, or a link of ours, can show. */
export function isClaim({ verificationMethod, isProved }: DraftReview): boolean {
  return !isProved && (verificationMethod === "job_record" || verificationMethod === "invitation");
}

/** What an author can be recognised by, as the file gives it. */
export type KnownAuthor = Readonly<Partial<Record<ContactKind, string>>>;

/** Something removed from a review before it is stored, for the owner to check. */
export interface DraftRedaction {
  readonly field: DraftField | "translation" | "reply" | "author";
  readonly kind: RedactionKind | "name" | "bidi_control";
  /** What was taken out; of bidirectional controls their names, since they cannot be seen. */
  readonly before: string;
}

/** A business as a file describes it. What is left out keeps its former value, or gets a default. */
export type BusinessDraft = Pick<Business, "name"> &
  Partial<Omit<Business, "name" | "address" | "technicians" | "services" | "service_areas">> & {
    address?: Partial<Address> | null;
    technicians?: readonly CatalogDraft[];
    services?: readonly CatalogDraft[];
    service_areas?: readonly CatalogDraft[];
  };

/** An entry of the catalog; only its name must be given. */
export interface CatalogDraft {
  readonly name: string;
  readonly id?: string;
  readonly aliases?: readonly string[];
  readonly keywords?: readonly string[];
  readonly public?: boolean;
}
