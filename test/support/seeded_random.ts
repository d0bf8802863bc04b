import type { Random } from "../../src/platform.ts";

/** Chance that comes out the same for the same seed (mulberry32). */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0;
  const number = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  return { number, bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(number() * 256)) };
}

/** For tokens, ids and salts that a test does not look into. */
export const seededBytes = createSeededRandom(31).bytes;
