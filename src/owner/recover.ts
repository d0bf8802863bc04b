/** Replaces the database by a backup. What was erased since is erased again, by every record of it that remains. */
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { isServerUrl } from "../config.ts";
import { GoodwordError, inputRefused } from "../errors.ts";
import {
  type ErasedKind,
  type Erasures,
  erasedBefore,
  erasureDigest,
  parseLedger,
  readErasures,
} from "../store/import/mod.ts";
import { type ListedBusiness, moveContents, type ReviewWrites, type Store, type StoredRemoval } from "../store/mod.ts";
import {
  type BackUpOptions,
  type BackupPlan,
  backUpInto,
  inspectBackup,
  listBackups,
  removeDatabase,
  unsealBackup,
} from "./back_up.ts";
import { forgetUnused } from "./job_list.ts";
import { removePhotosWithin } from "./photos.ts";
import { type RemovalRequest, removeWithin } from "./remove.ts";
import { keepListed } from "./settings_place.ts";

export interface DatabaseFiles {
  isInUse(path: string): Promise<boolean>;
  /** Replaces a database atomically by a complete one, and keeps the old file. */
  replace(
    path: string,
    by: string,
    stamp: string,
  ): Promise<{ readonly kind: "replaced"; readonly before: string | null } | { readonly kind: "in_use" }>;
}

interface RecoverOrder extends Pick<BackUpOptions, "policy" | "open"> {
  readonly file: string;
  readonly database: string;
  readonly plan: BackupPlan | null;
  /** Whether to accept a file without a seal, which may have changed since it was written. */
  readonly allowUnsealed: boolean;
  readonly isRehearsal: boolean;
  /** One of many businesses as listed: its identity, address and settings override those of the backup. */
  readonly listed?: Pick<ListedBusiness, "identity" | "baseUrl" | "settings"> | undefined;
  readonly files: DatabaseFiles;
  readonly now: number;
}

export type Recovery = Awaited<ReturnType<typeof recover>>;

/** A killed process leaves the old database or the recovered one. @throws {GoodwordError} if nothing was changed */
export async function recover(order: RecoverOrder) {
  const { file, database, files, isRehearsal } = order;
  refuseDoubtful(order);
  const isServer = isServerUrl(database);
  if (!isServer && !isRehearsal && (await files.isInUse(database))) throw inUse(database);
  // The draft is in the folder of the database, so that the last step is a rename; a rehearsal leaves nothing there.
  const draft = isServer || isRehearsal ? `${file}.recovering` : `${database}.recovering`;
  const copy = `${draft}.copy`;
  removeDraft(draft);
  try {
    mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
    await pipeline(createReadStream(file), createWriteStream(copy, { mode: 0o600, flags: "wx" }));
    unsealBackup(copy);
    await takeContents(copy, draft, order);
    const made = await prepare(draft, order);
    if (isRehearsal) return { ...made, before: null, backup: null, backupFault: null };
    const before = isServer ? await moveInto(draft, order) : await replaceFile(draft, order);
    if (!isServer) await extendLog(database, order);
    return { ...made, before, ...(await freshBackup(order)) };
  } finally {
    removeDraft(draft);
  }
}

/** Copies the rows of known tables: triggers and other tables of a file would survive an erasure. */
async function takeContents(copy: string, draft: string, { file, open }: RecoverOrder): Promise<void> {
  await using from = await open(copy, { create: false });
  const [fault] = await from.faults();
  if (fault !== undefined) throw new GoodwordError("input_refused", `${file}: damaged: ${fault}. Nothing was changed`);
  await using to = await open(draft, {});
  const outcome = await moveContents({ from: from.contents, to: to.contents });
  if (outcome.kind !== "moved") throw inputRefused(`${file}: cannot be read: ${outcome.kind}. Nothing was changed`);
}

/** Removes the draft with the copy it is made from, and the store's ledger and log next to it. */
function removeDraft(draft: string): void {
  for (const path of [draft, `${draft}.copy`]) {
    removeDatabase(path);
    for (const suffix of [".erased", ".erased.new", ".log"]) rmSync(path + suffix, { recursive: true, force: true });
  }
}

