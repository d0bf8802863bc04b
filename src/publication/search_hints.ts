/** Explains a search that found little. Each hint is a change of the search that was tried and finds something. */

import { Memo, memo } from "../memo.ts";
import { nearestName } from "../nearest_name.ts";
import { foldText, type ReviewAspect } from "../review/mod.ts";
import { FILTER_ROWS, type FilterName, type FilterValues, onlyFilter, PARTS, withoutFilter } from "./filters.ts";
import { spokenFinder } from "./mention_terms.ts";
import type { Publication } from "./publication.ts";
import { wordsMeant } from "./search/mod.ts";
import { isSet, type SearchHint, type SearchQuery } from "./search_query.ts";

/** Each costs a search or two. */
const MAX_HINTS = 3;
/** A phrase with fewer hits is offered by its words. */
const MIN_PHRASE_HITS = 3;

type Asked = Pick<Publication, "business" | "searchNames" | "count" | "hasMatch" | "meaningOf" | "reviewAt" | "search">;

export type AspectReader = (
  words: string,
) => { readonly aspect: ReviewAspect["aspect"]; readonly sentiment: ReviewAspect["sentiment"] | null } | null;

interface HintOptions {
  readonly total: number;
  readonly aspectOf: AspectReader;
}

const MAX_REMEMBERED = 4096;
const MAX_BYTES = 4 << 20;

/**
 * For no match why, surest reasons first; for a phrase with few hits whether its words have more; for words how they
 * were read.
 */
export function searchHints(publication: Asked, query: SearchQuery, options: HintOptions): readonly SearchHint[] {
  const { total } = options;
  if (total >= MIN_PHRASE_HITS && !isSet(query.words)) return NO_HINTS;
  const filters = filtersOf(query);
  const known = memo(publication, "hints", () => new Memo(MAX_REMEMBERED, { max: MAX_BYTES, of: bytesOf }));
  return known.get(`${total} ${JSON.stringify(filters)}`, () => hintsFor(publication, filters, options));
}

const NO_HINTS: readonly SearchHint[] = [];

function bytesOf(key: string, hints: readonly SearchHint[]): number {
  return hints.reduce((bytes, { message }) => bytes + 4 * message.length + 300, 2 * key.length + 100);
}

function hintsFor(publication: Asked, filters: FilterValues, { total, aspectOf }: HintOptions): SearchHint[] {
  const hinter = new Hinter(publication, filters, aspectOf);
  if (total > 0) return [...hinter.otherwise(), ...hinter.words(total)];
  const unknown = hinter.unknownNames();
  if (unknown.length > 0) return unknown;
  const hints = inTheWay(publication, filters).flatMap((name) => hinter.hints(name));
  return hints.length > 0 ? hints.slice(0, MAX_HINTS) : hinter.onlyOne();
}

/** Filters in the order of the schema, without empty values. */
function filtersOf(query: SearchQuery): FilterValues {
  const filters: Record<string, unknown> = {};
  for (const [name] of FILTER_ROWS) if (isSet(query[name])) filters[name] = query[name];
  return filters;
}

/** Filters without which something matches; else those that match nothing alone. */
function inTheWay(asked: Asked, filters: FilterValues): FilterName[] {
  const names = Object.keys(filters) as FilterName[];
  const without = firstOf(names, (name) => asked.hasMatch(withoutFilter(filters, name)));
  return without.length > 0 ? without : firstOf(names, (name) => !asked.hasMatch(onlyFilter(filters, name)));
}

function firstOf(names: readonly FilterName[], is: (name: FilterName) => boolean): FilterName[] {
  const found: FilterName[] = [];
  for (const name of names) {
    if (found.length < MAX_HINTS && is(name)) found.push(name);
  }
  return found;
}

type Change = SearchHint["change"];
type Names = NonNullable<(typeof FILTER_ROWS)[number][1]["names"]>;

class Hinter {
  readonly #names: readonly FilterName[];

  constructor(
    private readonly asked: Asked,
    private readonly filters: FilterValues,
    private readonly aspectOf: AspectReader,
  ) {
    this.#names = Object.keys(filters) as FilterName[];
  }

