/** Copies a store while others use it. A file with the name of a backup is always complete. */

import { createHash } from "node:crypto";
import {
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Config } from "../config.ts";
import { HOUR_MS } from "../durations.ts";
import { GoodwordError } from "../errors.ts";
import type { InvitationPolicy } from "../invitations/mod.ts";
import { moveContents, type Store } from "../store/mod.ts";
import { renameDurably, withOpened } from "../system.ts";
import type { OpenCopy } from "./act_services.ts";
import type { Finding } from "./finding.ts";
import { fileError } from "./import_files.ts";
import { forgetUnused } from "./job_list.ts";

export interface BackUpOptions {
  /** The path of the copy; an existing file is never overwritten. */
  readonly path: string;
  /** Contacts past their term are erased first, so that no copy contains them. */
  readonly policy: InvitationPolicy;
  readonly open: OpenCopy;
}

export type BackedUp = Awaited<ReturnType<typeof backUp>>;

/** @throws {GoodwordError} `file`, or `database` if the store is damaged; leaves no file behind then */
export async function backUp(store: Store, { path, policy, open }: BackUpOptions) {
  if (existsSync(path)) throw new GoodwordError("file", `${path}: file already exists; nothing was written`);
  if (!existsSync(dirname(path))) throw new GoodwordError("file", `${path}: no such folder`);
  const unfinished = `${path}.unfinished`;
  removeDatabase(unfinished);
  try {
    // Readable by its owner alone from the first byte.
    writeFileSync(unfinished, "", { mode: 0o600, flag: "wx" });
    await forgetUnused(store, policy);
    await copyOf(store, unfinished, open);
    sealBackup(unfinished);
    const proved = await prove(unfinished, open);
    renameDurably(unfinished, path);
    return { path, bytes: statSync(path).size, ...proved };
  } catch (error) {
    removeDatabase(unfinished);
    throw error instanceof Error && "syscall" in error ? fileError(path, error, "written") : error;
  }
}

async function copyOf(store: Store, path: string, open: OpenCopy): Promise<void> {
  if (store.copyTo !== null) return store.copyTo(path);
  const moved = `${path}.moved`;
  removeDatabase(moved);
  try {
    await using copy = await open(moved, {});
    const outcome = await moveContents({ from: store.contents, to: copy.contents, mayChange: true });
    if (outcome.kind !== "moved") throw new GoodwordError("database", `The copy is not complete: ${outcome.kind}`);
    // Copied once more, into a file without a write-ahead log, which opening for reading does not change.
    await copy.copyTo?.(path);
  } finally {
    removeDatabase(moved);
  }
}

export async function prove(path: string, open: OpenCopy) {
  if (inspectBackup(path) !== "whole")
    throw new GoodwordError("database", "the copy differs from what was written; check the disk");
  // Read-only, so that the copy stays one file without a write-ahead log.
  await using copy = await open(path, { create: false, readonly: true });
  const [fault] = await copy.faults();
  if (fault !== undefined) throw new GoodwordError("database", `The database is damaged: ${fault}`);
  const { revision } = await copy.editions.state();
  const tallies = await copy.reviews.read((reads) => reads.tallies());
  return { revision, reviews: tallies.reduce((sum, { count }) => sum + count, 0) };
}

export function removeDatabase(path: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(path + suffix, { force: true });
}

export type BackupPlan = NonNullable<Config["backups"]>;

const BACKUP_NAME = /^goodword-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.sqlite$/;

function nameAt(now: number): string {
  return `goodword-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "")}Z.sqlite`;
}

/** Creates the folder of one of many businesses within `BACKUP_DIR`, which must exist. */
export function makeOwnFolder({ folder }: BackupPlan): void {
  if (existsSync(dirname(folder))) mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** The backups in a folder, newest first. Skips other files, and those that only have the name of a backup. */
export function listBackups(folder: string) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const [, day, hour, minute, second] = BACKUP_NAME.exec(name) ?? [];
      if (day === undefined) return [];
      const path = join(folder, name);
      const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
      const found = statSync(path, { throwIfNoEntry: false });
      return found?.isFile() && !Number.isNaN(at) ? [{ name, path, bytes: found.size, at }] : [];
    })
    .sort((one, other) => other.at - one.at);
}

