/**
 * Finds the technicians, services and areas of the catalog in a text.
 *
 * Precision comes first: a technician credited with another's work is worse than one missed. See docs/insights.md.
 *
 * @module
 */
import type { Catalog } from "../../review/mod.ts";
import type { EntityMention } from "./entity_mention.ts";
import {
  areaIndex,
  findAreas,
  findServices,
  type PlaceIndex,
  type ServiceIndex,
  serviceIndex,
} from "./match_places.ts";
import { findTechnicians, type TechnicianIndex, technicianIndex } from "./match_technicians.ts";
import type { Token } from "./tokens.ts";

/** Catalog entries that a text mentions, by kind. */
export interface CatalogMentions {
  readonly technicians: readonly EntityMention[];
  /** Ids of technicians who share a first name the text mentions. */
  readonly ambiguous: readonly string[];
  readonly services: readonly EntityMention[];
  readonly areas: readonly EntityMention[];
}

interface CatalogIndex {
  readonly technicians: TechnicianIndex;
  readonly services: ServiceIndex;
  readonly areas: PlaceIndex;
}

/** Indexes live as long as their catalog object does. */
const indexes = new WeakMap<Catalog, CatalogIndex>();

function indexOf(catalog: Catalog): CatalogIndex {
  const known = indexes.get(catalog);
  if (known) return known;
  const index = {
    technicians: technicianIndex(catalog.technicians),
    services: serviceIndex(catalog.services),
    areas: areaIndex(catalog.service_areas),
  };
  indexes.set(catalog, index);
  return index;
}

/** Mentions in reading order. `authorName` is never taken for a technician without a further sign. */
export function findInCatalog(tokens: readonly Token[], catalog: Catalog, authorName: string | null): CatalogMentions {
  const index = indexOf(catalog);
  const areas = findAreas(tokens, index.areas);
  const { technicians, ambiguous } = findTechnicians(tokens, index.technicians, authorName);
  return { technicians, ambiguous, services: findServices(tokens, index.services), areas };
}
