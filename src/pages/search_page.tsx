/** @jsxImportSource preact */

import type { Issue } from "../http/problem_schema.ts";
import { aspectOfWords } from "../insights/mod.ts";
import type { Words } from "../languages/mod.ts";
import {
  describeFilter,
  FILTERS,
  type FilterName,
  type Publication,
  type SearchHint,
  type SearchMatch,
  type SearchQuery,
  searchHints,
  withoutFilter,
} from "../publication/mod.ts";
import { renderPage } from "./components/layout.tsx";
import { Paging, REVIEWS_PER_PAGE, ReviewList } from "./components/review_card.tsx";
import { Orders, SearchForm, type SearchFormProps } from "./components/search_form.tsx";
import { reviewsOf, services, technicians } from "./entity.ts";
import type { PageDocument } from "./page.ts";
import { descriptionPhrase, formatTitle } from "./phrases.ts";
import { type PageProps, type PageSite, pageLink, searchDataLink, searchLink } from "./site.ts";

export interface Search {
  readonly query: SearchQuery;
  readonly issues: readonly Issue[];
}

/** Status 400 when the search has issues; they are named on the page. */
export function renderSearchPage(publication: Publication, site: PageSite, search: Search): PageDocument {
  const { query, issues } = search;
  const match = issues.length > 0 ? NO_MATCH : publication.search({ limit: REVIEWS_PER_PAGE, ...query });
  const reviews = reviewsOf(publication, match);
  const { total } = match;
  const hints = issues.length > 0 ? [] : searchHints(publication, query, { total, aspectOf: aspectOfWords });
  const { words } = site;
  const heading = issues.length > 0 ? words.say("search.title") : foundHeading(words, match);
  const page = renderPage({
    site,
    status: issues.length === 0 ? 200 : 400,
    isCacheable: false,
    publication,
    hasBusinessCard: true,
    title: formatTitle(issues.length > 0 ? heading : describeMatch(words, match, query, publication)),
    description: words.say("search.described", {
      heading,
      business: descriptionPhrase(words, publication.business, publication.aggregateRating),
    }),
    canonicalPath: null,
    children: (
      <>
        <section class="reviews found" aria-labelledby="reviews">
          <p class="eyebrow">
            <a href={pageLink(site, "/")}>{words.say("error.all")}</a>
          </p>
          <h1 id="reviews" dir="auto">
            {heading}
          </h1>
          <AboutMentioned publication={publication} site={site} query={query} />
          <ActiveFilters publication={publication} site={site} query={query} />
          <SearchForm publication={publication} site={site} query={query} issues={issues} />
          {match.total > 0 && <Hints site={site} query={query} hints={hints} />}
          <Orders site={site} query={query} count={match.total} />
          <ReviewList publication={publication} site={site} reviews={reviews} query={query} level={2} />
          {issues.length === 0 && match.total === 0 && <NothingFound site={site} query={query} hints={hints} />}
          <SimilarReviews publication={publication} site={site} query={query} found={match} />
          <Paging site={site} query={query} match={match} />
          {issues.length === 0 && (
            <p class="quiet needs-server">
              <a href={searchDataLink(site, query)}>{words.say("search.asJson")}</a>
            </p>
          )}
        </section>
      </>
    ),
  });
  return issues.length === 0 ? page : { ...page, issues };
}

/** Hits under which what reads alike is shown, too. */
const FEW_HITS = 3;

/** Reviews with the meaning of a phrase in other words, if hardly any contain it literally. */
function SimilarReviews({ publication, site, query, found }: PageProps & { query: SearchQuery; found: SearchMatch }) {
  const { query: phrase, cursor, ...others } = query;
  if (phrase === undefined || cursor !== undefined || found.total >= FEW_HITS) return null;
  const meant = { ...others, words: phrase };
  const { ordinals } = publication.search({ limit: REVIEWS_PER_PAGE, ...meant });
  const reviews = reviewsOf(publication, { ...found, ordinals: ordinals.filter((at) => !found.ordinals.includes(at)) });
  if (reviews.length === 0) return null;
  return (
    <>
      <h2 class="similar">{site.words.say("search.similar")}</h2>
      <ReviewList publication={publication} site={site} reviews={reviews} query={meant} />
    </>
  );
}