/** The minimum age of an unfinished copy whose process was killed, in milliseconds. */
const ABANDONED_MS = HOUR_MS;

/** Deletes the oldest backups beyond the number to keep. @throws as {@link backUp} */
export async function backUpInto(
  store: Store,
  { folder, keep }: BackupPlan,
  { now, ...options }: Omit<BackUpOptions, "path"> & { readonly now: number },
) {
  removeAbandoned(folder, now);
  let at = now;
  while (existsSync(join(folder, nameAt(at)))) at += 1000;
  const done = await backUp(store, { path: join(folder, nameAt(at)), ...options });
  const others = listBackups(folder).filter(({ name }) => name !== basename(done.path));
  for (const { path } of others.slice(keep - 1)) rmSync(path, { force: true });
  return done;
}

function removeAbandoned(folder: string, now: number): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const isUnfinished = name.endsWith(".unfinished") && BACKUP_NAME.test(name.slice(0, -".unfinished".length));
    if (!isUnfinished) continue;
    // Another process may have renamed its copy to this name since.
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && found.mtimeMs < now - ABANDONED_MS) removeDatabase(path);
  }
}

// A SHA-256 at the end of the file. SQLite reads only the pages that its header counts, and misses changed cells.

const SEAL = /^goodword-backup sha256 ([0-9a-f]{64})\n$/;
const sealOf = (digest: string) => `goodword-backup sha256 ${digest}\n`;
const SEAL_BYTES = sealOf("0".repeat(64)).length;
const CHUNK_BYTES = 1 << 20;

/** `unsealed`: a complete database that is not a backup of this release */
type BackupState = "whole" | "damaged" | "unsealed";

function sealBackup(path: string): void {
  withOpened(path, "r+", (file) => {
    const { size } = fstatSync(file);
    writeSync(file, sealOf(digestOf(file, size)), size);
    fsyncSync(file);
  });
}

export function inspectBackup(path: string): BackupState {
  return withOpened(path, "r", (file) => {
    const { digest, contentBytes } = sealIn(file);
    if (digest !== undefined) return digest === digestOf(file, contentBytes) ? "whole" : "damaged";
    const head = readAt(file, 0, 100);
    const isDatabase = head.toString("latin1", 0, 15) === "SQLite format 3";
    return isDatabase && fstatSync(file).size === pageBytesOf(head) ? "unsealed" : "damaged";
  });
}

/** Removes the seal of a copy that becomes a database, and syncs the file. An unsealed one is left unchanged. */
export function unsealBackup(path: string): void {
  withOpened(path, "r+", (file) => {
    const { digest, contentBytes } = sealIn(file);
    if (digest !== undefined) ftruncateSync(file, contentBytes);
    fsyncSync(file);
  });
}

function sealIn(file: number): { readonly digest: string | undefined; readonly contentBytes: number } {
  const contentBytes = fstatSync(file).size - SEAL_BYTES;
  const [, digest] = SEAL.exec(readAt(file, Math.max(0, contentBytes), SEAL_BYTES).toString("latin1")) ?? [];
  return { digest, contentBytes };
}

/** The length of the file according to its header (https://www.sqlite.org/fileformat2.html, section 1.3). */
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

function readAt(file: number, at: number, bytes: number): Buffer {
  const chunk = Buffer.alloc(bytes);
  return chunk.subarray(0, readSync(file, chunk, 0, bytes, at));
}

// Scheduled backups of a server: when the next is due, and the outcome of the last.

/** History before the first backup, in epoch milliseconds; `begunAt` is 0 unless a backup is running, and `failures` are consecutive ones. */
const NOTHING = { begunAt: 0, madeAt: 0, failures: 0, failingSince: 0, failedAt: 0, reason: null as string | null };

type BackupHistory = Readonly<typeof NOTHING>;

/** A backup that began this long ago was abandoned, as by a killed server; in milliseconds. */
const GIVEN_UP_MS = 15 * 60_000;
/** The wait after the first failure, which doubles with each further one. */
const RETRY_MS = 10 * 60_000;

