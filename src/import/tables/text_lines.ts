/**
 * The lines of a text that comes in pieces.
 *
 * @module
 */
import { refuse } from "../problem.ts";

/** Longest line; what is longer holds no review. */
const MAX_LINE = 4 * 1024 * 1024;

/** Every line without its end, the last one too, which is empty where the text ends with a line end. @throws {GoodwordError} */
export function* linesOf(pieces: Iterable<string>): Generator<string> {
  let rest = "";
  for (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf("\n"); end >= 0; end = piece.indexOf("\n", start)) {
      yield rest + piece.slice(start, end);
      rest = "";
      start = end + 1;
    }
    rest += piece.slice(start);
    if (rest.length > MAX_LINE) refuse("A line is longer than 4 MB; this is no file of reviews, one a line");
  }
  yield rest;
}
