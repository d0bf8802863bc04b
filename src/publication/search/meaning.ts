/**
 * Reads the words of a search as a person means them: inflected, with accents or without, mistyped, or a name of the
 * catalog. A word is of the stated language, else of the business's: "bad" in an English search is no German bathroom.
 * Only a word unknown there is looked for in other languages.
 */

import { Buffer } from "node:buffer";
import type { Memo } from "../../memo.ts";
import { editDistance } from "../../nearest_name.ts";
import { foldSearched } from "../../review/text.ts";
import { utf8Bytes } from "../../utf8.ts";
import type { MeantWord, Vocabulary } from "./vocabulary.ts";
import { foldedWords, isFunctionWord, umlautKeys, withoutAccents, wordKey } from "./word_keys.ts";
import { languageMark } from "./words.ts";

export interface CatalogNames {
  /** Filter terms of reviews that mention a name, by the keys of the name, joined by spaces. */
  readonly terms: ReadonlyMap<string, readonly number[]>;
  /** Words of names, folded. */
  readonly words: ReadonlySet<string>;
}

export interface MeantWords {
  readonly words: readonly MeantWord[];
  /** A match has at least so many of them. */
  readonly needed: number;
  /** Folded; no review has these beside the others. */
  readonly leftOut: readonly string[];
}

/** A shorter beginning begins too many words. */
const MIN_PREFIX_LENGTH = 5;
const MIN_MISTYPED_LENGTH = 4;
/** Length from which a word may have two mistakes, one of them in its first letter. */
const LONG = 8;
const MAX_LETTERS = 32;
const DECODER = new TextDecoder();

export interface ReadWord {
  /** Its part of a name. */
  readonly key: string;
  readonly word: MeantWord;
}

interface QueryVocabulary {
  readonly own: string;
  /** Tried first. */
  readonly language: string;
  readonly catalog: CatalogNames;
  readonly vocabularies: readonly Vocabulary[];
  readonly known: Memo<ReadWord>;
}

/** Words of a search, without function words. */
export function readWords(text: string, reading: QueryVocabulary): readonly MeantWord[] {
  const { catalog, vocabularies, known, language } = reading;
  const quoted = new Set(foldedWords((text.match(/"[^"]*"/g) ?? []).join(" ")));
  const read = foldedWords(withoutEndings(text)).map((asked) =>
    quoted.has(asked)
      ? known.get(`"${asked}"`, () => readExactly(asked, vocabularies))
      : known.get(`${language} ${asked}`, () => readWord(asked, reading)),
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
    (each, at) => isFirst(each, at) && (each.word.isExact || !isFunctionWord(each.word.asked, language)),
  );
  return (telling.length > 0 ? telling : read).map((each) => {
    const own = terms[read.indexOf(each)] ?? [];
    return own.length === 0 ? each.word : { ...each.word, terms: own, isUnknown: false };
  });
}

/** The t of didn't, the s of Dana's. */
function withoutEndings(text: string): string {
  return foldSearched(text).replace(/(?<=\p{L})'(?:t|s|ll|re|ve|d|m)(?!\p{L})/gu, " ");
}

function readExactly(asked: string, vocabularies: readonly Vocabulary[]): ReadWord {
  const none = {
    keys: [],
    umlautKeys: [],
    marks: null,
    isBeginning: false,
    takenFor: null,
    isUnknown: false,
    terms: [],
  };
  const word: MeantWord = { asked, bytes: utf8Bytes(asked), isExact: true, ...none };
  const isUnknown = vocabularies.every((each) => each.wordsFor(word).length === 0);
  // Never part of a name, nor the same as another word.
  return { key: `"${asked}"`, word: { ...word, isUnknown } };
}

function readWord(asked: string, { catalog, vocabularies, own, language }: QueryVocabulary): ReadWord {
  const every = [...new Set([own, ...vocabularies.flatMap(({ others }) => others)])];
  const none = { terms: [], isExact: false, isBeginning: false, takenFor: null, isUnknown: false };
  const word = { asked, bytes: utf8Bytes(asked), ...none };
  const stands = (it: MeantWord) => vocabularies.some((each) => each.wordsFor(it).length > 0);
  const key = wordKey(asked, own);
  const known = { ...word, ...keysIn([language], asked, own) };
  if (stands(known)) return { key, word: known };
  const foreign = { ...word, ...keysIn(every, asked, own) };
  if (every.length > 1 && stands(foreign)) return { key, word: foreign };
  if (catalog.words.has(asked)) return { key, word: { ...known, isUnknown: true } };
  const beginning = { ...foreign, isBeginning: asked.length >= MIN_PREFIX_LENGTH };
  if (beginning.isBeginning && stands(beginning)) return { key, word: beginning };
  const takenFor = nearestWord(asked, catalog, vocabularies);
  if (takenFor === null) return { key, word: { ...known, isUnknown: true } };
  const read = { ...word, ...keysIn(every, takenFor, own), umlautKeys: [], takenFor };
  return { key: wordKey(takenFor, own), word: { ...read, isUnknown: !stands(read) } };
}

/** Keys in some languages, in the index of a business that speaks `own`. */
function keysIn(languages: readonly string[], asked: string, own: string) {
  const found = languages.map((language) => {
    const mark = languageMark(language, own);
    const { written, meant } = umlautKeys(asked, language);
    const marked = (keys: readonly (string | null)[]) =>
      [...new Set(keys)].flatMap((key) => (key === null ? [] : [markedKey(key, mark)]));
    return { mark, keys: marked([wordKey(asked, language), written]), umlautKeys: marked([meant]) };
  });
  return {
    marks: found.map(({ mark }) => mark),
    keys: found.flatMap(({ keys }) => keys),
    umlautKeys: found.flatMap((each) => each.umlautKeys),
  };
}

function markedKey(key: string, mark: string): Uint8Array {
  return Buffer.concat([utf8Bytes(key), Buffer.from(mark, "latin1")]);
}

/** The fewest mistakes, then the most reviews; or null. */
function nearestWord(asked: string, catalog: CatalogNames, vocabularies: readonly Vocabulary[]): string | null {
  const letters = withoutAccents(asked);
  if (letters.length < MIN_MISTYPED_LENGTH || letters.length > MAX_LETTERS || /\P{L}/u.test(letters)) return null;
  const isShort = letters.length < LONG;
  const most = isShort ? 1 : 2;
  const counts = new Map<string, number>();
  for (const word of catalog.words) {
    const plain = withoutAccents(word);
    const isLike = Math.abs(plain.length - letters.length) <= most && !(isShort && plain[0] !== letters[0]);
    if (isLike) counts.set(word, 1);
  }
  for (const each of vocabularies) {
    for (const at of each.spelledLike(letters, most, isShort)) {
      const word = DECODER.decode(each.all.bytes(at));
      counts.set(word, (counts.get(word) ?? 0) + each.all.count(at));
    }
  }
  let best: { readonly word: string; readonly distance: number; readonly count: number } | null = null;
  for (const [word, count] of counts) {
    const distance = editDistance(letters, withoutAccents(word), most);
    if (distance > most) continue;
    if (best === null || distance < best.distance || (distance === best.distance && count > best.count)) {
      best = { word, distance, count };
    }
  }
  return best?.word ?? null;
}
