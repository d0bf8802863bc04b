/**
 * A publication as bytes: a header, plain data as JSON, then buffers, which decoding views in place: the bytes may be
 * a mapped file. Little-endian; the checksum is an unsigned integer, other numbers are doubles: 0 "goodword", 8
 * checksum of all other bytes, 16 length of the whole, 24 revision, 32 when its content last changed (epoch
 * milliseconds), 40 generation (32 hexadecimal digits). The checksum detects damage, not forgery; even a forged file
 * cannot make a view outside its bytes.
 */

import type { PublicationName } from "../../store/mod.ts";
import { utf8Bytes } from "../../utf8.ts";
import { NO_SCRATCH, type Scratch } from "../columns.ts";
import type { PublishedParts } from "./published.ts";

type Hash = (bytes: Uint8Array) => bigint;

export const HEADER_BYTES = 72;

/** Hashed, written and compressed at a time. */
export const CHUNK_BYTES = 4 << 20;

/** Buffers of numbers begin at multiples of this. */
const ALIGNMENT = 8;

const BUFFERS = { Int32Array, Uint8Array, Uint16Array, Uint32Array };
type BufferName = keyof typeof BUFFERS;
type Column = InstanceType<(typeof BUFFERS)[BufferName]>;

interface Plain {
  /** Per buffer: type, start after the JSON, count of numbers. */
  readonly columns: readonly (readonly [type: BufferName, start: number, length: number])[];
  /** Marks stand for buffers and maps. */
  readonly parts: unknown;
}

const BUFFER = "$buffer";
const MAP = "$map";

export interface EncodedPublication {
  readonly length: number;
  /** All behind the header; a chunk is valid until the next is requested. */
  chunks(): Generator<Uint8Array>;
}

/** `read` reads columns that are not in memory. */
export function encodePublication(
  { documents, ...rest }: PublishedParts,
  read: Scratch["read"] = NO_SCRATCH.read,
): EncodedPublication {
  const found = new Map<Column, number>();
  // First, so that the parts of each body follow one another and are sent as one piece of the file.
  const plain = plainOf({ documents, ...rest }, found);
  let end = 0;
  const columns = [...found.keys()].map((column) => {
    const start = startAfter(end, column);
    end = start + column.byteLength;
    return [typeOf(column), start, column.length] as const;
  });
  const json = utf8Bytes(JSON.stringify({ columns, parts: plain } satisfies Plain));
  const start = aligned(HEADER_BYTES + ALIGNMENT + json.length);
  function* pieces(): Generator<Uint8Array> {
    const length = new Uint8Array(ALIGNMENT);
    new DataView(length.buffer).setUint32(0, json.length, true);
    yield length;
    yield json;
    yield new Uint8Array(start - HEADER_BYTES - ALIGNMENT - json.length);
    let at = 0;
    for (const column of found.keys()) {
      yield new Uint8Array(startAfter(at, column) - at);
      for (let from = 0; from < column.byteLength; from += CHUNK_BYTES) {
        const length = Math.min(CHUNK_BYTES, column.byteLength - from);
        yield read(new Uint8Array(column.buffer, column.byteOffset + from, length));
      }
      at = startAfter(at, column) + column.byteLength;
    }
  }
  return { length: start + end, chunks: () => chunked(pieces()) };
}

/** `hashes` are those of the chunks, in order. */
export function headerOf(name: PublicationName, length: number, hashes: readonly bigint[], hash: Hash): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  const { generation, revision, publishedAt } = name;
  new TextEncoder().encodeInto("goodword", header);
  new TextEncoder().encodeInto(generation, header.subarray(40));
  const view = new DataView(header.buffer);
  for (const [at, number] of [length, revision, publishedAt].entries()) view.setFloat64(16 + 8 * at, number, true);
  view.setBigUint64(8, hash(new Uint8Array(BigUint64Array.of(...hashes, hash(header.subarray(16))).buffer)), true);
  return header;
}

/** Null for other bytes. */
export function readHeader(bytes: Uint8Array): (PublicationName & { readonly length: number }) | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes.length < HEADER_BYTES || text(0, 8) !== "goodword") return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const number = (at: number) => view.getFloat64(at, true);
  return { generation: text(40, HEADER_BYTES), revision: number(24), publishedAt: number(32), length: number(16) };
}

/** @throws for bytes that are not a whole publication */
export function decodePublication(bytes: Uint8Array): PublishedParts {
  const { buffer, byteOffset } = bytes;
  const jsonLength = new DataView(buffer, byteOffset + HEADER_BYTES).getUint32(0, true);
  const jsonStart = HEADER_BYTES + ALIGNMENT;
  const json = new TextDecoder().decode(bytes.slice(jsonStart, jsonStart + jsonLength));
  const { columns, parts } = JSON.parse(json) as Plain;
  const start = aligned(jsonStart + jsonLength);
  const views = columns.map(
    ([type, at, length]) => new BUFFERS[type](buffer as ArrayBuffer, byteOffset + start + at, length),
  );
  return restored(parts, views) as PublishedParts;
}

/** Start of a buffer after the others; bytes need no alignment. */
function startAfter(end: number, column: Column): number {
  return column.BYTES_PER_ELEMENT === 1 ? end : aligned(end);
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

/** A buffer in several places stays one. */
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

function typeOf(column: Column): BufferName {
  const type = column[Symbol.toStringTag];
  if (!(type in BUFFERS)) throw new TypeError(`Cannot encode a ${type}`);
  return type;
}

/** Cut where a chunk is full. */
function* chunked(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  const chunk = new Uint8Array(CHUNK_BYTES);
  let length = 0;
  for (const piece of pieces) {
    for (let start = 0; start < piece.length; ) {
      const part = piece.subarray(start, start + CHUNK_BYTES - length);
      chunk.set(part, length);
      length += part.length;
      start += part.length;
      if (length < CHUNK_BYTES) continue;
      yield chunk;
      length = 0;
    }
  }
  if (length > 0) yield chunk.subarray(0, length);
}
