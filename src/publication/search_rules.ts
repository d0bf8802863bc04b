/**
 * What parameters of a search must have in common, beyond what each must be.
 *
 * @module
 */
import type { BrokenRule } from "../schema_rules.ts";
import { readCursor } from "./cursor.ts";

/** Most words of `words`: each takes a lookup of its own. */
export const MOST_WORDS = 20;

/** Every conflict between valid parameters, with the way out of it. */
export function searchRules(query: Readonly<Record<string, unknown>>): BrokenRule[] {
  return [...cursorOfAnotherSort(query), ...nothingToBeRelevantTo(query), ...tooManyWords(query)];
}

function cursorOfAnotherSort({ cursor, sort = "newest" }: Readonly<Record<string, unknown>>): BrokenRule[] {
  if (typeof cursor !== "string") return [];
  const { order } = readCursor(cursor);
  if (order === sort) return [];
  const message = `cursor belongs to sort=${order}; send that sort with it, or leave cursor out to start over`;
  return [{ path: ["cursor"], code: "conflict", message }];
}

function nothingToBeRelevantTo({ sort, query = "", words = "" }: Readonly<Record<string, unknown>>): BrokenRule[] {
  if (sort !== "relevant" || `${query}${words}`.trim() !== "") return [];
  const message = "sort=relevant requires query or words; add one of them, or choose another sort";
  return [{ path: ["sort"], code: "conflict", message }];
}

function tooManyWords({ words }: Readonly<Record<string, unknown>>): BrokenRule[] {
  if (typeof words !== "string" || words.length < 2 * MOST_WORDS) return [];
  if (words.trim().split(/\s+/).length <= MOST_WORDS) return [];
  return [{ path: ["words"], code: "maxWords", message: `words must be at most ${MOST_WORDS} words` }];
}
