/** What a search found in a text, the words that a judgement rests on, and the names of who and what is mentioned. */
import { type SearchQuery, wordsMeant } from "../../publication/mod.ts";
import { type Business, foldSearched, foldText, type Review } from "../../review/mod.ts";

interface TextPiece {
  readonly text: string;
  readonly isHit: boolean;
}

export interface Highlights extends Pick<SearchQuery, "query" | "words"> {
  /** The language of the text; English where it is left out. */
  readonly language?: string;
  /** Marked as they stand: the words of judgements. */
  readonly quotes?: readonly string[];
  /** Marked where they are words of their own: names of people and places. */
  readonly names?: readonly string[];
  /** Marked where a word begins with them: what means a service. */
  readonly keywords?: readonly string[];
}

export function highlightsOf(query: SearchQuery, review: Review, business: Business): Highlights {
  const { mentions_aspect: aspect, sentiment, mentions_technician, mentions_service, mentions_area } = query;
  const judged = review.aspects.filter(
    (each) => each.aspect === aspect && (sentiment === undefined || each.sentiment === sentiment),
  );
  return {
    ...(query.query !== undefined && { query: query.query }),
    ...(query.words !== undefined && { words: query.words, language: review.language ?? business.language }),
    quotes: judged.map(({ quote }) => quote),
    names: [
      ...(mentions_technician ? technicianNames(mentions_technician, business) : []),
      ...(mentions_area ? spellingsOf(mentions_area, business.service_areas) : []),
    ],
    keywords: mentions_service ? serviceWords(mentions_service, business) : [],
  };
}

/** What a technician is called in reviews: by name, alias, or a first name that nobody else has. */
export function technicianNames(wanted: string, { technicians }: Business): string[] {
  const entry = entryOf(wanted, technicians);
  if (entry === null) return [wanted];
  const first = firstName(entry.name);
  const isShared = technicians.some(({ id, name }) => id !== entry.id && firstName(name) === first);
  return [entry.name, ...entry.aliases, ...(isShared ? [] : [first])];
}

export function serviceWords(wanted: string, { services }: Business): string[] {
  const entry = entryOf(wanted, services);
  return entry === null ? [wanted] : [entry.name, ...entry.keywords];
}

function spellingsOf(wanted: string, entries: Business["service_areas"]): string[] {
  const entry = entryOf(wanted, entries);
  return entry === null ? [wanted] : [entry.name, ...entry.aliases];
}

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly aliases?: readonly string[];
}

function entryOf<E extends Entry>(wanted: string, entries: readonly E[]): E | null {
  const folded = foldText(wanted.trim());
  const isCalled = ({ id, name, aliases = [] }: E) => [id, name, ...aliases].some((each) => foldText(each) === folded);
  return entries.find(isCalled) ?? null;
}

function firstName(name: string): string {
  return name.split(" ")[0] ?? name;
}

/** Whether anything is sought that may stand far down in a text. */
export function hasHighlights({ query, words, quotes = [], names = [], keywords = [] }: Highlights): boolean {
  return Boolean(query || words) || quotes.length + names.length + keywords.length > 0;
}

/**
 * Cuts a text at the occurrences of what is sought. Folding keeps every letter at its place in NFC, as all published texts are; a
 * text that is longer or shorter when folded comes back in one piece rather than with the wrong words marked.
 */
export function highlightedPieces(text: string, sought: Highlights): TextPiece[] {
  const folded = foldSearched(text);
  const pattern = patternOf(sought, sought.words ? wordsMeant(folded, sought.words, sought.language ?? "en") : []);
  if (pattern === null || text === "" || folded.length !== text.length) return [{ text, isHit: false }];
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const { index, 0: hit } of folded.matchAll(pattern)) {
    if (index > from) pieces.push({ text: text.slice(from, index), isHit: false });
    from = index + hit.length;
    pieces.push({ text: text.slice(index, from), isHit: true });
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isHit: false });
  return pieces;
}

const INSIDE = "[\\p{L}\\p{M}\\p{N}]";

function patternOf(
  { query = "", quotes = [], names = [], keywords = [] }: Highlights,
  words: readonly string[],
): RegExp | null {
  const wholly = [...quotes.flatMap((quote) => quote.split(/\n\s*\n/)), query];
  const parts = [
    ...alternatives(wholly, (choice) => choice),
    ...alternatives(keywords, (choice) => `(?<!${INSIDE})${choice}`),
    ...alternatives([...names, ...words], (choice) => `(?<!${INSIDE})${choice}(?!${INSIDE})`),
  ];
  return parts.length === 0 ? null : new RegExp(parts.join("|"), "gu");
}

function alternatives(texts: readonly string[], within: (choice: string) => string): string[] {
  const folded = texts.map((text) => foldSearched(text.trim())).filter((text) => text !== "");
  if (folded.length === 0) return [];
  const longestFirst = folded.toSorted((one, other) => other.length - one.length);
  return [within(`(?:${longestFirst.map((text) => RegExp.escape(text)).join("|")})`)];
}
