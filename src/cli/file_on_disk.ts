/**
 * A file that is read only as far as somebody looks into it.
 *
 * @module
 */
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import type { ImportFile } from "../import/mod.ts";
import { fileError } from "./file_error.ts";

/** A file on disk. Nothing of it is read yet, but that it can be read is certain. @throws {GoodwordError} file */
export function fileOnDisk(path: string): ImportFile & { readonly size: number } {
  const size = telling(path, () => statSync(path).size);
  telling(path, () => closeSync(openSync(path, "r")));
  let bytes: Uint8Array | null = null;
  // One buffer for all parts: what is read of a large file would otherwise fill the memory until it is collected.
  let buffer = new Uint8Array(0);
  return {
    name: path,
    size,
    get bytes() {
      bytes ??= telling(path, () => readFileSync(path));
      return bytes;
    },
    slice: (start, end) =>
      bytes?.subarray(start, end) ??
      telling(path, () => {
        if (buffer.length < end - start) buffer = new Uint8Array(end - start);
        return readPart(path, buffer.subarray(0, Math.max(0, end - start)), start);
      }),
  };
}

function readPart(path: string, part: Uint8Array, start: number): Uint8Array {
  const descriptor = openSync(path, "r");
  try {
    let read = 0;
    while (read < part.length) {
      const count = readSync(descriptor, part, read, part.length - read, start + read);
      if (count === 0) break;
      read += count;
    }
    return part.subarray(0, read);
  } finally {
    closeSync(descriptor);
  }
}

/** Says of a failure which file it is about. */
export function telling<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw fileError(path, error, "read");
  }
}
