/** Reads files of any known format, recognised by content. Of an archive or Takeout export, only what may contain reviews is read. */

import { GoodwordError } from "../errors.ts";
import { printable } from "../review/mod.ts";
import { utf8Bytes } from "../utf8.ts";
import { countMeanings, nameReviews } from "./columns/assign.ts";
import { guessJsonKind, guessTextKind, refuseBinary, refuseOtherKinds } from "./columns/other_contents.ts";
import { headOf } from "./csv.ts";
import { decodeText, encodingOf, MAX_IMPORT_BYTES, noteOnBytes, textPieces } from "./decode.ts";
import { detectFormat, looksLikeOwnLine, startsWithJsonLine } from "./detect_format.ts";
import {
  isOwnHeader,
  type LargeGoodwordJson,
  largeGoodwordJson,
  readGoodwordJson,
  readNdjson,
  readOwnTable,
} from "./goodword_files.ts";
import {
  isMapsReviewsName,
  isTakeoutName,
  readGoogleBusiness,
  readTakeout,
  refuseMapsReviews,
} from "./google_business.ts";
import { isObject, parseJson, tryParseJson } from "./json.ts";
import { jsonEntries, linesOfPieces, parseBeginning } from "./json_entries.ts";
import { isLargeJson, linesTable } from "./json_stream.ts";
import { markupTable } from "./markup_table.ts";
import { ListOfJobs, refuse, withFileName } from "./problem.ts";
import { readTable, tableOfCsv, tableOfJson } from "./read_tables.ts";
import {
  fileSize,
  fileSlice,
  type ImportFile,
  type ImportFormat,
  type ImportOptions,
  type ImportProblem,
  type ImportReading,
  type ListedReading,
  type RecordTable,
  type Spool,
} from "./reading.ts";
import { ReadingBuilder } from "./reading_builder.ts";
import { documentOfPage, readSchemaOrg } from "./schema_org.ts";
import { readTrustpilot } from "./trustpilot.ts";
import { workbookTable } from "./workbook.ts";
import { isZip, listZip, openZip, WORKBOOK_XML } from "./zip.ts";

/** Reads files into drafts; faulty records are in `problems`. @throws {GoodwordError} input_refused for a file that cannot be read */
export function readImport(files: readonly ImportFile[], options: ImportOptions): ImportReading {
  const reading = readListed(files, options, null);
  return { ...reading, records: [...reading.records.pages()].flat() };
}

/** Like {@link readImport}, but keeps records that exceed the memory limit in a spool. */
export function readListed(files: readonly ImportFile[], options: ImportOptions, spool: Spool | null): ListedReading {
  const size = files.reduce((sum, file) => sum + fileSize(file), 0);
  if (size > MAX_IMPORT_BYTES) refuse("Larger than 512 MB; split the file");
  const builder = new ReadingBuilder(options, spool);
  const opened = openFiles(files);
  const documents = opened.map((file) => withFileName(file.name, opened.length > 1, () => readDocument(file, options)));
  for (const format of IN_ORDER) {
    const group = documents.filter((document) => document.format === format);
    builder.setProvenanceFrom(format);
    if (group.length > 0) READERS[format](group, builder, documents.length > 1);
  }
  for (const [at, file] of opened.entries()) builder.note(noteOnBytes(file, documents[at]?.encoding ?? null));
  const reading = builder.finish(mainFormat(documents));
  return { ...reading, problems: withLines(reading.problems, documents) };
}

interface Document {
  readonly file: string;
  readonly format: ImportFormat;
  readonly text: string;
  readonly json: unknown;
  /** The text of a file that is too large for memory. */
  readonly pieces: (() => Iterable<string>) | null;
  /** The reviews of such a file in goodword JSON. */
  readonly reviews?: LargeGoodwordJson["reviews"];
  readonly table: RecordTable | null;
  readonly encoding: string | null;
}

