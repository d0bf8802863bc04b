/**
 * The engine's plain face: the sentiment of a text, and of one term in it.
 *
 * @module
 */
import { type Label, labelOf, TEXT_BAND } from "./label.ts";
import { read } from "./sentiment.ts";
import { learnedSentiment } from "./term_model.ts";
import { tokensOfTerm } from "./tokens.ts";

/** A sentiment score and the label it falls under. */
export interface Sentiment {
  /** -1 (bad) to 1 (good). */
  readonly sentiment: number;
  readonly label: Label;
}

/** Sentiment of a whole text. Pure; any string is fine. */
export function analyzeText(text: string): Sentiment {
  const { sentiment } = read(text);
  return { sentiment, label: labelOf(sentiment, TEXT_BAND) };
}

/**
 * Sentiment toward `term` where it stands at `start` (UTF-16), or at its first occurrence, whatever the case.
 * A term that does not occur is neutral.
 */
export function analyzeAspect(text: string, term: string, start?: number): Sentiment {
  const at = start ?? text.toLowerCase().indexOf(term.toLowerCase());
  const reading = read(text);
  const place = tokensOfTerm(reading.tokens, at, at + term.length);
  if (at < 0 || place === null) return { sentiment: 0, label: "neutral" };
  const sentiment = learnedSentiment(reading, place.from, place.to);
  return { sentiment, label: labelOf(sentiment) };
}
