/**
 * Counts in how many reviews each run of words is used, in columns of numbers: a large set has some hundred thousand
 * different runs, of which twenty become topics.
 *
 * @module
 */
import type { TopicVote } from "../reading/analysis.ts";

/** One or two words, as a number given in the order of their first use. */
export type TopicKey = number;

export class TopicCounts {
  readonly #words = new Map<string, TopicKey>();
  /** Two words by the keys of both. */
  readonly #pairs = new Map<number, TopicKey>();
  readonly #names: (string | readonly [first: TopicKey, second: TopicKey])[] = [];
  readonly #counts: number[] = [];
  /** Number of the review that used a topic last, so that each counts once. */
  readonly #lastUse: number[] = [];
  readonly #digests = new Set<number>();

  /** Counts the runs of a review, and every one and two words of them; equal texts count once. */
  add(digest: number, topics: readonly TopicVote[]): void {
    if (topics.length === 0 || this.#digests.has(digest)) return;
    this.#digests.add(digest);
    for (const vote of topics) {
      let before: TopicKey | null = null;
      for (const word of vote[0].split(" ")) {
        const key = this.#wordKey(word);
        if (before !== null) this.#use(this.#pairKey(before, key));
        this.#use(key);
        before = key;
      }
    }
  }

  /** Reviews that count. */
  get total(): number {
    return this.#digests.size;
  }

  /** Topics that at least `least` and at most `most` reviews use. */
  *between(least: number, most: number): Generator<{ readonly key: TopicKey; readonly count: number }> {
    for (const [key, count] of this.#counts.entries()) if (count >= least && count <= most) yield { key, count };
  }

  count(key: TopicKey): number {
    return this.#counts[key] ?? 0;
  }

  /** Keys of the two words of a topic; null when it is one word. */
  partsOf(key: TopicKey): readonly [first: TopicKey, second: TopicKey] | null {
    const name = this.#names[key];
    return typeof name === "object" ? name : null;
  }

  wordsOf(key: TopicKey): string {
    const name = this.#names[key] ?? "";
    return typeof name === "string" ? name : `${this.wordsOf(name[0])} ${this.wordsOf(name[1])}`;
  }

  #use(key: TopicKey): void {
    if (this.#lastUse[key] === this.#digests.size) return;
    this.#lastUse[key] = this.#digests.size;
    this.#counts[key] = this.count(key) + 1;
  }

  #wordKey(word: string): TopicKey {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const key = this.#newKey(word);
    this.#words.set(word, key);
    return key;
  }

  #pairKey(first: TopicKey, second: TopicKey): TopicKey {
    const pair = first * MOST_KEYS + second;
    const known = this.#pairs.get(pair);
    if (known !== undefined) return known;
    const key = this.#newKey([first, second]);
    this.#pairs.set(pair, key);
    return key;
  }

  #newKey(name: string | readonly [TopicKey, TopicKey]): TopicKey {
    this.#counts.push(0);
    this.#lastUse.push(0);
    return this.#names.push(name) - 1;
  }
}

/** Pairs of keys below this are exact as one number. */
const MOST_KEYS = 2 ** 26;