  /** Hints for unknown names: the nearest known name, or its meaning. */
  unknownNames(): SearchHint[] {
    const unknown = FILTER_ROWS.flatMap(([parameter, { names }]) => {
      const name = this.filters[parameter];
      if (names === undefined || typeof name !== "string") return [];
      const { of: what, fold = (given) => given.trim() } = names;
      const { known, folded } = memo(this.asked, `names for ${parameter}`, () => {
        const all = names.known(this.asked);
        return { known: all, folded: new Set(all.map(foldText)) };
      });
      if (folded.has(foldText(fold(name))) || this.asked.hasMatch({ [parameter]: name })) return [];
      const nearest = nearestName(name, known) ?? this.#spokenOf(parameter, names, name);
      return [{ parameter, known, nearest, message: `No ${what} is called ${quoted(name)}` }];
    });
    const corrections = Object.fromEntries(unknown.map(({ parameter, nearest }) => [parameter, nearest]));
    return unknown.flatMap(({ parameter, known, nearest, message }) => {
      const asked = `${message}; did you mean ${quoted(nearest ?? "")}?`;
      const meant = nearest === null ? [] : this.#hint({ [parameter]: nearest, ...corrections }, asked);
      return meant.length > 0 ? meant : this.#surely({ [parameter]: null }, `${message}; ${listed(known)}`);
    });
  }

