/**
 * Computes the insights dataset from the published reviews: aspects, entities, topics, FAQ and summary.
 *
 * `reading/` takes one text apart; `counting/` knows many analyses and no text.
 *
 * In: reviews with their stored analyses, the business, the owner's overrides. Out: plain JSON, the same for the same.
 * Never: the clock, chance, the network, a locale, the store. Importing it loads no word list; first use does.
 *
 * See docs/insights.md for the formulas, the limits and the measured accuracy.
 *
 * @module
 */
export * from "./counting/mod.ts";
export * from "./reading/mod.ts";
