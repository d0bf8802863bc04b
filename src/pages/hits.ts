/**
 * Finds what a search found: the spans of a text that equal the query by the rule of the search itself.
 *
 * @module
 */
import { foldText } from "../review/mod.ts";

/** A piece of a text; the pieces of a text put together are the text. */
export interface TextPiece {
  readonly text: string;
  readonly isHit: boolean;
}

/**
 * Cuts a text at the occurrences of `query`, which do not overlap. Folding keeps every letter at its place in texts that
 * are in NFC, as all published ones are; should a text be longer or shorter when folded, it comes back in one piece
 * rather than with the wrong words marked.
 */
export function piecesOf(text: string, query: string | undefined): TextPiece[] {
  const wanted = foldText(query ?? "");
  const folded = wanted && foldText(text);
  if (!folded || folded.length !== text.length) return [{ text, isHit: false }];
  const pieces: TextPiece[] = [];
  let from = 0;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, from)) {
    if (at > from) pieces.push({ text: text.slice(from, at), isHit: false });
    from = at + wanted.length;
    pieces.push({ text: text.slice(at, from), isHit: true });
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isHit: false });
  return pieces;
}
