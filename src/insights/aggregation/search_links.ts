/** The searches that stand beside figures: each has the figure for its total. */
import type { Figure } from "./dataset.ts";
import { intervalOf, roundedShare } from "./figures.ts";
import type { Tally } from "./tally.ts";
import { isSingleWord } from "./text_counts.ts";

/** Parameters of a search, in the words of the search interface. */
export type Filters = Readonly<Record<string, string | number>>;
export type SearchOf = (filters: Filters) => string;

/** Addresses of searches below the address of the search interface. */
export function searchesAt(searchUrl: string): SearchOf {
  return (filters) => {
    const parameters = Object.entries(filters).map(([name, value]) => [name, String(value)]);
    return parameters.length === 0 ? searchUrl : `${searchUrl}?${new URLSearchParams(parameters)}`;
  };
}

/** What finds the reviews that hold an expression, as `ExpressionFinder` does. */
export function filtersOfExpression(expression: string): Filters {
  return isSingleWord(expression) ? { words: `"${expression}"` } : { query: expression };
}

/** A figure of a sentence with its search. */
export function figureOf(value: number, search: SearchOf, filters: Filters): Figure {
  return { value, href: search(filters) };
}

/** How the reviews about an aspect fall, all of them the denominator. */
export function sidesOf({ reviews, counts }: Pick<Tally, "reviews" | "counts">, search: SearchOf, filters: Filters) {
  const { positive, negative, mixed, unclear } = counts;
  return {
    positive_count: positive,
    positive_href: search({ ...filters, sentiment: "positive" }),
    negative_count: negative,
    negative_href: search({ ...filters, sentiment: "negative" }),
    mixed_count: mixed,
    mixed_href: search({ ...filters, sentiment: "mixed" }),
    unclear_count: unclear,
    unclear_href: search({ ...filters, sentiment: "unclear" }),
    positive_share: roundedShare(positive, reviews),
    positive_interval: intervalOf(positive, reviews),
    negative_share: roundedShare(negative, reviews),
    negative_interval: intervalOf(negative, reviews),
  };
}

/** How many of all reviews these are. */
export function partOf(reviews: number, all: number) {
  return { share: roundedShare(reviews, all) ?? 0, share_interval: intervalOf(reviews, all) };
}
