/**
 * The door: files of any known format in, one reading out.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import { looksLikeCsv, readCsv } from "./csv.ts";
import { decodeText, MAX_IMPORT_BYTES } from "./decode.ts";
import { readGoodwordJson, readNdjson } from "./goodword_json.ts";
import { isObject, parseJson, tryParseJson } from "./json.ts";
import { refuse } from "./problem.ts";
import type { ImportFile, ImportFormat, ImportOptions, ImportReading } from "./reading.ts";
import { ReadingBuilder } from "./reading_builder.ts";

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
  let format: ImportFormat | null = null;
  for (const file of files) {
    format = naming(file.name, files.length > 1, () => readFile(file, builder));
  }
  if (format === null) refuse("There is no file to read");
  return builder.finish(format);
}

function readFile({ name, bytes }: ImportFile, builder: ReadingBuilder): ImportFormat {
  const text = decodeText(bytes);
  if (text.trim() === "") refuse("The file is empty");
  const asked = builder.options.format;
  const json = asked === undefined && /^\s*[[{]/.test(text) ? tryParseJson(text) : undefined;
  const format = asked ?? detectFormat(text, json);
  if (format === "goodword-json") readGoodwordJson(name, json ?? parseJson(text), builder);
  else if (format === "ndjson") readNdjson(name, text, builder);
  else readCsv(name, text, builder);
  return format;
}

/** The format of a text by what it holds; `json` is its value where it is JSON. */
function detectFormat(text: string, json: unknown): ImportFormat {
  if (json !== undefined) return isObject(json) && json.rating !== undefined ? "ndjson" : "goodword-json";
  if (/^\s*[[{]/.test(text)) return startsWithJsonLine(text) ? "ndjson" : "goodword-json";
  if (looksLikeCsv(text)) return "csv";
  refuse("The format is not known; goodword reads JSON, NDJSON, CSV");
}

function startsWithJsonLine(text: string): boolean {
  const first = text.trimStart().split("\n", 1)[0]!;
  return isObject(tryParseJson(first));
}

/** Puts the file's name before a failure when there are several files. */
function naming<T>(name: string, isOneOfSeveral: boolean, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isOneOfSeveral || !(error instanceof GoodwordError)) throw error;
    throw new GoodwordError(error.code, `${name}: ${error.message}`, { cause: error });
  }
}
