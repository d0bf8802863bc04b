/**
 * Writes text as UTF-8 into one growing buffer, so that a document of fifty megabytes never stands in memory as strings.
 *
 * @module
 */

/** No UTF-16 code unit takes more bytes than this in UTF-8. */
const BYTES_PER_UNIT = 3;

export class ByteWriter {
  readonly #encoder = new TextEncoder();
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(expectedBytes: number) {
    this.#bytes = new Uint8Array(Math.max(1024, expectedBytes));
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  write(text: string): void {
    const room = this.#length + text.length * BYTES_PER_UNIT;
    if (room > this.#bytes.length) this.#resize(Math.max(room, Math.ceil(this.#bytes.length * 1.5)));
    this.#length += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** What was written. The writer is empty afterwards. */
  finish(): Uint8Array<ArrayBuffer> {
    this.#resize(this.#length);
    const bytes = this.#bytes;
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
    return bytes;
  }

  #resize(length: number): void {
    this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(length));
  }
}
