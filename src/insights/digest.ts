/**
 * Small, quick hashes that tell equal from different; nothing here guards a secret.
 *
 * @module
 */

/** A 32-bit hash of a string, by multiplication and folding; `seed` gives independent hashes. */
export function hash32(text: string, seed = 0): number {
  let hash = (seed ^ 0x9e3779b9) >>> 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Digest of a set of strings, whatever their order: 128 bits in hexadecimal. */
export function digestOf(parts: Iterable<string>): string {
  const sums = [0, 0, 0, 0];
  for (const part of parts) {
    for (let seed = 0; seed < sums.length; seed++) sums[seed] = (sums[seed]! + hash32(part, seed + 1)) >>> 0;
  }
  return sums.map((sum) => sum.toString(16).padStart(8, "0")).join("");
}
