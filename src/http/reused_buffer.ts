/**
 * Memory that one body after the other is written into. A Response copies the bytes it is made of (Fetch, "extract a body"),
 * so these are free again at once; memory of its own for each body comes back only with the next garbage collection, cold.
 *
 * @module
 */
import { Buffer } from "node:buffer";

/** What most answers need by far; a larger one gets memory of its own. */
const SIZE = 256 << 10;

/** Gives memory of at least `size` bytes, undefined in content, that is the caller's until the next call. */
export function reusedBuffer(): (size: number) => Buffer<ArrayBuffer> {
  let kept: Buffer<ArrayBuffer> | null = null;
  return (size) => {
    if (size > SIZE) return Buffer.allocUnsafeSlow(size);
    kept ??= Buffer.allocUnsafeSlow(SIZE);
    return kept;
  };
}
