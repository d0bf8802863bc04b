/**
 * Suggests names that look like technicians the catalog does not list.
 *
 * @module
 */
import type { Catalog } from "../../review/mod.ts";
import { findInCatalog } from "./catalog_match.ts";
import { COMMON_WORDS } from "./lexicon/en/common_words.ts";
import { AFTER_CUES, BEFORE_CUES, COMPANY_WORDS, MONTHS, RELATIVES, STREET_WORDS } from "./lexicon/en/names.ts";
import { lexicon } from "./lexicon.ts";
import { type Token, tokenAt, tokenize } from "./tokens.ts";

/** A name that may belong to a technician missing from the catalog. */
export interface NameSuggestion {
  readonly name: string;
  readonly review_count: number;
  /** Some of the reviews that use the name. */
  readonly review_ids: readonly string[];
}

/** Names used like a technician's in at least two reviews, most reviews first; never a word written small elsewhere. */
export function suggestNames(
  reviews: Iterable<{ readonly id: string; readonly text: string; readonly author_name?: string | null }>,
  catalog: Catalog,
): NameSuggestion[] {
  const uses = new Map<string, string[]>();
  const ordinary = new Set<string>();
  for (const { id, text, author_name } of reviews) {
    const tokens = tokenize(text);
    for (const { word, capital } of tokens) if (!capital) ordinary.add(word);
    const known = findInCatalog(tokens, catalog, author_name ?? null);
    const taken = new Set([...known.technicians, ...known.areas].map(({ from }) => from));
    const names = tokens.filter((_, i) => !taken.has(i) && isNameLike(tokens, i)).map((token) => bareName(text, token));
    for (const name of new Set(names)) uses.set(name, [...(uses.get(name) ?? []), id]);
  }
  const listed = new Set(
    catalog.technicians.flatMap(({ name, aliases }) => [name, ...aliases]).flatMap((n) => n.split(" ")),
  );
  return [...uses]
    .filter(([name, ids]) => ids.length >= 2 && !listed.has(name) && !ordinary.has(name.toLowerCase()))
    .map(([name, ids]) => ({ name, review_count: ids.length, review_ids: ids.slice(0, 5) }))
    .sort((a, b) => b.review_count - a.review_count || (a.name < b.name ? -1 : 1));
}

function bareName(text: string, { start, end }: Token): string {
  return text.slice(start, end).replace(/['’]s$/, "");
}

/** A capitalised word that is no word of the lists, beside a sign that a person is meant. */
function isNameLike(tokens: readonly Token[], i: number): boolean {
  const { word, capital, shout, kind } = tokenAt(tokens, i);
  if (kind !== "word" || !capital || shout || word.length < 3 || word.includes("'")) return false;
  if (COMMON_WORDS.has(word) || lexicon().words.has(word) || MONTHS.has(word) || COMPANY_WORDS.has(word)) return false;
  const before = tokens[i - 1]?.word ?? "";
  const next = tokens[i + 1];
  if (RELATIVES.has(before) || (next?.capital && (COMPANY_WORDS.has(next.word) || STREET_WORDS.has(next.word))))
    return false;
  return isBefore(tokens, i) && AFTER_CUES.has(next?.word ?? "") ? true : STRONG_CUES.has(before);
}

const STRONG_CUES = new Set("technician tech plumber electrician named installer roofer painter".split(" "));

function isBefore(tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1];
  return before === undefined || before.kind === "mark" || BEFORE_CUES.has(before.word);
}
