/**
 * Small, quick hashes that tell equal from different; nothing here guards a secret.
 *
 * @module
 */

const START = 0x9e3779b9;
const FACTOR = 0x01000193;

/** A 32-bit hash of a string, by multiplication and folding; `seed` gives independent hashes. */
export function hash32(text: string, seed = 0): number {
  let hash = seed ^ START;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FACTOR);
  return folded(hash);
}

/** Digest of a set of strings, whatever their order: 128 bits in hexadecimal. */
export class SetDigest {
  /** For each of four seeds the sum of the strings' hashes. */
  #sums: readonly [first: number, second: number, third: number, fourth: number] = [0, 0, 0, 0];

  /** Adds {@link hash32} of all seeds, walking over the string once. */
  add(part: string): void {
    let first = 1 ^ START;
    let second = 2 ^ START;
    let third = 3 ^ START;
    let fourth = 4 ^ START;
    for (let i = 0; i < part.length; i++) {
      const unit = part.charCodeAt(i);
      first = Math.imul(first ^ unit, FACTOR);
      second = Math.imul(second ^ unit, FACTOR);
      third = Math.imul(third ^ unit, FACTOR);
      fourth = Math.imul(fourth ^ unit, FACTOR);
    }
    const [a, b, c, d] = this.#sums;
    this.#sums = [sum32(a, folded(first)), sum32(b, folded(second)), sum32(c, folded(third)), sum32(d, folded(fourth))];
  }

  toString(): string {
    return this.#sums.map((sum) => sum.toString(16).padStart(8, "0")).join("");
  }
}

function sum32(a: number, b: number): number {
  return (a + b) >>> 0;
}

function folded(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
