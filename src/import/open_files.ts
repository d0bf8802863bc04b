/**
 * Decides which of the files given are read at all, and unpacks archives.
 *
 * What the owner names is read. Inside an archive, and beside a Takeout export, only what may hold reviews is.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import { sliceOf } from "./content.ts";
import { isMapsReviewsName, isTakeoutName, refuseMapsReviews } from "./google_takeout.ts";
import { printable, refuse } from "./problem.ts";
import type { ImportFile } from "./reading.ts";
import { HintWanted } from "./understanding/wanted.ts";
import { isZip, listZip, openZip, WORKBOOK_XML } from "./zip.ts";

/** The files to read, in the order of their names. @throws {GoodwordError} input_refused when there is none */
export function openFiles(files: readonly ImportFile[]): ImportFile[] {
  const areSeveral = files.length > 1;
  const listed = files.map((file) => {
    const inner = isZip(sliceOf(file, 0, 4)) ? naming(file.name, areSeveral, () => listZip(file)) : null;
    // A workbook is an archive, too, and is read as what it is.
    return { file, inner: inner?.includes(WORKBOOK_XML) === true ? null : inner };
  });
  const chosen = chooseNames(
    listed.flatMap(({ file, inner }) => (inner === null ? [file.name] : [])),
    listed.flatMap(({ inner }) => inner ?? []),
  );
  const opened = listed.flatMap(({ file, inner }) => {
    if (inner === null) return chosen.has(file.name) ? [file] : [];
    const unpacked = naming(file.name, areSeveral, () => openZip(file, chosen));
    return unpacked.map(({ name, bytes }) => ({ name: `${file.name}/${printable(name)}`, bytes }));
  });
  return opened.sort((one, other) => (one.name < other.name ? -1 : 1));
}

const READABLE = /\.(?:json|ndjson|jsonl|csv|tsv|html?|xlsx)$/i;
/** Hidden files, what macOS adds to archives, and the cover page of Takeout. */
const UNREAD = /(?:^|\/)(?:\.[^/]*$|__MACOSX\/|archive_browser\.html$)/;
/** Where Takeout puts what is not about reviews. */
const IN_TAKEOUT = /(?:^|\/)(?:Takeout|account-[^/]+|location-[^/]+)\//i;

function chooseNames(loose: readonly string[], packed: readonly string[]): ReadonlySet<string> {
  const hasTakeout = [...loose, ...packed].some(isTakeoutName);
  const isWanted = (name: string) =>
    isTakeoutName(name) || !(UNREAD.test(name) || isMapsReviewsName(name) || (hasTakeout && IN_TAKEOUT.test(name)));
  const isWantedInside = (name: string) => (hasTakeout ? isTakeoutName(name) : READABLE.test(name) && isWanted(name));
  const isSingle = loose.length === 1 && packed.length === 0;
  const chosen = isSingle ? loose : [...loose.filter(isWanted), ...packed.filter(isWantedInside)];
  if (chosen.length > 0) return new Set(chosen);
  if ([...loose, ...packed].some(isMapsReviewsName)) refuseMapsReviews();
  if (packed.some((name) => /\.zip$/i.test(name))) refuse("It contains only archives; unpack it and import those");
  return refuse("It contains no file of reviews");
}

/** Puts the file's name before a failure when there are several files. */
export function naming<T>(name: string, isOneOfSeveral: boolean, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isOneOfSeveral || !(error instanceof GoodwordError)) throw error;
    if (error instanceof HintWanted) throw error.inFile(name);
    throw new GoodwordError(error.code, `${printable(name)}: ${error.message}`, { cause: error });
  }
}
