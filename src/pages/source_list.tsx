/** @jsxImportSource preact */
/**
 * Where the reviews were written, with the rating of each source.
 *
 * @module
 */
import type { AggregateRating } from "../review/mod.ts";
import { sourceRatings } from "./source_ratings.ts";
import { counted, sourceInWords } from "./words.ts";

/** One line for each source. */
export function SourceList({ rating }: { rating: AggregateRating }) {
  const ratings = sourceRatings(rating);
  if (ratings.length === 0) return null;
  return (
    <section class="sources" aria-labelledby="sources">
      <h2 id="sources">Where these reviews were written</h2>
      <ul>
        {ratings.map(({ source, rating_value, review_count }) => (
          <li>
            {sourceInWords(source)}: {rating_value.toFixed(2)} of 5 stars, {counted(review_count, "review")}
          </li>
        ))}
      </ul>
    </section>
  );
}
