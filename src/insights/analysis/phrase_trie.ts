/**
 * Finds the longest phrase of a list at a place in a text. A pattern is a row of elements: a word, `a|b` for either
 * (an empty side makes it optional), `@name` for a class of words, `#` for a number in words or digits, `_` for any
 * one word and `~` for up to three, negators excepted. The phrases make a trie in which one word may lead to several
 * nodes; a text walks it by sets of nodes, made when a text first reaches them and kept, so that matching costs one
 * look-up a word. Phrases never run across a mark, save the hyphen, the slash and signs of money.
 */

import { english } from "./languages.ts";
import { type Lexeme, type ReadLanguage, UNLEARNED } from "./lexeme.ts";
import type { Token } from "./tokens.ts";

interface Node<Value> {
  /** Edges of each element; phrases share their beginnings. */
  readonly edges: Map<string, Edge<Value>>;
  any: Node<Value> | null;
  value: Value | undefined;
  loose: Value | undefined;
}

interface Edge<Value> {
  /** The words of the element; `#` is any number. */
  readonly words: ReadonlySet<string>;
  readonly child: Node<Value>;
}

/** The nodes some words lead to. */
interface State<Value> {
  readonly number: number;
  readonly value: Value | undefined;
  readonly loose: Value | undefined;
  readonly nodes: readonly Node<Value>[];
  /** Nodes that a loose word was passed over behind: only a word of theirs goes on. */
  readonly waiting: readonly Node<Value>[];
  /** Next state of words that no phrase contains. */
  unknown: State<Value> | null | undefined;
}

/** A phrase found in a token list, with the value stored for it. */
interface PhraseMatch<Value> {
  readonly value: Value;
  /** Index of the first token, and one past the last. */
  readonly from: number;
  readonly to: number;
}

/** A loose phrase must take in this many words more than another. */
const LOOSE_LEAD = 2;

/** States kept at a time; the texts of a business come to some thousands. */
const MAX_STATES = 100_000;
/** More words than phrases have, so that a state and a word make a number of 31 bits. */
const MAX_VOCABULARY = 1 << 14;

/** An index of phrases. */
export class PhraseTrie<Value> {
  readonly #root: Node<Value> = node();
  readonly #classes: WordClasses;
  readonly #language: ReadLanguage;
  readonly #numbers: ReadonlySet<string>;
  readonly #negators: ReadonlySet<string>;
  readonly #looseWords: ReadonlySet<string>;
  /** Stands for the numbers that no phrase spells out. */
  readonly #anyNumber: number;
  readonly #words = new Map<string, ReadonlySet<string>>();
  /** Nodes that the first words of phrases lead to. */
  readonly #openings = new Map<string, Node<Value>[]>();
  readonly #states = new Map<string, State<Value>>();
  readonly #ids = new Map<Node<Value>, number>();
  /** Next states of a state and a word of the vocabulary, by their numbers. */
  readonly #steps = new Map<number, State<Value> | null>();
  #start: State<Value> | null = null;

  constructor(classes: WordClasses = new Map(), language: ReadLanguage = english()) {
    this.#classes = classes;
    this.#language = language;
    this.#numbers = language.words("number_words");
    this.#negators = language.words("negators");
    this.#looseWords = language.words("loose_words");
    for (const word of [...this.#numbers, ...this.#negators, ...this.#looseWords]) language.learnWord(word);
    this.#anyNumber = language.learnWord("#");
  }

  /** Adds a pattern, a loose one when it narrates instead of judging; of values for the same phrase the first stays. */
  add(pattern: string, value: Value, isLoose = false): void {
    for (const row of readPattern(pattern)) {
      let at = this.#root;
      for (const element of row) at = this.#step(at, element);
      if (isLoose) at.loose ??= value;
      else at.value ??= value;
    }
    this.#forget();
  }

  /** Whether a phrase may begin with a word; most words begin none, and need not be asked for one again. */
  opensWith(word: string): boolean {
    return this.#opening(this.#alone(word)) !== null;
  }

  /**
   * The longest phrase that starts at token `from` and ends before token `limit`, or null; a loose one only where no other
   * starts or it takes in {@link LOOSE_LEAD} words more.
   */
  longestAt(tokens: readonly Token[], from: number, limit = tokens.length): PhraseMatch<Value> | null {
    const first = tokens[from];
    let state = first === undefined || first.kind === "mark" || from >= limit ? null : this.#opening(first);
    if (state === null) return null;
    let { value, loose } = state;
    let to = from + 1;
    let looseTo = to;
    for (let at = from + 1; at < limit; at++) {
      const token = tokens[at];
      if (token === undefined) break;
      if (token.kind === "mark") {
        if (PASSED_OVER.has(token.word)) continue;
        break;
      }
      state = this.#after(state, token);
      if (state === null) break;
      if (state.value !== undefined) {
        value = state.value;
        to = at + 1;
      }
      if (state.loose !== undefined) {
        loose = state.loose;
        looseTo = at + 1;
      }
    }
    if (loose !== undefined && (value === undefined || looseTo - to >= LOOSE_LEAD))
      return { value: loose, from, to: looseTo };
    return value === undefined ? null : { value, from, to };
  }

  /** State of a phrase after its first word; most words open none. */
  #opening(token: PhraseWord): State<Value> | null {
    const number = this.#numberIn(token);
    if (number === UNLEARNED) return null;
    if (this.#states.size > MAX_STATES) this.#forget();
    this.#start ??= this.#stateAt([this.#root], []);
    return this.#after(this.#start, token);
  }

  /** A word that stands in no text. */
  #alone(word: string): PhraseWord {
    const first = word.charCodeAt(0);
    const isNumeral = first >= 48 && first <= 57;
    return { word, lexeme: this.#language.lexemeOf(word), kind: isNumeral ? "number" : "word" };
  }

  /** The number of a word in the vocabulary; numerals that no phrase spells out are any number. */
  #numberIn({ lexeme, kind }: PhraseWord): number {
    return lexeme.number === UNLEARNED && kind === "number" ? this.#anyNumber : lexeme.number;
  }

  #forget(): void {
    this.#start = null;
    this.#states.clear();
    this.#steps.clear();
  }

