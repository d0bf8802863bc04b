/**
 * Names what a review mentions in the words of the catalog.
 *
 * @module
 */
import type { Catalog } from "./business.ts";
import type { Mentions } from "./review.ts";

/** Turns names, aliases and ids, however written, into technicians' names, service ids and area ids. */
export type MentionResolver = (given: Mentions) => Mentions;

/**
 * A resolver over a catalog. What the catalog does not know stays as it was given; technicians who are not public are
 * left out. Order and duplicates: first mention first, each once.
 */
export function mentionResolver(catalog: Catalog): MentionResolver {
  const hidden = new Set(catalog.technicians.filter((technician) => !technician.public).map(({ name }) => name));
  const technicians = new Map<string, string>();
  const services = new Map<string, string>();
  const areas = new Map<string, string>();
  for (const { id, name, aliases } of catalog.technicians) enter(technicians, name, [id, name, ...aliases]);
  for (const { id, name } of catalog.services) enter(services, id, [id, name]);
  for (const { id, name, aliases } of catalog.service_areas) enter(areas, id, [id, name, ...aliases]);
  return (given) => ({
    technicians: without(hidden, resolve(technicians, given.technicians)),
    services: resolve(services, given.services),
    service_areas: resolve(areas, given.service_areas),
  });
}

/** Ids and names come before the aliases of others. */
function enter(known: Map<string, string>, canonical: string, spellings: readonly string[]): void {
  for (const spelling of spellings) {
    const key = spelling.toLowerCase();
    if (!known.has(key)) known.set(key, canonical);
  }
}

function resolve(known: ReadonlyMap<string, string>, given: readonly string[]): string[] {
  const resolved = given.map((name) => known.get(name.toLowerCase()) ?? name);
  return resolved.length < 2 ? resolved : [...new Set(resolved)];
}

function without(hidden: ReadonlySet<string>, names: string[]): string[] {
  return hidden.size === 0 || names.length === 0 ? names : names.filter((name) => !hidden.has(name));
}
