import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { GoodwordError } from "../../../src/errors.ts";
import { damageOf } from "../../../src/store/sqlite/database_file.ts";
import { openDatabase } from "../../../src/store/sqlite/mod.ts";
import { isDatabaseInUse } from "../../../src/store/sqlite/replace_file.ts";
import { reviewsFile } from "../../support/command_line.ts";
import { draftOf, importInto } from "../../support/drafts.ts";
import { spawnGoodword } from "../../support/goodword_process.ts";
import { openTestStore, type TestStore } from "../../support/test_store.ts";
import { skipUnless } from "../../support/tools.ts";

const MIGRATIONS = readdirSync(new URL("../../../drizzle/", import.meta.url))
  .filter((name) => name.endsWith(".sql"))
  .sort();
const versionOf = (name: string) => Number(name.split("_", 1)) + 1;
const NEWEST = Math.max(...MIGRATIONS.map(versionOf));

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "goodword-database-"));
  path = join(folder, "goodword.sqlite");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function pragma(name: string, file = path): unknown {
  const client = new Database(file, { readonly: true });
  const value = Object.values(client.query(`PRAGMA ${name}`).get() as object)[0];
  client.close();
  return value;
}

function withFile(change: (client: Database) => void): void {
  const client = new Database(path);
  change(client);
  client.close();
}

/** Opening is refused with this message, names the file, and leaves the folder as it was, to the byte. */
function expectRefused(message: RegExp): void {
  const before = snapshot();
  const open = () => openDatabase(path);
  expect(open).toThrow(GoodwordError);
  expect(open).toThrow(message);
  expect(open).toThrow(path);
  expect(snapshot()).toEqual(before);
}

function snapshot(): Record<string, string> {
  const files = readdirSync(folder, { withFileTypes: true }).filter((each) => each.isFile());
  return Object.fromEntries(files.map(({ name }) => [name, readFileSync(join(folder, name), "base64")]));
}

async function closed(use: (store: TestStore) => unknown = () => {}): Promise<void> {
  const store = openTestStore(path);
  await use(store);
  store.file.close();
}

test("a new database is for its owner alone, file, log and folder, since it holds withheld reviews and secrets", async () => {
  const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);
  const before = process.umask(0o022);
  try {
    const store = openTestStore(join(folder, "data/reviews/goodword.sqlite"));
    const modes = ["data", "data/reviews", ...["", "-wal", "-shm"].map((end) => `data/reviews/goodword.sqlite${end}`)];
    expect(modes.map(modeOf)).toEqual(["700", "700", "600", "600", "600"]);
    store.file.close();
  } finally {
    process.umask(before);
  }
});