function readDocument(file: ImportFile, { format: asked, encoding: stated }: ImportOptions): Document {
  const { name } = file;
  const head = fileSlice(file, 0, HEAD_BYTES);
  refuseOtherKinds(head);
  if (isZip(head)) {
    const table = workbookTable(file, countMeanings, nameReviews);
    return { file: name, format: "xlsx", text: "", pieces: null, json: undefined, table, encoding: null };
  }
  const encoding = encodingOf(file, stated);
  if (isLargeJson(file) && asked === undefined) {
    const large = readLargeDocument(file, encoding);
    if (large !== null) return large;
  }
  const text = decodeText(file.bytes, encoding);
  refuseBinary(encoding === "utf-8" ? file.bytes : head.subarray(0, 0));
  if (text.trim() === "") refuse("The file is empty");
  const isJson = /^\s*[[{]/.test(text);
  const found = isJson ? tryParseJson(text) : undefined;
  const seems = asked === undefined && !isJson ? guessTextKind(text) : null;
  if (seems !== null) refuse(`This appears to be ${seems}, not a file of reviews`);
  const table = isTableOfMarkup(text, asked) ? markupTable(name, text, countMeanings) : null;
  if (table !== null) return { file: name, format: "xlsx", text: "", pieces: null, json: undefined, table, encoding };
  const format = asked ?? detectFormat(name, text, found);
  if (format !== "ndjson" || !isObject(found)) return documentOf(file, { format, text, found, encoding });
  // A single record may stand on several lines.
  const line = JSON.stringify(found);
  const bytes = utf8Bytes(line);
  return documentOf({ name, bytes }, { format, text: line, found, encoding: "utf-8" });
}

/** Whether to read a page by its table: it has one, and no schema.org data. */
function isTableOfMarkup(text: string, asked: ImportFormat | undefined): boolean {
  if (!/^\s*</.test(text) || !/<(?:\w+:)?table[\s>]/i.test(text)) return false;
  return asked === "xlsx" || (asked === undefined && !/application\/ld\+json|\bitemscope\b/i.test(text));
}

const HEAD_BYTES = 4096;

interface Decoded {
  readonly format: ImportFormat;
  readonly text: string;
  readonly found: unknown;
  readonly encoding: string;
}

function documentOf(file: ImportFile, { format, text, found, encoding }: Decoded): Document {
  const document = { file: file.name, format, text, pieces: null, json: undefined, table: null, encoding };
  switch (format) {
    case "csv":
      return { ...document, text: "", table: tableOfCsv(file, encoding) };
    case "ndjson":
      return looksLikeOwnLine(text) ? document : { ...document, text: "", table: linesTable(file, encoding) };
    case "json":
      return jsonDocument(file, { format, text, found: found ?? parseJson(text), encoding });
    case "xlsx":
      return refuse("Not an Excel workbook (.xlsx)");
    case "schema-org":
      return { ...document, json: /^\s*[[{]/.test(text) ? (found ?? parseJson(text)) : documentOfPage(text) };
    default:
      return { ...document, json: found ?? parseJson(text) };
  }
}

/** Reads JSON of an unknown format by the records in it that look like reviews. */
function jsonDocument(file: ImportFile, { text, found, encoding }: Decoded): Document {
  const table = tableOfJson(file, encoding, found) ?? (isObject(found) ? tableOfJson(file, encoding, [found]) : null);
  const seems = guessJsonKind(found);
  if (table === null && seems !== null) refuse(`This appears to be ${seems}, not a file of reviews`);
  const document = { file: file.name, pieces: null, table, encoding };
  if (table === null) return { ...document, format: "goodword-json", text, json: found };
  return { ...document, format: "json", text: "", json: undefined };
}

/** Reads a file that is too large for memory; null if it must be read as a whole. */
function readLargeDocument(file: ImportFile, encoding: string): Document | null {
  const beginning = headOf(file, encoding);
  const document = { file: file.name, text: "", pieces: null, json: undefined, table: null, encoding };
  if (/^\s*</.test(beginning)) return null;
  if (!/^\s*[[{]/.test(beginning)) return { ...document, format: "csv", table: tableOfCsv(file, encoding) };
  const json = parseBeginning(beginning);
  if (startsWithJsonLine(beginning) && !/^\s*\[/.test(beginning)) {
    return looksLikeOwnLine(beginning)
      ? { ...document, format: "ndjson", pieces: () => textPieces(file, encoding) }
      : { ...document, format: "ndjson", table: linesTable(file, encoding) };
  }
  const format = json === undefined ? null : detectFormat(file.name, beginning, json);
  if (format === "goodword-json") {
    const large = largeGoodwordJson(file, encoding, Array.isArray(json));
    return large && { ...document, format, json: large.document, reviews: large.reviews };
  }
  if (format !== "json") return null;
  const table = tableOfJson(file, encoding, undefined);
  return table === null ? null : { ...document, format: "json", table };
}

/** Formats that describe the business come first, since its time zone decides the dates of the others. */
const IN_ORDER: readonly ImportFormat[] = [
  "goodword-json",
  "google-takeout",
  "google-business",
  "schema-org",
  "trustpilot",
  "ndjson",
  "json",
  "xlsx",
  "csv",
];

function linesOfReviews(text: string): number[] {
  try {
    return [...jsonEntries([text], ["reviews", "*"])].map(({ line }) => line);
  } catch {
    return []; // The text of a page is HTML, and a record may be nested more deeply than a stream allows.
  }
}

/** Adds the line on which its record begins to each problem in a JSON file of several lines. */
function withLines(problems: readonly ImportProblem[], documents: readonly Document[]): readonly ImportProblem[] {
  const files = new Set(problems.map(({ at }) => at.file));
  const faulty = documents.filter(({ file, text, json }) => json !== undefined && files.has(file) && hasLines(text));
  const linesOfEntries = new Map(faulty.map(({ file, text }) => [file, linesOfReviews(text)]));
  return problems.map((problem) => {
    const index = /^reviews\[(\d+)\]$/.exec(problem.at.path)?.[1];
    const line = index === undefined ? undefined : linesOfEntries.get(problem.at.file)?.[Number(index)];
    return line === undefined ? problem : { ...problem, at: { ...problem.at, line } };
  });
}

function hasLines(text: string): boolean {
  return text.trimEnd().includes("\n");
}

type Reader = (documents: readonly Document[], builder: ReadingBuilder, areSeveral: boolean) => void;

const READERS: Readonly<Record<ImportFormat, Reader>> = {
  "goodword-json": each(({ file, json, reviews }, builder) => readGoodwordJson(file, json, builder, reviews)),
  ndjson: each((document, builder) => {
    const { file, text, pieces, table } = document;
    if (table === null) readNdjson(file, linesOfPieces(pieces?.() ?? [text]), builder);
    else readForeign(document, builder);
  }),
  json: each(readForeign),
  xlsx: each(readForeign),
  csv: each((document, builder) => {
    const { table } = document;
    if (table !== null && isOwnHeader(table.columns)) readOwnTable(table, builder);
    else readForeign(document, builder);
  }),
  "google-takeout": readTakeout,
  "google-business": readGoogleBusiness,
  "schema-org": each(({ file, json }, builder) => readSchemaOrg(file, json, builder)),
  trustpilot: each(readTrustpilot),
};

function readForeign({ table, encoding }: Document, builder: ReadingBuilder): void {
  if (table !== null) readTable(table, encoding, builder);
}

function each(read: (document: Document, builder: ReadingBuilder) => void): Reader {
  return (documents, builder, areSeveral) => {
    for (const document of documents) {
      builder.setProvenanceFrom(document.format);
      try {
        withFileName(document.file, areSeveral, () => read(document, builder));
      } catch (error) {
        if (!areSeveral || !(error instanceof GoodwordError && error.cause instanceof ListOfJobs)) throw error;
        builder.note(`${printable(document.file)} is a list of jobs and was not read: use goodword jobs add`);
      }
    }
  };
}

/** The format of the reviews: goodword JSON often only describes the business, next to reviews in another format. */
function mainFormat(documents: readonly Document[]): ImportFormat {
  const formats = documents.map(({ format }) => format);
  return formats.find((format) => format !== "goodword-json") ?? "goodword-json";
}

function openFiles(files: readonly ImportFile[]): ImportFile[] {
  const areSeveral = files.length > 1;
  const listed = files.map((file) => {
    const inner = isZip(fileSlice(file, 0, 4)) ? withFileName(file.name, areSeveral, () => listZip(file)) : null;
    // A workbook is a ZIP archive, too.
    return { file, inner: inner?.includes(WORKBOOK_XML) === true ? null : inner };
  });
  const chosen = chooseNames(
    listed.flatMap(({ file, inner }) => (inner === null ? [file.name] : [])),
    listed.flatMap(({ inner }) => inner ?? []),
  );
  const opened = listed.flatMap(({ file, inner }) => {
    if (inner === null) return chosen.has(file.name) ? [file] : [];
    const unpacked = withFileName(file.name, areSeveral, () => openZip(file, chosen));
    return unpacked.map(({ name, bytes }) => ({ name: `${file.name}/${printable(name)}`, bytes }));
  });
  return opened.sort((one, other) => (one.name < other.name ? -1 : 1));
}

const READABLE = /\.(?:json|ndjson|jsonl|csv|tsv|html?|xlsx)$/i;
/** Hidden files, files that macOS adds to archives, and the cover page of Takeout. */
const UNREAD = /(?:^|\/)(?:\.[^/]*$|__MACOSX\/|archive_browser\.html$)/;
const IN_TAKEOUT = /(?:^|\/)(?:Takeout|account-[^/]+|location-[^/]+)\//i;

function chooseNames(loose: readonly string[], packed: readonly string[]): ReadonlySet<string> {
  const hasTakeout = [...loose, ...packed].some(isTakeoutName);
  const isWanted = (name: string) =>
    isTakeoutName(name) || !(UNREAD.test(name) || isMapsReviewsName(name) || (hasTakeout && IN_TAKEOUT.test(name)));
  const isWantedInside = (name: string) => (hasTakeout ? isTakeoutName(name) : READABLE.test(name) && isWanted(name));
  const isSingle = loose.length === 1 && packed.length === 0;
  const chosen = isSingle ? loose : [...loose.filter(isWanted), ...packed.filter(isWantedInside)];
  if (chosen.length > 0) return new Set(chosen);
  if ([...loose, ...packed].some(isMapsReviewsName)) refuseMapsReviews();
  if (packed.some((name) => /\.zip$/i.test(name))) refuse("It contains only archives; unpack it and import those");
  return refuse("It contains no file of reviews");
}
