/** @jsxImportSource preact */
/**
 * Where the reviews were written, with the rating of each source.
 *
 * @module
 */

import type { AggregateRating } from "../review/mod.ts";
import { CountLink } from "./count_link.tsx";
import { sourcePhrase } from "./phrases.ts";
import type { PageSite } from "./site.ts";
import { sourceRatings } from "./source_ratings.ts";

/** One line for each source. */
export function SourceList({ rating, site }: { rating: AggregateRating; site: PageSite }) {
  const ratings = sourceRatings(rating);
  if (ratings.length === 0) return null;
  return (
    <section class="sources" aria-labelledby="sources">
      <h2 id="sources">{site.words.say("sources.title")}</h2>
      <ul>
        {ratings.map(({ source, rating_value, review_count }) => (
          <li>
            {site.words.pieces("sources.line", {
              source: sourcePhrase(site.words, source),
              rating: site.words.mean(rating_value),
              reviews: (
                <CountLink count={review_count} query={{ source }} site={site}>
                  {site.words.say("count.reviews", { count: review_count })}
                </CountLink>
              ),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