function AboutMentioned({ publication, site, query }: PageProps & { query: SearchQuery }) {
  const asked = [query.mentions_technician, query.mentions_service].filter((name) => name !== undefined);
  const found = [...technicians(publication), ...services(publication)].filter(
    ({ id, name }) => asked.includes(id) || asked.includes(name),
  );
  if (found.length === 0) return null;
  return (
    <p class="after-heading">
      {found.map((mentioned, index) => (
        <>
          {index > 0 && ", "}
          <a href={pageLink(site, mentioned.path)}>{site.words.say("entity.more", { name: mentioned.name })}</a>
        </>
      ))}
    </p>
  );
}

const NO_MATCH: SearchMatch = { ordinals: [], total: 0, totalIsExact: true, nextCursor: null };

interface HintsProps {
  readonly site: PageSite;
  readonly query: SearchQuery;
  readonly hints: readonly SearchHint[];
}

function NothingFound(props: HintsProps) {
  return (
    <div class="none-yet">
      <p>{props.site.words.say("search.nothing")}</p>
      <Hints {...props} />
    </div>
  );
}

function Hints({ site, query, hints }: HintsProps) {
  const { words } = site;
  if (hints.length === 0) return null;
  return (
    <ul>
      {hints.map((hint) => (
        <li dir="auto">
          <a href={searchLink(site, changedBy(hint, query))}>{describeChange(words, hint)}</a>
        </li>
      ))}
    </ul>
  );
}

function changedBy({ change }: SearchHint, { cursor: _cursor, ...query }: SearchQuery): SearchQuery {
  return Object.fromEntries(Object.entries({ ...query, ...change }).filter(([, value]) => value !== null));
}

function describeChange(words: Words, { try: value }: SearchHint): string {
  return value === null ? words.say("search.without") : words.say("search.try", { value: String(value) });
}

function foundHeading(words: Words, match: SearchMatch): string {
  const { total: count } = match;
  return count === 0
    ? words.say("search.none")
    : words.say("search.found", { count, reviews: formatTotal(words, match) });
}

function describeMatch(words: Words, match: SearchMatch, query: SearchQuery, publication: Publication): string {
  const { business } = publication;
  const named = words.list(filtersIn(query).map((name) => describeFilter(name, query, words, business)));
  const reviews = formatTotal(words, match);
  return named ? words.say("search.foundFor", { reviews, filters: named }) : reviews;
}

function formatTotal(words: Words, { total, totalIsExact }: SearchMatch): string {
  return totalIsExact ? words.say("count.reviews", { count: total }) : words.say("search.moreThan", { number: total });
}

function filtersIn(query: SearchQuery): FilterName[] {
  return Object.keys(query).filter((name): name is FilterName => name in FILTERS);
}

function ActiveFilters({ publication, site, query }: Omit<SearchFormProps, "issues">) {
  const { cursor: _cursor, limit: _limit, ...kept } = query;
  const names = filtersIn(query);
  if (names.length === 0) return null;
  return (
    <nav aria-label={site.words.say("filter.active")}>
      <ul class="active-filters">
        {names.map((name) => {
          const label = describeFilter(name, query, site.words, publication.business);
          return (
            <li>
              <a
                href={searchLink(site, withoutFilter(kept, name))}
                aria-label={site.words.say("filter.remove", { filter: label })}
              >
                <bdi>{label}</bdi>
                <svg viewBox="0 0 10 10" aria-hidden="true" focusable="false">
                  <path d="m1.5 1.5 7 7m0-7-7 7" />
                </svg>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
