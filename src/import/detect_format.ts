/** Recognises the format of a text by its content rather than its name, since people rename files. */
import { FIELD_GROUPS, isCalendarDate, PUBLIC_FIELDS, placeOf } from "../review/mod.ts";
import { countMeanings, meaningOf } from "./columns/assign.ts";
import { OWN_KEYS } from "./goodword_files.ts";
import {
  isMapsReviews,
  isTakeoutName,
  looksLikeGoogleBusiness,
  looksLikeTakeout,
  refuseMapsReviews,
} from "./google_business.ts";
import { isObject, tryParseJson } from "./json.ts";
import { refuse } from "./problem.ts";
import type { ImportFormat } from "./reading.ts";
import { looksLikeSchemaOrg } from "./schema_org.ts";
import { looksLikeTrustpilot } from "./trustpilot.ts";

/** The format of a text; `json` is its parsed value, undefined if it is not JSON. @throws {GoodwordError} input_refused */
export function detectFormat(name: string, text: string, json: unknown): ImportFormat {
  if (json !== undefined) return formatOfJson(name, json);
  if (/^\s*[[{]/.test(text)) return startsWithJsonLine(text) ? "ndjson" : "goodword-json";
  if (/^\s*</.test(text)) return "schema-org";
  // The CSV reader names the columns that a table lacks.
  if (looksLikeTable(text) || /\.(?:csv|tsv)$/i.test(name)) return "csv";
  refuse(
    "Unknown format: expected goodword JSON, NDJSON, JSON with reviews anywhere in it, a Google or Trustpilot export, a page with schema.org data, an Excel workbook, or CSV with columns for rating and date; use --format to name it",
  );
}

function looksLikeTable(text: string): boolean {
  const lines = text.split(/\r?\n|\r/, 12);
  return lines.some(
    (line) =>
      /^sep=.$/i.test(line) || [",", ";", "\t", "|"].some((delimiter) => countMeanings(cellsOf(line, delimiter)) >= 2),
  );
}

function cellsOf(line: string, delimiter: string): string[] {
  return line.split(delimiter).map((cell) => cell.trim().replace(/^"|"$/g, ""));
}

function formatOfJson(name: string, json: unknown): ImportFormat {
  if (isMapsReviews(json)) refuseMapsReviews();
  if (isObject(json) && json.business !== undefined) return hasOtherReviews(json.reviews) ? "json" : "goodword-json";
  if (isTakeoutName(name) || looksLikeTakeout(json)) return "google-takeout";
  if (looksLikeGoogleBusiness(json)) return "google-business";
  if (looksLikeTrustpilot(json)) return "trustpilot";
  if (looksLikeSchemaOrg(json)) return "schema-org";
  if (
    isObject(json) &&
    (Array.isArray(json.reviews)
      ? json.reviews.every(isOwnOrNothing)
      : json.reviews !== undefined && !isObject(json.reviews))
  ) {
    return "goodword-json";
  }
  if (Array.isArray(json) && isOwn(json[0]) && json.every(isOwnOrNothing)) return "goodword-json";
  if (isObject(json) && json.reviews === undefined && json.rating !== undefined) return "ndjson";
  return "json";
}

/** Whether the reviews next to a business are in the format of another program. */
function hasOtherReviews(reviews: unknown): boolean {
  const first: unknown = Array.isArray(reviews) ? reviews[0] : undefined;
  if (!isObject(first) || isOwnOrNothing(first)) return false;
  const named = Object.keys(first).map(meaningOf);
  const isNamedOtherwise = first.author === undefined && named.includes("author");
  return (
    first.date === undefined ||
    (first.rating === undefined && named.includes("rating")) ||
    typeof first.author === "string" ||
    isNamedOtherwise
  );
}

/** Whether the first line is a whole record, as in JSON Lines but not in a broken JSON document. */
export function startsWithJsonLine(text: string): boolean {
  const [line = ""] = text.trimStart().split("\n", 1);
  return isObject(tryParseJson(line));
}

/** Whether the first record of JSON Lines is in our own format. */
export function looksLikeOwnLine(text: string): boolean {
  const first = text.split("\n", 1000).find((line) => line.trim() !== "") ?? "";
  const record = tryParseJson(first);
  return record === undefined || isOwnOrNothing(record);
}

const OWN_PLACES: ReadonlySet<string> = new Set(
  PUBLIC_FIELDS.map((name) => {
    const { group, key } = placeOf(name);
    return `${group}.${key}`;
  }),
);

/** Whether to read a record as our own format: it is, or its format is unknown and ours best explains its faults. */
function isOwnOrNothing(record: unknown): boolean {
  if (!isObject(record)) return true;
  const groups = Object.keys(FIELD_GROUPS).filter((group) => record[group] !== undefined && record[group] !== null);
  if (groups.some((group) => group !== "author" && group !== "reply" && isObject(record[group]))) return true;
  const isOurs = Object.keys(record).every((key) => OWN_KEYS.has(key));
  return isOurs && groups.every((group) => isOwnGroup(group, record[group]));
}

/** Whether an object has one of our keys: `reply.text`, but not `reply.message`. */
function isOwnGroup(group: string, value: unknown): boolean {
  return isObject(value) && Object.keys(value).some((key) => OWN_PLACES.has(`${group}.${key}`));
}

/** Whether a record has the id, date and rating of our own format. Any other list is read as a table. */
function isOwn(record: unknown): boolean {
  if (!isObject(record) || !isOwnOrNothing(record)) return false;
  const { id, date, rating } = record;
  return typeof id === "string" && typeof rating === "number" && typeof date === "string" && isCalendarDate(date);
}
