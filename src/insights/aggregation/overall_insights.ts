/** The figures of all reviews together, and what they were computed from. */
import { foldText } from "../../review/text.ts";
import { isReadLanguage } from "../analysis/languages.ts";
import type { InsightsDataset } from "./dataset.ts";
import { intervalOf, roundedShare } from "./figures.ts";
import type { SearchOf } from "./search_links.ts";
import type { CountedReview, Tally } from "./tally.ts";
import type { Calendar } from "./timeline.ts";

/** What every section is computed against. */
export interface Context {
  readonly calendar: Calendar;
  readonly all: Tally;
  /** All judgements of the aspects shown. */
  readonly judged: Pick<Tally, "reviews" | "counts">;
  readonly search: SearchOf;
  /** Differences likelier than this by chance alone are not reported. */
  readonly reportedUpTo: number;
}

/** What the figures were computed from, counted review by review, newest first. */
export class InputCounts {
  readonly #languages = new Map<string, number>();
  #reviews = 0;
  #texts = 0;
  #analyzed = 0;
  #translated = 0;
  #truncated = 0;
  #corrections = 0;
  #first: string | null = null;
  #last: string | null = null;

  /** `language` is the one that the review states. */
  add({ review: { date, text }, analysis }: CountedReview, language: string | null, corrections: number): void {
    this.#reviews++;
    this.#corrections += corrections;
    if (language !== null) this.#countLanguage(foldText(language));
    this.#first = date;
    this.#last ??= date;
    if (text === "" && !analysis.is_translated) return;
    this.#texts++;
    if (analysis.sentiment !== null) this.#analyzed++;
    if (analysis.sentiment !== null && analysis.is_translated) this.#translated++;
    if (analysis.is_truncated) this.#truncated++;
  }

  figures(search: SearchOf): InsightsDataset["input"] {
    return {
      review_count: this.#reviews,
      href: search({}),
      text_count: this.#texts,
      analyzed_count: this.#analyzed,
      translated_count: this.#translated,
      rating_only_count: this.#reviews - this.#texts,
      unread_count: this.#texts - this.#analyzed,
      coverage: roundedShare(this.#analyzed, this.#texts),
      coverage_interval: intervalOf(this.#analyzed, this.#texts),
      languages: [...this.#languages]
        .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
        .map(([language, review_count]) => ({
          language,
          review_count,
          read: isReadLanguage(language),
          href: search({ language }),
        })),
      truncated_count: this.#truncated,
      corrections: this.#corrections,
      first_date: this.#first,
      last_date: this.#last,
    };
  }

  #countLanguage(language: string): void {
    this.#languages.set(language, (this.#languages.get(language) ?? 0) + 1);
  }
}

export function overallFigures({ all, judged, calendar, search, reportedUpTo }: Context): InsightsDataset["overall"] {
  const { positive, negative, mixed, unclear } = judged.counts;
  return {
    review_count: all.reviews,
    href: search({}),
    average_rating: all.averageRating(),
    rating_distribution: all.distribution,
    rating_hrefs: {
      "1": search({ rating: 1 }),
      "2": search({ rating: 2 }),
      "3": search({ rating: 3 }),
      "4": search({ rating: 4 }),
      "5": search({ rating: 5 }),
    },
    judgements: {
      judgement_count: judged.reviews,
      positive_count: positive,
      negative_count: negative,
      mixed_count: mixed,
      unclear_count: unclear,
      positive_share: roundedShare(positive, judged.reviews),
      positive_interval: intervalOf(positive, judged.reviews),
      negative_share: roundedShare(negative, judged.reviews),
      negative_interval: intervalOf(negative, judged.reviews),
    },
    trend:
      all.reviews === 0
        ? []
        : all.timeline.periods(calendar).map(({ period, from, to, review_count, average_rating }) => {
            const href = search({ since: from, until: to });
            return { period, from, to, review_count, href, average_rating };
          }),
    direction: all.direction(reportedUpTo),
  };
}
