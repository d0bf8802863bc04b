/** A file without a name, beside the one that is written, that takes large parts of a publication until all of it is built. */
import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { NO_SCRATCH, type Scratch } from "../../publication/mod.ts";

/** Smaller columns stay in memory. */
const MIN_BYTES = 64 << 10;
/** Parts of a file are mapped from here on. */
const PAGE_BYTES = 4096;

export class ScratchFile implements Scratch, Disposable {
  readonly #path: string;
  #descriptor: number | null = null;
  #end = 0;
  /** Where the bytes of a mapped buffer lie. */
  readonly #places = new WeakMap<ArrayBufferLike, number>();
  #buffer = new Uint8Array(0);

  /** `path` is that of the publication's file. */
  constructor(path: string) {
    this.#path = `${path}.${process.pid}`;
  }

  /** Where no file can be written or mapped, a column stays in memory. */
  readonly put: Scratch["put"] = (column) => {
    if (column.byteLength < MIN_BYTES) return column;
    const mapped = this.#write([new Uint8Array(column.buffer, column.byteOffset, column.byteLength)]);
    if (mapped === null) return column;
    const Column = column.constructor as new (
      buffer: ArrayBufferLike,
      byteOffset: number,
      length: number,
    ) => typeof column;
    return new Column(mapped.buffer, mapped.byteOffset, column.length);
  };

  readonly putParts: Scratch["putParts"] = (makeParts, length) => {
    const isSmall = length * Uint16Array.BYTES_PER_ELEMENT < MIN_BYTES;
    const mapped = isSmall ? null : this.#write(bytesOf(makeParts()));
    if (mapped === null) return NO_SCRATCH.putParts(makeParts, length);
    return new Uint16Array(mapped.buffer, mapped.byteOffset, length);
  };

  /** Read rather than looked at: pages of a mapped file count as memory once they are. */
  readonly read: Scratch["read"] = (bytes) => {
    const place = this.#places.get(bytes.buffer);
    if (place === undefined) return bytes;
    if (this.#buffer.length < bytes.length) this.#buffer = new Uint8Array(bytes.length);
    const part = this.#buffer.subarray(0, bytes.length);
    for (let done = 0; done < part.length; ) {
      const count = readSync(this.#open(), part, done, part.length - done, place + bytes.byteOffset + done);
      if (count === 0) throw new Error("A scratch file is shorter than what was written to it");
      done += count;
    }
    return part;
  };

  [Symbol.dispose](): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  #write(parts: Iterable<Uint8Array>): Uint8Array | null {
    // Elsewhere a file without a name has no path to map it by.
    if (process.platform !== "linux") return null;
    const start = Math.ceil(this.#end / PAGE_BYTES) * PAGE_BYTES;
    let end = start;
    try {
      const descriptor = this.#open();
      for (const part of parts) {
        for (let done = 0; done < part.length; ) {
          done += writeSync(descriptor, part, done, part.length - done, end + done);
        }
        end += part.length;
      }
      const mapped = Bun.mmap(`/proc/self/fd/${descriptor}`, { offset: start, size: end - start, shared: false });
      this.#places.set(mapped.buffer, start);
      this.#end = end;
      return mapped;
    } catch {
      return null;
    }
  }

  #open(): number {
    if (this.#descriptor === null) {
      this.#descriptor = openSync(this.#path, "wx+", 0o600);
      rmSync(this.#path);
    }
    return this.#descriptor;
  }
}

function* bytesOf(parts: Iterable<Uint16Array>): Generator<Uint8Array> {
  for (const { buffer, byteOffset, byteLength } of parts) yield new Uint8Array(buffer, byteOffset, byteLength);
}
