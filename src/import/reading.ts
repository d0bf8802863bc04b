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
  PublicContacts,
  RedactionKind,
  VerificationMethod,
} from "../review/mod.ts";
import type { ColumnRole } from "./columns/column_words.ts";

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
export interface ImportOptions extends ImportHints {
  /** The format of the files; detected from their content when left out. */
  readonly format?: ImportFormat | undefined;
  /** Name of the source of records that name none. */
  readonly source?: string | undefined;
  /** Verification of records that carry none; `none` when left out. See `ReviewChecker` for what is believed of it. */
  readonly verifiedBy?: VerificationMethod | undefined;
  /** The day that relative dates count from; without it they are refused. */
  readonly asOf?: CalendarDate | undefined;
  /** Whether files of other tools are only to be understood, without reading their reviews. */
  readonly isExplanation?: boolean | undefined;
  /** What was said of earlier files, by the source of their reviews. */
  readonly remembered?: Readonly<Record<string, ImportHints>> | undefined;
  /** Which location of an export of several is meant: its id or its name. */
  readonly location?: string | undefined;
  /** Whether ids under which other reviews are kept name these now, or identify nothing; asked for when left out. */
  readonly ids?: IdUse | undefined;
  /** How much of authors' names is kept; `first_last_initial` when left out. */
  readonly namePolicy?: NamePolicy | undefined;
  /** What the business publishes about itself, which stays in its replies. */
  readonly contacts?: PublicContacts | undefined;
  /** Today in the business's time zone; reviews dated later than tomorrow are refused. */
  readonly today: CalendarDate;
  /** What the business is called, to tell its reviews from those of other firms. */
  readonly businessName?: string | undefined;
  /** IANA time zone that turns instants into dates when the files name none; UTC when left out. */
  readonly timeZone?: string | undefined;
}

/** What ids are worth that name other reviews than before. */
export const ID_USES = ["overwrite", "ignore"] as const;
export type IdUse = (typeof ID_USES)[number];

/** What an owner said of the files of a source. */
export interface ImportHints {
  /** Which column is what, where the file does not say it: column by role, "" for none. */
  readonly columns?: Readonly<Partial<Record<ColumnRole, string>>> | undefined;
  /** The encoding of text files; found by evidence when left out. */
  readonly encoding?: string | undefined;
  /** How dates are written, such as `DD/MM/YYYY`; detected over the whole file when left out. */
  readonly dateFormat?: string | undefined;
  /** The highest rating, if not 5. */
  readonly scale?: Scale | undefined;
  /** How ratings between two numbers of stars are rounded; refused when left out. */
  readonly round?: Rounding | undefined;
  /** Whether reviews are `shown` or `hidden` by values of a moderation column that are not known, by value. */
  readonly moderation?: Readonly<Record<string, string>> | undefined;
}

/** What is said now goes before what is remembered; of columns and values, each by itself. */
export function mergeHints(
  remembered: ImportHints | undefined,
  { columns, encoding, dateFormat, scale, round, moderation }: ImportHints,
): ImportHints {
  const said = { columns, encoding, dateFormat, scale, round, moderation };
  if (remembered === undefined) return said;
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  return {
    ...remembered,
    ...given,
    columns: { ...remembered.columns, ...columns },
    moderation: (remembered.moderation ?? moderation) && { ...remembered.moderation, ...moderation },
  };
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

/** A place outside of memory that takes bytes and gives them back. */
export interface Spool {
  /** About how many bytes stay in memory before anything is appended. */
  readonly heldBytes: number;
  /** Appends bytes, and returns where they begin. */
  append(bytes: Uint8Array): number;
  /** What was appended from `start` to `end`. */
  slice(start: number, end: number): Uint8Array;
}

/** Records that can be gone through again and again, a page at a time. */
export interface RecordList<Item> {
  readonly length: number;

  pages(): Iterable<readonly Item[]>;
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
type ImportProblemCode = "missing" | "invalid" | "duplicate";

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
  Partial<Omit<Business, "name" | "address" | "technicians" | "services" | "service_areas" | "google_review_url">> & {
    google_review_url?: string | null;
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

/** A value in a row; tables of text have only strings. */
export type Cell = string | number | boolean | null | undefined;

/** Whether a cell says anything. */
export function isFilled(cell: unknown): boolean {
  return cell !== undefined && cell !== null && cell !== "";
}

/** The kinds of files that hold tables. */
type TableKind = "csv" | "json" | "workbook";

/** A row, with the place it stands at. */
export interface TableRow {
  readonly at: RecordPlace;
  readonly cells: readonly Cell[];
}

/** What a reader makes of a file of any kind: rows under named columns, read again and again without being held in memory. */
export interface RecordTable {
  readonly file: string;
  readonly kind: TableKind;
  /** Headers of a sheet, or paths into a record of JSON, such as `author.name`. */
  readonly columns: readonly string[];
  /** Whether the file itself names the columns; else they are `column 1`, `column 2`. */
  readonly hasHeader: boolean;
  /** What the file says beside its rows, by key: where they are from, when it was made. */
  readonly context: Readonly<Record<string, string>>;
  /** All rows that hold anything, from the first; each call begins anew. */
  rows(): Iterable<TableRow>;
}

/** Where a record stands: `reviews[7]`, `row 12`, `line 3`. */
export interface RecordPlace {
  /** Name of the file; for a file inside an archive `archive.zip/inner/name.json`. */
  readonly file: string;
  readonly path: string;
  /** Line of the file, counted from 1, where the path does not say it. */
  readonly line?: number | undefined;
  /** The id the record carries. */
  readonly id?: string | undefined;
}

/** The best ratings that a scale may have. */
export const SCALES = ["5", "10", "100"] as const;
export type Scale = (typeof SCALES)[number];

/** How ratings between two numbers of stars are rounded; without it they are refused. */
export const ROUNDINGS = ["half-up"] as const;
export type Rounding = (typeof ROUNDINGS)[number];

/** What became of one column. */
export interface ColumnVerdict {
  readonly column: string;
  /** A role such as `rating`, `moderation`, `recommendation`, `place`; null when it is not read. */
  readonly became: string | null;
  readonly why: string;
  /** The first value that is not empty, shortened. */
  readonly example: string | null;
  /** Its values in the first rows, shortened. */
  readonly values: readonly string[];
}

/** What was understood of one table. */
export interface Understanding {
  readonly file: string;
  readonly kind: TableKind;
  readonly encoding: string | null;
  /** The tool that wrote it, where it is known by its columns. */
  readonly tool: string | null;
  readonly source: { readonly name: string; readonly why: string };
  readonly rows: number;
  readonly columns: readonly ColumnVerdict[];
  /** What the owner said of it, to be remembered for its source; null where nothing was said. */
  readonly hints: ImportHints | null;
  /** In words. */
  readonly dates: string;
  readonly ratings: string;
}

/** Size of a file in bytes. */
export function fileSize(file: ImportFile): number {
  // Asking for the bytes would read a file on disk.
  return file.size ?? file.bytes.length;
}

/** Part of a file; a file on disk is not read further than that. */
export function fileSlice(file: ImportFile, start: number, end: number): Uint8Array {
  return file.slice === undefined ? file.bytes.subarray(start, end) : file.slice(start, Math.min(end, fileSize(file)));
}
