/**
 * Zip archives, opened with care: only what may hold reviews is inflated, never beyond the size that the archive gives,
 * and nothing is handed on that does not match its checksum.
 *
 * @module
 */
import { crc32, inflateRawSync } from "node:zlib";
import { MAX_IMPORT_BYTES, WORKBOOK } from "./decode.ts";
import { refuse, showValue } from "./problem.ts";
import type { ImportFile } from "./reading.ts";
import { packedBytes, type ZipEntry, zipEntries } from "./zip_directory.ts";

const MAX_ENTRIES = 200_000;
/** Reviews in JSON shrink 5 to 20 times; what shrinks far more was made to fill a memory. */
const MAX_RATIO = 200;
const SMALL_BYTES = 1024 * 1024;

/** What Excel, LibreOffice and Numbers put into their files, which are archives. */
const WORKBOOK_PART = /^(?:xl\/workbook\.(?:xml|bin)|content\.xml|Index\/Document\.iwa)$/;

/** Whether the bytes start with a ZIP signature. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/** The names of the files in an archive; nothing is inflated. @throws {GoodwordError} input_refused when it is damaged */
export function listZip(archive: ImportFile): string[] {
  const names = listEntries(archive.bytes).map(({ name }) => name);
  if (names.some((name) => WORKBOOK_PART.test(name))) refuse(WORKBOOK);
  return names;
}

/**
 * The chosen files of an archive, named as inside it; of two with one name the later.
 *
 * @throws {GoodwordError} input_refused for a damaged archive or one that would grow beyond measure
 */
export function openZip({ bytes }: ImportFile, chosen: ReadonlySet<string>): ImportFile[] {
  const entries = new Map(listEntries(bytes).map((entry) => [entry.name, entry]));
  const wanted = [...entries.values()].filter(({ name }) => chosen.has(name));
  let total = 0;
  for (const { name, size, compressedSize } of wanted) {
    total += size;
    if (total > MAX_IMPORT_BYTES)
      refuse("The archive contains more than 512 MB of reviews; unpack it and import a part");
    if (size > SMALL_BYTES && size > compressedSize * MAX_RATIO) {
      refuse(`The archive looks like a zip bomb: ${name} would expand ${Math.round(size / compressedSize)} times`);
    }
  }
  return wanted.map((entry) => ({ name: entry.name, bytes: unpack(bytes, entry) }));
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

function unpack(archive: Uint8Array, entry: ZipEntry): Uint8Array {
  const name = showValue(entry.name);
  if (entry.isEncrypted) refuse(`${name} in the archive is encrypted; unpack it and import what is inside`);
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    refuse(`${name} in the archive uses an unsupported compression method; unpack it and import what is inside`);
  }
  const bytes = inflate(archive, entry, name);
  if (bytes.length !== entry.size) refuseSize(name);
  if (crc32(bytes) !== entry.crc32) refuse(`${name} in the archive does not match its checksum; download it again`);
  return bytes;
}

function inflate(archive: Uint8Array, entry: ZipEntry, name: string): Uint8Array {
  try {
    const packed = packedBytes(archive, entry);
    // The least that may be asked for is one byte.
    const maxOutputLength = Math.max(1, entry.size);
    return entry.method === STORED ? packed : inflateRawSync(packed, { maxOutputLength });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") refuseSize(name);
    refuse(`${name} in the archive is damaged or incomplete; download it again`);
  }
}

function refuseSize(name: string): never {
  refuse(`${name} in the archive does not have the size that the archive records; download it again`);
}
