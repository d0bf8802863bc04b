/**
 * A small, quick hash that tells equal from different; it guards no secret.
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

function folded(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
