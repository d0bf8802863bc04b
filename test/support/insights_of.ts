/** The real insights of a list of reviews. */
import { analyzeReview, type InsightsDataset } from "../../src/insights/mod.ts";
import type { Business, Review } from "../../src/review/mod.ts";
import { datasetOf } from "../insights/sample.ts";

export function insightsOf(business: Business, reviews: readonly Review[]): InsightsDataset {
  const analysed = reviews.map(({ id, date, date_precision, rating, title, text, translation, author, mentions }) => {
    const analysis = analyzeReview(
      { id, title, text, translation: translation?.text ?? null, author_name: author.name },
      business,
    );
    return { id, date, date_precision, rating, text, mentions, analysis };
  });
  return datasetOf(analysed, { business });
}
