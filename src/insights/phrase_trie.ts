/**
 * Finds the longest phrase of a list at a place in a text.
 *
 * A pattern is a row of elements: a word, `a|b` for either (an empty side makes it optional), `@name` for a class of
 * words, `_` for any one word and `~` for up to three, negators excepted. Phrases never run across a mark, save the hyphen.
 *
 * @module
 */
import { NEGATORS } from "./lexicon/grammar.ts";
import type { Token } from "./tokens.ts";

/** Words of a class, by its name. */
export type WordClasses = Readonly<Record<string, string>>;

interface Node<Value> {
  /** Edges for one word, for any of a set of words, and for any word at all. */
  readonly words: Map<string, Node<Value>>;
  readonly sets: Map<string, Edge<Value>>;
  any: Node<Value> | null;
  value: Value | undefined;
  /** Where each word leads, from `words` and `sets` together; made when a text first comes here. */
  steps: ReadonlyMap<string, readonly Node<Value>[]> | null;
}

interface Edge<Value> {
  readonly words: ReadonlySet<string>;
  readonly child: Node<Value>;
}

export interface PhraseMatch<Value> {
  readonly value: Value;
  /** Index of the first token, and one past the last. */
  readonly from: number;
  readonly to: number;
}

/** An index of phrases: matching costs one look-up for a token that opens none. */
export class PhraseTrie<Value> {
  readonly #root: Node<Value> = node();
  /** Where a phrase may open, by its first word. */
  readonly #openings = new Map<string, Set<Node<Value>>>();
  readonly #classes: ReadonlyMap<string, readonly string[]>;
  readonly #sets = new Map<string, ReadonlySet<string>>();

  constructor(classes: WordClasses = {}) {
    this.#classes = new Map(Object.entries(classes).map(([name, list]) => [name, list.trim().split(/\s+/)]));
  }

  /** Adds a pattern; a later value for the same pattern replaces the earlier. */
  add(pattern: string, value: Value): void {
    for (const [first, ...rest] of variants(pattern.trim().split(/\s+/))) {
      let at = this.#step(this.#root, first!);
      for (const word of this.#wordsOf(first!)) {
        const nodes = this.#openings.get(word) ?? new Set();
        this.#openings.set(word, nodes.add(at));
      }
      for (const element of rest) at = this.#step(at, element);
      at.value = value;
    }
  }

  /** The longest phrase that starts at token `from` and ends before token `limit`, or null. */
  longestAt(tokens: readonly Token[], from: number, limit = tokens.length): PhraseMatch<Value> | null {
    const openings = this.#openings.get(tokens[from]!.word);
    if (!openings) return null;
    let best: PhraseMatch<Value> | null = null;
    for (const opening of openings) best = walk(opening, tokens, { from, limit }, from + 1, best);
    return best;
  }

  #step(at: Node<Value>, element: string): Node<Value> {
    if (element === "_") {
      at.any ??= node();
      return at.any;
    }
    if (!element.includes("|") && !element.startsWith("@")) {
      const child = at.words.get(element) ?? node<Value>();
      at.words.set(element, child);
      return child;
    }
    const known = at.sets.get(element);
    if (known) return known.child;
    const edge = { words: this.#setOf(element), child: node<Value>() };
    at.sets.set(element, edge);
    return edge.child;
  }

  #setOf(element: string): ReadonlySet<string> {
    const known = this.#sets.get(element) ?? new Set(this.#wordsOf(element));
    this.#sets.set(element, known);
    return known;
  }

  #wordsOf(element: string): readonly string[] {
    return element
      .split("|")
      .flatMap((option) => (option.startsWith("@") ? (this.#classes.get(option.slice(1)) ?? []) : [option]))
      .filter((word) => word !== "");
  }
}

/** The better of `best` and the longest phrase that goes on from a node at token `at`. */
function walk<Value>(
  node: Node<Value>,
  tokens: readonly Token[],
  place: { readonly from: number; readonly limit: number },
  at: number,
  best: PhraseMatch<Value> | null,
): PhraseMatch<Value> | null {
  let longest = best;
  if (node.value !== undefined && (!longest || at > longest.to)) {
    longest = { value: node.value, from: place.from, to: at };
  }
  const next = at < place.limit ? tokens[at] : undefined;
  if (next === undefined) return longest;
  if (next.kind === "mark") return next.word === "-" ? walk(node, tokens, place, at + 1, longest) : longest;
  node.steps ??= stepsFrom(node);
  const children = node.steps.get(next.word);
  if (children) for (const child of children) longest = walk(child, tokens, place, at + 1, longest);
  return node.any && !NEGATORS.has(next.word) ? walk(node.any, tokens, place, at + 1, longest) : longest;
}

function stepsFrom<Value>({ words, sets }: Node<Value>): ReadonlyMap<string, readonly Node<Value>[]> {
  const steps = new Map<string, Node<Value>[]>();
  for (const [word, child] of words) steps.set(word, [child]);
  for (const { words: all, child } of sets.values()) {
    for (const word of all) {
      const known = steps.get(word);
      if (known) known.push(child);
      else steps.set(word, [child]);
    }
  }
  return steps;
}

function node<Value>(): Node<Value> {
  return { words: new Map(), sets: new Map(), any: null, value: undefined, steps: null };
}

/** The rows a pattern stands for once `~` and optional elements are spelled out. */
function variants(elements: readonly string[]): string[][] {
  let rows: string[][] = [[]];
  for (const element of elements) {
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
