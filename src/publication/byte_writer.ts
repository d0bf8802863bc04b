/**
 * Writes text as UTF-8 into one growing buffer, so that a document of fifty megabytes is never held in memory as strings.
 * The memory is shared: the thread that wrote goes on reading it while another answers from it, and no one copies it.
 *
 * @module
 */

/** No UTF-16 code unit takes more bytes than this in UTF-8. */
const BYTES_PER_UNIT = 3;

/** An append-only UTF-8 buffer backed by shared memory. */
export class ByteWriter {
  readonly #encoder = new TextEncoder();
  #bytes: Uint8Array<SharedArrayBuffer>;
  #length = 0;

  /** Room that is never written to costs no memory, so expect rather too much. */
  constructor(expectedBytes: number) {
    this.#bytes = shared(Math.max(1024, expectedBytes));
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  write(text: string): void {
    this.#reserve(text.length * BYTES_PER_UNIT);
    this.#length += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** Writes bytes as they are. */
  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Writes one byte a number of times. */
  repeat(byte: number, times: number): void {
    this.#reserve(times);
    this.#bytes.fill(byte, this.#length, this.#length + times);
    this.#length += times;
  }

  /** What was written so far, as a view. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** What was written so far, in memory of exactly its size; what comes next is written from the start. */
  take(): Uint8Array {
    const taken = shared(this.#length);
    taken.set(this.written());
    this.#length = 0;
    return taken;
  }

  #reserve(size: number): void {
    const room = this.#length + size;
    if (room <= this.#bytes.length) return;
    const longer = shared(Math.max(room, Math.ceil(this.#bytes.length * 1.5)));
    longer.set(this.written());
    this.#bytes = longer;
  }
}

function shared(length: number): Uint8Array<SharedArrayBuffer> {
  return new Uint8Array(new SharedArrayBuffer(length));
}
