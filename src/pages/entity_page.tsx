/** @jsxImportSource preact */
/** The page of a technician or a service: what the reviews that mention it say, in figures, in quotes and in full. */

import type { Publication } from "../publication/mod.ts";
import { FigureTable } from "./components/figure_table.tsx";
import { ALL_REVIEWS, CountLink } from "./components/figure_text.tsx";
import { renderPage } from "./components/layout.tsx";
import { QuoteList, ReviewList, reviewsOf } from "./components/review_card.tsx";
import { StarHistogram, StarShapes, Stars } from "./components/stars.tsx";
import { TrendChart } from "./components/trend_chart.tsx";
import {
  aspectFigures,
  FEWEST_REVIEWS,
  insightOf,
  type Mentioned,
  meanStars,
  mentionShare,
  type Share,
  satisfiedShare,
  starCounts,
  trendOf,
} from "./entity.ts";
import { renderErrorPage } from "./error_page.tsx";
import { insightsView } from "./insights_view.ts";
import { entityJsonLd } from "./json_ld.ts";
import { htmlPage, type PageDocument } from "./page.ts";
import { reviewDatePhrase } from "./phrases.ts";
import { type PageSite, pageLink } from "./site.ts";

/** Reviews on the page; the search has all. */
const SHOWN = 10;

/** The page of an entry of the catalog: 404 for one that is not there, or not public. */
export function renderEntityPage(publication: Publication, site: PageSite, found: Mentioned | undefined): PageDocument {
  if (found === undefined) return renderErrorPage(site, 404, { publication });
  const { business } = publication;
  const { words } = site;
  const { name, count } = found;
  const reviews = reviewsOf(publication, publication.search({ ...found.query, limit: SHOWN }));
  const title = words.say("entity.title", { name, reviews: words.say("count.reviews", { count }) });
  const html = renderPage({
    site,
    publication,
    title,
    description: words.say("entity.description", { name, business: business.name }),
    canonicalPath: count === 0 ? null : found.path,
    sharePath: found.sharePath,
    jsonLd: entityJsonLd(publication, site, found),
    children: (
      <>
        <StarShapes />
        <section class="entity" aria-labelledby="title">
          <p class="eyebrow">
            {words.pieces(`entity.${found.kind}`, {
              business: (
                <a href={pageLink(site, "/")}>
                  <bdi>{business.name}</bdi>
                </a>
              ),
            })}
          </p>
          <h1 id="title" dir="auto">
            {name}
          </h1>
          <EntityRating publication={publication} site={site} mentioned={found} />
        </section>
        {count >= FEWEST_REVIEWS && <Figures publication={publication} site={site} mentioned={found} />}
        {count > 0 && (
          <section class="reviews" aria-labelledby="reviews">
            <h2 id="reviews">{words.pieces("entity.newest", { name: <bdi>{name}</bdi> })}</h2>
            <ReviewList publication={publication} site={site} reviews={reviews} query={found.query} />
            {count > SHOWN && (
              <p class="all-reviews">
                <CountLink class="button quiet-button" count={count} query={found.query} site={site}>
                  {words.say("entity.all", { count })}
                </CountLink>
              </p>
            )}
          </section>
        )}
        <p class="entity-others">
          <CountLink count={publication.reviewCount} query={ALL_REVIEWS} site={site}>
            {words.say("entity.all", { count: publication.reviewCount })}
          </CountLink>
        </p>
      </>
    ),
  });
  return htmlPage(200, html, { cacheable: true, business });
}

function Figures(props: { publication: Publication; site: PageSite; mentioned: Mentioned }) {
  const { publication, site, mentioned } = props;
  const insight = insightOf(mentioned, publication);
  const quotes = [...(insight?.evidence.positive ?? []), ...(insight?.evidence.negative ?? [])];
  const trend = trendOf(publication, mentioned, insightsView(publication.insights).trend);
  return (
    <>
      {quotes.length > 0 && (
        <section aria-labelledby="quotes">
          <h2 id="quotes">{site.words.say("entity.quotes")}</h2>
          <QuoteList quotes={quotes} site={site} />
        </section>
      )}
      <EntityAspects {...props} />
      <TrendChart trend={trend} site={site} />
    </>
  );
}

