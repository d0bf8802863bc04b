/** @jsxImportSource preact */
/** The home page: the profile of the business with its newest reviews, then what all of them say; or search results. */

import type { ComponentChildren } from "preact";
import { PATHS } from "../http/paths.ts";
import type { Publication } from "../publication/mod.ts";
import type { Words } from "../review/languages/mod.ts";
import type { Business, Review } from "../review/mod.ts";
import { BusinessFacts, SourceList } from "./components/facts.tsx";
import { CountLink } from "./components/figure_text.tsx";
import { Hero, PhotoFigure } from "./components/hero.tsx";
import { renderPage } from "./components/layout.tsx";
import { Paging, REVIEWS_PER_PAGE, ReviewList, reviewsOf, textInList } from "./components/review_card.tsx";
import { SearchForm } from "./components/search_form.tsx";
import { StarShapes } from "./components/stars.tsx";
import { CustomersSay, Questions } from "./customers_say.tsx";
import { FEWEST_REVIEWS, insightOf, type Mentioned, mentionedLink, services, technicians } from "./entity.ts";
import { FirstReviews, NEWEST } from "./first_reviews.tsx";
import { insightsView } from "./insights_view.ts";
import { businessJsonLd } from "./json_ld.ts";
import { htmlPage, type PageDocument } from "./page.ts";
import { descriptionPhrase, reviewsPhrase, streetAddressPhrase, titleInWords } from "./phrases.ts";
import { renderSearchPage, type Search } from "./search_page.tsx";
import { type PageSite, pageLink } from "./site.ts";

/** The page at `/`. Status 400 when the search has issues; they are named on the page. */
export function renderHomePage(publication: Publication, site: PageSite, search?: Search): PageDocument {
  const isSearch = search !== undefined && (search.issues.length > 0 || Object.keys(search.query).length > 0);
  return isSearch ? renderSearchPage(publication, site, search) : profilePage(publication, site);
}

function profilePage(publication: Publication, site: PageSite): PageDocument {
  const { business, aggregateRating } = publication;
  const { words } = site;
  const insights = insightsView(publication.insights);
  const match = publication.search({ limit: REVIEWS_PER_PAGE });
  const shown = shownReviews(publication, reviewsOf(publication, match));
  const { newest, critical, more } = shown;
  const listed = [...newest, ...(critical ? [critical] : []), ...more];
  const html = renderPage({
    site,
    publication,
    title: titleInWords(
      words.say("badge.named", { business: business.name, rated: reviewsPhrase(words, aggregateRating) }),
    ),
    description: descriptionPhrase(words, business, aggregateRating),
    canonicalPath: "/",
    siteName: words.say("frame.name"),
    jsonLd: businessJsonLd(publication, site, listed.map(asListed)),
    isProfile: true,
    children: (
      <>
        <StarShapes />
        <Hero publication={publication} site={site} />
        <BusinessFacts publication={publication} site={site} />
        {newest.length > 0 ? (
          <FirstReviews publication={publication} insights={insights} site={site} newest={newest} critical={critical} />
        ) : (
          <NoneYet site={site} withheldCount={insights.transparency?.withheld_count ?? 0} />
        )}
        <PhotoFigure publication={publication} site={site} />
        {newest.length > 0 && <CustomersSay insights={insights} site={site} />}
        <PeopleAndServices publication={publication} site={site} />
        <Questions insights={insights} site={site} />
        {more.length > 0 && (
          <section class="reviews" aria-labelledby="more">
            <h2 id="more">{words.say("first.more")}</h2>
            <SearchForm publication={publication} site={site} query={{}} issues={[]} />
            <ReviewList publication={publication} site={site} reviews={more} query={{}} />
            <Paging site={site} query={{}} match={match} />
          </section>
        )}
        <SourceList rating={aggregateRating} site={site} />
        <AboutSection business={business} site={site} />
      </>
    ),
  });
  return htmlPage(200, html, { cacheable: true, business: publication.business });
}

/** The reviews of the page, each of them once. */
interface ShownReviews {
  readonly newest: readonly Review[];
  readonly critical: Review | null;
  readonly more: readonly Review[];
}

function shownReviews(publication: Publication, page: readonly Review[]): ShownReviews {
  const newest = page.slice(0, NEWEST);
  const ordinal = criticalReview(publication);
  const critical = ordinal === null || ordinal < NEWEST ? null : publication.reviewAt(ordinal);
  return { newest, critical, more: page.slice(NEWEST).filter(({ id }) => id !== critical?.id) };
}

/** Instead of the reviews when there are none to show, which is not to say that none came in. */
function NoneYet({ site, withheldCount }: { site: PageSite; withheldCount: number }) {
  return (
    <section class="reviews" aria-labelledby="reviews">
      <h2 id="reviews">{site.words.say("frame.reviews")}</h2>
      <p class="none-yet">
        {site.words.say("first.none")}
        {withheldCount > 0 && (
          <>
            {" "}
            <a href={pageLink(site, PATHS.verification)}>
              {site.words.say("first.heldBack", { count: withheldCount })}
            </a>
            .
          </>
        )}
      </p>
    </section>
  );
}

