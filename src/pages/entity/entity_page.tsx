/** @jsxImportSource preact */
/**
 * The page of a technician or a service: what the reviews that mention it say, in figures, in quotes and in full.
 *
 * @module
 */
import type { Publication } from "../../publication/mod.ts";
import { ALL_REVIEWS, CountLink } from "../count_link.tsx";
import { errorPage } from "../error_page.tsx";
import { insightsView } from "../insights_view.ts";
import { entityJsonLd } from "../json_ld.ts";
import { renderPage } from "../layout.tsx";
import { htmlPage, type PageDocument } from "../page_document.ts";
import { Quotes } from "../quotes.tsx";
import { ReviewList, reviewsOf } from "../review_list.tsx";
import { type PageSite, pageLink } from "../site.ts";
import { StarShapes } from "../stars.tsx";
import { TrendChart } from "../trend_chart.tsx";
import { EntityAspects } from "./entity_aspects.tsx";
import { trendOf } from "./entity_figures.ts";
import { EntityRating } from "./entity_rating.tsx";
import { FEWEST_REVIEWS, insightOf, type Mentioned } from "./mentioned.ts";

/** Reviews on the page; the search has all. */
const SHOWN = 10;

/** The page of an entry of the catalog: 404 for one that is not there, or not public. */
export function entityPage(publication: Publication, site: PageSite, found: Mentioned | undefined): PageDocument {
  if (found === undefined) return errorPage(site, 404, { publication });
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
          <Quotes quotes={quotes} site={site} />
        </section>
      )}
      <EntityAspects {...props} />
      <TrendChart trend={trend} site={site} />
    </>
  );
}