const TROUBLING_FAILURES = 3;

type ScheduledBackup =
  | { readonly kind: "not_due"; readonly nextInMs: number }
  | { readonly kind: "made"; readonly backup: BackedUp; readonly nextInMs: number }
  | { readonly kind: "failed"; readonly reason: string; readonly failures: number; readonly nextInMs: number };

export async function readBackupHistory({ reviews }: Store): Promise<BackupHistory | null> {
  const kept = await reviews.read((reads) => reads.setting("backups"));
  return kept === undefined ? null : { ...NOTHING, ...(JSON.parse(kept) as Partial<BackupHistory>) };
}

/** Wrong after several consecutive failures; advice if the last backup is more than two intervals old. */
export async function describeBackups(store: Store, plan: BackupPlan): Promise<Pick<Finding, "level" | "message">> {
  const history = await readBackupHistory(store);
  if (history === null) return { level: "advice", message: `none in ${plan.folder} yet; a server makes the first` };
  const { failures, reason, madeAt } = history;
  if (failures >= TROUBLING_FAILURES) {
    return { level: "wrong", message: `the last ${failures} failed: ${reason ?? "unknown reason"}` };
  }
  const message = madeAt === 0 ? "none yet" : `last one ${new Date(madeAt).toISOString()}`;
  const isLate = madeAt > 0 && (await store.now()) - madeAt > 2 * plan.everyMs;
  return isLate
    ? { level: "advice", message: `${message}: older than BACKUP_EVERY allows; check that a server is running` }
    : { level: "fine", message };
}

/** Makes a backup if one is due. A failure is retried later, and never thrown. */
export async function backUpWhenDue(
  store: Store,
  plan: BackupPlan,
  options: Omit<BackUpOptions, "path">,
): Promise<ScheduledBackup> {
  const claimed = await claim(store, plan);
  if (typeof claimed === "number") return { kind: "not_due", nextInMs: claimed };
  const now = await store.now();
  try {
    const backup = await backUpInto(store, plan, { ...options, now });
    await save(store, { ...NOTHING, madeAt: now });
    return { kind: "made", backup, nextInMs: plan.everyMs };
  } catch (error) {
    const reason = error instanceof GoodwordError ? error.message : String(error);
    const failures = claimed.failures + 1;
    // If the database cannot be written to either, as on a full disk, it is tried again later.
    const failingSince = claimed.failures === 0 ? now : claimed.failingSince;
    await save(store, { ...claimed, begunAt: 0, failures, failingSince, failedAt: now, reason }).catch(() => {});
    return { kind: "failed", reason, failures, nextInMs: retryMs(failures, plan) };
  }
}

/** Claims the backup: returns the history before it, or in how many milliseconds the next is due. */
function claim({ reviews }: Store, plan: BackupPlan): Promise<BackupHistory | number> {
  return reviews.write(async (writes) => {
    const before: BackupHistory = { ...NOTHING, ...JSON.parse((await writes.setting("backups")) ?? "{}") };
    const { now } = writes;
    const dueAt = before.failures > 0 ? before.failedAt + retryMs(before.failures, plan) : nextAt(before, plan);
    // An instant in the future comes from a clock that was set back.
    const isFuture = Math.max(before.madeAt, before.failedAt, before.begunAt) > now;
    if (!isFuture && now < dueAt) return dueAt - now;
    if (!isFuture && now < before.begunAt + GIVEN_UP_MS) return before.begunAt + GIVEN_UP_MS - now;
    await writes.saveSetting("backups", JSON.stringify({ ...before, begunAt: now }));
    return before;
  });
}

function nextAt({ madeAt }: BackupHistory, { folder, everyMs }: BackupPlan): number {
  return listBackups(folder).length === 0 ? 0 : madeAt + everyMs;
}

function retryMs(failures: number, { everyMs }: BackupPlan): number {
  return Math.min(everyMs, RETRY_MS * 2 ** Math.min(failures - 1, 10));
}

function save({ reviews }: Store, history: BackupHistory): Promise<void> {
  return reviews.write((writes) => writes.saveSetting("backups", JSON.stringify(history)));
}
