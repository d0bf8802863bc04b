/**
 * Detects the language of a text by the n-grams of `eld/small`, as that detector itself does. It is read here since the
 * detector's own form of the same data takes 80 MB, in each thread that analyses, and five times as long for a text.
 */

import { readFileSync } from "node:fs";
import { dictionary } from "../../../node_modules/eld/src/dictionary.js";
import path from "../../../node_modules/eld/src/ngrams/small.js" with { type: "file" };
import { separators } from "../../../node_modules/eld/src/regexPatterns.js";
import { utf8Bytes } from "../../utf8.ts";
import { lazy, remembered } from "../lexicon/lists.ts";

/** More characters than this do not improve the detection. */
const ENOUGH = 300;

/** ISO 639-1 code of the likeliest language; "" when none is likely. */
export function detect(text: string): string {
  const { languages, rows, languageOf, weights, scores, latest } = ngrams();
  scores.fill(0);
  const turn = ++latest.turn;
  const bytes = bytesOf(text.slice(0, ENOUGH));
  for (const word of bytes.split(BETWEEN)) {
    if (word === "") continue;
    for (const ngram of ngramsOf(word)) {
      // However often it occurs, it counts once.
      if (latest.of[ngram] === turn) continue;
      latest.of[ngram] = turn;
      const last = rows[ngram + 1] ?? 0;
      for (let at = rows[ngram] ?? 0; at < last; at++) {
        const language = languageOf[at] ?? 0;
        scores[language] = (scores[language] ?? 0) + (weights[at] ?? 0);
      }
    }
  }
  let best = 0;
  for (let language = 1; language < scores.length; language++) {
    if ((scores[language] ?? 0) > (scores[best] ?? 0)) best = language;
  }
  return (scores[best] ?? 0) > 0 ? (languages[best] ?? "") : "";
}

/** The data leave out so much of each weight. */
const MIN_WEIGHT = 53;

const ENTRY = /(?:'((?:[^'\\]|\\.)+)'|([^\s'{},:]+)):\{([\d:,]+)\}/g;
const LANGUAGE = /\d+:'(\w\w)'/g;

/** Each n-gram is a row: the languages that have it, with their weights. */
const ngrams = lazy(() => {
  const source = readFileSync(path, "utf8");
  const listStart = source.indexOf("ngrams:{");
  const languages = Array.from(source.slice(0, listStart).matchAll(LANGUAGE), ([, code = ""]) => code);
  const numbers = new Map<string, number>();
  const rows = [0];
  const languageOf: number[] = [];
  const weights: number[] = [];
  ENTRY.lastIndex = listStart + "ngrams:{".length;
  for (let entry = ENTRY.exec(source); entry !== null; entry = ENTRY.exec(source)) {
    const [, quoted, bare = "", pairs = ""] = entry;
    numbers.set(quoted?.replaceAll("\\'", "'") ?? bare, numbers.size);
    for (const pair of pairs.split(",")) {
      const [language, weight] = pair.split(":");
      languageOf.push(Number(language));
      weights.push(Number(weight) + MIN_WEIGHT);
    }
    rows.push(weights.length);
  }
  return {
    languages,
    numbers,
    rows: Uint32Array.from(rows),
    languageOf: Uint8Array.from(languageOf),
    weights: Uint16Array.from(weights),
    scores: new Uint32Array(languages.length),
    latest: { turn: 0, of: new Uint32Array(numbers.size) },
  };
});

/** Words kept at a time. */
const MAX_WORDS = 20_000;
const ngramsOf = remembered(MAX_WORDS, readNgrams);

/** N-grams are of four bytes, every three bytes, with a blank where the word begins or ends. */
const LENGTH = 4;
const STRIDE = 3;
const MAX_WORD_LENGTH = 70;

function readNgrams(word: string): readonly number[] {
  const { numbers } = ngrams();
  const length = Math.min(word.length, MAX_WORD_LENGTH);
  const own: number[] = [];
  const add = (at: number, ngram: string) => {
    const number = numbers.get(at === 0 ? ` ${ngram}` : ngram);
    if (number !== undefined) own.push(number);
  };
  let at = 0;
  for (; at + LENGTH < length; at += STRIDE) add(at, word.slice(at, at + LENGTH));
  add(at, `${word.slice(Math.max(0, length - LENGTH))} `);
  return own;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant, NUL included
const ASCII_ONLY = /^[\x00-\x7f]*$/;

/** Bytes that are read: to the end of a word, or of a character. */
const MAX_BYTES = 350;
const MAX_BYTES_IN_WORD = 380;

/** Between words: the dictionary has blanks for some bytes. */
const BETWEEN = "\n";

/** The words of a text in lower case, each byte of UTF-8 as a character of the dictionary. */
function bytesOf(text: string): string {
  const plain = text.replace(separators, BETWEEN).trim().toLowerCase();
  // ASCII stands for itself, and is shorter than what is read.
  if (ASCII_ONLY.test(plain) && plain.length <= MAX_BYTES) return plain;
  let bytes = "";
  for (const character of plain) {
    if (character === BETWEEN && bytes.length > MAX_BYTES) break;
    bytes += codedOf(character);
    if (bytes.length > MAX_BYTES_IN_WORD) break;
  }
  return bytes;
}

function codedOf(character: string): string {
  if (character.charCodeAt(0) < 0x80) return character;
  return Array.from(utf8Bytes(character), (byte) => dictionary[byte] ?? "").join("");
}
