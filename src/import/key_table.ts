/**
 * Which record has a key, for a million keys in a few bytes each: the keys themselves stay with their records.
 *
 * @module
 */

/** Maps keys to numbers. Two keys of one hash are told apart by asking whose the number is. */
export class KeyTable {
  #hashes: Uint32Array;
  /** Numbers, plus one; 0 is a free slot. */
  #numbers: Uint32Array;
  #count = 0;

  constructor(capacity = 1024) {
    this.#hashes = new Uint32Array(2 * capacity);
    this.#numbers = new Uint32Array(capacity);
  }

  get size(): number {
    return this.#count;
  }

  /** The number kept for a key; `isMeant` says whether a number that has its hash is that of the key. */
  find(key: string, isMeant: (number: number) => boolean): number | undefined {
    const [low, high] = hashOf(key);
    const mask = this.#numbers.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const number = this.#numbers[slot] ?? 0;
      if (number === 0) return undefined;
      const isAlike = this.#hashes[2 * slot] === low && this.#hashes[2 * slot + 1] === high;
      if (isAlike && isMeant(number - 1)) return number - 1;
    }
  }

  /** Keeps a number for a key, in the place of the one that it has. */
  set(key: string, number: number, isMeant: (number: number) => boolean): void {
    const known = this.find(key, isMeant);
    if (known === undefined) this.add(key, number);
    else this.#numbers[this.#slotOf(key, known)] = number + 1;
  }

  /** Keeps a number for a key that has none yet. */
  add(key: string, number: number): void {
    if (2 * (this.#count + 1) > this.#numbers.length) this.#grow();
    const [low, high] = hashOf(key);
    this.#put(low, high, number + 1);
    this.#count++;
  }

  #slotOf(key: string, number: number): number {
    const mask = this.#numbers.length - 1;
    let slot = hashOf(key)[0] & mask;
    while (this.#numbers[slot] !== number + 1) slot = (slot + 1) & mask;
    return slot;
  }

  #put(low: number, high: number, entry: number): void {
    const mask = this.#numbers.length - 1;
    let slot = low & mask;
    while (this.#numbers[slot] !== 0) slot = (slot + 1) & mask;
    this.#numbers[slot] = entry;
    this.#hashes[2 * slot] = low;
    this.#hashes[2 * slot + 1] = high;
  }

  #grow(): void {
    const [hashes, numbers] = [this.#hashes, this.#numbers];
    this.#hashes = new Uint32Array(2 * hashes.length);
    this.#numbers = new Uint32Array(2 * numbers.length);
    for (const [slot, entry] of numbers.entries()) {
      if (entry !== 0) this.#put(hashes[2 * slot] ?? 0, hashes[2 * slot + 1] ?? 0, entry);
    }
  }
}

const [LOW_SEED, HIGH_SEED] = [0xdeadbeef, 0x41c6ce57];
const [LOW_PRIME, HIGH_PRIME] = [2654435761, 1597334677];

/** 64 bits in two numbers, by multiplication. Whoever writes keys to collide makes a look-up slower, never wrong. */
function hashOf(key: string): readonly [low: number, high: number] {
  let low = LOW_SEED;
  let high = HIGH_SEED;
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at);
    low = Math.imul(low ^ code, LOW_PRIME);
    high = Math.imul(high ^ code, HIGH_PRIME);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return [low >>> 0, high >>> 0];
}
