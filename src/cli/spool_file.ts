/**
 * A temporary file for what an import has read and memory should not hold.
 *
 * It has no name from the moment it is there, so that nothing is left of it however the process ends.
 *
 * @module
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Spool } from "../import/mod.ts";
import { fileError } from "./file_error.ts";

/** Bytes that go in or out before the garbage is collected that they leave. */
const GARBAGE_BYTES = 48 * 1024 * 1024;

/** Opened when something is appended; closed with the act it is for. */
export class SpoolFile implements Spool, Disposable {
  readonly heldBytes = 8 * 1024 * 1024;
  readonly #collectGarbage: () => void;
  #passed = 0;
  #file: { readonly descriptor: number; readonly folder: string } | null = null;
  #size = 0;

  constructor(collectGarbage: () => void) {
    this.#collectGarbage = collectGarbage;
  }

  /** @throws {GoodwordError} `file` when the folder for temporary files has no room or cannot be written to */
  append(bytes: Uint8Array): number {
    const start = this.#size;
    telling(() => {
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
    telling(() => {
      for (let read = 0; read < bytes.length; ) {
        const count = readSync(this.#open(), bytes, read, bytes.length - read, start + read);
        if (count === 0) throw new Error("a temporary file is shorter than what was written to it");
        read += count;
      }
    });
    return bytes;
  }

  [Symbol.dispose](): void {
    if (this.#file === null) return;
    closeSync(this.#file.descriptor);
    // Where open files keep their names, this one goes now.
    rmSync(this.#file.folder, { recursive: true, force: true });
    this.#file = null;
  }

  /** What is read and written by pages is garbage soon, in a heap that would double before it is collected. */
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
    // Windows keeps what is open.
  }
}

function telling(work: () => void): void {
  try {
    work();
  } catch (error) {
    throw fileError(tmpdir(), error, "written");
  }
}
