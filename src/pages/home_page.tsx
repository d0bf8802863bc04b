/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import { PATHS } from "../http/paths.ts";
import type { Words } from "../languages/mod.ts";
import type { Publication, SearchQuery } from "../publication/mod.ts";
import { type Business, type OpenSpan, openWeek, type Review, streetAddressPhrase } from "../review/mod.ts";
import { BusinessFacts, SourceTable } from "./components/facts.tsx";
import { ALL_REVIEWS, CountLink } from "./components/figures.tsx";
import { BusinessHighlights, Hero } from "./components/hero.tsx";
import { PageSection, renderPage } from "./components/layout.tsx";
import { MentionList } from "./components/mention_list.tsx";
import { PhotoStrip } from "./components/photo_strip.tsx";
import { ReviewCard, ReviewList, shortTextOf } from "./components/review_card.tsx";
import { Orders, SearchForm } from "./components/search_form.tsx";
import { CustomersSay, Questions } from "./customers_say.tsx";
import { countFound, hasFigures, MIN_ENTITY_REVIEWS, reviewsOf, services, technicians } from "./entity.ts";
import { type InsightsView, insightsView } from "./insights_view.ts";
import { businessJsonLd } from "./json_ld.ts";
import { namedPrices } from "./named_prices.ts";
import type { PageDocument } from "./page.ts";
import { aspectPhrase, descriptionPhrase, formatTitle, reviewsPhrase } from "./phrases.ts";
import { renderSearchPage, type Search } from "./search_page.tsx";
import { formatHost, type PageProps, type PageSite, pageAddress, pageLink } from "./site.ts";
import { qrPath } from "./widgets/card.ts";

export function renderHomePage(publication: Publication, site: PageSite, search?: Search): PageDocument {
  const isSearch = search !== undefined && (search.issues.length > 0 || Object.keys(search.query).length > 0);
  return isSearch ? renderSearchPage(publication, site, search) : profilePage(publication, site);
}

function profilePage(publication: Publication, site: PageSite): PageDocument {
  const { business, aggregateRating } = publication;
  const { words } = site;
  const insights = insightsView(publication.insights);
  const critical = criticalReview(publication);
  const match = publication.search({ limit: critical ? REVIEWS_SHOWN - 1 : REVIEWS_SHOWN });
  const newest = reviewsOf(publication, match);
  const listed = critical ? [...newest, critical] : newest;
  const titled = (rated: string) => words.say("badge.named", { business: business.name, rated });
  return renderPage({
    site,
    publication,
    title: formatTitle(
      titled(reviewsPhrase(words, aggregateRating)),
      titled(words.say("count.reviews", { count: aggregateRating.review_count })),
    ),
    description: descriptionPhrase(words, business, aggregateRating),
    canonicalPath: "/",
    jsonLd: businessJsonLd(publication, site, listed.map(asListed)),
    isProfile: true,
    isEmbeddable: true,
    children: (
      <>
        <Hero publication={publication} site={site}>
          <BusinessHighlights publication={publication} insights={insights} site={site} />
        </Hero>
        <PhotoStrip publication={publication} site={site} />
        <BusinessFacts publication={publication} site={site} />
        {newest.length > 0 ? (
          <FirstReviews publication={publication} insights={insights} site={site} newest={newest} critical={critical} />
        ) : (
          <NoneYet site={site} withheldCount={insights.transparency?.withheld_count ?? 0} />
        )}
        {publication.reviewCount >= MIN_ENTITY_REVIEWS && <CustomersSay publication={publication} site={site} />}
        <PeopleAndServices publication={publication} site={site} />
        <Questions publication={publication} insights={insights} site={site} />
        {publication.reviewCount > 0 && (
          <details class="sources row">
            <summary>{words.say("sources.title")}</summary>
            <SourceTable rating={aggregateRating} site={site} />
          </details>
        )}
        <AboutSection business={business} site={site} />
        <ShareSection business={business} site={site} />
      </>
    ),
  });
}

