/**
 * What an analysis says of the catalog, in the words of a review.
 *
 * @module
 */
import type { Catalog, Mentions } from "../../review/mod.ts";
import type { ReviewAnalysis } from "./analysis.ts";

/** What the analysis found of the catalog, in the review's own terms; the caller lets the import's mentions win. */
export function foundMentions(analysis: ReviewAnalysis, catalog: Catalog): Mentions {
  const names = new Map(catalog.technicians.map(({ id, name }) => [id, name]));
  return {
    technicians: analysis.technicians.flatMap(([id]) => names.get(id) ?? []),
    services: analysis.services.map(([id]) => id),
    service_areas: analysis.service_areas.map(([id]) => id),
  };
}
