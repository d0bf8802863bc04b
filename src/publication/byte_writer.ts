/**
 * Writes text as UTF-8 into one growing buffer, so that a document of fifty megabytes never stands in memory as strings.
 *
 * @module
 */

/** No UTF-16 code unit takes more bytes than this in UTF-8. */
const BYTES_PER_UNIT = 3;

export class ByteWriter<Memory extends ArrayBufferLike = ArrayBuffer> {
  readonly #encoder = new TextEncoder();
  readonly #allocate: (length: number) => Memory;
  #bytes: Uint8Array<Memory>;
  #length = 0;

  /** Room that is never written to costs no memory, so expect rather too much. */
  constructor(expectedBytes: number, allocate: (length: number) => Memory) {
    this.#allocate = allocate;
    this.#bytes = new Uint8Array(allocate(Math.max(1024, expectedBytes)));
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  write(text: string): void {
    this.#reserve(text.length * BYTES_PER_UNIT);
    this.#length += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** Writes one byte a number of times. */
  repeat(byte: number, times: number): void {
    this.#reserve(times);
    this.#bytes.fill(byte, this.#length, this.#length + times);
    this.#length += times;
  }

  /** What was written so far, as a view. */
  written(): Uint8Array<Memory> {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(size: number): void {
    const room = this.#length + size;
    if (room <= this.#bytes.length) return;
    const longer = new Uint8Array(this.#allocate(Math.max(room, Math.ceil(this.#bytes.length * 1.5))));
    longer.set(this.written());
    this.#bytes = longer;
  }
}
