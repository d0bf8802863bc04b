/**
 * Counts in how many reviews each run of words is used, in columns of numbers: a large set has some hundred thousand
 * different runs, of which twenty become topics.
 *
 * @module
 */
import type { TopicVote } from "../reading/analysis.ts";
import type { TalliedReview } from "./tally.ts";

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
  readonly #reviews: TalliedReview[] = [];
  readonly #uses = new Column();
  readonly #sentiments = new Column();
  /** Where the uses of a review end. */
  readonly #ends = new Column();

  /** Counts the runs of a review, and every one and two words of them; equal texts count once. */
  add(review: TalliedReview, digest: number, topics: readonly TopicVote[]): void {
    if (topics.length === 0 || this.#digests.has(digest)) return;
    this.#digests.add(digest);
    this.#reviews.push(review);
    for (const vote of topics) {
      const sentiment = vote[1];
      let before: TopicKey | null = null;
      for (const word of vote[0].split(" ")) {
        const key = this.#wordKey(word);
        if (before !== null) this.#use(this.#pairKey(before, key), sentiment);
        this.#use(key, sentiment);
        before = key;
      }
    }
    this.#ends.push(this.#uses.length);
  }

  /** Reviews that count. */
  get total(): number {
    return this.#reviews.length;
  }

  /** Topics that at least `least` and at most `most` reviews use. */
  *between(least: number, most: number): Generator<{ readonly key: TopicKey; readonly count: number }> {
    for (const [key, count] of this.#counts.entries()) if (count >= least && count <= most) yield { key, count };
  }

  count(key: TopicKey): number {
    return this.#counts[key]!;
  }

  /** Keys of the two words of a topic; null when it is one word. */
  partsOf(key: TopicKey): readonly [first: TopicKey, second: TopicKey] | null {
    const name = this.#names[key]!;
    return typeof name === "string" ? null : name;
  }

  wordsOf(key: TopicKey): string {
    const name = this.#names[key]!;
    return typeof name === "string" ? name : `${this.wordsOf(name[0])} ${this.wordsOf(name[1])}`;
  }

  /** Every use of the topics that `isWanted` takes, with its review. */
  *usesOf(
    isWanted: (key: TopicKey) => boolean,
  ): Generator<{ key: TopicKey; sentiment: number; review: TalliedReview }> {
    for (let i = 0, use = 0; i < this.#reviews.length; i++) {
      for (const end = this.#ends.at(i); use < end; use++) {
        const key = this.#uses.at(use);
        if (isWanted(key)) yield { key, sentiment: this.#sentiments.at(use), review: this.#reviews[i]! };
      }
    }
  }

  #use(key: TopicKey, sentiment: number): void {
    if (this.#lastUse[key] === this.#reviews.length) return;
    this.#lastUse[key] = this.#reviews.length;
    this.#counts[key]!++;
    this.#uses.push(key);
    this.#sentiments.push(sentiment);
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

/** Numbers of 32 bits that grow in number. */
class Column {
  #values = new Int32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const longer = new Int32Array(this.length * 2);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.length++] = value;
  }

  at(index: number): number {
    return this.#values[index]!;
  }
}