/** Structured data says what the list shows, so a text that is cut there is cut here. */
function asListed(review: Review): Review {
  return { ...review, text: textInList(review.text) };
}

/** Stars up to which a review counts as critical. */
const CRITICAL_STARS = 3;
/** Of the newest so many: an old complaint says little about the work of today. */
const CANDIDATES = 40;
/** Text beyond this length adds nothing to the score. */
const LONG_TEXT = 600;
/** A text of one sentence explains nothing. */
const SHORT_TEXT = 60;

/** The ordinal of the most useful critical review; null where there is none with enough text. */
function criticalReview(publication: Publication): number | null {
  const { ordinals } = publication.search({ max_rating: CRITICAL_STARS, limit: CANDIDATES });
  const rated = ordinals
    .map((ordinal, place) => ({ ordinal, score: usefulness(publication.reviewAt(ordinal), place) }))
    .filter(({ score }) => score > 0);
  const best = rated.reduce<{ ordinal: number; score: number } | null>(
    (one, other) => (one === null || other.score > one.score ? other : one),
    null,
  );
  return best?.ordinal ?? null;
}

/** By what it criticises, how much it says, whether the business answered, and how new it is: at place 0 the newest. */
function usefulness({ text, aspects, reply }: Review, place: number): number {
  if (text.length < SHORT_TEXT) return 0;
  const criticised = aspects.filter(({ sentiment }) => sentiment === "negative" || sentiment === "mixed").length;
  const said = Math.min(text.length, LONG_TEXT) / LONG_TEXT;
  return 2 * Math.min(criticised, 4) + 3 * said + (reply === null ? 0 : 1) + 3 * (1 - place / CANDIDATES);
}

interface ListProps {
  readonly publication: Publication;
  readonly site: PageSite;
}

/** Technicians and services with links to their pages; renders nothing when there are none. */
function PeopleAndServices({ publication, site }: ListProps) {
  const isShown = ({ count }: Mentioned) => count >= FEWEST_REVIEWS;
  const people = technicians(publication).filter(isShown);
  const work = services(publication).filter(isShown);
  if (people.length + work.length === 0) return null;
  return (
    <section class="mentioned" aria-labelledby="mentioned">
      <h2 id="mentioned">{site.words.say("people.title")}</h2>
      <MentionList title={site.words.say("people.technicians")} list={people} publication={publication} site={site} />
      <MentionList title={site.words.say("people.services")} list={work} publication={publication} site={site} />
      <p class="quiet">{site.words.say("people.note", { fewest: FEWEST_REVIEWS })}</p>
    </section>
  );
}

function MentionList({ title, list, publication, site }: ListProps & { title: string; list: readonly Mentioned[] }) {
  if (list.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="mention-list">
        {list.map((mentioned) => (
          <li>
            <a href={mentionedLink(site, mentioned)}>
              <bdi>{mentioned.name}</bdi>
            </a>
            <span>
              <Average rating={insightOf(mentioned, publication)?.average_rating ?? null} words={site.words} />
              <CountLink class="mention-count" count={mentioned.count} query={mentioned.query} site={site}>
                {site.words.number(mentioned.count)}
                <span class="unseen"> {site.words.say("people.reviews")}</span>
              </CountLink>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Average({ rating, words }: { rating: number | null; words: Words }) {
  if (rating === null) return null;
  return (
    <>
      {words.mean(rating)} <span aria-hidden="true">★</span>
      <span class="unseen"> {words.say("people.stars")} </span>
    </>
  );
}

const MOST_AREAS = 12;

/** Description, areas, founding and licences; renders nothing when none is known. */
function AboutSection({ business, site: { words } }: { business: Business; site: PageSite }) {
  const { description, service_areas, founded, license_ids, address, language, url } = business;
  const areas = service_areas.map(({ name }) => name);
  const shown =
    areas.length > MOST_AREAS
      ? [...areas.slice(0, MOST_AREAS), words.say("about.moreAreas", { count: areas.length - MOST_AREAS })]
      : areas;
  const street = streetAddressPhrase(address);
  if (!description && !url && areas.length === 0 && founded === null && license_ids.length === 0 && !street)
    return null;
  return (
    <section class="about" aria-labelledby="about">
      <h2 id="about">{words.say("about.title", { business: business.name })}</h2>
      {description && (
        <p class="lead" lang={language} dir="auto">
          {description}
        </p>
      )}
      <dl class="about-facts">
        {url && /^https?:/.test(url) && (
          <Fact name={words.say("about.website")}>
            <a href={url} rel="external noopener">
              {hostOf(url)}
            </a>
          </Fact>
        )}
        {areas.length > 0 && <Fact name={words.say("about.areas")}>{words.list(shown)}</Fact>}
        {street && <Fact name={words.say("about.address")}>{street}</Fact>}
        {founded !== null && <Fact name={words.say("about.since")}>{founded}</Fact>}
        {license_ids.length > 0 && <Fact name={words.say("about.licenses")}>{words.list(license_ids)}</Fact>}
      </dl>
    </section>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : url;
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
