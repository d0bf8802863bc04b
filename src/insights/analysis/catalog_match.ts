/**
 * Finds the technicians, services and areas of the catalog in a text, and names that the catalog lacks. Precision
 * comes first: a technician credited with another's work is worse than one missed. See docs/insights.md.
 */
import type { Catalog } from "../../review/mod.ts";
import { english, languageCalled } from "./languages.ts";
import { factOf, type ReadLanguage } from "./lexeme.ts";
import { commonWords, lexicon } from "./lexicon.ts";
import {
  type EntityMention,
  findTechnicians,
  isEditedName,
  isListed,
  plain,
  type TechnicianIndex,
  technicianIndex,
} from "./match_technicians.ts";
import { type Token, tokenAt, tokenize } from "./tokens.ts";
import { aspectNamedBy } from "./word_use.ts";

/** Catalog entries that a text mentions, by kind. */
export interface CatalogMentions {
  readonly technicians: readonly EntityMention[];
  /** Ids of technicians who share a first name the text mentions. */
  readonly ambiguous: readonly string[];
  /** Names of technicians who are not credited: of authors, and of those who did not come. */
  readonly uncredited: readonly EntityMention[];
  readonly services: readonly EntityMention[];
  readonly areas: readonly EntityMention[];
}

interface CatalogIndex {
  readonly technicians: TechnicianIndex;
  readonly services: ServiceIndex;
  readonly areas: PlaceIndex;
}

/** Indexes live as long as their catalog object. There is one per language, since words of services match in all their forms. */
const indexes = new WeakMap<Catalog, Map<ReadLanguage, CatalogIndex>>();

function indexOf(catalog: Catalog, language: ReadLanguage): CatalogIndex {
  const ofLanguages = indexes.get(catalog) ?? new Map<ReadLanguage, CatalogIndex>();
  indexes.set(catalog, ofLanguages);
  const known = ofLanguages.get(language);
  if (known) return known;
  const index = {
    technicians: technicianIndex(catalog.technicians),
    services: serviceIndex(catalog.services, language),
    areas: areaIndex(catalog.service_areas),
  };
  ofLanguages.set(language, index);
  return index;
}

/**
 * Mentions in reading order. `authorName` is never taken for a technician without a further sign. `isKnown` states whether the
 * language of the text is known: the words of a text whose language is not may be those of the business's.
 */
export function findInCatalog(
  tokens: readonly Token[],
  catalog: Catalog,
  { authorName = null, isKnown = true }: { readonly authorName?: string | null; readonly isKnown?: boolean } = {},
): CatalogMentions {
  const language = tokens[0]?.lexeme.language ?? english();
  const index = indexOf(catalog, language);
  const areas = findAreas(tokens, index.areas);
  const found = findTechnicians(tokens, index.technicians, authorName);
  const isForeign = isKnown && language !== languageOfTag(catalog.language);
  return { ...found, services: findServices(tokens, index.services, isForeign), areas };
}

function languageOfTag(tag = "en"): ReadLanguage | null {
  return languageCalled(tag.split("-", 1)[0] ?? "");
}

/** Ids of the services that a line such as the name of a job mentions, by name or keyword; `language` is the business's. */
export function servicesNamedIn(line: string, catalog: Catalog, language = "en"): string[] {
  const tokens = tokenize(line, languageOfTag(language) ?? english());
  return findInCatalog(tokens, catalog).services.map(({ id }) => id);
}

interface Entry {
  readonly id: string;
  readonly words: readonly string[];
  /** Written in capitals and so short that only capitals mean it: "AC". */
  readonly isAcronym: boolean;
}

/** Entries by each word they could begin with. */
type ServiceIndex = ReadonlyMap<string, readonly Entry[]>;
/** Service areas by the first word of their name or alias, longest entry first. */
type PlaceIndex = ReadonlyMap<string, readonly Entry[]>;

/** Indexes service names and keywords by each of their stemmed words, ignoring fillers such as "and". */
function serviceIndex(services: Catalog["services"], { data }: ReadLanguage): ServiceIndex {
  const index = new Map<string, Entry[]>();
  for (const { id, name, keywords } of services) {
    for (const phrase of [name, ...keywords]) {
      const tokens = tokenize(phrase).filter(({ kind }) => kind === "word" || kind === "number");
      const words = tokens.map(({ word }) => data.stem(word)).filter((word) => !FILLERS.has(word));
      const isAcronym = tokens.length === 1 && tokenAt(tokens, 0).shout && (words[0]?.length ?? 0) <= 3;
      for (const word of new Set(words)) index.set(word, [...(index.get(word) ?? []), { id, words, isAcronym }]);
    }
  }
  for (const entries of index.values()) entries.sort(longestFirst);
  return index;
}

