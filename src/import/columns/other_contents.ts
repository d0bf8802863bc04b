/** Guesses what a file without reviews is, by its names and first bytes. */
import { foldName, rowsOf, splitList } from "../../review/mod.ts";
import { isObject } from "../json.ts";
import { refuse } from "../problem.ts";
import otherTables from "./other_tables.tsv" with { type: "text" };

/** The kind of table that another command imports. */
export const LIST_OF_JOBS = "a list of jobs, for goodword jobs add";

const TABLES = rowsOf(otherTables, "what", "least", "words").map(({ what, least, words }) => {
  return { what, least: Number(least), words: splitList(words).map(foldName) };
});

export function guessTableKind(columns: readonly string[]): string | null {
  const folded = new Set(columns.map((column) => foldName(column.replace(/^.*\./, ""))));
  const counted = TABLES.map((kind) => ({ ...kind, hits: kind.words.filter((word) => folded.has(word)).length }));
  const [best] = counted.filter(({ least, hits }) => hits >= least).sort((one, other) => other.hits - one.hits);
  return best?.what ?? null;
}

export function guessJsonKind(json: unknown): string | null {
  const root = Array.isArray(json) ? json[0] : json;
  if (!isObject(root)) return null;
  const has = (...keys: readonly string[]) => keys.every((key) => root[key] !== undefined);
  const inner = isObject(root.data) ? root.data : root;
  if (Array.isArray(inner.datasets) || has("series", "xAxis") || has("layout", "data") || has("mark", "encoding")) {
    return "a chart";
  }
  if (root.type === "FeatureCollection" || root.type === "Feature") return "a map (GeoJSON)";
  if (has("openapi") || has("swagger")) return "an API description (OpenAPI)";
  if (has("name", "version") && (has("dependencies") || has("scripts"))) return "a JavaScript package manifest";
  if (has("nbformat")) return "a Jupyter notebook";
  if (has("$schema", "properties")) return "a JSON Schema";
  if (has("version", "items") && String(root.version).includes("jsonfeed")) return "a JSON Feed";
  if (has("formatted_address") || has("place_id", "user_ratings_total") || has("totalScore", "reviewsCount")) {
    return "a list of places with their ratings, without the reviews";
  }
  const lists = Object.values(root).filter(Array.isArray);
  const [rows] = Array.isArray(json) ? [json] : lists;
  const first: unknown = rows?.[0];
  return isObject(first) ? guessTableKind(Object.keys(first)) : guessTableKind(Object.keys(root));
}

export function guessTextKind(text: string): string | null {
  const head = text.slice(0, 2000).trimStart();
  const found = TEXTS.find(([pattern]) => pattern.test(head));
  return found?.[1] ?? null;
}

const TEXTS: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<rss\b/i, "an RSS feed"],
  [/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<feed\b/i, "an Atom feed"],
  [/^(?:<\?xml[^>]*>\s*)?<(?:urlset|sitemapindex)\b/i, "a sitemap"],
  [/^(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg\b/i, "a picture (SVG)"],
  [/^(?:<\?xml[^>]*>\s*)?<kml\b/i, "a map (KML)"],
  [
    /^(?:(?:--|\/\*|#)[^\n]*\s+)*(?:CREATE TABLE|INSERT +INTO|DROP TABLE|COPY [\w."]+ ?\(|SET \w+ ?=)/i,
    "an SQL dump (export its table of reviews as CSV)",
  ],
  [/^BEGIN:VCARD/i, "a list of contacts (vCard)"],
  [/^BEGIN:VCALENDAR/i, "a calendar (iCalendar)"],
  [/^(?:From |Return-Path:|Delivered-To:|Received:)/, "an e-mail"],
  [/^\{\\rtf/, "a document (RTF); export the reviews as a table or as JSON"],
  [/^%!PS/, "a document (PostScript)"],
  [/^(?:#!\/|import |from \w+ import|#include|<\?php)/, "a program"],
  [/^\d{1,3}(?:\.\d{1,3}){3} \S+ \S+ \[/, "a web server log"],
];

export function refuseOtherKinds(bytes: Uint8Array): void {
  const [first, second] = bytes;
  if (startsWith(bytes, "%PDF")) refuse("This is a PDF document; export the reviews as a table or as JSON");
  if (startsWith(bytes, "\u00d0\u00cf\u0011\u00e0")) refuse(WORKBOOK);
  if (first === 0x1f && second === 0x8b) refuse("This is a gzip archive; unpack it first and import what is inside");
  for (const [start, what] of OTHER_KINDS) if (startsWith(bytes, start)) refuse(what);
}

const OTHER_KINDS: readonly (readonly [start: string, what: string])[] = [
  ["\u0089PNG", "This is a picture (PNG); export the reviews as a table or as JSON"],
  ["\u00ff\u00d8\u00ff", "This is a picture (JPEG); export the reviews as a table or as JSON"],
  ["GIF8", "This is a picture (GIF); export the reviews as a table or as JSON"],
  ["SQLite format 3", "This is an SQLite database; export its table of reviews as CSV"],
  ["7z\u00bc\u00af", "This is a 7-Zip archive; unpack it first and import what is inside"],
  ["Rar!", "This is a RAR archive; unpack it first and import what is inside"],
];

function startsWith(bytes: Uint8Array, start: string): boolean {
  return [...start].every((character, at) => bytes[at] === character.charCodeAt(0));
}

export const WORKBOOK = 'This is a spreadsheet\'s own file; save the sheet as "CSV UTF-8" and import that';

export function isBinary(bytes: Uint8Array): boolean {
  let count = 0;
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) count++;
  return count > MAX_ZEROS.count && count > bytes.length * MAX_ZEROS.share;
}

/** A few NUL bytes may be stray control characters in a text; more than this count and share mean a binary file. */
const MAX_ZEROS = { count: 16, share: 0.1 };

export function refuseBinary(bytes: Uint8Array): void {
  if (!isBinary(bytes)) return;
  const zero = bytes.indexOf(0);
  refuse(`Not a text file: line ${countLines(bytes, zero)} contains a NUL byte; export the reviews again`);
}

export function countLines(bytes: Uint8Array, end: number): number {
  let line = 1;
  for (let at = bytes.indexOf(10); at >= 0 && at < end; at = bytes.indexOf(10, at + 1)) line++;
  return line;
}
