/**
 * What speaks against a column being what its name says.
 *
 * @module
 */
import { sourceOfUrl } from "../../review/mod.ts";
import type { Cell } from "../tables/table.ts";
import { isDay, shareOf } from "./column_values.ts";
import { type ColumnRole, foldName } from "./column_words.ts";

/** How a review was collected, which is no place where it was written. */
const CHANNELS = new Set(
  [
    "web",
    "email",
    "e-mail",
    "mail",
    "import",
    "imported",
    "csv",
    "admin",
    "api",
    "manual",
    "widget",
    "mobile",
    "app",
    "ios",
    "android",
  ]
    .concat([
      "desktop",
      "sms",
      "text",
      "form",
      "shopify",
      "qr",
      "link",
      "automatic",
      "organic",
      "invitation",
      "invited",
      "csvimport",
    ])
    .map(foldName),
);

/** Why a column's values speak against what its name says; null when they do not. */
export function doubtOf(role: ColumnRole, values: readonly Cell[], rows: number): string | null {
  if (values.length === 0) return null;
  const texts = values.map((value) => String(value).trim());
  const distinct = new Set(texts);
  const isConstant = distinct.size === 1 && texts.length >= 3 && texts.length === rows;
  if (role === "title" && isConstant) return "it is the same for every review";
  if (role === "author" && isConstant && !isAnonymousName(texts[0] ?? "")) return "it is the same for every review";
  if (role === "url" && isConstant) return "it is the same for every review";
  if (role === "url" && !texts.some((text) => /^https?:\/\//i.test(text))) return "it holds no web addresses";
  if (role === "source" && texts.every((text) => CHANNELS.has(foldName(text))))
    return "it says how reviews were collected";
  if (role === "verification" && typeof values[0] === "boolean") return "a tick of the tool proves nothing here";
  const isTag = role === "language" || role === "translationLanguage";
  if (isTag && texts.some((text) => !/^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*$/.test(text))) {
    return "it holds no language tags";
  }
  if (
    (role === "date" || role === "replyDate") &&
    rows >= 3 &&
    shareOf(values, isDay) === 0 &&
    texts.every((text) => /^(?:true|false|yes|no|0|1)$/i.test(text))
  ) {
    return "it holds no dates";
  }
  return null;
}

function isAnonymousName(name: string): boolean {
  return /anonym|google user|a customer|guest/i.test(name);
}

/** Where all reviews were written, by their addresses; null when these do not agree. */
export function sourceOfAddresses(values: readonly Cell[]): string | null {
  let found: string | null = null;
  for (const value of values) {
    if (typeof value !== "string" || value === "") continue;
    const source = sourceOfUrl(value);
    if (source === null || (found !== null && found !== source)) return null;
    found = source;
  }
  return found;
}
