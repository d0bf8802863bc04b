/**
 * Counts in one pass over the texts which reviews hold which expressions, as the search finds them. The finder is
 * the automaton of Aho and Corasick (https://doi.org/10.1145/360825.360855) as one table, regardless of case: a
 * single word where a word begins with it, several words wherever they stand.
 */
import type { AspectId } from "../../review/aspects.ts";
import { foldSearched } from "../../review/text.ts";
import type { Judgement } from "../analysis/judgements.ts";
import type { TalliedReview } from "./tally.ts";

/** A review with its judgements of aspects. */
export interface JudgedText {
  readonly review: TalliedReview;
  readonly judgements: readonly Judgement[];
}

/** Takes the reviews whose words hold a topic. */
interface CountedTopic {
  readonly words: string;
  add(text: JudgedText): void;
}

/** Searches each text once, for all topics and for the expressions of the aspects that it mentions. */
export class TextCounts {
  readonly #topics: readonly CountedTopic[];
  readonly #phrases: readonly { readonly aspect: AspectId; readonly text: string; count: number }[];
  readonly #finder: ExpressionFinder;

  constructor(topics: readonly CountedTopic[], phrases: ReadonlyMap<AspectId, readonly string[]>) {
    this.#topics = topics;
    this.#phrases = [...phrases].flatMap(([aspect, own]) => own.map((text) => ({ aspect, text, count: 0 })));
    this.#finder = new ExpressionFinder([
      ...topics.map(({ words }) => words),
      ...this.#phrases.map(({ text }) => text),
    ]);
  }

  add(text: JudgedText): void {
    for (const index of this.#finder.in(text.review.text, text.review.title)) {
      this.#topics[index]?.add(text);
      const phrase = this.#phrases[index - this.#topics.length];
      if (phrase && text.judgements.some(({ aspect }) => aspect === phrase.aspect)) phrase.count++;
    }
  }

  /** Expressions of an aspect, with the number of reviews that mention the aspect and contain them; most used first. */
  phrases(aspect: AspectId): { readonly text: string; readonly count: number }[] {
    return telling(this.#phrases.filter((phrase) => phrase.aspect === aspect));
  }
}

