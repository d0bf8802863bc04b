/** The mentions of all reviews as numbered terms, for filtering and counting. */

import { spellingKey } from "../review/mentions.ts";
import type { Business } from "../review/mod.ts";
import { foldText } from "../review/text.ts";
import { GrowingColumn } from "./columns.ts";
import { type CatalogNames, foldedWords, type MentionLists, primaryLanguage, wordKey } from "./search/mod.ts";

/** The ids of a review's names are indices in `names`. */
export interface NamedTerms {
  readonly names: readonly string[];
  readonly lists: MentionLists;
}

export class MentionTerms {
  readonly #names: string[] = [];
  /** Terms by spelling and by key. */
  readonly #terms = new Map<string, number>();
  readonly #ids: GrowingColumn<Uint32Array>;
  readonly #offsets: GrowingColumn<Uint32Array>;

  /** `keyOf` is equal for all spellings of a name. */
  constructor(
    expectedCount: number,
    private readonly keyOf = (name: string) => name,
  ) {
    this.#ids = new GrowingColumn(Uint32Array, expectedCount);
    this.#offsets = new GrowingColumn(Uint32Array, expectedCount + 1);
    this.#offsets.push(0);
  }

  add(mentioned: readonly string[]): void {
    const terms = mentioned.map((name) => this.#termOf(name));
    for (const term of terms.length < 2 ? terms : new Set(terms)) this.#ids.push(term);
    this.#offsets.push(this.#ids.length);
  }

  /** Adds the reviews [`from`, `to`) of earlier terms. */
  keep({ names, lists: { offsets, ids } }: NamedTerms, from: number, to: number): void {
    /** Terms + 1; 0 for those not met yet. */
    const terms = new Uint32Array(names.length);
    const start = offsets[from] ?? 0;
    const moved = this.#ids.length - start;
    const kept = this.#ids.room((offsets[to] ?? 0) - start);
    for (let at = 0; at < kept.length; at++) {
      const before = ids[start + at] ?? 0;
      if (terms[before] === 0) terms[before] = this.#termOf(names[before] ?? "") + 1;
      kept[at] = (terms[before] ?? 0) - 1;
    }
    const ends = this.#offsets.room(to - from);
    for (let at = 0; at < ends.length; at++) ends[at] = (offsets[from + 1 + at] ?? 0) + moved;
  }

  #termOf(name: string): number {
    const known = this.#terms.get(name);
    if (known !== undefined) return known;
    const key = this.keyOf(name);
    const term = this.#terms.get(key) ?? this.#names.push(name) - 1;
    this.#terms.set(key, term).set(name, term);
    return term;
  }

