/** The input and output of an import: files in, drafts of reviews and problems out. */
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

/** File formats that can be imported, as values of `--format`. */
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
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** One file. The files of a folder are named relative to it. */
export interface ImportFile {
  readonly name: string;
  /** The whole content. For a file on disk, a getter that reads it. */
  readonly bytes: Uint8Array;
  /** Size in bytes of a file on disk. */
  readonly size?: number;
  /** Reads a part of a file on disk. The next call may overwrite the returned bytes. */
  readonly slice?: (start: number, end: number) => Uint8Array;
}

/** The owner's options for an import, and defaults for what the files leave open. */
export interface ImportOptions extends ImportHints {
  /** The format of the files; detected from their content by default. */
  readonly format?: ImportFormat | undefined;
  /** The source of records that do not name one. */
  readonly source?: string | undefined;
  /** Verification of records without one; `none` by default. `ReviewChecker` decides which claims are believed. */
  readonly verifiedBy?: VerificationMethod | undefined;
  /** The day from which relative dates count; without it they are refused. */
  readonly asOf?: CalendarDate | undefined;
  /** Whether to explain how files of other tools would be read, without reading their reviews. */
  readonly isExplanation?: boolean | undefined;
  /** The owner's answers about earlier files, by the source of their reviews. */
  readonly remembered?: Readonly<Record<string, ImportHints>> | undefined;
  /** The location to import, by id or name, from an export of several locations. */
  readonly location?: string | undefined;
  /** What to do with ids under which different reviews are stored; asked for by default. */
  readonly ids?: IdUse | undefined;
  /** How much of authors' names is kept; `first_last_initial` by default. */
  readonly namePolicy?: NamePolicy | undefined;
  /** Published contacts of the business, which are not masked in its replies. */
  readonly contacts?: PublicContacts | undefined;
  /** Today in the business's time zone; reviews dated later than tomorrow are refused. */
  readonly today: CalendarDate;
  /** The name of the business, to distinguish its reviews from those of other firms. */
  readonly businessName?: string | undefined;
  /** IANA time zone that turns instants into dates if the files do not name one; UTC by default. */
  readonly timeZone?: string | undefined;
}

/** What to do with ids under which different reviews are stored: overwrite those, or ignore the ids of the file. */
export const ID_USES = ["overwrite", "ignore"] as const;
export type IdUse = (typeof ID_USES)[number];

/** An owner's answers about the files of a source. */
export interface ImportHints {
  /** Column by role; "" for a role without a column. */
  readonly columns?: Readonly<Partial<Record<ColumnRole, string>>> | undefined;
  /** The encoding of text files; detected by default. */
  readonly encoding?: string | undefined;
  /** The format of dates, such as `DD/MM/YYYY`; detected from the whole file by default. */
  readonly dateFormat?: string | undefined;
  /** The highest rating, if not 5. */
  readonly scale?: Scale | undefined;
  /** How ratings between two numbers of stars are rounded; refused by default. */
  readonly round?: Rounding | undefined;
  /** `shown` or `hidden`, by value of a moderation column. */
  readonly moderation?: Readonly<Record<string, string>> | undefined;
}

/** Merges the remembered answers with those given now, which take precedence; columns and values are merged one by one. */
export function mergeHints(
  remembered: ImportHints | undefined,
  { columns, encoding, dateFormat, scale, round, moderation }: ImportHints,
): ImportHints {
  const hints = { columns, encoding, dateFormat, scale, round, moderation };
  if (remembered === undefined) return hints;
  const given = Object.fromEntries(Object.entries(hints).filter(([, value]) => value !== undefined));
  return {
    ...remembered,
    ...given,
    columns: { ...remembered.columns, ...columns },
    moderation: (remembered.moderation ?? moderation) && { ...remembered.moderation, ...moderation },
  };
}

/** Everything read from the files of one import, in memory. Nothing is stored yet. */
export type ImportReading = ReadingOf<readonly ImportRecord[]>;

/** The same with records that may be spooled. */
export type ListedReading = ReadingOf<RecordList<ImportRecord>>;