function NoneYet({ site, withheldCount }: { site: PageSite; withheldCount: number }) {
  return (
    <PageSection class="reviews" id="reviews" title={site.words.say("frame.reviews")}>
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
    </PageSection>
  );
}

/** Structured data must match the list, so a text that is cut there is cut here. */
function asListed(review: Review): Review {
  return { ...review, text: shortTextOf(review.text) };
}

const CRITICAL_STARS = 3;
/** Only this many of the newest are considered: old complaints are a poor guide to today's work. */
const CANDIDATES = 40;
const LONG_TEXT = 600;
const SHORT_TEXT = 60;

/** The most useful critical review; null where there is none with enough text, or it is shown as one of the newest. */
function criticalReview(publication: Publication): Review | null {
  const { ordinals } = publication.search({ max_rating: CRITICAL_STARS, limit: CANDIDATES });
  const rated = ordinals
    .map((ordinal, place) => ({ ordinal, score: usefulness(publication.reviewAt(ordinal), place) }))
    .filter(({ score }) => score > 0);
  const best = rated.reduce<{ ordinal: number; score: number } | null>(
    (one, other) => (one === null || other.score > one.score ? other : one),
    null,
  );
  return best === null || best.ordinal < REVIEWS_SHOWN - 1 ? null : publication.reviewAt(best.ordinal);
}

/** Scores the aspects that a review criticises, its length, the reply and its age; the newest has place 0. */
function usefulness({ text, aspects, reply }: Review, place: number): number {
  if (text.length < SHORT_TEXT) return 0;
  const criticised = aspects.filter(({ sentiment }) => sentiment === "negative" || sentiment === "mixed").length;
  const length = Math.min(text.length, LONG_TEXT) / LONG_TEXT;
  return 2 * Math.min(criticised, 4) + 3 * length + (reply === null ? 0 : 1) + 3 * (1 - place / CANDIDATES);
}

const MAX_LISTED = 4;

function PeopleAndServices({ publication, site }: PageProps) {
  const lists = [technicians(publication), services(publication)].map((list) => list.filter(hasFigures));
  if (lists.every(({ length }) => length === 0)) return null;
  return (
    <PageSection class="mentioned" id="mentioned" title={site.words.say("people.title")}>
      {(["technicians", "services"] as const).map((kind, at) => {
        const list = (lists[at] ?? []).toSorted((one, other) => other.count - one.count);
        if (list.length === 0) return null;
        return (
          <>
            <h3>
              {site.words.say(`people.${kind}`)}
              {list.length > MAX_LISTED && (
                <a href={pageLink(site, PATHS[kind])}>{site.words.say("people.all", { count: list.length })}</a>
              )}
            </h3>
            <MentionList list={list.slice(0, MAX_LISTED)} publication={publication} site={site} />
          </>
        );
      })}
      <p class="quiet">{site.words.say("people.note", { fewest: MIN_ENTITY_REVIEWS })}</p>
    </PageSection>
  );
}

const MAX_AREAS = 5;

function AboutSection({ business, site: { words } }: { business: Business; site: PageSite }) {
  const { description, service_areas, founded, license_ids, address, language, url, opening_hours: hours } = business;
  const areas = service_areas.map(({ name }) => name);
  const shown =
    areas.length > MAX_AREAS
      ? [...areas.slice(0, MAX_AREAS), words.say("about.moreAreas", { count: areas.length - MAX_AREAS })]
      : areas;
  const street = streetAddressPhrase(address);
  const isNothingSaid = !description && !url && areas.length + license_ids.length + hours.length === 0;
  if (isNothingSaid && founded === null && !street) return null;
  return (
    <PageSection class="about" id="about" title={words.say("about.title", { business: business.name })}>
      {description && (
        <p class="lead" lang={language} dir="auto">
          {description}
        </p>
      )}
      <dl class="about-facts">
        {url && /^https?:/.test(url) && (
          <Fact name={words.say("hero.website")}>
            <a href={url} rel="external noopener">
              {formatHost(url)}
            </a>
          </Fact>
        )}
        {hours.length > 0 && (
          <div id="hours">
            <dt>{words.say("about.hours")}</dt>
            <dd>
              <OpeningHours hours={hours} words={words} />
            </dd>
          </div>
        )}
        {areas.length > 0 && <Fact name={words.say("about.areas")}>{words.list(shown)}</Fact>}
        {street && <Fact name={words.say("about.address")}>{street}</Fact>}
        {founded !== null && <Fact name={words.say("about.since")}>{founded}</Fact>}
        {license_ids.length > 0 && <Fact name={words.say("about.licenses")}>{words.list(license_ids)}</Fact>}
      </dl>
    </PageSection>
  );
}

