/** Files that are read as far as needed, and a temporary file for what should not stay in memory. */
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GoodwordError } from "../errors.ts";
import type { ImportFile, Spool } from "../import/mod.ts";
import { withOpened } from "../system.ts";

/** Checks that the file is readable, but reads nothing yet. @throws {GoodwordError} `file` */
export function fileOnDisk(path: string, name = path): ImportFile & { readonly size: number } {
  const size = withFileErrors(name, "read", () => statSync(path).size);
  const opening = <T>(use: (descriptor: number) => T) => withFileErrors(name, "read", () => withOpened(path, "r", use));
  opening(() => {});
  let bytes: Uint8Array | null = null;
  // One buffer for all parts: new ones for a large file would fill the memory until the garbage collection.
  let buffer = new Uint8Array(0);
  return {
    name,
    size,
    get bytes() {
      bytes ??= opening((descriptor) => readFileSync(descriptor));
      return bytes;
    },
    slice: (start, end) => {
      if (bytes !== null) return bytes.subarray(start, end);
      if (buffer.length < end - start) buffer = new Uint8Array(end - start);
      return opening((descriptor) => readPart(descriptor, buffer.subarray(0, Math.max(0, end - start)), start));
    },
  };
}

function readPart(descriptor: number, part: Uint8Array, start: number): Uint8Array {
  let read = 0;
  while (read < part.length) {
    const count = readSync(descriptor, part, read, part.length - read, start + read);
    if (count === 0) break;
    read += count;
  }
  return part.subarray(0, read);
}

export function withFileErrors<T>(path: string, done: "read" | "written", work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof GoodwordError ? error : fileError(path, error, done);
  }
}

const GARBAGE_BYTES = 8 * 1024 * 1024;

export class SpoolFile implements Spool, Disposable {
  readonly heldBytes = 8 * 1024 * 1024;
  readonly #collectGarbage: () => void;
  #passed = 0;
  #file: { readonly descriptor: number; readonly folder: string } | null = null;
  #size = 0;

  constructor(collectGarbage: () => void) {
    this.#collectGarbage = collectGarbage;
  }

  append(bytes: Uint8Array): number {
    const start = this.#size;
    withFileErrors(tmpdir(), "written", () => {
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(this.#open(), bytes, written, bytes.length - written, start + written);
      }
    });
    this.#size += bytes.length;
    this.#pass(bytes.length);
    return start;
  }

  slice(start: number, end: number): Uint8Array {
    this.#pass(end - start);
    const bytes = new Uint8Array(end - start);
    return withFileErrors(tmpdir(), "written", () => {
      const read = readPart(this.#open(), bytes, start);
      if (read.length === bytes.length) return bytes;
      throw new Error("a temporary file is shorter than what was written to it");
    });
  }

  [Symbol.dispose](): void {
    if (this.#file === null) return;
    closeSync(this.#file.descriptor);
    // On Windows, an open file could not be deleted earlier.
    rmSync(this.#file.folder, { recursive: true, force: true });
    this.#file = null;
  }

  /** Pages soon become garbage; without a collection the heap would double first. */
  #pass(bytes: number): void {
    this.#passed += bytes;
    if (this.#passed < GARBAGE_BYTES) return;
    this.#passed = 0;
    this.#collectGarbage();
  }

  #open(): number {
    if (this.#file === null) {
      const folder = mkdtempSync(join(tmpdir(), "goodword-import-"));
      this.#file = { folder, descriptor: openSync(join(folder, "records"), "wx+", 0o600) };
      tryToRemove(folder);
    }
    return this.#file.descriptor;
  }
}

function tryToRemove(folder: string): void {
  try {
    rmSync(folder, { recursive: true });
  } catch {
    // Windows cannot delete open files.
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EDQUOT: "the disk quota is used up",
  EEXIST: "file already exists",
  EISDIR: "it is a folder; choose a file in it",
  ENOSPC: "no space left on the disk",
  ENOTDIR: "part of the path is a file, not a folder",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
};

/** `reviews.csv: cannot be read: permission denied`. */
export function fileError(path: string, error: unknown, tried: "read" | "written"): GoodwordError {
  const { code = "unknown error" } = error as NodeJS.ErrnoException;
  const missing = tried === "read" ? "no such file" : "no such folder";
  const reason = code === "ENOENT" ? missing : (REASONS[code] ?? code);
  const verdict = code === "ENOENT" ? reason : `cannot be ${tried}: ${reason}`;
  return new GoodwordError("file", `${path}: ${verdict}`, { cause: error });
}
