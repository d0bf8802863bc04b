/** Reads untrusted zip archives (APPNOTE 4.3.12 to 4.3.16, 4.5.3) within their declared sizes, checking checksums; no encryption, no parts. */
import { crc32, inflateRawSync } from "node:zlib";
import { Inflate } from "fflate";
import { WORKBOOK } from "./columns/other_contents.ts";
import { MAX_IMPORT_BYTES } from "./decode.ts";
import { refuse, showValue } from "./problem.ts";
import type { ImportFile } from "./reading.ts";

const MAX_ENTRIES = 200_000;
/** The largest compression ratio. Reviews in JSON shrink 5 to 20 times; far more indicates a zip bomb. */
const MAX_RATIO = 200;
const SMALL_BYTES = 1024 * 1024;

export const WORKBOOK_XML = "xl/workbook.xml";
/** Files that identify the formats of LibreOffice and Numbers, and Excel's binary format, which are zip archives, too. */
const WORKBOOK_PART = /^(?:xl\/workbook\.bin|content\.xml|Index\/Document\.iwa)$/;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

export function listZip(archive: ImportFile): string[] {
  const names = entryNames(archive);
  if (names.some((name) => WORKBOOK_PART.test(name))) refuse(WORKBOOK);
  return names;
}

export function entryNames({ bytes }: ImportFile): string[] {
  return listEntries(bytes).map(({ name }) => name);
}

/** The text of one file in an archive in pieces. @throws {GoodwordError} input_refused if it is damaged or too large */
export function* entryText({ bytes }: ImportFile, name: string): Generator<string> {
  const entry = listEntries(bytes).findLast((each) => each.name === name);
  if (entry === undefined) refuse(`The archive does not contain ${showValue(name)}; save the workbook again`);
  refuseGrowth(entry, entry.size);
  const decoder = new TextDecoder("utf-8");
  for (const piece of unpackedPieces(bytes, entry)) {
    const text = decoder.decode(piece, { stream: true });
    // Entities could expand a text without end, or read other files.
    if (text.includes("<!DOCTYPE") || text.includes("<!ENTITY")) {
      refuse(`${showValue(name)} in the archive declares XML entities, which no workbook needs; save it again`);
    }
    yield text;
  }
}

const PIECE_BYTES = 64 * 1024;

function* unpackedPieces(archive: Uint8Array, entry: ZipEntry): Generator<Uint8Array> {
  let [size, check] = [0, 0];
  for (const piece of rawPieces(packedBytes(archive, entry), entry)) {
    size += piece.length;
    if (size > entry.size) refuseEntry(entry, WRONG_SIZE);
    check = crc32(piece, check);
    yield piece;
  }
  if (size !== entry.size) refuseEntry(entry, WRONG_SIZE);
  if (check !== entry.crc32) refuseEntry(entry, WRONG_CHECKSUM);
}

function* rawPieces(packed: Uint8Array, entry: ZipEntry): Generator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const inflate = new Inflate((piece) => ready.push(piece));
  for (let at = 0; at < packed.length; at += PIECE_BYTES) {
    const piece = packed.subarray(at, at + PIECE_BYTES);
    try {
      if (entry.method === STORED) ready.push(piece);
      else inflate.push(piece, at + PIECE_BYTES >= packed.length);
    } catch {
      refuseEntry(entry, DAMAGED);
    }
    yield* ready;
    ready = [];
  }
}

const DAMAGED = "is damaged or incomplete; download it again";
const WRONG_CHECKSUM = "does not match its checksum; download it again";
const WRONG_SIZE = "does not have the size that the archive records; download it again";

function refuseEntry({ name }: ZipEntry, why: string): never {
  refuse(`${showValue(name)} in the archive ${why}`);
}

/** Refuses a zip bomb, or too many bytes in all; `total` is the size of everything that is unpacked. */
function refuseGrowth({ name, size, compressedSize }: ZipEntry, total: number): void {
  if (total > MAX_IMPORT_BYTES) refuse("The archive contains more than 512 MB of reviews; unpack it and import a part");
  if (size > SMALL_BYTES && size > compressedSize * MAX_RATIO) {
    refuse(`The archive looks like a zip bomb: ${name} would expand ${Math.round(size / compressedSize)} times`);
  }
}

/** The chosen files of an archive; of two with one name, the later one. @throws {GoodwordError} input_refused if it is damaged or too large */
export function openZip({ bytes }: ImportFile, chosen: ReadonlySet<string>): ImportFile[] {
  const wanted = wantedEntries(bytes, chosen);
  for (const entry of wanted) if (entry.isLink) refuseEntry(entry, "is a symbolic link, which is never followed");
  return wanted.map((entry) => ({ name: entry.name, bytes: unpacked(bytes, entry) }));
}

/** @throws {GoodwordError} input_refused if the chosen files are too large together: several may be the same bytes of the archive */
export function refuseTooLarge({ bytes }: ImportFile, chosen: ReadonlySet<string>): void {
  wantedEntries(bytes, chosen);
}

function wantedEntries(bytes: Uint8Array, chosen: ReadonlySet<string>): ZipEntry[] {
  const entries = new Map(listEntries(bytes).map((entry) => [entry.name, entry]));
  const wanted = [...entries.values()].filter(({ name }) => chosen.has(name));
  let total = 0;
  for (const entry of wanted) {
    total += entry.size;
    refuseGrowth(entry, total);
  }
  return wanted;
}

