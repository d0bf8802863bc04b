/**
 * Says what is wrong with a record, in one line that names the record, the field and the value.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import { shortened } from "../review/mod.ts";
import type { ImportProblem } from "./reading.ts";

/** `reviews[7] (id "x"): rating is 6, expected 1 to 5 (line 93)`, fit for a terminal and for a log. */
export function describeProblem({ at, field, value, message }: ImportProblem): string {
  const line = at.line === undefined ? "" : ` (line ${at.line})`;
  const id = at.id === undefined ? "" : ` (id ${showValue(at.id)})`;
  const shown = value === null ? "" : ` is ${value},`;
  return printable(`${shorten(at.path)}${id}: ${shorten(field)}${shown} ${message}${line}`);
}

const LONGEST_WORDS = 60;

function shorten(words: string): string {
  return shortened(words, LONGEST_WORDS);
}

/** A value as it would stand in JSON, cut where it is long; arrays and objects only by their kind. */
export function showValue(value: unknown): string {
  if (typeof value === "string") return printable(JSON.stringify(shorten(value)));
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
}

/** Escapes what could move the cursor, start a new line or turn the reading direction. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, (c) => {
    return `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** The failure of a whole file: nothing of it can be read, or something must be said first. */
export function refuse(message: string): never {
  throw new GoodwordError("input_refused", printable(message));
}
