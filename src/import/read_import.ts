/**
 * The door: files of any known format in, one reading out.
 *
 * @module
 */
import { readCsv } from "./csv.ts";
import { decodeText, MAX_IMPORT_BYTES } from "./decode.ts";
import { detectFormat } from "./detect_format.ts";
import { readGoodwordJson, readNdjson } from "./goodword_json.ts";
import { readGoogleBusiness } from "./google_business.ts";
import { readTakeout } from "./google_takeout.ts";
import { parseJson, tryParseJson } from "./json.ts";
import { linesOfEntries } from "./json_lines.ts";
import { naming, openFiles } from "./open_files.ts";
import { refuse } from "./problem.ts";
import type { ImportFile, ImportFormat, ImportOptions, ImportProblem, ImportReading } from "./reading.ts";
import { ReadingBuilder } from "./reading_builder.ts";
import { documentOfPage, readSchemaOrg } from "./schema_org.ts";
import { readTrustpilot } from "./trustpilot.ts";

/**
 * Reads files into drafts of reviews. Records that are not acceptable are values in `problems`; files that cannot be
 * read at all, or not without another option, are thrown.
 *
 * @throws {GoodwordError} input_refused, with a message that says what to do
 */
export function readImport(files: readonly ImportFile[], options: ImportOptions): ImportReading {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > MAX_IMPORT_BYTES) refuse("Larger than 512 MB; split the file");
  const builder = new ReadingBuilder(options);
  const opened = openFiles(files);
  const documents = opened.map((file) => naming(file.name, opened.length > 1, () => readDocument(file, options)));
  for (const format of IN_ORDER) {
    const group = documents.filter((document) => document.format === format);
    if (group.length > 0) READERS[format](group, builder, documents.length > 1);
  }
  const reading = builder.finish(mainFormat(documents));
  return { ...reading, problems: withLines(reading.problems, documents) };
}

/** One file, decoded, and parsed where it is JSON. */
interface Document {
  readonly file: string;
  readonly format: ImportFormat;
  readonly text: string;
  readonly json: unknown;
}

function readDocument({ name, bytes }: ImportFile, { format: asked }: ImportOptions): Document {
  const text = decodeText(bytes);
  if (text.trim() === "") refuse("The file is empty");
  const isJson = /^\s*[[{]/.test(text);
  const found = isJson ? tryParseJson(text) : undefined;
  const format = asked ?? detectFormat(name, text, found);
  if (format === "csv" || format === "ndjson") return { file: name, format, text, json: undefined };
  const isPage = format === "schema-org" && !isJson;
  return { file: name, format, text, json: isPage ? documentOfPage(text) : (found ?? parseJson(text)) };
}

/** What describes the business comes first, since its time zone decides about the dates of the rest. */
const IN_ORDER: readonly ImportFormat[] = [
  "goodword-json",
  "google-takeout",
  "google-business",
  "schema-org",
  "trustpilot",
  "ndjson",
  "csv",
];

/** Problems with the line their record begins on, in JSON files of several lines. */
function withLines(problems: readonly ImportProblem[], documents: readonly Document[]): readonly ImportProblem[] {
  const files = new Set(problems.map(({ at }) => at.file));
  const faulty = documents.filter(({ file, text, json }) => json !== undefined && files.has(file) && hasLines(text));
  const linesOf = new Map(faulty.map(({ file, text }) => [file, linesOfEntries(text, "reviews")]));
  return problems.map((problem) => {
    const index = /^reviews\[(\d+)\]$/.exec(problem.at.path)?.[1];
    const line = index === undefined ? undefined : linesOf.get(problem.at.file)?.[Number(index)];
    return line === undefined ? problem : { ...problem, at: { ...problem.at, line } };
  });
}

function hasLines(text: string): boolean {
  return text.trimEnd().includes("\n");
}

type Reader = (documents: readonly Document[], builder: ReadingBuilder, areSeveral: boolean) => void;

const READERS: Readonly<Record<ImportFormat, Reader>> = {
  "goodword-json": each(({ file, json }, builder) => readGoodwordJson(file, json, builder)),
  ndjson: each(({ file, text }, builder) => readNdjson(file, text, builder)),
  csv: each(({ file, text }, builder) => readCsv(file, text, builder)),
  "google-takeout": readTakeout,
  "google-business": readGoogleBusiness,
  "schema-org": each(({ file, json }, builder) => readSchemaOrg(file, json, builder)),
  trustpilot: each(readTrustpilot),
};

function each(read: (document: Document, builder: ReadingBuilder) => void): Reader {
  return (documents, builder, areSeveral) => {
    for (const document of documents) naming(document.file, areSeveral, () => read(document, builder));
  };
}

/** Our own JSON often only describes the business beside reviews in another format. */
function mainFormat(documents: readonly Document[]): ImportFormat {
  const formats = documents.map(({ format }) => format);
  return formats.find((format) => format !== "goodword-json") ?? "goodword-json";
}