/** The result of reading files; `Records` is an array or a list that may be spooled. */
export interface ReadingOf<Records> {
  /** The format of the reviews, or of the business if the files contain no reviews. */
  readonly format: ImportFormat;
  /** The business as the files describe it; null if they do not. See `businessAfter()`. */
  readonly business: BusinessDraft | null;
  /** True for a goodword file without the business, which can only be imported into an existing one. */
  readonly omitsBusiness: boolean;
  /** True if only an outside export describes the business. That never replaces the owner's own description. */
  readonly isBusinessSuggested: boolean;
  /** The owner's settings of the insights, not yet checked; null without any. */
  readonly insights: Readonly<Record<string, unknown>> | null;
  /** False for files that only describe the business: they must not delete the stored reviews. */
  readonly hasReviewSection: boolean;
  /** The sources whose own exports these files are: they have all reviews that the source has. */
  readonly exportedSources: readonly string[];
  /** Whether the files themselves show that reviews are missing from them. */
  readonly lacksReviews: boolean;
  readonly records: Records;
  /** Whether the records are complete, as in our own exports. Other exports may lack replies that exist. */
  readonly isComplete: boolean;
  /** Copies of records. `records` contains only the first or the newest of the copies. */
  readonly duplicates: readonly ImportDuplicate[];
  /** The faults of refused records, which `records` does not contain. */
  readonly problems: readonly ImportProblem[];
  /** Remarks for the owner, one sentence each. */
  readonly notes: readonly string[];
  /** How each table of another tool was read. */
  readonly understood: readonly Understanding[];
}

/** Append-only storage outside of memory. */
export interface Spool {
  /** The approximate number of bytes to hold in memory before anything is appended. */
  readonly heldBytes: number;
  /** Appends bytes, and returns their offset. */
  append(bytes: Uint8Array): number;
  slice(start: number, end: number): Uint8Array;
}

/** Records that can be iterated repeatedly, a page at a time. */
export interface RecordList<Item> {
  readonly length: number;

  pages(): Iterable<readonly Item[]>;
}

/** A valid review, and its place in the file. */
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

type ImportProblemCode = "missing" | "invalid" | "duplicate";

/** One fault of one field, for which its record is refused. `describeProblem()` puts it into a line. */
export interface ImportProblem {
  readonly at: RecordPlace;
  readonly code: ImportProblemCode;
  /** The field's name in the file. */
  readonly field: string;
  /** The value as JSON, shortened; null if it is missing. */
  readonly value: string | null;
  /** The fault, in words that follow the field's name. */
  readonly message: string;
}

/** The fields that a draft shares with a stored review. */
type DraftFields = {
  readonly [Name in FieldName as Name extends DraftField ? Name : never]:
    | FieldValue<Name>
    | (Name extends ExportField ? null : never);
};

/**
 * A review as it goes to the store: checked, normalised, masked, with a shortened author's name. The id, the time of the
 * last change and whether it was edited are null unless the file is our own export; see `reviewIdOf()`.
 */
export interface DraftReview extends DraftFields {
  /** Technicians, services and areas by name or id, as the file gives them; null if it does not. */
  readonly mentions: Mentions | null;
  /** Whether the source hides the review from its readers; null if unknown. */
  readonly hiddenAtSource: boolean | null;
  /** Whether this program itself made the verification. A job or an invitation that a file states is only a claim. */
  readonly isProved: boolean;
  /** Hash of source, date, rating, author and text; null if the file gives an id. See `contentHash()`. */
  readonly contentHash: string | null;
  /** Contact data of the author, hashed before it is stored. */
  readonly known: KnownAuthor;
  /** What was removed from the texts, for the dry run. */
  readonly redactions: readonly DraftRedaction[];
}

/** Contact data by which an author can be recognised. */
export type KnownAuthor = Readonly<Partial<Record<ContactKind, string>>>;

