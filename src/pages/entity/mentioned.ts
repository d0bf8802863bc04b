/**
 * Who or what a page is about: a technician who may be named in public, or a service.
 *
 * @module
 */
import type { Publication, SearchQuery } from "../../publication/mod.ts";
import { PATHS, servicePath, technicianPath } from "../../web/paths.ts";
import type { EntityInsight } from "../insights_view.ts";
import { type PageSite, pageLink } from "../site.ts";

/** Figures about a person or service are shown from so many reviews on. */
export const FEWEST_REVIEWS = 5;

/** An entry of the catalog, with the search for the reviews that mention it. */
export interface Mentioned {
  readonly kind: "technician" | "service";
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** Of the picture beside links to its page. */
  readonly sharePath: string;
  readonly query: SearchQuery;
  readonly count: number;
}

/** The technician or service of this id; undefined where there is none, or it is not public. */
export function mentionedOf(publication: Publication, kind: Mentioned["kind"], id: string): Mentioned | undefined {
  return (kind === "technician" ? technicians : services)(publication).find((entry) => entry.id === id);
}

/** What the insights say of an entry; of technicians they name no aspects. */
export type MentionedInsight = Omit<EntityInsight, "aspects">;

/** The technicians of a publication, in the order of the catalog. */
export function technicians({ business, mentionCounts }: Publication): Mentioned[] {
  return business.technicians.map(({ id, name }) => ({
    kind: "technician",
    id,
    name,
    path: technicianPath(id),
    sharePath: PATHS.technicianShareImage.replace("{id}", id),
    query: { mentions_technician: name },
    count: mentionCounts.technicians.get(name) ?? 0,
  }));
}

/** The services of a publication, in the order of the catalog. */
export function services({ business, mentionCounts }: Publication): Mentioned[] {
  return business.services.map(({ id, name }) => ({
    kind: "service",
    id,
    name,
    path: servicePath(id),
    sharePath: PATHS.serviceShareImage.replace("{id}", id),
    query: { mentions_service: id },
    count: mentionCounts.services.get(id) ?? 0,
  }));
}

/** What the insights say of an entry; null while they are not computed. */
export function insightOf({ kind, id }: Mentioned, { insights }: Publication): MentionedInsight | null {
  const entities: Partial<Publication["insights"]["entities"]> = insights.entities ?? {};
  const all: readonly MentionedInsight[] = (kind === "technician" ? entities.technicians : entities.services) ?? [];
  return all.find((insight) => insight.id === id) ?? null;
}

/** The page about an entry. */
export function mentionedLink(site: PageSite, { path }: Pick<Mentioned, "path">): string {
  return pageLink(site, path);
}
