/** @jsxImportSource preact */
/**
 * Where the reviews were written, with the rating of each source.
 *
 * @module
 */
import type { AggregateRating } from "../review/mod.ts";
import { CountLink } from "./count_link.tsx";
import type { PageSite } from "./site.ts";
import { sourceRatings } from "./source_ratings.ts";
import { EN } from "./words/en.ts";
import { counted, sourceInWords } from "./words.ts";

/** One line for each source. */
export function SourceList({ rating, site }: { rating: AggregateRating; site: PageSite }) {
  const ratings = sourceRatings(rating);
  if (ratings.length === 0) return null;
  return (
    <section class="sources" aria-labelledby="sources">
      <h2 id="sources">{EN.profile.writtenWhere}</h2>
      <ul>
        {ratings.map(({ source, rating_value, review_count }) => (
          <li>
            {sourceInWords(source)}: {rating_value.toFixed(2)} of 5 stars,{" "}
            <CountLink count={review_count} query={{ source }} site={site}>
              {counted(review_count, "review")}
            </CountLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
