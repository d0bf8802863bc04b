/**
 * Zip archives, opened with care: only what may hold reviews is inflated, and only while its size stays believable.
 *
 * @module
 */
import { unzipSync } from "fflate";
import { MAX_IMPORT_BYTES, WORKBOOK } from "./decode.ts";
import { refuse } from "./problem.ts";
import type { ImportFile } from "./reading.ts";

const MAX_ENTRIES = 200_000;
/** Reviews in JSON shrink 5 to 20 times; what shrinks far more was made to fill a memory. */
const MAX_RATIO = 200;
const SMALL_BYTES = 1024 * 1024;

/** What Excel, LibreOffice and Numbers put into their files, which are archives. */
const WORKBOOK_PART = /^(?:xl\/workbook\.(?:xml|bin)|content\.xml|Index\/Document\.iwa)$/;

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
 * The chosen files of an archive, named as inside it.
 *
 * @throws {GoodwordError} input_refused for a damaged archive or one that would grow beyond measure
 */
export function openZip(archive: ImportFile, chosen: ReadonlySet<string>): ImportFile[] {
  let total = 0;
  for (const { name, size, originalSize } of listEntries(archive.bytes)) {
    if (!chosen.has(name)) continue;
    total += originalSize;
    if (total > MAX_IMPORT_BYTES) refuse("The archive holds more than 512 MB of reviews; unpack it and import a part");
    if (originalSize > SMALL_BYTES && originalSize > size * MAX_RATIO) {
      refuse(`The archive is not believable: ${name} would grow ${Math.round(originalSize / size)} times`);
    }
  }
  const files = unzip(archive.bytes, (name) => chosen.has(name));
  return Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
}

interface Entry {
  readonly name: string;
  readonly size: number;
  readonly originalSize: number;
}

function listEntries(bytes: Uint8Array): Entry[] {
  const entries: Entry[] = [];
  unzip(bytes, (name, size, originalSize) => {
    if (entries.push({ name, size, originalSize }) > MAX_ENTRIES) refuse("The archive holds too many files");
    return false;
  });
  return entries;
}

function unzip(bytes: Uint8Array, filter: (name: string, size: number, originalSize: number) => boolean) {
  try {
    return unzipSync(bytes, { filter: ({ name, size, originalSize }) => filter(name, size, originalSize) });
  } catch (error) {
    if (error instanceof Error && error.name === "GoodwordError") throw error;
    refuse("The zip archive is damaged or not complete; download it again");
  }
}
