/** Sentences with figures in them: every number of reviews stands beside the search that finds them. */
import type { Words } from "../../languages/words.ts";
import type { Figure } from "./dataset.ts";

/** One or more sentences, with their figures in the order of the text. */
export interface SentenceWithFigures {
  readonly text: string;
  readonly figures: readonly Figure[];
}

/** Pieces of a message put together. */
export function sentence(pieces: readonly (string | SentenceWithFigures)[]): SentenceWithFigures {
  const text = pieces.map((piece) => (typeof piece === "string" ? piece : piece.text)).join("");
  return { text, figures: pieces.flatMap((piece) => (typeof piece === "string" ? [] : piece.figures)) };
}

/** A number of reviews, to stand in a gap. */
export function numbered(words: Words, value: number, href: string | null): SentenceWithFigures {
  return { text: words.number(value), figures: [{ value, href }] };
}

/** A quote on one line between the marks of the language. */
export function inQuotes(words: Words, quote: string): string {
  return words.say("share.quote", { text: quote.replace(/\s+/g, " ").trim() });
}
