/** A publication in one file beside its database, mapped into memory: written beside and renamed, never changed in place. */
import { existsSync, readdirSync, readSync, rmSync, writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { basename, join } from "node:path";
import { isServerUrl } from "../../config.ts";
import type { Scratch } from "../../publication/mod.ts";
import {
  CHUNK_BYTES,
  decodePublication,
  type EncodedPublication,
  encodePublication,
  HEADER_BYTES,
  headerOf,
  readHeader,
} from "../../publication/publishing/publication_bytes.ts";
import type { PublishedParts } from "../../publication/publishing/published.ts";
import type { PublicationName } from "../../store/mod.ts";
import { fileAt, isRunning, withOpened, writeAtomically } from "../../system.ts";

/** Location of the bytes of a publication that was built or verified: a file with this header, or memory shared by threads. */
export type PublicationPlace =
  | { readonly kind: "file"; readonly path: string; readonly header: string }
  | { readonly kind: "memory"; readonly bytes: Uint8Array };

export interface PlacedPublication {
  readonly place: PublicationPlace;
  /** What all its buffers are views of. */
  readonly bytes: Uint8Array;
  readonly parts: PublishedParts;
}

const SUFFIX = ".publication";
const hash = (bytes: Uint8Array) => Bun.hash.xxHash3(bytes);

/** The file of a database: in a folder where one is set, beside it otherwise. Null where the database is on a server. */
export function publicationFile(database: string, folder: string | null): string | null {
  if (isServerUrl(database)) return null;
  return (folder === null ? database : join(folder, basename(database))) + SUFFIX;
}

/** The publication in a file, checked whole, if it is the one that is wanted; null where there is no such file or it is damaged. */
export async function openFile(
  path: string,
  isWanted: (name: PublicationName) => boolean,
): Promise<PlacedPublication | null> {
  try {
    await using file = await open(path, "r");
    const header = new Uint8Array(HEADER_BYTES);
    await file.read(header, 0, HEADER_BYTES, 0);
    const name = readHeader(header);
    if (name === null || name.length !== (await file.stat()).size || !isWanted(name)) return null;
    if (!(await isSound(file, header, name))) return null;
    return await openPlace({ kind: "file", path, header: header.toHex() });
  } catch {
    return null;
  }
}

export async function openPlace(place: PublicationPlace): Promise<PlacedPublication | null> {
  if (place.kind === "memory") return { place, bytes: place.bytes, parts: decodePublication(place.bytes) };
  try {
    const bytes = await mapped(place.path);
    if (bytes.subarray(0, HEADER_BYTES).toHex() !== place.header) return null;
    return { place, bytes, parts: decodePublication(bytes) };
  } catch {
    return null;
  }
}

/** Writes a publication in place of the one at `path`, which stays as it is for threads that map it. @throws where the file system refuses it */
export function writeFile(
  path: string,
  parts: PublishedParts,
  name: PublicationName,
  read?: Scratch["read"],
): PublicationPlace {
  const encoded = encodePublication(parts, read);
  let header = "";
  const writing = (file: number) => {
    header = withHeader(encoded, name, (bytes, at) => writeAll(file, bytes, at)).toHex();
  };
  // It can be built again, so nothing waits for the disk.
  writeAtomically(path, writing, { mode: 0o600, isDurable: false, draft: `${path}.${process.pid}` });
  return { kind: "file", path, header };
}

export function placeInMemory(parts: PublishedParts, name: PublicationName): PublicationPlace & { kind: "memory" } {
  const encoded = encodePublication(parts);
  const bytes = new Uint8Array(new SharedArrayBuffer(encoded.length));
  withHeader(encoded, name, (chunk, at) => bytes.set(chunk, at));
  return { kind: "memory", bytes };
}

export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // In a read-only folder, this server did not write the file.
  }
}

/** Deletes the file if it is of another revision: it may hold words of a review that was removed since. */
export function removeOutdated(path: string, revision: number): void {
  const found = revisionIn(path);
  if (found !== undefined && found !== revision) rmSync(path, { force: true });
}

/** The revision in a file; null if it is damaged, undefined if there is no file. */
export function revisionIn(path: string): number | null | undefined {
  if (fileAt(path) === undefined) return undefined;
  const header = new Uint8Array(HEADER_BYTES);
  try {
    withOpened(path, "r", (file) => readSync(file, header));
  } catch {
    return null;
  }
  return readHeader(header)?.revision ?? null;
}

/** Deletes what processes were writing in a folder when they were killed: it may hold words of reviews that were removed since. */
export function removeDrafts(folder: string): void {
  if (!fileAt(folder)?.isDirectory()) return;
  for (const name of readdirSync(folder)) {
    const [, pid] = /\.publication\.(\d+)$/.exec(name) ?? [];
    if (pid === undefined) continue;
    // A process in a container has the number of the one before.
    const isAbandoned = Number(pid) === process.pid || !isRunning(Number(pid));
    if (isAbandoned) rmSync(join(folder, name), { force: true });
  }
}

export function removeUnlisted(folder: string, databases: string): void {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(`.sqlite${SUFFIX}`)) : [];
  for (const name of files)
    if (!existsSync(join(databases, name.slice(0, -SUFFIX.length)))) removeFile(join(folder, name));
}

function withHeader(
  encoded: EncodedPublication,
  name: PublicationName,
  write: (bytes: Uint8Array, at: number) => void,
): Uint8Array {
  const hashes: bigint[] = [];
  let at = HEADER_BYTES;
  for (const chunk of encoded.chunks()) {
    write(chunk, at);
    hashes.push(hash(chunk));
    at += chunk.length;
  }
  const header = headerOf(name, encoded.length, hashes, hash);
  write(header, 0);
  return header;
}

/** Reads instead of mapping, so that the thread that serves readers neither waits for the disk nor keeps pages that are needed once. */
async function isSound(file: FileHandle, header: Uint8Array, name: PublicationName & { length: number }) {
  const hashes: bigint[] = [];
  const chunk = new Uint8Array(Math.min(CHUNK_BYTES, name.length));
  for (let at = HEADER_BYTES; at < name.length; ) {
    const wanted = Math.min(CHUNK_BYTES, name.length - at);
    const { bytesRead } = await file.read(chunk, 0, wanted, at);
    if (bytesRead !== wanted) return false;
    hashes.push(hash(chunk.subarray(0, bytesRead)));
    at += bytesRead;
  }
  return headerOf(name, name.length, hashes, hash).toHex() === header.toHex();
}

/** Maps a file, or reads it if files cannot be mapped, as on Windows and on some network file systems. */
async function mapped(path: string): Promise<Uint8Array> {
  try {
    return Bun.mmap(path, { shared: false });
  } catch {
    return Bun.file(path).bytes();
  }
}

function writeAll(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
}