  finish(): NamedTerms {
    return { names: this.#names, lists: { offsets: this.#offsets.finish(), ids: this.#ids.finish() } };
  }
}

export function countTerms(names: readonly string[], { ids }: MentionLists): Map<string, number> {
  const counts = new Uint32Array(names.length);
  for (let at = 0; at < ids.length; at++) {
    const term = ids[at] ?? 0;
    counts[term] = (counts[term] ?? 0) + 1;
  }
  return new Map(names.map((name, term) => [name, counts[term] ?? 0]));
}

/** Finds a technician by name, alias, id or a first name that only one has, however spelled. */
export function technicianFinder(business: Business, names: readonly string[]): (wanted: string) => number | null {
  const terms = new Map<string, number | null>();
  for (const [term, name] of names.entries()) terms.set(spellingKey(name), term);
  for (const { id, name, aliases } of business.technicians) {
    const term = terms.get(spellingKey(name)) ?? null;
    for (const key of [id, ...aliases].map(spellingKey)) if (!terms.has(key)) terms.set(key, term);
  }
  const known = new Set(terms.keys());
  for (const [term, name] of names.entries()) {
    const first = spellingKey(name.split(" ")[0] ?? name);
    if (!known.has(first)) terms.set(first, terms.has(first) ? null : term);
  }
  return (wanted) => terms.get(spellingKey(wanted)) ?? null;
}

/** Idioms by label of an aspect. */
const IDIOMS = {
  "punctuality positive": ["on time", "show up on time", "punctual"],
  "punctuality negative": ["no show", "not show up", "never came", "stood me up"],
  "price_value negative": ["too expensive", "too much money", "rip off", "overpriced", "over priced", "hidden fees"],
  "price_value positive": ["fair price", "good value", "worth the money"],
  "cleanliness negative": ["left a mess", "made a mess"],
  "cleanliness positive": ["clean up after", "cleaned up after themselves"],
  "responsiveness negative": ["never called back", "not call back", "no call back"],
  "workmanship negative": ["bad job", "poor work", "sloppy work", "shoddy work"],
};

interface Named {
  readonly column: string;
  readonly label: number;
  readonly spellings: readonly string[];
}

/** Names of the catalog as words of a search may give them: technicians also by a part of their name. */
export function catalogNames(
  { technicians, services, service_areas, language }: Business,
  names: Readonly<Record<"technicians" | "services" | "areas" | "aspects", readonly string[]>>,
  termOf: (column: string, label: number) => number,
): CatalogNames {
  const aliases = new Map(technicians.map((each) => [each.name, each.aliases]));
  const catalogued = (column: "services" | "areas", entries: readonly CatalogEntry[]) =>
    entries.map(({ id, name, aliases = [], keywords = [] }) => {
      return { column, label: names[column].indexOf(id), spellings: [name, ...aliases, ...keywords] };
    });
  const all: Named[] = [
    ...names.technicians.map((name, label) => {
      return { column: "technicians", label, spellings: [name, ...name.split(" "), ...(aliases.get(name) ?? [])] };
    }),
    ...catalogued("services", services),
    ...catalogued("areas", service_areas),
    ...Object.entries(IDIOMS).map(([judged, spellings]) => {
      return { column: "aspects", label: names.aspects.indexOf(judged), spellings };
    }),
  ];
  const terms = new Map<string, number[]>();
  const words = new Set<string>();
  for (const { column, label, spellings } of all) {
    if (label < 0) continue;
    for (const spelling of new Set(spellings)) {
      const own = foldedWords(spelling);
      const name = own.map((word) => wordKey(word, primaryLanguage(language))).join(" ");
      terms.set(name, [...(terms.get(name) ?? []), termOf(column, label)]);
      if (column !== "aspects") for (const word of own) words.add(word);
    }
  }
  return { terms, words };
}

/** Finds labels with one spelling. */
export function termFinder(ids: readonly string[]): (wanted: string) => number | null {
  const terms = new Map(ids.map((id, term) => [id, term]));
  return (wanted) => terms.get(wanted) ?? null;
}

interface CatalogEntry {
  readonly id: string;
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly keywords?: readonly string[];
}

/** Name first. */
export function spellingsOf({ id, name, aliases = [] }: CatalogEntry): string[] {
  return [name, ...aliases, id];
}

/** Finds an entry by id, name or alias, ignoring case; ids come before names. */
export function catalogFinder(
  catalog: readonly CatalogEntry[],
  ids: readonly string[],
): (wanted: string) => number | null {
  const terms = new Map<string, number | null>(ids.map((id, term) => [foldText(id), term]));
  for (const { id, name, aliases = [] } of catalog) {
    const term = terms.get(foldText(id)) ?? null;
    for (const spelling of [name, ...aliases]) {
      if (!terms.has(foldText(spelling))) terms.set(foldText(spelling), term);
    }
  }
  return (wanted) => terms.get(foldText(wanted.trim())) ?? null;
}

export interface Spelled {
  readonly value: string;
  readonly spellings: readonly string[];
}

/** The value whose longest spelling a text contains as whole words, singular or plural. */
export function spokenFinder(entries: readonly Spelled[]): (text: string) => string | null {
  const plain = entries
    .flatMap(({ value, spellings }) => spellings.map((spelling) => ({ value, spelling: plainWords(spelling) })))
    .filter(({ spelling }) => spelling.length > MIN_SPELLING_LENGTH)
    .sort((a, b) => b.spelling.length - a.spelling.length);
  return (text) => {
    const said = plainWords(text);
    return plain.find(({ spelling }) => said.includes(spelling))?.value ?? null;
  };
}

/** Two letters between spaces. */
const MIN_SPELLING_LENGTH = 4;

function plainWords(text: string): string {
  const words = foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return ` ${words.map((word) => (word.length > 3 ? word.replace(/s$/, "") : word)).join(" ")} `;
}
