/** @jsxImportSource preact */
/**
 * The reviews a visitor reads first: search, chips that narrow them down, orders to choose from, the newest and the most
 * helpful critical one. Each is a search, so the address is the state.
 */
import type { Publication, SearchQuery } from "../publication/mod.ts";
import type { Words } from "../review/languages/mod.ts";
import type { Review } from "../review/mod.ts";
import { ALL_REVIEWS, CountLink } from "./components/figure_text.tsx";
import { ReviewCard, ReviewList } from "./components/review_card.tsx";
import { SearchForm } from "./components/search_form.tsx";
import { countFound } from "./entity.ts";
import type { InsightsView } from "./insights_view.ts";
import { aspectPhrase } from "./phrases.ts";
import { namedPrices } from "./reputation.ts";
import { type PageProps, type PageSite, searchLink } from "./site.ts";

/** Reviews on the profile. */
export const FIRST = 5;

/** What the section shows; `critical` is null where it is among the newest, or there is none. */
interface FirstReviewsProps extends PageProps {
  readonly insights: InsightsView;
  readonly newest: readonly Review[];
  readonly critical: Review | null;
}

/** Search, chips, the newest reviews, a critical one, and the way to all. */
export function FirstReviews({ publication, insights, site, newest, critical }: FirstReviewsProps) {
  const { reviewCount, business } = publication;
  const { words } = site;
  return (
    <section class="reviews first" aria-labelledby="reviews">
      <h2 id="reviews">{words.say("first.newest")}</h2>
      <SearchForm publication={publication} site={site} query={{}} issues={[]} isBrief />
      <FilterChips publication={publication} insights={insights} site={site} />
      <Orders site={site} count={reviewCount} />
      <ReviewList publication={publication} site={site} reviews={newest} query={{}} isBrief />
      {critical && (
        <div class="critical">
          <h3>{words.say("first.critical")}</h3>
          <ReviewCard review={critical} business={business} site={site} level={4} isBrief />
          <p class="quiet">{words.say("first.criticalNote")}</p>
        </div>
      )}
      {reviewCount > FIRST && (
        <p class="all-reviews">
          <CountLink class="button quiet-button" count={reviewCount} query={ALL_REVIEWS} site={site}>
            {words.say("first.all", { count: reviewCount })}
          </CountLink>
        </p>
      )}
    </section>
  );
}

/** One tap for each usual order. */
function Orders({ site, count }: { site: PageSite; count: number }) {
  if (count < 2) return null;
  return (
    <nav class="orders quiet" aria-label={site.words.say("search.order")}>
      <strong>{site.words.say("search.order.newest")}</strong>
      {(["highest", "lowest"] as const).map((sort) => (
        <a href={searchLink(site, { sort })}>{site.words.say(`search.order.${sort}`)}</a>
      ))}
    </nav>
  );
}

const MOST_ASPECTS = 6;

interface Chip {
  readonly name: string;
  readonly count: number;
  readonly query?: SearchQuery;
  readonly href?: string;
}

/** Renders nothing where there is nothing to choose from. */
function FilterChips({ publication, insights, site }: PageProps & { insights: InsightsView }) {
  const chips = [
    ...aspectChips(insights, site.words),
    ...searchChip(publication, site.words.say("chips.withReply"), { has_reply: true }),
    ...priceChip(publication, site.words),
  ];
  if (chips.length < 2) return null;
  return (
    <nav class="chips" aria-label={site.words.say("chips.label")}>
      <ul>
        {chips.map(({ name, count, query, href }) => (
          <li>
            <CountLink count={count} site={site} {...(query && { query })} {...(href !== undefined && { href })}>
              <bdi>{name}</bdi> <span class="chip-count">{site.words.number(count)}</span>
            </CountLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function aspectChips({ aspects }: InsightsView, words: Words): Chip[] {
  return aspects
    .filter(({ review_count }) => review_count > 0)
    .toSorted((one, other) => other.review_count - one.review_count)
    .slice(0, MOST_ASPECTS)
    .map((aspect) => ({ name: aspectPhrase(words, aspect), count: aspect.review_count, href: aspect.href }));
}

function priceChip(publication: Publication, words: Words): Chip[] {
  const sign = namedPrices(publication)[0]?.price.match(/[$£€]/)?.[0];
  return sign === undefined ? [] : searchChip(publication, words.say("chips.prices"), { query: sign });
}

/** A search that finds some reviews, but not all. */
function searchChip(publication: Publication, name: string, query: SearchQuery): Chip[] {
  const count = countFound(publication, query);
  return count > 0 && count < publication.reviewCount ? [{ name, count, query }] : [];
}
