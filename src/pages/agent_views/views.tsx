/** @jsxImportSource preact */
/**
 * The views that agents' hosts may show beside an answer, made of what the pages are made of.
 *
 * @module
 */
import type { Publication, SearchQuery } from "../../publication/mod.ts";
import type { Review } from "../../review/mod.ts";
import { Facts } from "../facts.tsx";
import { Rating } from "../hero.tsx";
import { ReviewList } from "../review_list.tsx";
import type { PageSite } from "../site.ts";
import { counted } from "../words.ts";
import { type Comparison, ComparisonView } from "./comparison.tsx";
import { renderView } from "./view_document.tsx";

/** Reviews that a search found. */
export interface Found {
  readonly query: SearchQuery;
  readonly reviews: readonly Review[];
  readonly total: number;
}

/** The rating card. */
export function ratingView(publication: Publication, site: PageSite, uri: string): string {
  const { business } = publication;
  const content = (
    <>
      <h1 dir="auto">{business.name}</h1>
      <Rating publication={publication} site={site} />
      <Facts publication={publication} site={site} />
    </>
  );
  return renderView({ site, uri, title: `Rating of ${business.name}`, content });
}

/** The reviews that were found, with the words sought marked; nothing yet without `found`. */
export function reviewsView(publication: Publication, site: PageSite, uri: string, found: Found | null): string {
  const content = found && (
    <>
      <p class="quiet">
        {found.reviews.length === found.total
          ? counted(found.total, "review")
          : `${found.reviews.length} of ${counted(found.total, "review")}`}
      </p>
      <ReviewList publication={publication} site={site} reviews={found.reviews} query={found.query} level={2} />
    </>
  );
  return renderView({ site, uri, title: `Reviews of ${publication.business.name}`, content });
}

/** Figures of one period or two; nothing yet without them. */
export function comparisonView(publication: Publication, site: PageSite, uri: string, compared: Comparison | null) {
  const content = compared && <ComparisonView {...compared} words={site.words} />;
  return renderView({ site, uri, title: `Figures of ${publication.business.name}`, content });
}
