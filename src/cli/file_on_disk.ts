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
  return {
    name: path,
    size,
    get bytes() {
      bytes ??= telling(path, () => readFileSync(path));
      return bytes;
    },
    slice: (start, end) => bytes?.subarray(start, end) ?? telling(path, () => readPart(path, start, end)),
  };
}

function readPart(path: string, start: number, end: number): Uint8Array {
  const part = new Uint8Array(Math.max(0, end - start));
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
