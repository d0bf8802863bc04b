/** Sentences with figures in them: every number of reviews stands beside the search that finds them. */
import { groupedDigits as counted, listed, monthInWords as monthOf } from "../../review/wording.ts";
import type { AspectInsight, Figure } from "./dataset.ts";

export { counted, listed, monthOf };

/** A sentence, or several, with the figures in the order in which they are said. */
export interface SentenceWithFigures {
  readonly text: string;
  readonly figures: readonly Figure[];
}

/** Words and figures put together. */
export function sentence(
  parts: TemplateStringsArray,
  ...values: readonly (string | Figure | SentenceWithFigures)[]
): SentenceWithFigures {
  const figures: Figure[] = [];
  const words = values.map((value) => {
    if (typeof value === "string") return value;
    if ("text" in value) {
      figures.push(...value.figures);
      return value.text;
    }
    figures.push(value);
    return counted(value.value);
  });
  return { text: String.raw({ raw: parts }, ...words), figures };
}

/** "review" or "reviews". */
export function reviewWord(count: number): string {
  return count === 1 ? "review" : "reviews";
}

/** Parts as one list, with all their figures. */
export function joinParts(parts: readonly SentenceWithFigures[]): SentenceWithFigures {
  return { text: listed(parts.map(({ text }) => text)), figures: parts.flatMap(({ figures }) => figures) };
}

/** How the reviews that mention an aspect fall, as an editor would put it. */
export function sidesInWords(aspect: AspectInsight, about: string): SentenceWithFigures {
  const { review_count, href, positive_count, negative_count, mixed_count, unclear_count } = aspect;
  const all = { value: review_count, href };
  const sides = [
    { value: positive_count, href: aspect.positive_href, one: "praises it", many: "praise it" },
    { value: negative_count, href: aspect.negative_href, one: "criticises it", many: "criticise it" },
    { value: mixed_count, href: aspect.mixed_href, one: "does both", many: "do both" },
  ].filter(({ value }) => value > 0);
  const [only] = sides;
  if (only?.value === review_count) return sentence`All ${all} reviews that mention ${about} ${only.many}.`;
  const parts = sides.map(({ value, href, one, many }) => sentence`${{ value, href }} ${value === 1 ? one : many}`);
  const rest =
    unclear_count === 0
      ? ""
      : unclear_count === 1
        ? "; the other takes no clear side"
        : "; the others take no clear side";
  return sentence`Of the ${all} reviews that mention ${about}, ${joinParts(parts)}${rest}.`;
}

/** A quote on one line between curly marks. */
export function inQuotes(quote: string): string {
  return `“${quote.replace(/\s+/g, " ").trim()}”`;
}
