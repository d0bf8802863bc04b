/**
 * From a sentiment to the side it takes.
 *
 * @module
 */
export type Label = "positive" | "neutral" | "negative";

/** Sentiment nearer to 0 than this is no vote for either side. */
export const NEUTRAL_BAND = 0.15;

/** A text as a whole takes sides sooner than a mention: it is all about the one business. */
export const TEXT_BAND = 0.05;

/** Classifies a sentiment from -1 to 1; values strictly within `band` of 0 are neutral. */
export function labelOf(sentiment: number, band = NEUTRAL_BAND): Label {
  return sentiment >= band ? "positive" : sentiment <= -band ? "negative" : "neutral";
}
