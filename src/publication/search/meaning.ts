/**
 * Reads the words of a search as a person means them: in another form, with accents or without, mistyped, or as a name of the
 * catalog. What a word means depends on all the reviews, so that each segment is asked for the same.
 */

import type { Memo } from "../../memo.ts";
import { editDistance } from "../../nearest_name.ts";
import { foldSearched } from "../../review/text.ts";
import type { MeantWord, Vocabulary } from "./vocabulary.ts";
import { foldedWords, isFunctionWord, umlautKeys, withoutAccents, wordKey } from "./word_keys.ts";

/** What names of the catalog stand for. */
export interface CatalogNames {
  /** By the keys of a name, put together by spaces: the filter terms of the reviews that mention it. */
  readonly terms: ReadonlyMap<string, readonly number[]>;
  /** Each word of these names, folded. */
  readonly words: ReadonlySet<string>;
}

/** The words of a search. */
export interface MeantWords {
  readonly words: readonly MeantWord[];
  /** How many of them a match has at least. */
  readonly needed: number;
  /** What was left out, folded, since no review has it beside the others. */
  readonly leftOut: readonly string[];
}

/** A beginning is taken for a word when it is as long as this; a shorter one begins too many. */
const SHORTEST_BEGINNING = 5;
const SHORTEST_MISTYPED = 4;
/** From this length on a word may have two mistakes, and one of them at its beginning. */
const LONG = 8;
const MOST_LETTERS = 32;
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** A word of a search by itself. */
export interface ReadWord {
  /** Its part of a name. */
  readonly key: string;
  readonly word: MeantWord;
}

/** What words are read by. */
interface Reading {
  readonly catalog: CatalogNames;
  readonly vocabularies: readonly Vocabulary[];
  /** Words that were read so before. */
  readonly known: Memo<ReadWord>;
}

/** The words of `text`, those that say nothing left out; how many of them a match needs is not decided here. */
export function readWords(text: string, { catalog, vocabularies, known }: Reading): readonly MeantWord[] {
  const quoted = new Set(foldedWords((text.match(/"[^"]*"/g) ?? []).join(" ")));
  const read = foldedWords(withoutEndings(text)).map((asked) =>
    quoted.has(asked)
      ? known.get(`"${asked}"`, () => readExactly(asked, vocabularies))
      : known.get(asked, () => readWord(asked, catalog, vocabularies)),
  );
  const terms = read.map((): number[] => []);
  for (let first = 0; first < read.length; first++) {
    let name = "";
    for (let last = first; last < read.length; last++) {
      name = `${name} ${read[last]?.key}`.trimStart();
      const named = catalog.terms.get(name);
      if (named === undefined) continue;
      for (let at = first; at <= last; at++) terms[at]?.push(...named);
    }
  }
  const isFirst = ({ key }: (typeof read)[number], at: number) => read.findIndex((other) => other.key === key) === at;
  const telling = read.filter(
    (each, at) => isFirst(each, at) && (each.word.isExact || !isFunctionWord(each.word.asked)),
  );
  return (telling.length > 0 ? telling : read).map((each) => {
    const own = terms[read.indexOf(each)] ?? [];
    return own.length === 0 ? each.word : { ...each.word, terms: own, isUnknown: false };
  });
}

/** Without what stands behind an apostrophe: the t of didn't, the s of Dana's. */
function withoutEndings(text: string): string {
  return foldSearched(text).replace(/(?<=\p{L})'(?:t|s|ll|re|ve|d|m)(?!\p{L})/gu, " ");
}

function readExactly(asked: string, vocabularies: readonly Vocabulary[]): ReadWord {
  const none = { keys: [], umlautKey: null, isBeginning: false, takenFor: null, isUnknown: false, terms: [] };
  const word: MeantWord = { asked, bytes: ENCODER.encode(asked), isExact: true, ...none };
  const isUnknown = vocabularies.every((each) => each.wordsFor(word).length === 0);
  // Never part of a name, nor the same as another word.
  return { key: `"${asked}"`, word: { ...word, isUnknown } };
}

function readWord(asked: string, catalog: CatalogNames, vocabularies: readonly Vocabulary[]): ReadWord {
  const { written, meant } = umlautKeys(asked);
  const own = wordKey(asked);
  const keys = [own, ...(written === null ? [] : [written])].map((key) => ENCODER.encode(key));
  const umlautKey = meant === null ? null : ENCODER.encode(meant);
  const word = { asked, bytes: ENCODER.encode(asked), keys, umlautKey, terms: [] };
  const known = { ...word, isExact: false, isBeginning: false, takenFor: null, isUnknown: false };
  const stands = (it: MeantWord) => vocabularies.some((each) => each.wordsFor(it).length > 0);
  if (stands(known)) return { key: own, word: known };
  if (catalog.words.has(asked)) return { key: own, word: { ...known, isUnknown: true } };
  const beginning = { ...known, isBeginning: asked.length >= SHORTEST_BEGINNING };
  if (beginning.isBeginning && stands(beginning)) return { key: own, word: beginning };
  const takenFor = nearestWord(asked, catalog, vocabularies);
  if (takenFor === null) return { key: own, word: { ...known, isUnknown: true } };
  const key = wordKey(takenFor);
  const read = { ...known, keys: [ENCODER.encode(key)], umlautKey: null, takenFor };
  return { key, word: { ...read, isUnknown: !stands(read) } };
}

/** The known word that one was probably meant to be: with the fewest mistakes, then in the most reviews; or null. */
function nearestWord(asked: string, catalog: CatalogNames, vocabularies: readonly Vocabulary[]): string | null {
  const letters = withoutAccents(asked);
  if (letters.length < SHORTEST_MISTYPED || letters.length > MOST_LETTERS || /\P{L}/u.test(letters)) return null;
  const most = letters.length < LONG ? 1 : 2;
  const counts = new Map<string, number>(Array.from(catalog.words, (word) => [word, 1]));
  for (const each of vocabularies) {
    for (const at of each.spelledLike(letters, most)) {
      const word = DECODER.decode(each.all.bytes(at));
      counts.set(word, (counts.get(word) ?? 0) + each.all.count(at));
    }
  }
  let best: { readonly word: string; readonly distance: number; readonly count: number } | null = null;
  for (const [word, count] of counts) {
    const plain = withoutAccents(word);
    if (Math.abs(plain.length - letters.length) > most || (plain[0] !== letters[0] && letters.length < LONG)) continue;
    const distance = editDistance(letters, plain, most);
    if (distance > most) continue;
    if (best === null || distance < best.distance || (distance === best.distance && count > best.count)) {
      best = { word, distance, count };
    }
  }
  return best?.word ?? null;
}
