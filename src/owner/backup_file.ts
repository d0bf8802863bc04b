/**
 * The file of a backup: a SQLite database with a seal at its end, a SHA-256 over all that stands before. SQLite reads no
 * further than the pages that its header counts, so that the file opens with the seal, too; its own checks do not see a
 * changed cell, the seal does.
 */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";

const SEAL = /^goodword-backup sha256 ([0-9a-f]{64})\n$/;
const sealOf = (digest: string) => `goodword-backup sha256 ${digest}\n`;
const SEAL_BYTES = sealOf("0".repeat(64)).length;
const CHUNK_BYTES = 1 << 20;

/**
 * - `whole`: every byte is as it was written
 * - `damaged`: bytes have changed or are missing
 * - `unsealed`: the whole of a database that no backup of this release has made
 */
type BackupState = "whole" | "damaged" | "unsealed";

/** Adds the seal, and has the disk keep all of the file. */
export function sealBackup(path: string): void {
  const file = openSync(path, "r+");
  try {
    const { size } = fstatSync(file);
    writeSync(file, sealOf(digestOf(file, size)), size);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Reads the whole file. @throws {Error} when it cannot be read */
export function inspectBackup(path: string): BackupState {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const head = readAt(file, 0, 100);
    const pages = pageBytesOf(head);
    const contentBytes = size - SEAL_BYTES;
    const [, digest] = SEAL.exec(readAt(file, Math.max(0, contentBytes), SEAL_BYTES).toString("latin1")) ?? [];
    if (digest !== undefined) return digest === digestOf(file, contentBytes) ? "whole" : "damaged";
    return head.toString("latin1", 0, 15) === "SQLite format 3" && size === pages ? "unsealed" : "damaged";
  } finally {
    closeSync(file);
  }
}

/** Takes the seal off a copy that becomes a database, and has the disk keep it. An unsealed one stays as it is. */
export function unsealBackup(path: string): void {
  const file = openSync(path, "r+");
  try {
    const contentBytes = fstatSync(file).size - SEAL_BYTES;
    if (SEAL.test(readAt(file, Math.max(0, contentBytes), SEAL_BYTES).toString("latin1"))) {
      ftruncateSync(file, contentBytes);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** How long the file is by its header (https://www.sqlite.org/fileformat2.html, section 1.3). */
function pageBytesOf(head: Buffer): number {
  if (head.length < 100) return 0;
  const pageSize = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
  return pageSize * head.readUInt32BE(28);
}

function digestOf(file: number, bytes: number): string {
  const hash = createHash("sha256");
  for (let at = 0; at < bytes; ) {
    const chunk = readAt(file, at, Math.min(CHUNK_BYTES, bytes - at));
    if (chunk.length === 0) break;
    hash.update(chunk);
    at += chunk.length;
  }
  return hash.digest("hex");
}

/** What there is at a place; shorter at the end of the file. */
function readAt(file: number, at: number, bytes: number): Buffer {
  const chunk = Buffer.alloc(bytes);
  return chunk.subarray(0, readSync(file, chunk, 0, bytes, at));
}
