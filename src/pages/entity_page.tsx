/** @jsxImportSource preact */

import { PATHS } from "../http/paths.ts";
import type { Publication } from "../publication/mod.ts";
import { ALL_REVIEWS, CountLink, FigureTable, ReviewsLink } from "./components/figures.tsx";
import { PageSection, renderPage } from "./components/layout.tsx";
import { MentionList } from "./components/mention_list.tsx";
import { PhotoStrip } from "./components/photo_strip.tsx";
import { QuoteList, ReviewList } from "./components/review_card.tsx";
import { StarHistogram, Stars } from "./components/stars.tsx";
import { TrendChart } from "./components/trend_chart.tsx";
import {
  aspectFigures,
  insightOf,
  type Mentioned,
  MIN_ENTITY_REVIEWS,
  meanStars,
  mentionShare,
  reviewsOf,
  type Share,
  satisfiedShare,
  services,
  starCounts,
  technicians,
  trendOf,
} from "./entity.ts";
import { renderErrorPage } from "./error_page.tsx";
import { insightsView, type TrendPeriod } from "./insights_view.ts";
import { entityJsonLd } from "./json_ld.ts";
import { namedPrices } from "./named_prices.ts";
import type { PageDocument } from "./page.ts";
import { formatTitle, reviewDatePhrase } from "./phrases.ts";
import { type PageProps, type PageSite, pageLink, searchLink } from "./site.ts";

const SHOWN = 5;

export function renderEntityPage(publication: Publication, site: PageSite, found: Mentioned | undefined): PageDocument {
  if (found === undefined) return renderErrorPage(site, 404, { publication });
  const { business } = publication;
  const { words } = site;
  const { name, count } = found;
  const reviews = reviewsOf(publication, publication.search({ ...found.query, limit: SHOWN }));
  const title = words.say("entity.title", { name, reviews: words.say("count.reviews", { count }) });
  return renderPage({
    site,
    publication,
    hasBusinessCard: true,
    title,
    description: words.say("entity.description", { name, business: business.name }),
    canonicalPath: count === 0 ? null : found.path,
    isEmbeddable: true,
    jsonLd: entityJsonLd(publication, site, found),
    children: (
      <>
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
        <PhotoStrip publication={publication} site={site} of={found} />
        {count >= MIN_ENTITY_REVIEWS && <Figures publication={publication} site={site} mentioned={found} />}
        {count > 0 && (
          <PageSection class="reviews" id="reviews" title={words.pieces("entity.newest", { name: <bdi>{name}</bdi> })}>
            <ReviewList publication={publication} site={site} reviews={reviews} query={found.query} isCompact />
            {count > SHOWN && (
              <p class="all-reviews">
                <CountLink class="button quiet-button" count={count} query={found.query} site={site}>
                  {words.say("entity.all", { count })}
                </CountLink>
              </p>
            )}
          </PageSection>
        )}
        <p class="entity-others">
          <CountLink count={publication.reviewCount} query={ALL_REVIEWS} site={site}>
            {words.say("entity.all", { count: publication.reviewCount })}
          </CountLink>
        </p>
      </>
    ),
  });
}

export function renderMentionedPage(publication: Publication, site: PageSite, kind: Mentioned["kind"]): PageDocument {
  const list = (kind === "technician" ? technicians : services)(publication).filter(({ count }) => count > 0);
  if (list.length === 0) return renderErrorPage(site, 404, { publication });
  const { business } = publication;
  const { words } = site;
  const title = words.say(`people.${kind}s`);
  const prices = ({ query }: Mentioned) => {
    const named = kind === "service" ? namedPrices(publication, query).slice(0, MAX_PRICES) : [];
    return named.length === 0 ? null : <span class="quiet"> {words.list(named.map(({ price }) => price))}</span>;
  };
  return renderPage({
    site,
    publication,
    hasBusinessCard: true,
    title: formatTitle(`${title} – ${business.name}`),
    description: words.say("people.description", { list: title, business: business.name }),
    canonicalPath: PATHS[`${kind}s`],
    children: (
      <section class="mentioned" aria-labelledby="title">
        <h1 id="title">{title}</h1>
        <p class="lead">{words.say("people.description", { list: title, business: business.name })}</p>
        <MentionList
          list={list.toSorted((one, other) => other.count - one.count)}
          publication={publication}
          site={site}
          below={prices}
        />
        {kind === "service" && <p class="quiet">{words.say("prices.note")}</p>}
      </section>
    ),
  });
}

interface EntityProps extends PageProps {
  readonly mentioned: Mentioned;
}

function Figures(props: EntityProps) {
  const { publication, site, mentioned } = props;
  const insight = insightOf(mentioned, publication);
  const quotes = [...(insight?.evidence.positive ?? []), ...(insight?.evidence.negative ?? [])];
  const trend = trendOf(publication, mentioned, insightsView(publication.insights).trend);
  return (
    <>
      {quotes.length > 0 && (
        <PageSection id="quotes" title={site.words.say("entity.quotes")}>
          <QuoteList quotes={quotes} site={site} />
        </PageSection>
      )}
      <Prices {...props} />
      <EntityAspects {...props} />
      {isDense(trend) && <TrendChart trend={trend} until={publication.publishedAt} site={site} />}
    </>
  );
}