function refuseDoubtful({ file, allowUnsealed }: RecoverOrder): void {
  if (!existsSync(file)) throw new GoodwordError("file", `${file}: no such file`);
  const state = inspectBackup(file);
  if (state === "whole" || (state === "unsealed" && allowUnsealed)) return;
  throw new GoodwordError(
    "input_refused",
    state === "damaged"
      ? `${file}: not the file as written: bytes have changed or are missing; use another backup. Nothing was changed`
      : `${file}: a database without the seal of a backup, so it may be incomplete or changed; allow an unsealed one if you know that it is complete`,
  );
}

function inUse(database: string): GoodwordError {
  return new GoodwordError(
    "database",
    `${database}: a server or command is using the database; stop it first. Nothing was changed`,
  );
}

interface Witnesses {
  readonly erasures: readonly Erasures[];
  /** Complete if a database has them: later imports recognise these reviews by more than their ids. */
  readonly removals: readonly StoredRemoval[];
  readonly unsubscribed: readonly string[];
}

async function prepare(draft: string, order: RecoverOrder) {
  await using store = await order.open(draft, { create: false });
  const isThere = isServerUrl(order.database) || existsSync(order.database);
  const current = isThere ? await knownOf(order.database, order.open) : null;
  const newest = order.plan === null ? null : await readNewest(order.plan.folder, order);
  const ledger = isServerUrl(order.database) ? null : readLedger(`${order.database}.erased`);
  const witnesses: Witnesses = {
    erasures: [current?.erasures, newest?.erasures, ledger].filter((each) => each !== null && each !== undefined),
    removals: [...(newest?.removals ?? []), ...(current?.removals ?? [])],
    unsubscribed: [...(newest?.unsubscribed ?? []), ...(current?.unsubscribed ?? [])],
  };
  const held = await idsOf(store);
  const { erased, forgotten } = await eraseAgain(store, witnesses);
  await forgetUnused(store, order.policy);
  const otherwise = order.listed === undefined ? [] : await keepListed(store, order.listed);
  const { revision } = await store.editions.state();
  const lost = current === null ? null : lostOf(current, held);
  return { revision, reviews: held.reviews.size - erased, lost, erased, forgotten, otherwise };
}

type Held = Awaited<ReturnType<typeof idsOf>>;

async function idsOf(store: Store) {
  return store.reviews.read(async (reads) => ({
    reviews: new Set(await reads.reviewIds()),
    jobs: new Set((await reads.jobs.list()).map(({ job }) => job.id)),
    revision: (await reads.state()).revision,
  }));
}

async function readNewest(folder: string, { file, open }: RecoverOrder): Promise<Known | null> {
  for (const { path, name } of listBackups(folder)) {
    if (name === basename(file) && dirname(path) === dirname(file)) return null;
    if (inspectBackup(path) === "whole") return knownOf(path, open);
  }
  return null;
}

type Known = NonNullable<Awaited<ReturnType<typeof knownOf>>>;

async function knownOf(path: string, open: RecoverOrder["open"]) {
  try {
    await using store = await open(path, { create: false, readonly: true });
    const held = await idsOf(store);
    return await store.reviews.read(async (reads) => {
      const key = await reads.setting("erasure_key");
      return {
        ...held,
        erasures: key === undefined ? null : await readErasures(reads, key),
        removals: (await reads.removals()).filter(({ suppressed }) => suppressed),
        unsubscribed: [...(await reads.jobs.unsubscribed())],
        changes: (await reads.log({ limit: 100_000 })).map(({ revision }) => revision),
      };
    });
  } catch (error) {
    // It is damaged or of another release, which is why a backup is needed.
    if (error instanceof GoodwordError) return null;
    throw error;
  }
}

function readLedger(path: string): Erasures | null {
  if (!existsSync(path)) return null;
  const ledger = parseLedger(readFileSync(path, "utf8"));
  if (ledger !== null) return ledger;
  throw new GoodwordError("file", `${path}: the ledger of erasures is damaged; put back a copy. Nothing was changed`);
}

