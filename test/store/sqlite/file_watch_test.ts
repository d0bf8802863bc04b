import { expect, test } from "bun:test";
import { copyFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { openDatabaseFile } from "../../../src/store/sqlite/database_file.ts";
import {
  type FileSystem,
  openForServing,
  type ServedStore,
  watchFile,
} from "../../../src/store/sqlite/open_for_serving.ts";
import { Workshop } from "../../support/command_line.ts";
import { createRecordingLog } from "../../support/recording_log.ts";

/** A server's file that holds revision 7, most of it in its write-ahead log. */
async function serving(shop: Workshop): Promise<ServedStore> {
  const served = await openForServing(shop.database, createRecordingLog(), { create: true });
  write(shop.database, "INSERT INTO edition (id, revision, published_at) VALUES (1, 7, 1000)");
  return served;
}

/** As another process would. */
function write(path: string, statement: string): void {
  const file = openDatabaseFile(path, { create: false });
  file.run(statement);
  file.close(true);
}

function revisionAt(path: string): number | undefined {
  const file = openDatabaseFile(path, { create: false });
  const row = file.query<{ revision: number }, []>("SELECT revision FROM edition").get();
  file.close(true);
  return row?.revision;
}

test("a file that nobody touches is sound, also while others read and write it", async () => {
  using shop = new Workshop();
  const served = await serving(shop);
  expect(revisionAt(shop.database)).toBe(7);
  expect(served.trouble()).toBeNull();
  await served.store[Symbol.asyncDispose]();
});

test("a deleted file is noticed, and is sound again at its old place", async () => {
  using shop = new Workshop();
  const served = await serving(shop);
  renameSync(shop.database, shop.path("moved.sqlite"));
  expect(served.trouble()).toEqual({ message: "the database file is missing", isLost: true });
  renameSync(shop.path("moved.sqlite"), shop.database);
  expect(served.trouble()).toBeNull();
  await served.store[Symbol.asyncDispose]();
});

test("a file that was put in the place of an open one is noticed, and is left whole when the old one is left", async () => {
  using shop = new Workshop();
  const served = await serving(shop);
  await served.store.copyTo?.(shop.path("backup.sqlite"));
  write(shop.database, "UPDATE edition SET revision = 8");
  rmSync(shop.database);
  renameSync(shop.path("backup.sqlite"), shop.database);
  expect(served.trouble()).toEqual({ message: "the database file was replaced by another", isLost: true });
  served.part();
  expect(served.leave()).toBe(true);
  expect(revisionAt(shop.database)).toBe(7);
});

test("a file that is put in the place of an open one is not mixed with the log of that", async () => {
  using shop = new Workshop();
  const served = await serving(shop);
  const text = "These are the accounts of 2026, please do not overwrite them.";
  rmSync(shop.database);
  shop.write("goodword.sqlite", text);
  served.part();
  expect(() => openDatabaseFile(shop.database, { create: false })).toThrow("not a SQLite database");
  served.leave();
  expect(shop.read("goodword.sqlite")).toBe(text);
});

test("what stands in a log that was deleted is folded into the file", async () => {
  using shop = new Workshop();
  const served = await serving(shop);
  rmSync(`${shop.database}-wal`);
  expect(served.trouble()).toEqual({ message: "the write-ahead log of the database was deleted", isLost: true });
  served.part();
  expect(served.leave()).toBe(true);
  expect(revisionAt(shop.database)).toBe(7);
});

test("whoever opens a file whose log was deleted is turned away before it mixes another log with it", async () => {
  using shop = new Workshop();
  const served = await serving(shop);
  // All of it is in the file as well, so that SQLite itself sees nothing wrong.
  write(shop.database, "PRAGMA wal_checkpoint(PASSIVE)");
  rmSync(`${shop.database}-wal`);
  expect(() => openDatabaseFile(shop.database, { create: false })).toThrow("its write-ahead log was deleted");
  expect(() => openDatabaseFile(shop.database, { create: false, readonly: true })).toThrow("log was deleted");
  expect(served.trouble()).toEqual({ message: "the write-ahead log of the database was deleted", isLost: true });
  served.part();
  expect(served.leave()).toBe(true);
  write(shop.database, "UPDATE edition SET revision = 8");
  expect(revisionAt(shop.database)).toBe(8);
});

test("a log that was deleted while somebody read from it is folded once the reader is gone", async () => {
  using shop = new Workshop();
  const served = await serving(shop);
  const reader = openDatabaseFile(shop.database, { create: false });
  reader.run("BEGIN");
  expect(reader.query("SELECT revision FROM edition").get()).toEqual({ revision: 7 });
  rmSync(`${shop.database}-wal`);
  served.part();
  expect(served.leave()).toBe(false);
  reader.close(true);
  expect(served.leave()).toBe(true);
  expect(revisionAt(shop.database)).toBe(7);
});

test("a log that another process has begun anew is noticed, and left alone", async () => {
  using shop = new Workshop();
  const served = await serving(shop);
  copyFileSync(`${shop.database}-wal`, shop.path("new-wal"));
  renameSync(shop.path("new-wal"), `${shop.database}-wal`);
  expect(served.trouble()).toMatchObject({ isLost: false });
  served.leave();
  expect(readdirSync(shop.folder)).toContain("goodword.sqlite-wal");
});

test("a file that cannot be written to any more, and a disk without room, are noticed", () => {
  const disk = { isWritable: true, room: 1 << 30 };
  const system: FileSystem = {
    identity: (path) => path,
    size: () => 0,
    isWritable: () => disk.isWritable,
    room: () => disk.room,
  };
  const watch = watchFile("/srv/goodword.sqlite", { isReadOnly: false }, system);
  expect(watch.look()).toEqual({ kind: "sound" });
  disk.room = 1 << 20;
  expect(watch.look()).toEqual({ kind: "no_room" });
  disk.isWritable = false;
  expect(watch.look()).toEqual({ kind: "unwritable" });
  expect(watchFile("/srv/goodword.sqlite", { isReadOnly: true }, system).look()).toEqual({ kind: "sound" });
});