/** Whether most periods have enough reviews for a meaningful average. */
function isDense(trend: readonly TrendPeriod[]): boolean {
  return trend.filter(({ review_count }) => review_count >= MIN_ENTITY_REVIEWS).length > trend.length / 2;
}

const MAX_PRICES = 5;

function Prices({ publication, site, mentioned }: EntityProps) {
  const prices = mentioned.kind === "service" ? namedPrices(publication, mentioned.query).slice(0, MAX_PRICES) : [];
  if (prices.length === 0) return null;
  return (
    <PageSection id="prices" title={site.words.say("prices.title")}>
      <QuoteList quotes={prices} site={site} />
      <p class="quiet">{site.words.say("prices.note")}</p>
    </PageSection>
  );
}

function EntityRating({ publication, site, mentioned }: EntityProps) {
  const { words } = site;
  const { name, count, query } = mentioned;
  if (count === 0) return <p class="lead">{words.say("entity.none", { name })}</p>;
  if (count < MIN_ENTITY_REVIEWS) {
    return (
      <p class="lead">
        <Mentions {...mentioned} site={site} /> {words.say("entity.tooFew")}
      </p>
    );
  }
  const reviews = <ReviewsLink count={count} query={query} site={site} />;
  const counts = starCounts(publication, mentioned);
  const mean = meanStars(counts) ?? 0;
  const { last_mentioned: last = null, last_mentioned_precision: date_precision = null } =
    insightOf(mentioned, publication) ?? {};
  return (
    <>
      <p class="lead">
        {words.pieces("entity.quotable", {
          name,
          business: publication.business.name,
          rating: words.rating(mean),
          reviews,
          date: words.date(new Date(publication.publishedAt).toISOString().slice(0, 10)),
        })}
      </p>
      <p class="hero-rating">
        <strong class="rating-value">{words.rating(mean)}</strong>
        <Stars rating={mean} words={site.words} />
        {reviews}
      </p>
      <StarHistogram counts={counts} site={site} />
      {last && (
        <p class="quiet after-heading">
          {words.say("entity.last", { date: reviewDatePhrase(words, { date: last, date_precision }) })}
        </p>
      )}
    </>
  );
}

function Mentions({ count, query, name, site }: Pick<Mentioned, "count" | "query" | "name"> & { site: PageSite }) {
  const linked = <CountLink count={count} query={query} site={site} />;
  return <>{site.words.pieces("entity.mentions", { count, name: <bdi>{name}</bdi> }, () => linked)}</>;
}

function Satisfied({ publication, site, mentioned }: EntityProps) {
  const share = satisfiedShare(publication, mentioned);
  if (share === null) return null;
  const { count, query } = share;
  const linked = <CountLink count={count} query={query} site={site} />;
  return (
    <li>
      {site.words.pieces("entity.satisfied", { count }, () => linked)}{" "}
      <Interval share={share} site={site} message="entity.ofThese" />
    </li>
  );
}

function Interval(props: { share: Share | null; site: PageSite; message: "entity.ofAll" | "entity.ofThese" }) {
  const { share, site, message } = props;
  if (share === null) return null;
  return <span class="quiet">{site.words.say(message, formatShare(share, site))}</span>;
}

function formatShare({ count, whole, interval }: Share, { words }: PageSite) {
  const percent = (bound: number) => words.share(Math.round(bound * 1000), 1000);
  return { share: words.share(count, whole), low: percent(interval.low), high: percent(interval.high) };
}

function EntityAspects(props: EntityProps) {
  const { publication, site, mentioned } = props;
  const { words } = site;
  const figures = aspectFigures(publication, mentioned);
  if (figures.length === 0) return null;
  const heads = [words.say("aspects.aspect"), words.say("entity.praise"), words.say("entity.blame")];
  return (
    <PageSection id="aspects" title={words.say("entity.aspects")}>
      {mentioned.kind === "technician" && (
        <p class="after-heading quiet">{words.say("entity.aspectsOfPerson", { name: mentioned.name })}</p>
      )}
      <FigureTable
        heads={heads}
        rows={figures.map(({ aspect, query, praise, blame }) => [
          <a href={searchLink(site, query)}>{words.say(`aspect.${aspect}`)}</a>,
          ...[praise, blame].map((share) => <CountLink count={share.count} query={share.query} site={site} />),
        ])}
      />
      <details class="all-figures">
        <summary>{words.say("entity.sure")}</summary>
        <ul class="entity-facts">
          <li>
            <Mentions {...mentioned} site={site} />{" "}
            <Interval share={mentionShare(publication, mentioned)} site={site} message="entity.ofAll" />
          </li>
          <Satisfied {...props} />
        </ul>
        <FigureTable
          heads={heads}
          rows={figures.map(({ aspect, praise, blame }) => [
            words.say(`aspect.${aspect}`),
            ...[praise, blame].map((share) => words.say("entity.interval", formatShare(share, site))),
          ])}
        />
        <p class="quiet">{words.say("entity.intervals")}</p>
      </details>
    </PageSection>
  );
}
