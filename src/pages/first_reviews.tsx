/** @jsxImportSource preact */
/**
 * The reviews a visitor reads first, the newest three and the most informative critical one, with chips that narrow
 * them down. Each chip is a search, so the address is the state.
 */
import type { Publication, SearchQuery } from "../publication/mod.ts";
import { sourceLabel, type Words } from "../review/languages/mod.ts";
import type { Distribution, Review } from "../review/mod.ts";
import { ALL_REVIEWS, CountLink } from "./components/figure_text.tsx";
import { ReviewCard, ReviewList } from "./components/review_card.tsx";
import type { InsightsView } from "./insights_view.ts";
import { aspectPhrase } from "./phrases.ts";
import type { PageSite } from "./site.ts";

/** Newest reviews before anything is said about all of them. */
export const NEWEST = 3;

/** What the section shows; `critical` is null where it is among the newest, or there is none. */
interface FirstReviewsProps {
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

const MOST_ASPECTS = 6;
const MOST_TOPICS = 4;
const MOST_SOURCES = 3;

interface Chip {
  readonly name: string;
  readonly count: number;
  readonly query?: SearchQuery;
  readonly href?: string;
}

/** Renders nothing where there is nothing to choose from. */
function FilterChips(props: { publication: Publication; insights: InsightsView; site: PageSite }) {
  const { publication, insights, site } = props;
  const chips = [
    ...aspectChips(insights, site.words),
    ...topicChips(insights),
    ...starChips(publication),
    ...sourceChips(publication, site.words),
    ...replyChips(publication, site.words),
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

function topicChips({ topics }: InsightsView): Chip[] {
  return topics.slice(0, MOST_TOPICS).map(({ name, review_count, href }) => ({ name, count: review_count, href }));
}

function starChips({ aggregateRating: { distribution } }: Publication): Chip[] {
  const stars = ([5, 4, 3, 2, 1] as const).map((rating) => {
    return {
      name: `${rating} ★`,
      count: distribution[String(rating) as keyof Distribution],
      query: { rating },
    };
  });
  const given = stars.filter(({ count }) => count > 0);
  return given.length > 1 ? given : [];
}

function sourceChips({ aggregateRating: { by_source } }: Publication, words: Words): Chip[] {
  const sources = Object.entries(by_source)
    .toSorted(([, one], [, other]) => other.review_count - one.review_count)
    .slice(0, MOST_SOURCES)
    .map(([source, { review_count }]) => ({
      name: sourceLabel(words, source),
      count: review_count,
      query: { source },
    }));
  return sources.length > 1 ? sources : [];
}

function replyChips(publication: Publication, words: Words): Chip[] {
  const { total } = publication.search({ has_reply: true, limit: 1 });
  const isChoice = total > 0 && total < publication.reviewCount;
  return isChoice ? [{ name: words.say("chips.withReply"), count: total, query: { has_reply: true } }] : [];
}