describe("openDatabase()", () => {
  test("makes the file and its folder, with every migration", async () => {
    path = join(folder, "a/b/goodword.sqlite");
    await closed();
    expect(pragma("user_version")).toBe(NEWEST);
    expect(pragma("application_id")).toBe(0x476f6f64);
  });

  test("opens a file again and changes nothing of it", async () => {
    await closed((store) => importInto(store, [draftOf()]));
    const before = snapshot();
    await closed(async (store) => expect((await store.editions.state()).revision).toBe(1));
    expect(snapshot()).toEqual(before);
  });

  test.each([{}, { readonly: true, create: false }])(
    "plays back the journal of a process killed while it turned the log on: %p",
    async (options) => {
      await openDatabase(path)[Symbol.asyncDispose]();
      withFile((client) => client.run("PRAGMA journal_mode = DELETE"));
      const killed = new Database(path);
      killed.run("PRAGMA cache_size = 1");
      killed.run("BEGIN IMMEDIATE");
      killed.run("PRAGMA user_version = 9999");
      killed.run("CREATE TABLE half AS SELECT randomblob(100000) AS made");
      const left = join(folder, "left.sqlite");
      for (const suffix of ["", "-journal"]) copyFileSync(path + suffix, left + suffix);
      writeFileSync(`${left}-wal`, "");
      killed.close();
      await using store = openDatabase(left, options);
      expect(await store.faults()).toEqual([]);
      expect(pragma("user_version", left)).toBe(NEWEST);
    },
  );

  test("lets go of its file when it is closed, also where somebody still has statements", () => {
    const { file } = openTestStore(path);
    const left = Array.from({ length: 100 }, (_, at) => file.prepare(`SELECT ${at} FROM reviews`));
    for (const statement of [...left, ...left]) expect(statement.all()).toEqual([]);
    file.close();
    expect(readdirSync(folder)).toEqual(["goodword.sqlite"]);
    expect(isDatabaseInUse(path)).toBe(false);
    expect(() => left[0]?.all()).toThrow();
  });

  test("works with WAL, full synchronisation, foreign keys, deleted content overwritten, and no waiting", async () => {
    const { file } = openTestStore(path);
    const value = (name: string) => Object.values(file.query(`PRAGMA ${name}`).get() as object)[0];
    const names = ["journal_mode", "synchronous", "foreign_keys", "secure_delete", "busy_timeout"];
    expect(names.map(value)).toEqual(["wal", 2, 1, 1, 0]);
    file.close();
  });

  test("leaves an older schema as it was when a migration fails", async () => {
    withFile((client) => {
      client.run("CREATE TABLE edition (odd TEXT)");
      client.run(`PRAGMA application_id = ${0x476f6f64}`);
    });
    expect(() => openDatabase(path)).toThrow();
    expect([pragma("user_version"), tableNames()]).toEqual([0, ["edition"]]);
  });

  test("refuses to make a file when it may not", async () => {
    expect(() => openDatabase(path, { create: false })).toThrow("no such database");
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("openDatabase() refuses and leaves untouched", () => {
  test("a database of another program", async () => {
    withFile((client) => client.run("CREATE TABLE orders (id INTEGER)"));
    expectRefused(/belongs to another program/);
  });

  test("a database of a newer Goodword, naming both versions", async () => {
    await closed();
    withFile((client) => client.run("PRAGMA user_version = 999"));
    expectRefused(new RegExp(`schema version 999, this version supports up to ${NEWEST}`));
  });

  test("a database from before release 1.1.0, naming what brings it up to date", async () => {
    await closed();
    withFile((client) => client.run("PRAGMA user_version = 14"));
    expectRefused(/schema version 14, from before release 1\.1\.0; upgrade to 1\.1\.0 first/);
  });

  test("a file that is no database", async () => {
    writeFileSync(path, "Dear diary, today a customer was very kind to us. ".repeat(100));
    expectRefused(/not a SQLite database/);
  });

  test("a file with a damaged header", async () => {
    await closed();
    const bytes = readFileSync(path);
    bytes.fill(0xff, 0, 16);
    writeFileSync(path, bytes);
    expectRefused(/not a SQLite database/);
  });

  test("a file that was cut off", async () => {
    await closed((store) =>
      importInto(
        store,
        Array.from({ length: 200 }, (_, at) => draftOf({ id: `r${at}` })),
      ),
    );
    writeFileSync(path, readFileSync(path).subarray(0, 3000));
    expectRefused(/damaged/);
  });

  test("a folder", async () => {
    path = folder;
    expect(() => openDatabase(path)).toThrow(GoodwordError);
  });
});

test("A file that ends within a page opens while its log has all of it", async () => {
  const store = openTestStore(path);
  await importInto(store, [draftOf({ id: "r1" })]);
  // A checkpoint that was cut off by a limit of the system; the log still has every page.
  const copy = join(folder, "copy.sqlite");
  writeFileSync(copy, Buffer.concat([readFileSync(path), Buffer.alloc(2048)]));
  writeFileSync(`${copy}-wal`, readFileSync(`${path}-wal`));
  store.file.close();
  await using opened = openDatabase(copy);
  expect(await opened.reviews.read((reads) => reads.review("r1"))).not.toBeNull();
});

describe("damageOf()", () => {
  test("finds nothing in a sound file", async () => {
    await closed((store) => expect(damageOf(store.file)).toBeNull());
  });

  test("finds pages that were overwritten inside the file", async () => {
    await closed((store) =>
      importInto(
        store,
        Array.from({ length: 500 }, (_, at) => draftOf({ id: `r${at}` })),
      ),
    );
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 40_960, 61_440);
    writeFileSync(path, bytes);
    const store = openTestStore(path, { create: false, readonly: true });
    expect(damageOf(store.file)).not.toBeNull();
    store.file.close();
  });
});

describe("A file that can only be read", () => {
  const skips = skipUnless(process.getuid?.() !== 0, "a file without write permission: root may write to every file");
  test.skipIf(skips)("is distinguished from a writable one", async () => {
    await closed();
    chmodSync(path, 0o444);
    chmodSync(folder, 0o555);
    expect(() => openDatabase(path)).toThrow("read-only");
    chmodSync(folder, 0o755);
  });

  test("is read by a user who may not write to its folder either", async () => {
    await closed((store) => importInto(store, [draftOf()]));
    chmodSync(path, 0o444);
    chmodSync(folder, 0o555);
    const source = fileURLToPath(new URL("../../../src/store/sqlite/database_file.ts", import.meta.url));
    const program = `
      const { openDatabaseFile } = await import(${JSON.stringify(source)});
      if (process.getuid() === 0) process.setuid(65_534);
      const file = openDatabaseFile(${JSON.stringify(path)}, { create: false, readonly: true });
      console.log(file.query("SELECT count(*) AS count FROM reviews").get().count);`;
    const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    for await (const chunk of child.stdout) out += chunk;
    chmodSync(folder, 0o755);
    expect(out).toBe("1\n");
  });

  test("opened for reading only takes no change", async () => {
    await closed((store) => importInto(store, [draftOf()]));
    const store = openTestStore(path, { create: false, readonly: true });
    expect((await store.editions.state()).revision).toBe(1);
    await expect(importInto(store, [draftOf({ id: "b" })])).rejects.toThrow(/read-only/);
    store.file.close();
  });
});

describe("Several processes", () => {
  const run = (...args: string[]) => spawnGoodword(args, { environment: { DATABASE_URL: `file:${path}` } }).ended;

  test("that start at once on a new file all find it whole, and none of their imports is lost", async () => {
    const files = Array.from({ length: 6 }, (_, at) => {
      const file = join(folder, `${at}.json`);
      writeFileSync(file, reviewsFile({ id: `r${at}`, text: `Review ${at}` }));
      return file;
    });
    const outcomes = await Promise.all(files.map((file) => run("import", file)));
    expect(outcomes).toMatchObject(outcomes.map(() => ({ code: 0, err: "" })));
    expect(pragma("integrity_check")).toBe("ok");
    await closed(async (store) => expect((await store.editions.state()).revision).toBe(6));
  });

  test("that open a new file at the same instant wait for each other", async () => {
    const source = fileURLToPath(new URL("../../../src/store/sqlite/database_file.ts", import.meta.url));
    const program = `
      const { openDatabaseFile } = await import(${JSON.stringify(source)});
      console.log("ready");
      const open = (path) => (openDatabaseFile(path).close(), "open");
      for await (const path of console) console.log(await Promise.try(open, path).catch(String));`;
    const children = Array.from({ length: 4 }, () => Bun.spawn([process.execPath, "-e", program], { stdin: "pipe" }));
    const answers = children.map(({ stdout }) => stdout.pipeThrough(new TextDecoderStream()).getReader());
    const next = () => Promise.all(answers.map(async (answer) => (await answer.read()).value?.trim()));
    await next();
    for (let round = 0; round < 5; round++) {
      for (const { stdin } of children) {
        stdin.write(`${join(folder, `${round}.sqlite`)}\n`);
        stdin.flush();
      }
      expect(await next()).toEqual(children.map(() => "open"));
    }
    for (const child of children) child.kill();
  });

  test("a write that finds the lock held fails with a message, and changes nothing", async () => {
    const holder = openTestStore(path);
    const writer = openTestStore(path);
    holder.file.run("BEGIN IMMEDIATE");
    await expect(importInto(writer, [draftOf()])).rejects.toThrow(/another process is writing/);
    holder.file.run("ROLLBACK");
    expect((await writer.editions.state()).revision).toBe(0);
    holder.file.close();
    writer.file.close();
  });
});

function tableNames(): string[] {
  const client = new Database(path, { readonly: true });
  const rows = client.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  client.close();
  return rows.map(({ name }) => name);
}