  hints(parameter: FilterName): SearchHint[] {
    if (parameter === "query" || parameter === "words") return this.#textHints(parameter);
    const shown = `${parameter}=${this.filters[parameter]}`;
    return this.#surely(
      { [parameter]: null },
      this.#names.length === 1
        ? `No review matches ${shown}`
        : `Reviews match the other filters, but none of them matches ${shown} as well`,
    );
  }

  /** Several filters match something each, but never all but one of them. */
  onlyOne(): SearchHint[] {
    const message = "Each filter matches reviews, but no review matches all but one of them; keep only";
    return this.#names
      .map((name) => ({ name, change: Object.fromEntries(this.#names.map((each) => [each, null])) }))
      .flatMap(({ name, change: { [name]: _, ...change } }) => this.#hint(change, `${message} ${name}`))
      .slice(0, 1);
  }

  /** Offers the words of `query` where more reviews have them. */
  words(total: number): SearchHint[] {
    const { query, words } = this.filters;
    if (query === undefined || words !== undefined) return [];
    return this.#hint(
      { words: query.trim(), query: null },
      `Only ${counted(total)} the phrase ${quoted(query)}`,
    ).filter(({ finds }) => finds > total);
  }

  /** What words were taken for, and what was left out. */
  otherwise(): SearchHint[] {
    if (this.filters.words === undefined) return [];
    const { words, needed, leftOut } = this.asked.meaningOf(this.filters.words, this.filters.language);
    const mistyped = words.filter(({ takenFor }) => takenFor !== null).map(({ asked }) => quoted(asked));
    const isPartial = leftOut.length > 0 || needed < words.length;
    if (mistyped.length === 0 && !isPartial) return [];
    const read = words.map(({ asked, takenFor }) => takenFor ?? asked);
    const missing = `No review has the word ${mistyped.join(" or ")}`;
    if (needed === words.length) {
      return this.#hint({ words: read.join(" ") }, isPartial ? "No review has all of these words" : missing);
    }
    // Words that reviews have come before guesses.
    const exact = words.filter(({ takenFor, isUnknown }) => takenFor === null && !isUnknown).map(({ asked }) => asked);
    if (mistyped.length > 0 && exact.length > 0) return this.#hint({ words: exact.join(" ") }, missing);
    const kept = this.#inFirstHit(read);
    return kept.length === 0 ? [] : this.#hint({ words: kept.join(" ") }, "No review has all of these words");
  }

  #inFirstHit(words: readonly string[]): string[] {
    const [first] = this.asked.search({ ...this.filters, limit: 1 }).ordinals;
    if (first === undefined) return [];
    const { text, title, translation, ...review } = this.asked.reviewAt(first);
    const own = this.asked.business.language;
    const parts = [
      { said: `${title ?? ""} ${text}`, language: review.language ?? own },
      { said: translation?.text ?? "", language: translation?.language ?? own },
    ];
    return words.filter((word) => parts.some(({ said, language }) => wordsMeant(said, word, language).length > 0));
  }

  #textHints(parameter: "query" | "words"): SearchHint[] {
    const text = (this.filters[parameter] ?? "").trim();
    const message = this.#whyNot(parameter, text);
    const instead = (change: Change) => this.#hint({ ...change, [parameter]: null }, message);
    const found: SearchHint[] = [];
    if (parameter === "query" && this.filters.words === undefined) found.push(...instead({ words: text }));
    if (parameter === "words") found.push(...this.#unquoted(text, message), ...this.#wordsThatAre(text));
    for (const [name, { names }] of FILTER_ROWS) {
      const value = names === undefined || name in this.filters ? null : this.#spokenOf(name, names, text);
      if (value !== null) found.push(...instead({ [name]: value }));
    }
    if (found.length < MAX_HINTS) found.push(...this.#aspectHints(text, instead));
    if (found.length === 0 && parameter === "query") found.push(...this.#shorter(text, message));
    return found.length > 0 ? found : this.#surely({ [parameter]: null }, message);
  }

  #spokenOf(parameter: FilterName, { spelled }: Names, text: string): string | null {
    if (spelled === undefined) return null;
    return memo(this.asked, `spoken ${parameter}`, () => spokenFinder(spelled(this.asked.business)))(text);
  }

  #whyNot(parameter: "query" | "words", text: string): string {
    if (parameter === "words") {
      const missing = this.#missing(text);
      if (missing.length > 0) return `No review has the word ${missing.map(quoted).join(" or ")}`;
      return this.#names.length === 1
        ? `No review has all of the words ${quoted(text)}`
        : "None of the reviews that match the other filters has all of the words";
    }
    const isAlone = this.#names.length === 1 || !this.asked.hasMatch({ query: text });
    const where = isAlone ? "No review" : "None of the reviews that match the other filters";
    return `${where} contains the phrase ${quoted(text)}`;
  }

  #missing(words: string): string[] {
    return words.split(/\s+/).filter((word) => !this.asked.hasMatch({ words: word }));
  }

  /** Words in quotation marks, without the marks. */
  #unquoted(text: string, message: string): SearchHint[] {
    return text.includes('"') ? this.#hint({ words: text.replaceAll('"', " ").trim() }, message) : [];
  }

  #wordsThatAre(words: string): SearchHint[] {
    const missing = this.#missing(words);
    const left = words.split(/\s+/).filter((word) => !missing.includes(word));
    if (missing.length === 0 || left.length === 0) return [];
    return this.#hint({ words: left.join(" ") }, this.#whyNot("words", words));
  }

  #aspectHints(text: string, instead: (change: Change) => SearchHint[]): SearchHint[] {
    const spoken = this.filters.mentions_aspect === undefined ? this.aspectOf(text) : null;
    if (spoken === null) return [];
    const { aspect: mentions_aspect, sentiment } = spoken;
    const sided = sentiment === null ? [] : instead({ mentions_aspect, sentiment });
    return sided.length > 0 ? sided : instead({ mentions_aspect });
  }

  /** The longest beginning or end of the phrase that finds something. */
  #shorter(text: string, message: string): SearchHint[] {
    const words = text.split(/\s+/).slice(0, MAX_TRIED);
    for (let length = words.length - 1; length > 0; length--) {
      for (const query of [words.slice(0, length), words.slice(-length)].map((part) => part.join(" "))) {
        const [hint] = query.length < MIN_LETTERS ? [] : this.#hint({ query }, message);
        if (hint !== undefined) return [hint];
      }
    }
    return [];
  }

  /** Alone, else in place of all other filters, else without any filter. */
  #surely(change: Change, message: string): SearchHint[] {
    const all = Object.fromEntries(this.#names.map((name) => [name, null]));
    for (const tried of [change, { ...all, ...change }, all]) {
      const [hint] = this.#hint(tried, message, Object.keys(change)[0]);
      if (hint !== undefined) return [hint];
    }
    return [];
  }

  /** Empty if the change finds nothing. */
  #hint(change: Change, message: string, parameter = Object.keys(change)[0] ?? ""): SearchHint[] {
    const changed: Record<string, unknown> = { ...this.filters, ...change };
    const tried: Record<string, unknown> = {};
    for (const name in changed) {
      if (changed[name] !== null && change[PARTS.get(name) ?? ""] !== null) tried[name] = changed[name];
    }
    const finds = this.asked.count(tried);
    if (finds === 0) return [];
    const value = change[parameter] ?? null;
    return [
      {
        parameter,
        message: `${message}${message.endsWith("?") ? "" : ";"} ${describeChange(change)} finds ${finds}`,
        try: value,
        change,
        finds,
      },
    ];
  }
}

/** Words tried at the beginning of a longer phrase. */
const MAX_TRIED = 8;
/** Fewer letters stand everywhere. */
const MIN_LETTERS = 3;

function describeChange(change: Change): string {
  const set = Object.entries(change).filter(([, value]) => value !== null);
  const omitted = Object.keys(change).filter((name) => change[name] === null);
  if (set.length === 0) return `without ${omitted.join(", ")} the search`;
  const values = set.map(([name, value]) => `${name}=${value}`).join("&");
  return omitted.length === 0 ? values : `${values} in place of ${omitted.join(", ")}`;
}

function counted(total: number): string {
  return total === 1 ? "1 review contains" : `${total} reviews contain`;
}

function listed(known: readonly string[]): string {
  if (known.length === 0) return "there are none";
  const few = known.slice(0, 8).map(quoted).join(", ");
  return `known ${known.length > 8 ? "are, among others," : "are"} ${few}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