/** Those that at least two reviews hold; of two, one inside the other, the one that more hold. */
function telling(counted: readonly { readonly text: string; readonly count: number }[]) {
  const ordered = counted
    .filter(({ count }) => count >= 2)
    .toSorted((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
  return ordered.filter(
    ({ text }, i) => !ordered.slice(0, i).some((kept) => kept.text.includes(text) || text.includes(kept.text)),
  );
}

/** Finds which of its expressions a text contains. */
class ExpressionFinder {
  readonly #letters: Letters;
  readonly #table: Table;
  /** The lengths of single words, which have to be a whole word; 0 for several. */
  readonly #wordLengths: readonly number[];
  /** The number of the look-up that found an expression last. */
  readonly #foundIn: Int32Array;
  #lookUps = 0;

  constructor(expressions: readonly string[]) {
    const folded = expressions.map(foldSearched);
    this.#letters = new Letters(folded);
    this.#table = tableOf(folded, this.#letters);
    this.#wordLengths = folded.map((expression) => (isSingleWord(expression) ? expression.length : 0));
    this.#foundIn = new Int32Array(expressions.length);
  }

  /** Indices of the expressions that a text or its title holds, each once. */
  in(text: string, title: string | null = null): readonly number[] {
    this.#lookUps++;
    const found: number[] = [];
    this.#scan(folded(text), found);
    if (title !== null) this.#scan(folded(title), found);
    return found;
  }

  #scan(text: string, found: number[]): void {
    const { next, ends } = this.#table;
    const { ascii } = this.#letters;
    let row = 0;
    for (let i = 0; i < text.length; i++) {
      const letter = text.charCodeAt(i);
      row = next[row + (letter < 128 ? (ascii[letter] ?? 0) : this.#letters.numberOf(letter))] ?? 0;
      if (row >= 0) continue;
      row = -row;
      for (const index of ends.get(row) ?? []) if (this.#isNew(index, text, i)) found.push(index);
    }
  }

  #isNew(index: number, text: string, last: number): boolean {
    if (this.#foundIn[index] === this.#lookUps) return false;
    const length = this.#wordLengths[index] ?? 0;
    if (length > 0 && !isWord(text, last + 1 - length, last + 1)) return false;
    this.#foundIn[index] = this.#lookUps;
    return true;
  }
}

/** Whether the search takes an expression for a word, and not for some letters in their order. */
export function isSingleWord(expression: string): boolean {
  return /^[\p{L}\p{M}\p{N}]+$/u.test(expression);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant, NUL included
const ASCII_ONLY = /^[\x00-\x7f]*$/;

/** Folds a text; the table folds the case of ASCII. */
function folded(text: string): string {
  return ASCII_ONLY.test(text) ? text : foldSearched(text);
}

function isWord(text: string, start: number, end: number): boolean {
  const isStart =
    start === 0 || text.charCodeAt(start - 1) === SPACE || !ENDS_INSIDE.test(text.slice(Math.max(0, start - 2), start));
  return isStart && (text.charCodeAt(end) === SPACE || !BEGINS_INSIDE.test(text.slice(end, end + 2)));
}
const ENDS_INSIDE = /[\p{L}\p{M}\p{N}]$/u;
const BEGINS_INSIDE = /^[\p{L}\p{M}\p{N}]/u;
const SPACE = 32;

/** Numbers the letters of the expressions from 1 on; all others are 0. */
class Letters {
  /** Capitals have the number of their small letter. */
  readonly ascii = new Uint16Array(128);
  readonly #others = new Map<number, number>();
  count = 1;

  constructor(expressions: readonly string[]) {
    for (const unit of unitsOf(expressions.join(""))) if (this.numberOf(unit) === 0) this.#add(unit);
  }

  numberOf(unit: number): number {
    return (unit < 128 ? this.ascii[unit] : this.#others.get(unit)) ?? 0;
  }

  #add(unit: number): void {
    const number = this.count++;
    if (unit >= 128) this.#others.set(unit, number);
    else for (const form of [unit, capitalOf(unit)]) this.ascii[form] = number;
  }
}

function unitsOf(text: string): number[] {
  return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}

function capitalOf(unit: number): number {
  return String.fromCharCode(unit).toUpperCase().charCodeAt(0);
}

/** A row is a state: letters read that begin an expression. It is named by its place. */
interface Table {
  /** The row that follows a row and a letter; negative where an expression ends. */
  readonly next: Int32Array;
  /** The expressions that end in a row. */
  readonly ends: ReadonlyMap<number, readonly number[]>;
}

function tableOf(expressions: readonly string[], letters: Letters): Table {
  const next: number[] = Array(letters.count).fill(0);
  const ends = new Map<number, number[]>();
  const addEnds = (row: number, own: readonly number[]) => ends.set(row, [...(ends.get(row) ?? []), ...own]);
  for (const [index, expression] of expressions.entries()) {
    let row = 0;
    for (const unit of unitsOf(expression)) {
      const at = row + letters.numberOf(unit);
      if (next[at] === 0) next[at] = newRow(next, letters.count);
      row = next[at] ?? 0;
    }
    if (row > 0) addEnds(row, [index]);
  }
  // Row by row, shorter ones first: a missing step of a row is that of its longest suffix that begins an expression.
  const fallbacks = new Map<number, number>();
  const rows = [0];
  for (const row of rows) {
    const fallback = fallbacks.get(row) ?? 0;
    if (row > 0) addEnds(row, ends.get(fallback) ?? []);
    for (let letter = 1; letter < letters.count; letter++) {
      const child = next[row + letter] ?? 0;
      const other = row === 0 ? 0 : (next[fallback + letter] ?? 0);
      if (child === 0) {
        next[row + letter] = other;
        continue;
      }
      fallbacks.set(child, other);
      rows.push(child);
    }
  }
  return { next: Int32Array.from(next, (row) => ((ends.get(row)?.length ?? 0) > 0 ? -row : row)), ends };
}

function newRow(next: number[], width: number): number {
  const row = next.length;
  for (let i = 0; i < width; i++) next.push(0);
  return row;
}
