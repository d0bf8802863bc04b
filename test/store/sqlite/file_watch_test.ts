import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
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

test("no empty database takes the place of one that was removed while in use", async () => {
  using shop = new Workshop();
  const served = await serving(shop);
  rmSync(shop.database);
  served.setLogAside();
  await served.store[Symbol.asyncDispose]();
  expect(() => openDatabaseFile(shop.database)).toThrow("the database was removed while in use; restore a backup");
  rmSync(`${shop.database}-wal.left`);
  openDatabaseFile(shop.database).close(true);
});

test("a deleted log is noticed, and nobody begins another one while the file is open", async () => {
  using shop = new Workshop();
  const served = await serving(shop);
  // All of it is in the file as well, so that SQLite itself sees nothing wrong.
  write(shop.database, "PRAGMA wal_checkpoint(PASSIVE)");
  rmSync(`${shop.database}-wal`);
  expect(() => openDatabaseFile(shop.database, { create: false })).toThrow("its write-ahead log was deleted");
  expect(() => openDatabaseFile(shop.database, { create: false, readonly: true })).toThrow("log was deleted");
  expect(served.trouble()).toEqual({ message: "the write-ahead log of the database was deleted", isLost: true });
  served.setLogAside();
  await served.store[Symbol.asyncDispose]();
  write(shop.database, "UPDATE edition SET revision = 8");
  expect(revisionAt(shop.database)).toBe(8);
});

test("a file that cannot be written to any more, and a disk without room, are noticed", () => {
  const disk = { isWritable: true, room: 1 << 30 };
  const system: FileSystem = { identity: (path) => path, isWritable: () => disk.isWritable, room: () => disk.room };
  const watch = watchFile("/srv/goodword.sqlite", { isReadOnly: false }, system);
  expect(watch.trouble()).toBeNull();
  disk.room = 1 << 20;
  expect(watch.trouble()?.message).toBe("the disk of the database is nearly full");
  disk.isWritable = false;
  expect(watch.trouble()).toEqual({ message: "the database is no longer writable", isLost: false });
  expect(watchFile("/srv/goodword.sqlite", { isReadOnly: true }, system).trouble()).toBeNull();
});
