/**
 * A publication as bytes, for the servers that did not build it: what is plain as JSON, then the buffers one after another.
 * Compressed in pieces, so that neither side has the whole twice.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { PublishedParts } from "./published.ts";

/** To be raised with every change of the encoding. */
export const ARTEFACT_FORMAT = 4;

/** Bytes of a piece before it is compressed. */
const PIECE = 4 << 20;

/** The buffers that a publication consists of, by name. */
const BUFFERS = { Int32Array, Uint8Array, Uint16Array, Uint32Array, Float64Array };
type BufferName = keyof typeof BUFFERS;
type Column = InstanceType<(typeof BUFFERS)[BufferName]>;

/** A buffer as its bytes are to be read. */
interface ColumnShape {
  readonly type: BufferName;
  readonly length: number;
  /** Whether threads share its memory. */
  readonly isShared: boolean;
}

interface Head {
  readonly columns: readonly ColumnShape[];
  /** What is encoded, with marks where buffers and maps were. */
  readonly plain: unknown;
}

/** Stands for the buffer of a number, or for a map of the entries that are its value. */
const BUFFER = "$buffer";
const MAP = "$map";

/** The pieces of an artefact, in the order in which they are to be decoded. */
export function* encodeArtefact(parts: PublishedParts): Generator<Uint8Array> {
  const columns = new Map<Column, number>();
  const plain = plainOf(parts, columns);
  const head: Head = { columns: [...columns.keys()].map(shapeOf), plain };
  yield compress(new TextEncoder().encode(JSON.stringify(head)));
  for (const piece of piecesOf([...columns.keys()].map(bytesOf))) yield compress(piece);
}

/** What an artefact contains, and the buffers of it that can be handed to another thread. */
interface DecodedArtefact {
  readonly parts: PublishedParts;
  readonly transfer: readonly ArrayBuffer[];
}

/** Decodes what {@link encodeArtefact} encoded. @throws when that is not what it is given */
export async function decodeArtefact(pieces: AsyncIterable<Uint8Array>): Promise<DecodedArtefact> {
  let reading: { readonly plain: unknown; readonly columns: readonly Column[]; readonly fill: Filler } | null = null;
  for await (const piece of pieces) {
    const bytes = zstdDecompressSync(piece);
    if (reading === null) {
      const { plain, columns } = JSON.parse(new TextDecoder().decode(bytes)) as Head;
      const made = columns.map(emptyColumn);
      reading = { plain, columns: made, fill: new Filler(made.map(bytesOf)) };
    } else {
      reading.fill.take(bytes);
    }
  }
  if (!reading?.fill.isFull) throw new TypeError("The artefact is not whole");
  const { plain, columns } = reading;
  const buffers = columns.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer);
  return { parts: restored(plain, columns) as PublishedParts, transfer: buffers };
}

/** Buffers and maps become marks; a buffer that stands in several places is one. */
function plainOf(value: unknown, columns: Map<Column, number>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (ArrayBuffer.isView(value)) {
    const number = columns.get(value as Column) ?? columns.size;
    columns.set(value as Column, number);
    return { [BUFFER]: number };
  }
  if (Array.isArray(value)) return value.map((each) => plainOf(each, columns));
  if (value instanceof Map) return { [MAP]: plainOf([...value], columns) };
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainOf(each, columns)]));
}

function restored(plain: unknown, columns: readonly Column[]): unknown {
  if (typeof plain !== "object" || plain === null) return plain;
  if (Array.isArray(plain)) return plain.map((each) => restored(each, columns));
  if (BUFFER in plain) return columns[plain[BUFFER] as number];
  if (MAP in plain) return new Map(restored(plain[MAP], columns) as [unknown, unknown][]);
  return Object.fromEntries(Object.entries(plain).map(([name, each]) => [name, restored(each, columns)]));
}

function shapeOf(column: Column): ColumnShape {
  const type = column.constructor.name;
  if (!(type in BUFFERS)) throw new TypeError(`Cannot encode a ${type}`);
  return { type: type as BufferName, length: column.length, isShared: column.buffer instanceof SharedArrayBuffer };
}

function emptyColumn({ type, length, isShared }: ColumnShape): Column {
  const size = length * BUFFERS[type].BYTES_PER_ELEMENT;
  const buffer: ArrayBufferLike = isShared ? new SharedArrayBuffer(size) : new ArrayBuffer(size);
  return new BUFFERS[type](buffer as ArrayBuffer);
}

function bytesOf({ buffer, byteOffset, byteLength }: Column): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The bytes of all columns as one sequence, cut where a piece is full. */
function* piecesOf(columns: readonly Uint8Array[]): Generator<Uint8Array> {
  let piece = new Uint8Array(PIECE);
  let length = 0;
  for (const column of columns) {
    for (let start = 0; start < column.length; ) {
      const part = column.subarray(start, start + PIECE - length);
      piece.set(part, length);
      length += part.length;
      start += part.length;
      if (length < PIECE) continue;
      yield piece;
      piece = new Uint8Array(PIECE);
      length = 0;
    }
  }
  if (length > 0) yield piece.subarray(0, length);
}

/** Fills columns with the bytes of pieces, wherever these are cut. */
class Filler {
  #at = 0;
  #filled = 0;

  constructor(private readonly columns: readonly Uint8Array[]) {
    this.#skipFull();
  }

  get isFull(): boolean {
    return this.#at === this.columns.length;
  }

  take(bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length; ) {
      const column = this.columns[this.#at];
      if (column === undefined) throw new TypeError("The artefact is too long");
      const part = bytes.subarray(start, start + column.length - this.#filled);
      column.set(part, this.#filled);
      start += part.length;
      this.#filled += part.length;
      this.#skipFull();
    }
  }

  #skipFull(): void {
    while (this.#filled === this.columns[this.#at]?.length) {
      this.#at++;
      this.#filled = 0;
    }
  }
}

/** The quickest level: a tenth of the time of a build, a fifth of the size. */
function compress(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}
