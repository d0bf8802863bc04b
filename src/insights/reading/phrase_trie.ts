/**
 * Finds the longest phrase of a list at a place in a text.
 *
 * Phrases (see `phrase_notation.ts`) make a trie in which one word may lead to several nodes. A text walks it by states,
 * each the set of nodes reached so far; a state is made when a text first comes there and kept, so that matching costs one
 * look-up a word. Phrases never run across a mark, save the hyphen, the slash and signs of money.
 *
 * @module
 */
import { LOOSE_WORDS, NEGATORS, NUMBER_WORDS } from "./lexicon/en/grammar.ts";
import { readPattern, type WordClasses } from "./phrase_notation.ts";
import type { Token } from "./tokens.ts";

interface Node<Value> {
  /** Where each element leads; phrases share their beginnings. */
  readonly edges: Map<string, Edge<Value>>;
  any: Node<Value> | null;
  value: Value | undefined;
}

interface Edge<Value> {
  /** The words of the element; `#` is any number. */
  readonly words: ReadonlySet<string>;
  readonly child: Node<Value>;
}

/** The nodes some words lead to. */
interface State<Value> {
  readonly value: Value | undefined;
  readonly nodes: readonly Node<Value>[];
  /** Nodes that a loose word was passed over behind: only a word of theirs goes on. */
  readonly waiting: readonly Node<Value>[];
  readonly next: Map<string, State<Value> | null>;
  /** Where words lead that no phrase knows. */
  unknown: State<Value> | null | undefined;
}

export interface PhraseMatch<Value> {
  readonly value: Value;
  /** Index of the first token, and one past the last. */
  readonly from: number;
  readonly to: number;
}

/** An index of phrases. */
export class PhraseTrie<Value> {
  readonly #root: Node<Value> = node();
  readonly #classes: ReadonlyMap<string, readonly string[]>;
  readonly #vocabulary = new Set<string>(["#", ...NUMBER_WORDS, ...NEGATORS]);
  readonly #words = new Map<string, ReadonlySet<string>>();
  /** Nodes that the first words of phrases lead to. */
  readonly #openings = new Map<string, Node<Value>[]>();
  readonly #states = new Map<string, State<Value>>();
  readonly #ids = new Map<Node<Value>, number>();
  #start: State<Value> | null = null;

  constructor(classes: WordClasses = {}) {
    this.#classes = new Map(Object.entries(classes).map(([name, list]) => [name, list.trim().split(/\s+/)]));
  }

  /** Adds a pattern; of values for the same phrase the first stays. */
  add(pattern: string, value: Value): void {
    for (const row of readPattern(pattern)) {
      let at = this.#root;
      for (const element of row) at = this.#step(at, element);
      at.value ??= value;
    }
    this.#start = null;
    this.#states.clear();
  }

  /** The longest phrase that starts at token `from` and ends before token `limit`, or null. */
  longestAt(tokens: readonly Token[], from: number, limit = tokens.length): PhraseMatch<Value> | null {
    this.#start ??= stateOf([this.#root], []);
    let state: State<Value> | null = this.#start;
    let best: PhraseMatch<Value> | null = null;
    for (let at = from; at < limit; at++) {
      const token = tokens[at]!;
      if (token.kind === "mark") {
        if (at > from && PASSED_OVER.has(token.word)) continue;
        break;
      }
      state = this.#after(state, token);
      if (state === null) break;
      if (state.value !== undefined) best = { value: state.value, from, to: at + 1 };
    }
    return best;
  }

  #after(state: State<Value>, { word, kind }: Token): State<Value> | null {
    const known = state.next.get(word);
    if (known !== undefined) return known;
    if (this.#vocabulary.has(word)) {
      const next = this.#follow(state, word, kind === "number" || NUMBER_WORDS.has(word));
      state.next.set(word, next);
      return next;
    }
    if (kind === "number") return this.#after(state, ANY_NUMBER);
    if (state.unknown === undefined) state.unknown = this.#follow(state, word, false);
    return state.unknown;
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
    if (!NEGATORS.has(word)) for (const { any } of nodes) if (any) reached.add(any);
    const held = LOOSE_WORDS.has(word) ? nodes.filter((own) => own !== this.#root) : [];
    if (reached.size === 0 && held.length === 0) return null;
    return this.#stateAt([...reached], held);
  }

  #stateAt(nodes: readonly Node<Value>[], waiting: readonly Node<Value>[]): State<Value> {
    const key = `${nodes.map((own) => this.#idOf(own)).join()}/${waiting.map((own) => this.#idOf(own)).join()}`;
    const known = this.#states.get(key);
    if (known) return known;
    const state = stateOf(nodes, waiting);
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
      options.flatMap((option) => (option.startsWith("@") ? (this.#classes.get(option.slice(1)) ?? []) : [option])),
    );
    for (const word of words) this.#vocabulary.add(word);
    this.#words.set(element, words);
    return words;
  }
}

const PASSED_OVER = new Set("- / $ £ €".split(" "));
/** Stands for the numbers that no phrase spells out. */
const ANY_NUMBER: Token = {
  word: "#",
  kind: "number",
  start: 0,
  end: 0,
  capital: false,
  shout: false,
};

function stateOf<Value>(nodes: readonly Node<Value>[], waiting: readonly Node<Value>[]): State<Value> {
  const value = nodes.find((own) => own.value !== undefined)?.value;
  return { value, nodes, waiting, next: new Map(), unknown: undefined };
}

function node<Value>(): Node<Value> {
  return { edges: new Map(), any: null, value: undefined };
}