  #after(state: State<Value>, token: PhraseWord): State<Value> | null {
    const number = this.#numberIn(token);
    if (number === UNLEARNED) {
      if (state.unknown === undefined) state.unknown = this.#follow(state, "", false);
      return state.unknown;
    }
    const step = state.number * MAX_VOCABULARY + number;
    const known = this.#steps.get(step);
    if (known !== undefined) return known;
    const isNumber = token.kind === "number" || this.#numbers.has(token.word);
    const next = this.#follow(state, number === this.#anyNumber ? "#" : token.word, isNumber);
    this.#steps.set(step, next);
    return next;
  }

  #follow({ nodes, waiting }: State<Value>, word: string, isNumber: boolean): State<Value> | null {
    const reached = new Set<Node<Value>>();
    const reach = (from: Node<Value>, by: string) => {
      if (from === this.#root) for (const child of this.#openings.get(by) ?? []) reached.add(child);
      else for (const { words, child } of from.edges.values()) if (words.has(by)) reached.add(child);
    };
    for (const from of nodes) {
      reach(from, word);
      if (isNumber) reach(from, "#");
    }
    for (const from of waiting) reach(from, word);
    if (!this.#negators.has(word)) for (const { any } of nodes) if (any) reached.add(any);
    const held = this.#looseWords.has(word) ? nodes.filter((own) => own !== this.#root) : [];
    if (reached.size === 0 && held.length === 0) return null;
    return this.#stateAt([...reached], held);
  }

  #stateAt(nodes: readonly Node<Value>[], waiting: readonly Node<Value>[]): State<Value> {
    const key = `${nodes.map((own) => this.#idOf(own)).join()}/${waiting.map((own) => this.#idOf(own)).join()}`;
    const known = this.#states.get(key);
    if (known) return known;
    const value = nodes.find((own) => own.value !== undefined)?.value;
    const loose = nodes.find((own) => own.loose !== undefined)?.loose;
    const state = { number: this.#states.size, value, loose, nodes, waiting, unknown: undefined };
    this.#states.set(key, state);
    return state;
  }

  #idOf(own: Node<Value>): number {
    const known = this.#ids.get(own) ?? this.#ids.size;
    this.#ids.set(own, known);
    return known;
  }

  #step(at: Node<Value>, element: string): Node<Value> {
    if (element === "_") {
      at.any ??= node();
      return at.any;
    }
    const known = at.edges.get(element);
    if (known) return known.child;
    const edge = { words: this.#wordsOf(element), child: node<Value>() };
    at.edges.set(element, edge);
    if (at === this.#root) {
      for (const word of edge.words) this.#openings.set(word, [...(this.#openings.get(word) ?? []), edge.child]);
    }
    return edge.child;
  }

  #wordsOf(element: string): ReadonlySet<string> {
    const known = this.#words.get(element);
    if (known) return known;
    const options = element.split("|").filter((option) => option !== "");
    const words = new Set(
      options.flatMap((option) =>
        option.startsWith("@") ? [...(this.#classes.get(option.slice(1)) ?? [])] : [this.#language.data.keyOf(option)],
      ),
    );
    for (const word of words) this.#language.learnWord(word);
    this.#words.set(element, words);
    return words;
  }
}

const PASSED_OVER = new Set("- / $ £ €".split(" "));

function node<Value>(): Node<Value> {
  return { edges: new Map(), any: null, value: undefined, loose: undefined };
}

/** Words of a class, by its name. */
type WordClasses = ReadonlyMap<string, ReadonlySet<string>>;

/** The rows of plain elements a pattern stands for, once `~` and optional elements are spelled out. */
function readPattern(pattern: string): string[][] {
  let rows: string[][] = [[]];
  for (const element of pattern.trim().split(/\s+/)) {
    const choices = choicesFor(element);
    rows = rows.flatMap((row) => choices.map((choice) => [...row, ...choice]));
  }
  return rows.filter((row) => row.length > 0 && row[0] !== "_").map(withoutTail);
}

function choicesFor(element: string): string[][] {
  if (element === "~") return [[], ["_"], ["_", "_"], ["_", "_", "_"]];
  const options = element.split("|");
  return options.includes("") ? [[], [options.filter((option) => option !== "").join("|")]] : [[element]];
}

/** Any words at the end of a phrase would only swallow what follows. */
function withoutTail(row: readonly string[]): string[] {
  let end = row.length;
  while (row[end - 1] === "_") end--;
  return row.slice(0, end);
}

/** What a trie of phrases looks at of a token. */
interface PhraseWord {
  readonly word: string;
  readonly lexeme: Lexeme;
  readonly kind: Token["kind"];
}
