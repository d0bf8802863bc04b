/**
 * Finds the longest phrase of a list at a place in a text. A pattern is a row of elements: a word, `a|b` for either
 * (an empty side makes it optional), `@name` for a class of words, `#` for a number in words or digits, `_` for any
 * one word and `~` for up to three, negators excepted. The phrases make a trie in which one word may lead to several
 * nodes; a text walks it by sets of nodes, made when a text first reaches them and kept, so that matching costs one
 * look-up a word. Phrases never run across a mark, save the hyphen, the slash and signs of money.
 */

import { english } from "./languages.ts";
import { type ReadLanguage, UNLEARNED } from "./lexeme.ts";
import { type Token, tokenAt } from "./tokens.ts";

interface Node<Value> {
  readonly number: number;
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
  #nodes = 0;
  readonly #root = this.#node();
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

  /**
   * The longest phrase that starts at token `from`, or null; a loose one only where no other starts or it takes in
   * {@link LOOSE_LEAD} words more.
   */
  longestAt(tokens: readonly Token[], from: number): PhraseMatch<Value> | null {
    if (this.#states.size > MAX_STATES) this.#forget();
    this.#start ??= this.#stateAt([this.#root], []);
    let state: State<Value> | null = this.#start;
    let { value, loose } = state;
    let to = from;
    let looseTo = from;
    for (let at = from; at < tokens.length; at++) {
      const token = tokenAt(tokens, at);
      if (token.kind === "mark") {
        if (at > from && PASSED_OVER.has(token.word)) continue;
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

  #forget(): void {
    this.#start = null;
    this.#states.clear();
    this.#steps.clear();
  }

  /** Words that no phrase contains are all alike; numerals among them are any number. */
  #after(state: State<Value>, { word, kind, lexeme }: Token): State<Value> | null {
    const isNumeral = kind === "number";
    const number = lexeme.number === UNLEARNED && isNumeral ? this.#anyNumber : lexeme.number;
    const step = state.number * MAX_VOCABULARY + number;
    const known = this.#steps.get(step);
    if (known !== undefined) return known;
    const by = number === UNLEARNED ? "" : number === this.#anyNumber ? "#" : word;
    const next = this.#follow(state, by, isNumeral || this.#numbers.has(word));
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
    const key = [nodes, waiting].map((own) => own.map(({ number }) => number)).join("/");
    const known = this.#states.get(key);
    if (known) return known;
    const value = nodes.find((own) => own.value !== undefined)?.value;
    const loose = nodes.find((own) => own.loose !== undefined)?.loose;
    const state = { number: this.#states.size, value, loose, nodes, waiting };
    this.#states.set(key, state);
    return state;
  }

  #node(): Node<Value> {
    return { number: this.#nodes++, edges: new Map(), any: null, value: undefined, loose: undefined };
  }

  #step(at: Node<Value>, element: string): Node<Value> {
    if (element === "_") {
      at.any ??= this.#node();
      return at.any;
    }
    const known = at.edges.get(element);
    if (known) return known.child;
    const edge = { words: this.#wordsOf(element), child: this.#node() };
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
