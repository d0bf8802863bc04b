/**
 * The first hits of recent searches: counting them is most of the work, and every page of an answer needs the count.
 *
 * @module
 */
import type { CountableWalk, Walk } from "./intersection.ts";

/** The common words of a language are some hundreds; each entry knows at most some thousand ordinals. */
const MOST_ENTRIES = 512;
const LONGEST_KEY = 512;

/** What is found out about a search while its matches are counted. */
export class FirstHits {
  total = 0;
  totalIsExact = true;
  /** Whether `page` knows every match. */
  areAll = true;
  readonly #ordinals: number[] = [];

  /** Counts matches that need no looking at, and takes them while fewer than `known` are known. */
  count(walk: CountableWalk, first: number, known: number): void {
    while (this.areAll && this.#ordinals.length < known) {
      const position = walk.next();
      if (position < 0) return;
      this.total++;
      this.#ordinals.push(first + position);
    }
    const rest = walk.countRest();
    this.total += rest;
    if (rest > 0) this.areAll = false;
  }

  /** Takes matches while the total is within `most`; false when there are more. */
  take(walk: Walk, first: number, most: number): boolean {
    for (let position = walk.next(); position >= 0; position = walk.next()) {
      if (this.total >= most) {
        this.totalIsExact = false;
        this.areAll = false;
        return false;
      }
      this.total++;
      if (this.areAll) this.#ordinals.push(first + position);
    }
    return true;
  }

  /** The last ordinal that `page` knows of; -1 when it knows none. Below it, it knows every match. */
  get last(): number {
    return this.#ordinals.at(-1) ?? -1;
  }

  /** Up to `limit` of the known matches after an ordinal. */
  page(after: number, limit: number): number[] {
    const start = after < 0 ? 0 : this.#ordinals.findIndex((ordinal) => ordinal > after);
    return start < 0 ? [] : this.#ordinals.slice(start, start + limit);
  }
}

/** Remembers the hits of the latest searches; bounded in number and in the length of their keys. */
export class HitCache {
  readonly #entries = new Map<string, FirstHits>();

  get(key: string, find: () => FirstHits): FirstHits {
    const hits = this.#entries.get(key) ?? find();
    if (key.length > LONGEST_KEY) return hits;
    this.#entries.delete(key);
    this.#entries.set(key, hits);
    if (this.#entries.size > MOST_ENTRIES) this.#entries.delete(this.#entries.keys().next().value ?? "");
    return hits;
  }
}
