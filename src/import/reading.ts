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
  readonly bytes: Uint8Array;
  readonly size?: number;
  /** Reads a part of a file on disk. The next call may overwrite the returned bytes. */
  readonly slice?: (start: number, end: number) => Uint8Array;
}

export interface ImportOptions extends ImportHints {
  /** The format of the files; detected from their content by default. */
  readonly format?: ImportFormat | undefined;
  readonly source?: string | undefined;
  /** Verification of records without one; `none` by default. `ReviewChecker` decides which claims are believed. */
  readonly verifiedBy?: VerificationMethod | undefined;
  /** The day from which relative dates count; without it they are refused. */
  readonly asOf?: CalendarDate | undefined;
  /** Whether to explain how files of other tools would be read, without reading their reviews. */
  readonly isExplanation?: boolean | undefined;
  readonly remembered?: Readonly<Record<string, ImportHints>> | undefined;
  readonly location?: string | undefined;
  readonly ids?: IdUse | undefined;
  readonly namePolicy?: NamePolicy | undefined;
  /** Published contacts of the business, which are not masked in its replies. */
  readonly contacts?: PublicContacts | undefined;
  /** Today in the business's time zone; reviews dated later than tomorrow are refused. */
  readonly today: CalendarDate;
  readonly businessName?: string | undefined;
  /** IANA time zone that turns instants into dates if the files do not name one; UTC by default. */
  readonly timeZone?: string | undefined;
}

/** What to do with ids under which different reviews are stored: overwrite those, or ignore the ids of the file. */
export const ID_USES = ["overwrite", "ignore"] as const;
export type IdUse = (typeof ID_USES)[number];

export interface ImportHints {
  /** Column by role; "" for a role without a column. */
  readonly columns?: Readonly<Partial<Record<ColumnRole, string>>> | undefined;
  readonly encoding?: string | undefined;
  readonly dateFormat?: string | undefined;
  readonly scale?: Scale | undefined;
  /** How ratings between two numbers of stars are rounded; refused by default. */
  readonly round?: Rounding | undefined;
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

export type ImportReading = ReadingOf<readonly ImportRecord[]>;

export type ListedReading = ReadingOf<RecordList<ImportRecord>>;

export interface ReadingOf<Records> {
  readonly format: ImportFormat;
  /** The business as the files describe it; null if they do not. See `businessAfter()`. */
  readonly business: BusinessDraft | null;
  /** True for a goodword file without the business, which can only be imported into an existing one. */
  readonly omitsBusiness: boolean;
  /** True if only an outside export describes the business. That never replaces the owner's own description. */
  readonly isBusinessSuggested: boolean;
  readonly insights: Readonly<Record<string, unknown>> | null;
  /** False for files that only describe the business: they must not delete the stored reviews. */
  readonly hasReviewSection: boolean;
  /** Google's id of the only location in a Takeout that has all its reviews, "" where the file does not name it; null for others. */
  readonly exportedLocation: string | null;
  readonly lacksReviews: boolean;
  readonly records: Records;
  /** Whether the records are complete, as in our own exports. Other exports may lack replies that exist. */
  readonly isComplete: boolean;
  readonly duplicates: readonly ImportDuplicate[];
  readonly problems: readonly ImportProblem[];
  readonly notes: readonly string[];
  readonly understood: readonly TableInterpretation[];
}

/** Append-only storage outside of memory. */
export interface Spool {
  readonly heldBytes: number;
  append(bytes: Uint8Array): number;
  slice(start: number, end: number): Uint8Array;
}

/** Records that can be iterated repeatedly, a page at a time. */
export interface RecordList<Item> {
  readonly length: number;

  pages(): Iterable<readonly Item[]>;
}

export interface ImportRecord {
  readonly at: RecordPlace;
  readonly review: DraftReview;
}

export interface ImportDuplicate {
  readonly at: RecordPlace;
  readonly same: RecordPlace;
}

type ImportProblemCode = "missing" | "invalid" | "duplicate";

/** One fault of one field, for which its record is refused. `describeProblem()` puts it into a line. */
export interface ImportProblem {
  readonly at: RecordPlace;
  readonly code: ImportProblemCode;
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

/** A review as it goes to the store: checked, masked, the name shortened. Only our own exports give id, time of change and whether it was edited. */
export interface DraftReview extends DraftFields {
  /** Technicians, services and areas by name or id, as the file gives them; null if it does not. */
  readonly mentions: Mentions | null;
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

export type KnownAuthor = Readonly<Partial<Record<ContactKind, string>>>;

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

export interface CatalogDraft {
  readonly name: string;
  readonly id?: string;
  readonly aliases?: readonly string[];
  readonly keywords?: readonly string[];
  readonly public?: boolean;
}

export type Cell = string | number | boolean | null | undefined;

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
  /** Sentences about what the file holds besides. */
  readonly notes?: readonly string[];
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

/** Whether ratings up to `best` can be converted to stars. */
export function isScale(best: number): boolean {
  return SCALES.some((scale) => scale === String(best));
}

/** How ratings between two numbers of stars are rounded. */
export const ROUNDINGS = ["half-up"] as const;
export type Rounding = (typeof ROUNDINGS)[number];

export interface ColumnVerdict {
  readonly column: string;
  readonly became: string | null;
  readonly why: string;
  readonly example: string | null;
  readonly values: readonly string[];
}

export interface TableInterpretation {
  readonly file: string;
  readonly kind: TableKind;
  readonly encoding: string | null;
  readonly tool: string | null;
  readonly source: { readonly name: string; readonly why: string };
  readonly rows: number;
  readonly columns: readonly ColumnVerdict[];
  /** The owner's answers, to be remembered for the source; null without any. */
  readonly hints: ImportHints | null;
  readonly dates: string;
  readonly ratings: string;
}

export function fileSize(file: ImportFile): number {
  // `bytes` would read a file on disk.
  return file.size ?? file.bytes.length;
}

export function fileSlice(file: ImportFile, start: number, end: number): Uint8Array {
  return file.slice === undefined ? file.bytes.subarray(start, end) : file.slice(start, Math.min(end, fileSize(file)));
}
