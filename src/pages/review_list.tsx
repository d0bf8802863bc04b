/** @jsxImportSource preact */
/**
 * A page of reviews with the way to the next.
 *
 * @module
 */
import type { Publication, SearchMatch, SearchQuery } from "../publication/mod.ts";
import type { Review } from "../review/mod.ts";
import { soughtIn } from "./hits.ts";
import { searchLink } from "./links.ts";
import { ReviewCard } from "./review_card.tsx";
import type { PageSite } from "./site.ts";

/** Reviews on a page that asks for no other number. */
export const REVIEWS_PER_PAGE = 20;

/** The reviews of a match, in its order. */
export function reviewsOf(publication: Publication, { ordinals }: SearchMatch): Review[] {
  return ordinals.map((ordinal) => publication.reviewAt(ordinal));
}

/** Reviews in the order given, with what the query looks for marked. */
export function ReviewList(props: {
  publication: Publication;
  site: PageSite;
  reviews: readonly Review[];
  query: SearchQuery;
  /** Of the headings of reviews; default 3. */
  level?: 2 | 3;
}) {
  const { publication, site, reviews, query, level = 3 } = props;
  return (
    <div class="review-list">
      {reviews.map((review) => (
        <ReviewCard
          review={review}
          business={publication.business}
          site={site}
          level={level}
          sought={soughtIn(query, review, publication.business)}
        />
      ))}
    </div>
  );
}

/** Forward by cursor, and back to the beginning. */
export function Paging({ site, query, match }: { site: PageSite; query: SearchQuery; match: SearchMatch }) {
  const { cursor, ...filters } = query;
  if (!match.nextCursor && !cursor) return null;
  const { words } = site;
  return (
    <nav class="paging" aria-label={words.say("list.pages")}>
      {cursor && (
        <a href={searchLink(site, filters)}>{words.say(query.sort === undefined ? "list.newest" : "list.first")}</a>
      )}
      {match.nextCursor && (
        <a class="next" rel="next" href={searchLink(site, { ...filters, cursor: match.nextCursor })}>
          {words.say(query.sort === undefined ? "list.older" : "list.more")}
        </a>
      )}
    </nav>
  );
}
