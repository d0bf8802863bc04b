/**
 * What was published from a database file, in a file beside it: a business that is not in memory answers from it at once. Holds
 * what anybody may read; what it is replaced for may be a removal, so nothing of the old one stays on the disk.
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { GoodwordError } from "../../errors.ts";
import { isRunning } from "../../system.ts";
import type { ArtefactName, ArtefactStore } from "../database.ts";

/** A line of JSON before the pieces, of this length with the blanks that fill it. */
const HEAD_BYTES = 4096;

interface Head extends ArtefactName {
  /** Lengths of the pieces. */
  readonly pieces: readonly number[];
  /** SHA-256 of them. */
  readonly digest: string;
}

/** The artefact of the database at `path`: one, of the newest revision that was published. */
export function artefactBeside(path: string): ArtefactStore {
  const file = `${path}.artefact`;
  // This process has one publisher for a database, and it has not begun.
  removeDrafts(file, (pid) => pid === process.pid || !isRunning(pid));
  return {
    async newest(generation) {
      const head = readHead(file);
      return head?.generation === generation ? head : null;
    },
    read: (name) => readPieces(file, name),
    async put(name, pieces) {
      const draft = `${file}.${process.pid}`;
      write(draft, name, pieces);
      overwrite(file);
      renameSync(draft, file);
    },
    // Whoever builds at the same time builds the same.
    claim: (_generation, work) => work(),
  };
}

/** Takes an artefact away that is not of the revision that a store has now. */
export function dropOutdatedArtefact(path: string, revision: number): void {
  const file = `${path}.artefact`;
  removeDrafts(file, (pid) => !isRunning(pid));
  const head = readHead(file);
  if (head === null || head.revision === revision) return;
  overwrite(file);
  rmSync(file, { force: true });
}

/** Drafts of processes that were killed contain words of reviews that may have been removed since. */
function removeDrafts(file: string, isAbandoned: (pid: number) => boolean): void {
  const prefix = `${basename(file)}.`;
  for (const name of readdirSync(dirname(file))) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    if (!Number.isInteger(pid) || !isAbandoned(pid)) continue;
    overwrite(`${file}.${pid}`);
    rmSync(`${file}.${pid}`, { force: true });
  }
}

function readHead(file: string): Head | null {
  try {
    const descriptor = openSync(file, "r");
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      readSync(descriptor, head, 0, HEAD_BYTES, 0);
      return JSON.parse(head.toString()) as Head;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}

async function* readPieces(file: string, { generation, revision }: ArtefactName): AsyncGenerator<Uint8Array> {
  const damaged = () => new GoodwordError("database", `${file}: the artefact is missing or damaged`);
  const head = readHead(file);
  if (head?.generation !== generation || head.revision !== revision) throw damaged();
  await using handle = await open(file, "r");
  const hash = createHash("sha256");
  let at = HEAD_BYTES;
  for (const length of head.pieces) {
    const piece = new Uint8Array(length);
    const { bytesRead } = await handle.read(piece, 0, length, at);
    if (bytesRead !== length) throw damaged();
    hash.update(piece);
    at += length;
    yield piece;
  }
  if (hash.digest("hex") !== head.digest) throw damaged();
}

function write(draft: string, name: ArtefactName, pieces: Iterable<Uint8Array>): void {
  const descriptor = openSync(draft, "w", 0o600);
  try {
    const hash = createHash("sha256");
    const lengths: number[] = [];
    let at = HEAD_BYTES;
    for (const piece of pieces) {
      writeSync(descriptor, piece, 0, piece.length, at);
      hash.update(piece);
      lengths.push(piece.length);
      at += piece.length;
    }
    const { generation, revision, publishedAt } = name;
    const head: Head = { generation, revision, publishedAt, pieces: lengths, digest: hash.digest("hex") };
    writeSync(descriptor, Buffer.from(JSON.stringify(head).padEnd(HEAD_BYTES)), 0, HEAD_BYTES, 0);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function overwrite(file: string): void {
  try {
    const descriptor = openSync(file, "r+");
    const { size } = fstatSync(descriptor);
    writeSync(descriptor, Buffer.alloc(size), 0, size, 0);
    closeSync(descriptor);
  } catch {
    // There was none.
  }
}