function OpeningHours({ hours, words }: { hours: readonly string[]; words: Words }) {
  const formatSpan = ({ opens, closes }: OpenSpan) =>
    closes - opens === 24 * 60 ? words.say("hours.allDay") : words.times(opens, closes);
  return (
    <table class="hours">
      <tbody>
        {openWeek(hours).map(({ days, spans }) => (
          <tr>
            <th scope="row">{words.weekdays(days[0] ?? 0, days.at(-1) ?? 0)}</th>
            <td>{spans.length === 0 ? words.say("hours.closed") : spans.map(formatSpan).join(", ")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
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

function ShareSection({ business, site }: { business: Business; site: PageSite }) {
  const { words } = site;
  const address = pageAddress(site, PATHS.home);
  const mail = `mailto:?subject=${encodeURIComponent(business.name)}&body=${encodeURIComponent(address)}`;
  return (
    <PageSection class="share" id="share" title={words.say("share.title")}>
      <div>
        <QrCode text={address} />
        <p>
          {words.say("share.scan")}
          <code data-copy={words.say("share.title")}>{address}</code>
          <a href={mail}>{words.say("share.mail")}</a>
        </p>
      </div>
    </PageSection>
  );
}

function QrCode({ text }: { text: string }) {
  const svg = `<svg class="qr" aria-hidden="true" focusable="false" ${qrPath(text)}</svg>`;
  return <div dangerouslySetInnerHTML={{ __html: svg }} />;
}

const REVIEWS_SHOWN = 5;

/** What the section shows; `critical` is null where it is among the newest, or there is none. */
interface FirstReviewsProps extends PageProps {
  readonly insights: InsightsView;
  readonly newest: readonly Review[];
  readonly critical: Review | null;
}

function FirstReviews({ publication, insights, site, newest, critical }: FirstReviewsProps) {
  const { reviewCount, business } = publication;
  const { words } = site;
  return (
    <PageSection class="reviews first" id="reviews" title={words.say("first.newest")}>
      <SearchForm publication={publication} site={site} query={{}} issues={[]} isCompact />
      <FilterChips publication={publication} insights={insights} site={site} />
      <Orders site={site} query={{}} count={reviewCount} />
      <ReviewList publication={publication} site={site} reviews={newest} query={{}} isCompact />
      {critical && (
        <div class="critical">
          <h3>{words.say("first.critical")}</h3>
          <ReviewCard review={critical} business={business} site={site} level={4} isCompact />
          <p class="quiet">{words.say("first.criticalNote")}</p>
        </div>
      )}
      {reviewCount > REVIEWS_SHOWN && (
        <p class="all-reviews">
          <CountLink class="button quiet-button" count={reviewCount} query={ALL_REVIEWS} site={site}>
            {words.say("first.all", { count: reviewCount })}
          </CountLink>
        </p>
      )}
    </PageSection>
  );
}

const MAX_ASPECTS = 6;

interface Chip {
  readonly name: string;
  readonly count: number;
  readonly query?: SearchQuery;
  readonly href?: string;
}

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
    .slice(0, MAX_ASPECTS)
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
