import type { Catalog } from "./business.ts";
import type { MentionedEntity, Mentions } from "./review.ts";
import { comparableText, foldLetters, isOneLetter } from "./text.ts";

export type MentionResolver = (given: Mentions) => Mentions;

/** Unknown mentions stay, technicians who are not public are omitted, also under a short form. In the order of first mention, without duplicates. */
export function mentionResolver({ technicians, services, service_areas }: Catalog): MentionResolver {
  const people = technicians.map(({ id, name, aliases }) => ({ canonical: name, spellings: [id, name, ...aliases] }));
  const works = services.map(({ id, name }) => ({ canonical: id, spellings: [id, name] }));
  const areas = service_areas.map(({ id, name, aliases }) => ({ canonical: id, spellings: [id, name, ...aliases] }));
  const resolvePeople = listResolver(people, {
    isHidden: hiddenIn(technicians),
    shortFor: shortFormsOf(technicians),
    namesIn: namesInList,
  });
  const resolveWorks = listResolver(works);
  const resolveAreas = listResolver(areas);
  return (given) => ({
    technicians: resolvePeople(given.technicians),
    services: resolveWorks(given.services),
    service_areas: resolveAreas(given.service_areas),
  });
}

/** The catalog entries of mentions that are already resolved. */
export function mentionLister(catalog: Catalog): (mentions: Mentions) => MentionedEntity[] {
  const lister = (kind: MentionedEntity["kind"], entries: readonly Named[], canonical: keyof Named) => {
    const known = new Map(entries.map((entry) => [entry[canonical], entry]));
    return (given: readonly string[]) =>
      given.map((mention): MentionedEntity => {
        const { id, name } = known.get(mention) ?? { id: null, name: mention };
        return { kind, id, name };
      });
  };
  const people = lister("technician", catalog.technicians, "name");
  const works = lister("service", catalog.services, "id");
  const areas = lister("service_area", catalog.service_areas, "id");
  return (mentions) => [...people(mentions.technicians), ...works(mentions.services), ...areas(mentions.service_areas)];
}

type Named = Pick<Catalog["services"][number], "id" | "name">;

interface Entry {
  readonly canonical: string;
  readonly spellings: readonly string[];
}

type ListResolver = (given: readonly string[]) => string[];

interface PeopleOptions {
  /** The names in a list such as "Rosa Ibarra, Del Whitcomb"; for anything else the name itself. */
  readonly namesIn: (name: string, isKnown: (name: string) => boolean) => readonly string[];
  /** Expects names as the catalog has them, or as they were given if they are unknown. */
  readonly isHidden: (name: string) => boolean;
  /** The only name of the catalog that a short form can mean, or null. */
  readonly shortFor: (name: string) => string | null;
}

const NOT_PEOPLE: PeopleOptions = { isHidden: () => false, shortFor: () => null, namesIn: (name) => [name] };

/** Unlike in "Smith, Mike", each part of a list is a known name, or has several words. */
function namesInList(name: string, isKnown: (name: string) => boolean): readonly string[] {
  const parts = name.split(/[,&]/).map((part) => part.trim());
  return parts.every((part) => isKnown(part) || /\S\s+\S/.test(part)) ? parts : [name];
}

function listResolver(entries: readonly Entry[], { isHidden, shortFor, namesIn } = NOT_PEOPLE): ListResolver {
  const known = new Map<string, string>();
  for (const { canonical, spellings } of entries) {
    // Ids and names take precedence over the aliases of other entries.
    for (const key of spellings.map(spellingKey)) if (!known.has(key)) known.set(key, canonical);
  }
  const find = (name: string) => known.get(spellingKey(name)) ?? shortFor(name);
  const resolve = remembering((name) => {
    const names = find(name) === null ? namesIn(name, (each) => find(each) !== null || isHidden(each)) : [name];
    return names.map((each) => find(each) ?? each).filter((each) => !isHidden(each));
  });
  return (given) => {
    const resolved = given.flatMap(resolve);
    if (resolved.length < 2) return resolved;
    const keys = resolved.map(spellingKey);
    return resolved.filter((_, at) => keys.indexOf(keys[at] ?? "") === at);
  };
}

/** Caches a function of names: 100,000 reviews mention a few dozen of them. */
function remembering<T>(find: (name: string) => T): (name: string) => T {
  const found = new Map<string, T>();
  return (name) => {
    const known = found.get(name);
    if (known !== undefined) return known;
    const fresh = find(name);
    found.set(name, fresh);
    return fresh;
  };
}

/** Folds a spelling for comparison, ignoring case, accents, width, full stops, hyphens and spaces. */
export function spellingKey(spelling: string): string {
  return comparableText(foldLetters(spelling).replace(/[\s._-]+/gu, " "));
}

/** Recognises a private technician by name, or by a short form such as "Mike S." that cannot mean a public one. */
function hiddenIn(technicians: Catalog["technicians"]): (name: string) => boolean {
  const namesOf = (isPublic: boolean) =>
    technicians
      .filter((technician) => technician.public === isPublic)
      .flatMap(({ name, aliases }) => [name, ...aliases].map(wordsOf));
  const hidden = namesOf(false);
  const shown = namesOf(true);
  if (hidden.length === 0) return () => false;
  const wholeNames = new Set(technicians.filter((technician) => !technician.public).map(({ name }) => name));
  return (name) => {
    if (wholeNames.has(name)) return true;
    const words = wordsOf(name);
    const means = (whole: readonly string[]) => isShortFor(words, whole);
    return hidden.some(means) && !shown.some(means);
  };
}

/** Finds the only technician, public or private, whom a short form such as "Mike", "Mike S." or "Smith, Mike" can mean. */
function shortFormsOf(technicians: Catalog["technicians"]): (name: string) => string | null {
  const people = technicians.map(({ name, aliases }) => ({ name, wholes: [name, ...aliases].map(wordsOf) }));
  return (name) => {
    const words = wordsOf(name);
    const [only, ...others] = people.filter(({ wholes }) => wholes.some((whole) => isShortFor(words, whole)));
    return only !== undefined && others.length === 0 ? only.name : null;
  };
}

function wordsOf(name: string): string[] {
  return spellingKey(name.replaceAll(",", " ")).split(" ");
}

/** Whether every word is one of the full name or the initial of one, and at least one is not an initial. */
function isShortFor(words: readonly string[], whole: readonly string[]): boolean {
  const isPart = (word: string) =>
    whole.includes(word) || whole.some((full) => word === full.slice(0, word.length) && isOneLetter(word));
  return words.every(isPart) && words.some((word) => whole.includes(word) && !isOneLetter(word));
}
