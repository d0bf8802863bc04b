/** @jsxImportSource preact */
/**
 * Customers' own sentences, each with the way to its review.
 *
 * @module
 */
import type { Quote } from "./insights_view.ts";
import { reviewLink } from "./links.ts";
import type { PageSite } from "./site.ts";

/** Quotes with links to their reviews; renders nothing when there are none. */
export function Quotes({ quotes, site }: { quotes: readonly Quote[]; site: PageSite }) {
  if (quotes.length === 0) return null;
  return (
    <ul class="quotes">
      {quotes.map(({ quote, review_id, rating, date }) => (
        <li>
          <q dir="auto">{quote}</q>{" "}
          <a href={reviewLink(site, review_id)} class="cite">
            {rating}
            <span aria-hidden="true">&nbsp;★</span>
            <span class="unseen"> {site.words.say("facts.stars")}</span>, {site.words.date(date)}
          </a>
        </li>
      ))}
    </ul>
  );
}
