/** @jsxImportSource preact */
/**
 * The reviews a visitor reads first: the newest three, and the critical one that says most.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import type { Review } from "../review/mod.ts";
import { ALL_REVIEWS, CountLink } from "./count_link.tsx";
import { FilterChips } from "./filter_chips.tsx";
import type { InsightsView } from "./insights_view.ts";
import { ReviewCard } from "./review_card.tsx";
import { ReviewList } from "./review_list.tsx";
import type { PageSite } from "./site.ts";

/** Newest reviews before anything is said about all of them. */
export const NEWEST = 3;

/** What the section shows; `critical` is null where it is among the newest, or there is none. */
export interface FirstReviewsProps {
  readonly publication: Publication;
  readonly insights: InsightsView;
  readonly site: PageSite;
  readonly newest: readonly Review[];
  readonly critical: Review | null;
}

/** Chips, the newest reviews, a critical one, and the way to all. */
export function FirstReviews({ publication, insights, site, newest, critical }: FirstReviewsProps) {
  const { reviewCount, business } = publication;
  return (
    <section class="reviews first" aria-labelledby="reviews">
      <h2 id="reviews">{site.words.say("first.newest")}</h2>
      <FilterChips publication={publication} insights={insights} site={site} />
      <ReviewList publication={publication} site={site} reviews={newest} query={{}} />
      {critical && (
        <div class="critical">
          <h3>{site.words.say("first.critical")}</h3>
          <ReviewCard review={critical} business={business} site={site} level={4} />
          <p class="quiet">{site.words.say("first.criticalNote")}</p>
        </div>
      )}
      {reviewCount > NEWEST && (
        <p class="all-reviews">
          <CountLink class="button quiet-button" count={reviewCount} query={ALL_REVIEWS} site={site}>
            {site.words.say("first.all", { count: reviewCount })}
          </CountLink>
        </p>
      )}
    </section>
  );
}
