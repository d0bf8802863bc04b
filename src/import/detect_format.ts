/**
 * Finds out what a file is by looking into it; its name counts for little, since people rename files.
 *
 * @module
 */
import { looksLikeCsv } from "./csv.ts";
import { looksLikeGoogleBusiness } from "./google_business.ts";
import { isMapsReviews, isTakeoutName, looksLikeTakeout, refuseMapsReviews } from "./google_takeout.ts";
import { isObject, tryParseJson } from "./json.ts";
import { refuse } from "./problem.ts";
import type { ImportFormat } from "./reading.ts";
import { looksLikeSchemaOrg } from "./schema_org.ts";
import { looksLikeTrustpilot } from "./trustpilot.ts";

/** The format of a text; `json` is its value where it is JSON, else undefined. @throws {GoodwordError} input_refused */
export function detectFormat(name: string, text: string, json: unknown): ImportFormat {
  if (json !== undefined) return formatOfJson(name, json);
  if (/^\s*[[{]/.test(text)) return startsWithJsonLine(text) ? "ndjson" : "goodword-json";
  if (/^\s*</.test(text)) return "schema-org";
  // A table that lacks a column is told which one.
  if (looksLikeCsv(text) || /\.(?:csv|tsv)$/i.test(name)) return "csv";
  refuse(
    "Unknown format: expected goodword JSON, NDJSON, a Google or Trustpilot export, JSON-LD, or CSV with columns for rating and date; use --format to name it",
  );
}

function formatOfJson(name: string, json: unknown): ImportFormat {
  if (isMapsReviews(json)) refuseMapsReviews();
  if (isObject(json) && json.business !== undefined) return "goodword-json";
  if (isTakeoutName(name) || looksLikeTakeout(json)) return "google-takeout";
  if (looksLikeGoogleBusiness(json)) return "google-business";
  if (looksLikeTrustpilot(json)) return "trustpilot";
  if (looksLikeSchemaOrg(json)) return "schema-org";
  return isObject(json) && json.reviews === undefined && json.rating !== undefined ? "ndjson" : "goodword-json";
}

/** JSON lines end each record on its line; JSON that is merely broken does not even begin with a whole one. */
function startsWithJsonLine(text: string): boolean {
  const [line = ""] = text.trimStart().split("\n", 1);
  return isObject(tryParseJson(line));
}
