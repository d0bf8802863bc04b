/**
 * The central directory of a zip archive, which says what stands where, how long and with which checksum.
 *
 * Spec: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT (4.3.12 to 4.3.16, 4.5.3). Left out: archives in
 * several parts, encryption, other codings than stored and deflated.
 *
 * @module
 */

/** What the directory claims about a file; nothing of it is true until the file was unpacked. */
export interface ZipEntry {
  readonly name: string;
  /** 0 is stored, 8 is deflated. */
  readonly method: number;
  readonly isEncrypted: boolean;
  /** Whether it is a symbolic link, by the mode that Unix archives record. */
  readonly isLink: boolean;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Where the entry's own header stands. */
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
const LONGEST_COMMENT = 0xffff;
const NOT_HERE = 0xffffffff;

/** The entries of an archive in their order, read as they are walked. @throws {RangeError} when it is damaged */
export function* zipEntries(bytes: Uint8Array): Generator<ZipEntry> {
  const view = viewOf(bytes);
  const { count, start } = readEnd(view);
  let at = start;
  for (let index = 0; index < count; index++) {
    expectSignature(view, at, CENTRAL);
    const nameEnd = at + CENTRAL_LENGTH + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const flags = view.getUint16(at + 8, true);
    if (extraEnd > bytes.length) throw new RangeError("The directory of the archive is cut off");
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

/** The packed bytes of an entry. @throws {RangeError} when they do not stand where the directory says */
export function packedBytes(bytes: Uint8Array, { offset, compressedSize }: ZipEntry): Uint8Array {
  const view = viewOf(bytes);
  expectSignature(view, offset, LOCAL);
  const start = offset + LOCAL_LENGTH + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + compressedSize > bytes.length) throw new RangeError("An entry of the archive is cut off");
  return bytes.subarray(start, start + compressedSize);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function expectSignature(view: DataView, at: number, signature: number): void {
  if (view.getUint32(at, true) !== signature) throw new RangeError("A header of the archive is not where it should be");
}

/** The record at the end of the archive: it may be followed by a comment, and preceded by another for large archives. */
function readEnd(view: DataView): { count: number; start: number } {
  const first = Math.max(0, view.byteLength - END_LENGTH - LONGEST_COMMENT);
  for (let at = view.byteLength - END_LENGTH; at >= first; at--) {
    if (view.getUint32(at, true) !== END) continue;
    const isLarge = at >= 20 && view.getUint32(at - 20, true) === END_64_LOCATOR;
    if (!isLarge) return { count: view.getUint16(at + 10, true), start: view.getUint32(at + 16, true) };
    const large = readNumber(view, at - 12);
    expectSignature(view, large, END_64);
    return { count: readNumber(view, large + 32), start: readNumber(view, large + 48) };
  }
  throw new RangeError("The archive has no end");
}

type Place = Pick<ZipEntry, "compressedSize" | "size" | "offset">;

/** Sizes and offset of an entry; those that 32 bits cannot hold stand in an extra field, in this order. */
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

/** Where the values of the extra field for large files begin. */
function findExtra(view: DataView, { from, to }: { readonly from: number; readonly to: number }): number | null {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === 1) return at + 4;
  }
  return null;
}

/** A whole number of 64 bits. */
function readNumber(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw new RangeError("The archive is larger than anything");
  return value;
}

/** Old archives are in a code page that nobody names; ASCII is alike in all. */
function decodeName(bytes: Uint8Array, isUtf8: boolean): string {
  return new TextDecoder(isUtf8 ? "utf-8" : "latin1").decode(bytes);
}