const FILLERS = new Set("and or the a of for service und der die das y o de la el et ou le".split(" "));

function longestFirst(a: Entry, b: Entry): number {
  return b.words.length - a.words.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

const stemOf = factOf((word, { data }) => data.stem(word));

/** Services named in a text, each once; the longer phrase takes its words from the shorter. */
function findServices(tokens: readonly Token[], index: ServiceIndex, isForeign: boolean): EntityMention[] {
  const found: EntityMention[] = [];
  if (index.size === 0) return found;
  for (let i = 0; i < tokens.length; i++) {
    const own = tokenAt(tokens, i);
    const entries = isName(own) ? index.get(stemOf(own.lexeme)) : undefined;
    if (!entries) continue;
    const hit = firstHit(isForeign && isOrdinary(own) ? entries.filter(hasSeveralWords) : entries, tokens, i);
    if (!hit) continue;
    const at = found.findIndex((other) => other.from < hit.to && other.to > hit.from);
    const rival = found[at];
    if (rival === undefined) found.push(hit);
    else if (hit.to - hit.from > rival.to - rival.from) found[at] = hit;
  }
  if (found.length < 2) return found;
  const seen = new Set<string>();
  return found.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** A word that the language of the text knows means what it does there: the German "Bad" is no English "bad". */
function isOrdinary({ lexeme: { word, language } }: Token): boolean {
  return (
    commonWords(language).has(word) || lexicon(language).words.has(word) || language.words("number_words").has(word)
  );
}

function hasSeveralWords({ words }: Entry): boolean {
  return words.length > 1;
}

function isName({ kind }: Token): boolean {
  return kind === "word" || kind === "number";
}

function firstHit(entries: readonly Entry[], tokens: readonly Token[], i: number): EntityMention | null {
  for (const { id, words, isAcronym } of entries) {
    if (isAcronym && !tokenAt(tokens, i).shout) continue;
    const to = bagEnd(words, tokens, i);
    if (to !== null) return { id, from: i, to };
  }
  return null;
}

/** One past the last of `words` when all stand from token `i` on, in any order, with at most three others between. */
function bagEnd(words: readonly string[], tokens: readonly Token[], i: number): number | null {
  const missing = new Set(words);
  const reach = words.length === 1 ? 1 : words.length + 3;
  for (let j = i; j < i + reach && j < tokens.length; j++) {
    const own = tokenAt(tokens, j);
    if (own.kind === "mark" && own.word !== "-") return null;
    if (isName(own)) missing.delete(stemOf(own.lexeme));
    if (missing.size === 0) return j + 1;
  }
  return null;
}

/** Indexes the names and aliases of service areas by their first word. */
function areaIndex(areas: Catalog["service_areas"]): PlaceIndex {
  const index = new Map<string, Entry[]>();
  for (const { id, name, aliases } of areas) {
    for (const phrase of [name, ...aliases]) {
      const words = tokenize(phrase)
        .filter(({ kind }) => kind !== "mark")
        .map(({ word }) => word);
      const [first] = words;
      if (first === undefined) continue;
      index.set(first, [...(index.get(first) ?? []), { id, words, isAcronym: false }]);
    }
  }
  for (const entries of index.values()) entries.sort(longestFirst);
  return index;
}

/** Areas named in a text, each once. A name inside a longer capitalised name is another place. */
function findAreas(tokens: readonly Token[], index: PlaceIndex): EntityMention[] {
  if (index.size === 0) return [];
  const found: EntityMention[] = [];
  for (let i = 0; i < tokens.length; i++) {
    if (!tokenAt(tokens, i).capital) continue;
    const entry = index.get(bare(tokenAt(tokens, i).written))?.find(({ words }) => isPlaceAt(tokens, i, words));
    const id = entry?.id ?? misspeltArea(tokens, i, index);
    if (id === null || found.some((other) => other.id === id)) continue;
    const to = i + (entry?.words.length ?? 1);
    if (!isPartOfName(tokens, i, to)) found.push({ id, from: i, to });
  }
  return found;
}

function bare(word: string): string {
  return word.endsWith("'s") ? word.slice(0, -2) : word;
}

function isPlaceAt(tokens: readonly Token[], i: number, words: readonly string[]): boolean {
  return words.every((word, k) => {
    const token = tokens[i + k];
    return token !== undefined && bare(token.written) === word && (token.capital || word.length < 4);
  });
}

/** "Springfeild" is taken for Springfield; a place is not looked for at the start of a sentence. */
function misspeltArea(tokens: readonly Token[], i: number, index: PlaceIndex): string | null {
  const { written: word } = tokenAt(tokens, i);
  if (word.length < 6 || i === 0 || tokenAt(tokens, i - 1).kind === "mark") return null;
  for (const entries of index.values()) {
    for (const { id, words } of entries) if (words.length === 1 && isEditedName(word, words[0] ?? "")) return id;
  }
  return null;
}

const STATES = new Set(
  `al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc
  sd tn tx ut vt va wa wv wi wy`.split(/\s+/),
);

function isPartOfName(tokens: readonly Token[], from: number, to: number): boolean {
  const before = tokens[from - 1];
  const after = tokens[to];
  const startsSentence = before === undefined || before.kind === "mark";
  const isSecondWord = from < 2 || tokenAt(tokens, from - 2).kind === "mark";
  if (!startsSentence && before.capital && before.word !== "i" && !isSecondWord) return true;
  return after?.capital === true && after.word !== "i" && !STATES.has(after.word) && after.kind === "word";
}

/** A name that may belong to a technician missing from the catalog. */
interface NameSuggestion {
  readonly name: string;
  readonly review_count: number;
  /** Some of the reviews that use the name. */
  readonly review_ids: readonly string[];
}

/** Fewest reviews in which a person is suggested, ranked or summed up. */
export const MIN_NAMING_REVIEWS = 5;

/** Names used like a technician's, most reviews first; never a word of the business's name or one written small elsewhere. */
export function suggestNames(
  reviews: Iterable<{ readonly id: string; readonly text: string; readonly author_name?: string | null }>,
  catalog: Catalog,
): NameSuggestion[] {
  const uses = new Map<string, { readonly name: string; readonly ids: string[] }>();
  const listed = [catalog.name ?? "", ...catalog.technicians.flatMap(({ name, aliases }) => [name, ...aliases])];
  const others = new Set(listed.flatMap((name) => [name.replace(/\W/g, ""), ...name.split(/\W+/)]).map(nameKey));
  for (const { id, text, author_name } of reviews) {
    const tokens = tokenize(text);
    for (const { written, capital } of tokens) if (!capital) others.add(nameKey(written));
    const known = findInCatalog(tokens, catalog, { authorName: author_name ?? null });
    const taken = new Set([...known.technicians, ...known.areas].map(({ from }) => from));
    for (const [i, token] of tokens.entries()) {
      if (taken.has(i) || !isNameLike(tokens, i)) continue;
      const name = bareName(text, token);
      const own = uses.get(nameKey(name)) ?? { name, ids: [] };
      uses.set(nameKey(name), own);
      if (own.ids.at(-1) !== id) own.ids.push(id);
    }
  }
  return [...uses]
    .filter(([key, { ids }]) => ids.length >= MIN_NAMING_REVIEWS && !others.has(key))
    .map(([, { name, ids }]) => ({ name, review_count: ids.length, review_ids: ids.slice(0, 5) }))
    .sort((a, b) => b.review_count - a.review_count || (a.name < b.name ? -1 : 1));
}

function nameKey(name: string): string {
  return plain(name.toLowerCase());
}

function bareName(text: string, { start, end }: Token): string {
  return text.slice(start, end).replace(/['’]s$/, "");
}

/** A capitalised word that is no word of the lists, beside a sign that a person is meant. */
function isNameLike(tokens: readonly Token[], i: number): boolean {
  const { word, capital, shout, kind, lexeme } = tokenAt(tokens, i);
  if (kind !== "word" || !capital || shout || word.length < 3 || word.includes("'")) return false;
  if (isListed("farewells", tokens[i - 2]) || ABSTRACT.test(word) || aspectNamedBy(word) !== null) return false;
  const own = tokenAt(tokens, i);
  if (commonWords(lexeme.language).has(word) || lexicon(lexeme.language).words.has(word)) return false;
  if (isListed("months", own) || isListed("companies", own)) return false;
  const before = tokens[i - 1]?.word ?? "";
  const next = tokens[i + 1];
  if (
    isListed("relatives", tokens[i - 1]) ||
    (next?.capital && (isListed("companies", next) || isListed("streets", next)))
  )
    return false;
  return isBefore(tokens, i) && isListed("after", next) ? true : STRONG_CUES.has(before);
}

/** The endings of words for what nobody is called. */
const ABSTRACT = /(?:tion|sion|ness|ment|ship|ity|ance|ing|ism)$/;

const STRONG_CUES = new Set("technician tech plumber electrician named installer roofer painter".split(" "));

function isBefore(tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1];
  return before === undefined || before.kind === "mark" || isListed("before", before);
}