/** Figures from five reviews on; before that, only how many there are. */
function EntityRating(props: { publication: Publication; site: PageSite; mentioned: Mentioned }) {
  const { publication, site, mentioned } = props;
  const { words } = site;
  const { name, count, query } = mentioned;
  if (count === 0) return <p class="lead">{words.say("entity.none", { name })}</p>;
  const linked = (number: string) => (
    <CountLink count={count} query={query} site={site}>
      {number}
    </CountLink>
  );
  const mentions = words.pieces("entity.mentions", { count, name: <bdi>{name}</bdi> }, linked);
  if (count < FEWEST_REVIEWS) {
    return (
      <p class="lead">
        {mentions} {words.say("entity.tooFew")}
      </p>
    );
  }
  const counts = starCounts(publication, mentioned);
  const mean = meanStars(counts) ?? 0;
  const { last_mentioned: last = null, last_mentioned_precision: date_precision = null } =
    insightOf(mentioned, publication) ?? {};
  return (
    <>
      <p class="hero-rating">
        <strong class="rating-value">{words.rating(mean)}</strong>
        <Stars rating={mean} words={site.words} />
        <CountLink count={count} query={query} site={site}>
          {words.say("count.reviews", { count })}
        </CountLink>
      </p>
      <ul class="entity-facts">
        <li>
          {mentions} <Interval share={mentionShare(publication, mentioned)} site={site} message="entity.ofAll" />
        </li>
        <Satisfied {...props} />
        {last && <li>{words.say("entity.last", { date: reviewDatePhrase(words, { date: last, date_precision }) })}</li>}
      </ul>
      <StarHistogram counts={counts} site={site} />
    </>
  );
}

function Satisfied({ publication, site, mentioned }: Parameters<typeof EntityRating>[0]) {
  const share = satisfiedShare(publication, mentioned);
  if (share === null) return null;
  const { count, query } = share;
  const linked = (number: string) => (
    <CountLink count={count} query={query} site={site}>
      {number}
    </CountLink>
  );
  return (
    <li>
      {site.words.pieces("entity.satisfied", { count }, linked)}{" "}
      <Interval share={share} site={site} message="entity.ofThese" />
    </li>
  );
}

/** "5%, from 3% to 8% with a certainty of 95%". */
function Interval(props: { share: Share | null; site: PageSite; message: "entity.ofAll" | "entity.ofThese" }) {
  const { share, site, message } = props;
  if (share === null) return null;
  const { words } = site;
  const { count, whole, interval } = share;
  const [low, high] = [percentOf(interval.low, site), percentOf(interval.high, site)];
  return <span class="quiet">{words.say(message, { share: words.share(count, whole), low, high })}</span>;
}

/** A share of one as whole per cent. */
function percentOf(share: number, { words }: PageSite): string {
  return words.share(Math.round(share * 1000), 1000);
}

/** A table; renders nothing where no aspect has three reviews. */
function EntityAspects(props: { publication: Publication; site: PageSite; mentioned: Mentioned }) {
  const { publication, site, mentioned } = props;
  const { words } = site;
  const figures = aspectFigures(publication, mentioned);
  if (figures.length === 0) return null;
  return (
    <section aria-labelledby="aspects">
      <h2 id="aspects">{words.say("entity.aspects")}</h2>
      {mentioned.kind === "technician" && (
        <p class="after-heading quiet">{words.say("entity.aspectsOfPerson", { name: mentioned.name })}</p>
      )}
      <FigureTable
        heads={[
          words.say("entity.aspect"),
          words.say("held.reviews"),
          words.say("entity.praise"),
          words.say("entity.blame"),
        ]}
      >
        {figures.map(({ aspect, count, query, praise, blame }) => (
          <tr>
            <th scope="row">{words.say(`aspect.${aspect}`)}</th>
            <td>
              <CountLink count={count} query={query} site={site} />
            </td>
            <Side share={praise} site={site} />
            <Side share={blame} site={site} />
          </tr>
        ))}
      </FigureTable>
      <p class="quiet">{words.say("entity.intervals")}</p>
    </section>
  );
}

/** "9 64% (39% to 84%)", the interval on a line of its own. */
function Side({ share, site }: { share: Share; site: PageSite }) {
  const { words } = site;
  const { count, whole, query, interval } = share;
  const [low, high] = [percentOf(interval.low, site), percentOf(interval.high, site)];
  return (
    <td>
      <CountLink count={count} query={query} site={site} />{" "}
      <span class="quiet interval">
        {words.pieces("entity.interval", { share: <span class="share">{words.share(count, whole)}</span>, low, high })}
      </span>
    </td>
  );
}
