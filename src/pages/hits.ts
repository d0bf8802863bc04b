/**
 * Finds what a search found: the spans of a text that satisfy the query or the words, by the rules of the search itself.
 *
 * @module
 */
import type { SearchQuery } from "../publication/mod.ts";
import { foldText } from "../review/mod.ts";

/** A piece of a text; the pieces of a text put together are the text. */
export interface TextPiece {
  readonly text: string;
  readonly isHit: boolean;
}

/** What is marked in a text. */
export type Sought = Pick<SearchQuery, "query" | "words">;

/**
 * Cuts a text at the occurrences of what is sought, which do not overlap. Folding keeps every letter at its place in texts
 * that are in NFC, as all published ones are; should a text be longer or shorter when folded, it comes back in one piece
 * rather than with the wrong words marked.
 */
export function piecesOf(text: string, sought: Sought): TextPiece[] {
  const pattern = patternOf(sought);
  const folded = foldText(text);
  if (pattern === null || text === "" || folded.length !== text.length) return [{ text, isHit: false }];
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const { index, 0: hit } of folded.matchAll(pattern)) {
    if (index > from) pieces.push({ text: text.slice(from, index), isHit: false });
    from = index + hit.length;
    pieces.push({ text: text.slice(index, from), isHit: true });
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isHit: false });
  return pieces;
}

/** The query wherever it is, and words where a word begins with them; null when nothing is sought. */
function patternOf({ query = "", words = "" }: Sought): RegExp | null {
  const wholly = query === "" ? [] : [RegExp.escape(foldText(query))];
  const beginnings = (foldText(words).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) => RegExp.escape(word));
  const begins = beginnings.length === 0 ? [] : [`(?<![\\p{L}\\p{M}\\p{N}])(?:${beginnings.join("|")})`];
  return wholly.length + begins.length === 0 ? null : new RegExp([...wholly, ...begins].join("|"), "gu");
}