function lostOf(current: Known, held: Held) {
  return {
    reviews: current.reviews.difference(held.reviews).size,
    changes: current.changes.filter((revision) => revision > held.revision).length,
    jobs: current.jobs.difference(held.jobs).size,
  };
}

async function eraseAgain(store: Store, { erasures, removals, unsubscribed }: Witnesses) {
  return store.reviews.write(async (writes) => {
    const isErased = (kind: ErasedKind, value: string) =>
      erasures.some(({ key, digests }) => digests.has(erasureDigest(key, kind, value)));
    const removed = new Map(removals.map((removal) => [removal.id, removal]));
    const reviews = await writes.reviewIds();
    const erased = reviews.filter((id) => removed.has(id) || isErased("review", id));
    await writes.saveRemovals(removals.filter(({ id }) => !erased.includes(id)));
    const jobs = await writes.jobs.list();
    const forgotten = jobs.filter(({ job }) => job.forgottenAt === null && isErased("job", job.id));
    await writes.jobs.forget(forgotten.map(({ job }) => job.id));
    const addresses = jobs.flatMap(({ job }) => [job.emailDigest, job.telephoneDigest]).filter((each) => each !== null);
    const silent = addresses.filter((digest) => isErased("address", digest));
    for (const digest of new Set([...unsubscribed, ...silent])) await writes.jobs.unsubscribe(digest);
    await keepUnknown(writes, erasures);
    // Last, since it records a change.
    for (const reason of new Set(erased.map((id) => reasonOf(removed.get(id))))) {
      const ids = erased.filter((id) => reasonOf(removed.get(id)) === reason);
      await removeWithin(writes, { ids, reason, command: "recover" });
    }
    await removePhotosWithin(writes, (id) => isErased("photo", id), "recover");
    return { erased: erased.length, forgotten: forgotten.length };
  });
}

function reasonOf(removal: StoredRemoval | undefined): RemovalRequest["reason"] {
  return (removal?.reason ?? "privacy") as RemovalRequest["reason"];
}

/** Only digests remain of reviews that the backup never had; imports of old files need them. */
async function keepUnknown(writes: ReviewWrites, erasures: readonly Erasures[]): Promise<void> {
  const [first] = erasures;
  if (first === undefined) return;
  const key = await writes.makeSetting("erasure_key", first.key);
  const before = erasedBefore(await writes.setting("erased"));
  const all = erasures.filter((each) => each.key === key).flatMap(({ digests }) => [...digests]);
  await writes.saveSetting("erased", [...new Set([...before, ...all])].join(" "));
}

async function replaceFile(draft: string, { database, files, now }: RecoverOrder): Promise<string | null> {
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(":", "");
  const replaced = await files.replace(database, draft, stamp);
  if (replaced.kind === "in_use") throw inUse(database);
  return replaced.before;
}

/** So that the fresh backup, and readers before the next start of a server, see the whole log. */
async function extendLog(database: string, { open }: RecoverOrder): Promise<void> {
  await using store = await open(database, { create: false });
  await store.reviews.write((writes) => writes.prepareLog());
}

async function moveInto(draft: string, { database, open }: RecoverOrder): Promise<null> {
  await using from = await open(draft, { create: false });
  await using to = await open(database, {});
  const outcome = await moveContents({ from: from.contents, to: to.contents });
  if (outcome.kind === "moved") return null;
  throw new GoodwordError(
    "database",
    outcome.kind === "not_empty"
      ? "The PostgreSQL database is not empty: recover into a new one, and set DATABASE_URL to it. Nothing was changed"
      : `The PostgreSQL database was not filled: ${outcome.kind}. Nothing was changed`,
  );
}

async function freshBackup({ database, plan, policy, open, now }: RecoverOrder) {
  if (plan === null) return { backup: null, backupFault: null };
  try {
    await using store = await open(database, { create: false });
    return { backup: await backUpInto(store, plan, { policy, open, now }), backupFault: null };
  } catch (error) {
    return { backup: null, backupFault: error instanceof Error ? error.message : String(error) };
  }
}
