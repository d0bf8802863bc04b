/** @jsxImportSource preact */
/**
 * The home page: the business, what customers say, the newest reviews; or, when something is searched for, what was found.
 *
 * @module
 */
import { InvalidCursor, type Publication, type SearchMatch, type SearchQuery } from "../publication/mod.ts";
import type { Review } from "../review/mod.ts";
import type { Issue } from "../web/problem.ts";
import { BusinessHeader } from "./business_header.tsx";
import { CustomersSay } from "./customers_say.tsx";
import { FollowSection } from "./follow_section.tsx";
import { insightsView } from "./insights_view.ts";
import { businessJsonLd } from "./json_ld.ts";
import { renderPage } from "./layout.tsx";
import { searchDataLink, searchLink } from "./links.ts";
import { htmlPage, type PageDocument } from "./page_document.ts";
import { PeopleAndServices } from "./people_and_services.tsx";
import { Questions } from "./questions.tsx";
import { ReviewCard, textInList } from "./review_card.tsx";
import { ActiveFilters, filterInWords, SearchForm } from "./search_form.tsx";
import { linkWithin, type PageSite } from "./site.ts";
import { StarShapes, starsInWords } from "./stars.tsx";
import { counted, groupedDigits, listInWords } from "./words.ts";

const REVIEWS_PER_PAGE = 20;

/** What a request asks the home page for: a query, or what is wrong with it. */
export interface Search {
  readonly query: SearchQuery;
  readonly issues: readonly Issue[];
}

/** The page at `/`. Status 400 when the search has issues; they are named on the page. */
export function homePage(publication: Publication, site: PageSite, search?: Search): PageDocument {
  const isSearch = search !== undefined && (search.issues.length > 0 || Object.keys(search.query).length > 0);
  return isSearch ? searchPage(publication, site, search) : overviewPage(publication, site);
}

function overviewPage(publication: Publication, site: PageSite): PageDocument {
  const { business, aggregateRating } = publication;
  const insights = insightsView(publication.insights);
  const match = publication.search({ limit: REVIEWS_PER_PAGE });
  const reviews = reviewsOf(publication, match);
  const html = renderPage({
    site,
    publication,
    title: clipped(`${business.name}: ${counted(aggregateRating.review_count, "verified review")}`, 70),
    description: descriptionOf(publication),
    canonicalPath: "/",
    siteName: "Verified reviews",
    jsonLd: businessJsonLd(publication, site, reviews.map(asListed)),
    children: (
      <>
        <StarShapes />
        <BusinessHeader publication={publication} site={site} />
        <CustomersSay insights={insights} site={site} />
        <PeopleAndServices publication={publication} insights={insights} site={site} />
        <section class="reviews" aria-labelledby="reviews">
          <h2 id="reviews">Reviews</h2>
          <SearchForm publication={publication} site={site} query={{}} issues={[]} />
          <ReviewList publication={publication} site={site} reviews={reviews} query={{}} />
          <Paging site={site} query={{}} match={match} />
        </section>
        <Questions insights={insights} />
        <FollowSection site={site} />
      </>
    ),
  });
  return htmlPage(200, html, { cacheable: true });
}

function searchPage(publication: Publication, site: PageSite, search: Search): PageDocument {
  const { query } = search;
  const { match, issues } = findMatches(publication, search);
  const reviews = reviewsOf(publication, match);
  const heading = issues.length > 0 ? "Search" : `${totalInWords(match)} found`;
  const html = renderPage({
    site,
    publication,
    title: clipped(issues.length > 0 ? heading : foundInWords(match, query, publication), 70),
    description: `${heading}. ${descriptionOf(publication)}`,
    canonicalPath: null,
    children: (
      <>
        <StarShapes />
        <section class="reviews found" aria-labelledby="reviews">
          <p class="eyebrow">
            <a href={linkWithin(site, "/")}>All reviews and ratings</a>
          </p>
          <h1 id="reviews" dir="auto">
            {heading}
          </h1>
          <ActiveFilters publication={publication} site={site} query={query} />
          <SearchForm publication={publication} site={site} query={query} issues={issues} />
          <ReviewList publication={publication} site={site} reviews={reviews} query={query} />
          {issues.length === 0 && reviews.length === 0 && <NothingFound />}
          <Paging site={site} query={query} match={match} />
          {issues.length === 0 && (
            <p class="quiet">
              <a href={searchDataLink(site, query)}>This search as JSON</a>
            </p>
          )}
        </section>
      </>
    ),
  });
  return htmlPage(issues.length > 0 ? 400 : 200, html, { cacheable: false });
}

const NO_MATCH: SearchMatch = { ordinals: [], total: 0, totalIsExact: true, nextCursor: null };

function findMatches(publication: Publication, { query, issues }: Search) {
  if (issues.length > 0) return { match: NO_MATCH, issues };
  try {
    return { match: publication.search({ limit: REVIEWS_PER_PAGE, ...query }), issues };
  } catch (error) {
    if (!(error instanceof InvalidCursor)) throw error;
    const message = "cursor is none that an answer gave; start again from the first page";
    return { match: NO_MATCH, issues: [{ path: ["cursor"], code: "cursor", message }] };
  }
}

function ReviewList(props: {
  publication: Publication;
  site: PageSite;
  reviews: readonly Review[];
  query: SearchQuery;
}) {
  const { publication, site, reviews, query } = props;
  return (
    <div class="review-list">
      {reviews.map((review) => (
        <ReviewCard review={review} business={publication.business} site={site} query={query.query} />
      ))}
    </div>
  );
}

function NothingFound() {
  return <p class="none-yet">No review matches all of this. Take a filter back, or search for fewer letters.</p>;
}

function Paging({ site, query, match }: { site: PageSite; query: SearchQuery; match: SearchMatch }) {
  const { cursor, ...filters } = query;
  if (!match.nextCursor && !cursor) return null;
  return (
    <nav class="paging" aria-label="Pages of reviews">
      {cursor && <a href={searchLink(site, filters)}>Newest</a>}
      {match.nextCursor && (
        <a class="next" rel="next" href={searchLink(site, { ...filters, cursor: match.nextCursor })}>
          Older reviews
        </a>
      )}
    </nav>
  );
}

/** "12 reviews: “leak” and 5 stars". */
function foundInWords(match: SearchMatch, query: SearchQuery, publication: Publication): string {
  const filters = Object.keys(query).filter((name) => name !== "cursor" && name !== "limit") as (keyof SearchQuery)[];
  const named = listInWords(filters.map((name) => filterInWords(name, query, publication)));
  return named ? `${totalInWords(match)}: ${named}` : totalInWords(match);
}

function totalInWords({ total, totalIsExact }: SearchMatch): string {
  return totalIsExact ? counted(total, "review") : `More than ${groupedDigits(total)} reviews`;
}

function reviewsOf(publication: Publication, { ordinals }: SearchMatch): Review[] {
  return ordinals.map((ordinal) => publication.reviewAt(ordinal));
}

/** Structured data says what the list shows, so a text that is cut there is cut here. */
function asListed(review: Review): Review {
  return { ...review, text: textInList(review.text) };
}

function descriptionOf({ business, aggregateRating }: Publication): string {
  const { rating_value: rating, review_count: count } = aggregateRating;
  if (rating === null) return `Verified customer reviews of ${business.name}.`;
  return `${business.name}: ${starsInWords(rating)} from ${counted(count, "verified customer review")}, published in full.`;
}

function clipped(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text
        .slice(0, length - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