/** A removal from a review, for the owner to check. */
export interface DraftRedaction {
  readonly field: DraftField | "translation" | "reply" | "author";
  readonly kind: RedactionKind | "name" | "bidi_control";
  /** The removed text; for bidirectional controls their names, since they are invisible. */
  readonly before: string;
}

/** A business as a file describes it. An omitted field keeps its former value, or gets a default. */
export type BusinessDraft = Pick<Business, "name"> &
  Partial<Omit<Business, "name" | "address" | "technicians" | "services" | "service_areas" | "google_review_url">> & {
    google_review_url?: string | null;
    address?: Partial<Address> | null;
    technicians?: readonly CatalogDraft[];
    services?: readonly CatalogDraft[];
    service_areas?: readonly CatalogDraft[];
  };

/** An entry of the catalog; only its name is required. */
export interface CatalogDraft {
  readonly name: string;
  readonly id?: string;
  readonly aliases?: readonly string[];
  readonly keywords?: readonly string[];
  readonly public?: boolean;
}

/** A value in a row; in CSV always a string. */
export type Cell = string | number | boolean | null | undefined;

/** Whether a cell has a value. */
export function isFilled(cell: unknown): boolean {
  return cell !== undefined && cell !== null && cell !== "";
}

type TableKind = "csv" | "json" | "workbook";

export interface TableRow {
  readonly at: RecordPlace;
  readonly cells: readonly Cell[];
}

/** A file of any kind as rows under named columns, which can be iterated repeatedly without being held in memory. */
export interface RecordTable {
  readonly file: string;
  readonly kind: TableKind;
  /** Headers of a sheet, or paths into a record of JSON, such as `author.name`. */
  readonly columns: readonly string[];
  /** Whether the file itself names the columns; if not, they are `column 1`, `column 2`. */
  readonly hasHeader: boolean;
  /** Values next to the rows of a JSON file, by key, such as its source and date. */
  readonly context: Readonly<Record<string, string>>;
  /** All rows that are not empty; each call starts at the first. */
  rows(): Iterable<TableRow>;
}

/** The place of a record: `reviews[7]`, `row 12`, `line 3`. */
export interface RecordPlace {
  /** Name of the file; for a file inside an archive `archive.zip/inner/name.json`. */
  readonly file: string;
  readonly path: string;
  /** Line of the file, counted from 1, if the path does not contain it. */
  readonly line?: number | undefined;
  readonly id?: string | undefined;
}

/** The highest ratings that a scale may have. */
export const SCALES = ["5", "10", "100"] as const;
export type Scale = (typeof SCALES)[number];

/** How ratings between two numbers of stars are rounded. */
export const ROUNDINGS = ["half-up"] as const;
export type Rounding = (typeof ROUNDINGS)[number];

/** How one column is read, and why. */
export interface ColumnVerdict {
  readonly column: string;
  /** A role such as `rating`, `moderation`, `recommendation`, `place`; null if the column is not read. */
  readonly became: string | null;
  readonly why: string;
  /** The first value that is not empty, shortened. */
  readonly example: string | null;
  /** Its values in the first rows, shortened. */
  readonly values: readonly string[];
}

/** How one table is read. */
export interface Understanding {
  readonly file: string;
  readonly kind: TableKind;
  readonly encoding: string | null;
  /** The tool that wrote it, recognised by its columns. */
  readonly tool: string | null;
  readonly source: { readonly name: string; readonly why: string };
  readonly rows: number;
  readonly columns: readonly ColumnVerdict[];
  /** The owner's answers, to be remembered for the source; null without any. */
  readonly hints: ImportHints | null;
  /** How dates are read, in words. */
  readonly dates: string;
  readonly ratings: string;
}

/** Size of a file in bytes. */
export function fileSize(file: ImportFile): number {
  // `bytes` would read a file on disk.
  return file.size ?? file.bytes.length;
}

/** Part of a file. */
export function fileSlice(file: ImportFile, start: number, end: number): Uint8Array {
  return file.slice === undefined ? file.bytes.subarray(start, end) : file.slice(start, Math.min(end, fileSize(file)));
}