/** Inflates in one piece, natively, which takes an eighth of the time. */
function unpacked(archive: Uint8Array, entry: ZipEntry): Uint8Array {
  const packed = packedBytes(archive, entry);
  return checked(entry.method === STORED ? packed : inflated(packed, entry), entry);
}

function inflated(packed: Uint8Array, entry: ZipEntry): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.size) });
  } catch (error) {
    const isLarger = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    refuseEntry(entry, isLarger ? WRONG_SIZE : DAMAGED);
  }
}

function checked(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  if (bytes.length !== entry.size) refuseEntry(entry, WRONG_SIZE);
  if (crc32(bytes) !== entry.crc32) refuseEntry(entry, WRONG_CHECKSUM);
  return bytes;
}

function listEntries(bytes: Uint8Array): ZipEntry[] {
  const entries: ZipEntry[] = [];
  try {
    for (const entry of zipEntries(bytes)) {
      if (entries.push(entry) > MAX_ENTRIES) refuse("The archive contains too many files");
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    refuse("The zip archive is damaged or incomplete; download it again");
  }
  return entries;
}

const STORED = 0;
const DEFLATED = 8;

interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly isLink: boolean;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly offset: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_LENGTH = 22;
const CENTRAL_LENGTH = 46;
const LOCAL_LENGTH = 30;
const MAX_COMMENT_LENGTH = 0xffff;
const NOT_HERE = 0xffffffff;

function* zipEntries(bytes: Uint8Array): Generator<ZipEntry> {
  const view = viewOf(bytes);
  const { count, start } = readEnd(view);
  let at = start;
  for (let index = 0; index < count; index++) {
    expectSignature(view, at, CENTRAL);
    const nameEnd = at + CENTRAL_LENGTH + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const flags = view.getUint16(at + 8, true);
    if (extraEnd > bytes.length) throw new RangeError("The directory of the archive is truncated");
    yield {
      name: decodeName(bytes.subarray(at + CENTRAL_LENGTH, nameEnd), (flags & 0x800) !== 0),
      method: view.getUint16(at + 10, true),
      isEncrypted: (flags & 1) !== 0,
      isLink: view.getUint16(at + 40, true) >> 12 === 0xa,
      crc32: view.getUint32(at + 16, true),
      ...readPlace(view, at, { from: nameEnd, to: extraEnd }),
    };
    at = extraEnd + view.getUint16(at + 32, true);
  }
}

function packedBytes(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  const { isEncrypted, method, offset, compressedSize } = entry;
  if (isEncrypted) refuseEntry(entry, "is encrypted; unpack it and import what is inside");
  if (method !== STORED && method !== DEFLATED) {
    refuseEntry(entry, "uses an unsupported compression method; unpack it and import what is inside");
  }
  const view = viewOf(bytes);
  try {
    expectSignature(view, offset, LOCAL);
    const start = offset + LOCAL_LENGTH + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    if (start + compressedSize <= bytes.length) return bytes.subarray(start, start + compressedSize);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  refuseEntry(entry, DAMAGED);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function expectSignature(view: DataView, at: number, signature: number): void {
  if (view.getUint32(at, true) !== signature) throw new RangeError("A header of the archive is not where it should be");
}

/** Reads the end record of the archive, which a comment may follow, and which another record precedes in large archives. */
function readEnd(view: DataView): { count: number; start: number } {
  const first = Math.max(0, view.byteLength - END_LENGTH - MAX_COMMENT_LENGTH);
  for (let at = view.byteLength - END_LENGTH; at >= first; at--) {
    if (view.getUint32(at, true) !== END) continue;
    const isLarge = at >= 20 && view.getUint32(at - 20, true) === END_64_LOCATOR;
    if (!isLarge) return { count: view.getUint16(at + 10, true), start: view.getUint32(at + 16, true) };
    const large = readNumber(view, at - 12);
    expectSignature(view, large, END_64);
    return { count: readNumber(view, large + 32), start: readNumber(view, large + 48) };
  }
  throw new RangeError("The archive has no end record");
}

type Place = Pick<ZipEntry, "compressedSize" | "size" | "offset">;

/** The sizes and offset of an entry. Those that exceed 32 bits are in an extra field, in this order. */
function readPlace(view: DataView, at: number, extra: { readonly from: number; readonly to: number }): Place {
  let large = findExtra(view, extra);
  const read = (field: number) => {
    const value = view.getUint32(at + field, true);
    if (value !== NOT_HERE || large === null) return value;
    large += 8;
    return readNumber(view, large - 8);
  };
  const size = read(24);
  return { size, compressedSize: read(20), offset: read(42) };
}

function findExtra(view: DataView, { from, to }: { readonly from: number; readonly to: number }): number | null {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === 1) return at + 4;
  }
  return null;
}

function readNumber(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw new RangeError("A number in the archive is too large");
  return value;
}

/** Decodes a name. Old archives do not name their code page; ASCII is the same in all of them. */
function decodeName(bytes: Uint8Array, isUtf8: boolean): string {
  return new TextDecoder(isUtf8 ? "utf-8" : "latin1").decode(bytes);
}
