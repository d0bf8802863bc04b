/** Backups that are put back: what was erased stays erased, and nothing else is lost. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { checkLog } from "../../src/owner/check_log.ts";
import { differingParts, updateRecord } from "../../src/owner/update_record.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { Workshop } from "../support/command_line.ts";
import { POLICY } from "../support/jobs.ts";
import { createSeededRandom } from "../support/seeded_random.ts";

const reviews = (...ids: readonly string[]) =>
  JSON.stringify({
    business: { name: "Ace Plumbing" },
    reviews: ids.map((id) => ({
      id,
      date: "2026-05-01",
      rating: 5,
      text: `All good with ${id}`,
      author: { name: `Pat ${id}` },
      source: { name: "google" },
    })),
  });

/** What a file has besides rows. */
function schemaOf(path: string): unknown[] {
  using file = new Database(path, { readonly: true });
  return file.query("SELECT type, name FROM sqlite_schema ORDER BY name").all();
}

/** A database with reviews, and a folder of backups. */
class Archive extends Workshop {
  readonly backups = this.path("backups");
  constructor() {
    super();
    this.write("backups/.keep", "");
    this.context = { env: { DATABASE_URL: `file:${this.database}`, BACKUP_DIR: this.backups, BACKUP_KEEP: "3" } };
  }
  async do(...args: string[]) {
    this.now += 60_000;
    const ran = await this.run(...args);
    if (ran.code !== 0) throw new Error(`${args.join(" ")}: ${ran.err}`);
    return ran;
  }
  async import(...ids: readonly string[]): Promise<void> {
    const file = this.write("reviews.json", reviews(...ids));
    // Published, so that the log has them.
    await this.do("import", file, "--verified-by", "operator_attested");
  }
  async backUp(): Promise<string> {
    return (await this.do("backup", "--json")).json.file;
  }
  /** All names of the workshop, in its folders, too. */
  names(): string[] {
    return (readdirSync(this.folder, { recursive: true }) as string[]).sort();
  }
  /** What is wrong with the log. */
  async logFaults(): Promise<readonly string[]> {
    await using store = openDatabase(this.database);
    return (await checkLog(store)).faults;
  }
  async ids(): Promise<string[]> {
    await using store = openDatabase(this.database);
    return [...(await store.reviews.read((reads) => reads.reviewIds()))].sort();
  }
}

describe("goodword recover", () => {
  test("puts a backup back, keeps what it replaced, and makes a new backup", async () => {
    using shop = new Archive();
    await shop.import("a", "b");
    const file = await shop.backUp();
    await shop.import("c");
    const { json } = await shop.do("recover", file, "--json");
    expect(await shop.ids()).toEqual(["a", "b"]);
    expect(json).toMatchObject({ reviews: 2, erased: 0, lost: { reviews: 1 } });
    expect(existsSync(json.replaced)).toBe(true);
    expect(existsSync(json.backup)).toBe(true);
    expect(shop.names().filter((name) => name.includes("recovering"))).toEqual([]);
  });

  test("rehearses without changing a byte", async () => {
    using shop = new Archive();
    await shop.import("a", "b");
    const file = await shop.backUp();
    await shop.do("remove", "a", "--reason", "request");
    await shop.import("c");
    const before = shop.names();
    const { json } = await shop.do("recover", "--rehearse", file, "--json");
    expect(json).toMatchObject({ reviews: 1, erased: 1, lost: { reviews: 1 }, replaced: null, backup: null });
    expect(await shop.ids()).toEqual(["b", "c"]);
    expect(shop.names()).toEqual(before);
  });

  test("keeps entries of the log that only earlier releases wrote, from the backup and from beside the database", async () => {
    using shop = new Archive();
    const hash = Buffer.alloc(32, 1).toString("base64");
    const sealed = { act: "asked", commitment: hash } as const;
    const closed = { act: "quarter", period: "2026-Q2", figures: {}, seals: [[3, hash]] } as const;
    await shop.import("a");
    await shop.withStore(({ reviews }) => reviews.write((writes) => writes.appendToLog([sealed])));
    const file = await shop.backUp();
    await shop.withStore(({ reviews }) => reviews.write((writes) => writes.appendToLog([closed])));
    await shop.do("recover", file);
    await shop.import("a", "b");
    const entries = await shop.withStore(({ transparencyLog }) => transparencyLog.read((log) => log.entries(0, 99)));
    expect(entries.map((entry) => JSON.parse(entry).act)).toEqual(["published", "asked", "quarter", "published"]);
    expect(await shop.logFaults()).toEqual([]);
  });

  test("passes over what only has the name of a backup", async () => {
    using shop = new Archive();
    await shop.import("a", "b");
    const file = shop.path("elsewhere.sqlite");
    copyFileSync(await shop.backUp(), file);
    mkdirSync(shop.path("backups/goodword-2027-01-01T000000Z.sqlite"));
    symlinkSync(shop.path("nowhere"), shop.path("backups/goodword-2027-01-02T000000Z.sqlite"));
    shop.write("backups/goodword-2027-13-01T000000Z.sqlite", "no day of any year");
    for (let made = 0; made < 4; made++) await shop.backUp();
    await shop.do("recover", file);
    // As many as BACKUP_KEEP, each whole.
    expect((await shop.do("backup", "--list", "--json")).json).toHaveLength(3);
    expect(readdirSync(shop.backups).filter((name) => name.includes("unfinished"))).toEqual([]);
    expect(await shop.ids()).toEqual(["a", "b"]);
  });

  test.each([
    ["the database is still there", () => {}],
    ["the database is lost and the ledger is left", (shop: Archive) => rmSync(shop.database)],
    ["the database is damaged", (shop: Archive) => writeFileSync(shop.database, Buffer.alloc(8192, 7))],
  ])("erases again what was erased since, when %s", async (_, harm) => {
    using shop = new Archive();
    await shop.import("a", "b");
    const file = await shop.backUp();
    await shop.import("late");
    await shop.do("remove", "a", "late", "--reason", "request");
    harm(shop);
    await shop.do("recover", file);
    expect(await shop.ids()).toEqual(["b"]);
    // Nor does an import of an old file bring it back, whether the backup knew of it or not.
    await shop.import("a", "b", "late");
    expect(await shop.ids()).toEqual(["b"]);
    const bytes = readFileSync(shop.database, "latin1");
    expect(bytes).not.toContain("All good with a");
    expect(bytes).not.toContain("Pat a");
  });

  test("takes known tables alone, for its owner alone, into a folder that it makes", async () => {
    using shop = new Archive();
    await shop.import("a", "b");
    const file = shop.path("downloaded.sqlite");
    copyFileSync(shop.database, file);
    using foreign = new Database(file);
    foreign.run("CREATE TRIGGER keep BEFORE DELETE ON reviews BEGIN SELECT RAISE(IGNORE); END");
    foreign.run("CREATE VIEW all_words AS SELECT text FROM reviews");
    foreign.run("CREATE TABLE kept_words AS SELECT text FROM reviews");
    foreign.run("PRAGMA journal_mode = DELETE");
    foreign.close();
    chmodSync(file, 0o644);
    const database = shop.path("new/disk/goodword.sqlite");
    await shop.do("recover", file, "--unsealed", "--database", database);
    expect(statSync(database).mode & 0o777).toBe(0o600);
    expect(statSync(shop.path("new/disk")).mode & 0o777).toBe(0o700);
    expect(schemaOf(database)).toEqual(schemaOf(shop.database));
    await shop.do("remove", "a", "--reason", "request", "--database", database);
    expect(readFileSync(database, "latin1")).not.toContain("All good with a");
  });

  test("rehearses with copies that their owner alone can read, and removes them", async () => {
    using shop = new Archive();
    await shop.import("a");
    const file = await shop.backUp();
    chmodSync(file, 0o644);
    const modes = new Set<string>();
    shop.context = {
      ...shop.context,
      open: async (path, options) => {
        const store = openDatabase(path, options);
        if (path.startsWith(file)) modes.add((statSync(path).mode & 0o777).toString(8));
        return store;
      },
    };
    await shop.do("recover", "--rehearse", file);
    expect([...modes]).toEqual(["600"]);
    expect(shop.names().filter((name) => name.includes("recovering"))).toEqual([]);
  });

  test("refuses to go on with a ledger of erasures that it cannot read", async () => {
    using shop = new Archive();
    await shop.import("a", "b");
    const file = await shop.backUp();
    await shop.do("remove", "a", "--reason", "request");
    writeFileSync(`${shop.database}.erased`, readFileSync(`${shop.database}.erased`, "utf8").slice(0, -3));
    expect(await shop.run("recover", file)).toMatchObject({
      code: 3,
      err: expect.stringContaining("the ledger of erasures is damaged"),
    });
    expect(await shop.ids()).toEqual(["b"]);
  });

  test("keeps the replaced database until something is erased", async () => {
    using shop = new Archive();
    await shop.import("a", "b");
    const file = await shop.backUp();
    const { json } = await shop.do("recover", file, "--json");
    shop.now -= 60_000;
    expect((await shop.do("recover", file)).out).toContain("it is deleted when something is erased");
    const kept = () => shop.names().filter((name) => name.includes(".before-"));
    expect(existsSync(json.replaced)).toBe(true);
    expect(kept()).toHaveLength(2);
    await shop.do("remove", "a", "--reason", "request");
    expect(kept()).toEqual([]);
  });

  test("asks the newest backup where database and ledger are lost", async () => {
    using shop = new Archive();
    await shop.import("a", "b");
    const file = shop.path("elsewhere.sqlite");
    copyFileSync(await shop.backUp(), file);
    await shop.do("remove", "a", "--reason", "request");
    await shop.backUp();
    for (const name of ["", "-wal", "-shm", ".erased"]) rmSync(shop.database + name, { force: true });
    await shop.do("recover", file);
    expect(await shop.ids()).toEqual(["b"]);
  });

  test("asks nobody again who unsubscribed, also where only the ledger knows of it", async () => {
    using shop = new Archive();
    await shop.import("a");
    const add = (...emails: readonly string[]) => {
      const jobs = emails.map((email) => ({ customer_name: email, email, finished: "2026-05-20" }));
      return shop.do("jobs", "add", shop.write("jobs.json", JSON.stringify(jobs)));
    };
    const unsubscribed = async (digest?: string) => {
      await using store = openDatabase(shop.database);
      return await store.jobs.write(async (jobs) => {
        if (digest !== undefined) await jobs.unsubscribe(digest);
        return { all: await jobs.unsubscribed(), digests: (await jobs.list()).map(({ job }) => job.emailDigest ?? "") };
      });
    };
    await add("jane@example.com");
    const { digests: known } = await unsubscribed();
    const file = await shop.backUp();
    await add("late@example.com");
    const late = (await unsubscribed()).digests.find((digest) => !known.includes(digest)) ?? "";
    await unsubscribed(late);
    rmSync(shop.database);
    await shop.do("recover", file);
    await add("late@example.com");
    expect([...(await unsubscribed()).all]).toEqual([late]);
  });

  test("counts the record after everything that is erased again", async () => {
    using shop = new Archive();
    const open = () => openDatabase(shop.database, { clock: shop.clock });
    await shop.import("a", "b");
    const job = { customer_name: "Jane", email: "jane@example.com", finished: "2026-05-20" };
    await shop.do("jobs", "add", shop.write("jobs.json", JSON.stringify([job])));
    {
      await using store = open();
      await updateRecord(store, POLICY);
    }
    const file = await shop.backUp();
    await shop.do("remove", "a", "--reason", "request");
    {
      await using store = open();
      await store.jobs.write(async (jobs) => {
        for (const { job } of await jobs.list()) await jobs.unsubscribe(job.emailDigest ?? "");
      });
    }
    rmSync(shop.database);
    await shop.do("recover", file);
    await using store = open();
    expect(await differingParts(store)).toEqual([]);
    const record = JSON.parse((await store.reviews.read((reads) => reads.setting("record"))) ?? "{}");
    expect(record.totals).toMatchObject({ jobs: 1, not_invited: { unsubscribed: 1 } });
  });

  test("lets a review come back that its owner has let back since", async () => {
    using shop = new Archive();
    await shop.import("a", "b");
    const file = await shop.backUp();
    await shop.import("late");
    await shop.do("remove", "late", "--reason", "request");
    rmSync(shop.database);
    await shop.do("recover", file);
    await shop.do("restore", "late");
    await shop.import("late");
    expect(await shop.ids()).toEqual(["a", "b", "late"]);
  });

  test("refuses a file with a changed byte, one without a seal, and a database in use", async () => {
    using shop = new Archive();
    await shop.import("a");
    const file = await shop.backUp();
    const bytes = readFileSync(file);
    bytes[5000] = (bytes[5000] ?? 0) ^ 1;
    expect((await shop.run("recover", shop.write("changed.sqlite", bytes))).err).toContain("bytes have changed");
    await using store = openDatabase(shop.database);
    await store.copyTo?.(shop.path("plain.sqlite"));
    expect((await shop.run("recover", "plain.sqlite")).err).toContain("without the seal");
    expect(await shop.run("recover", file)).toMatchObject({ code: 3, err: expect.stringContaining("stop it first") });
    expect(await shop.ids()).toEqual(["a"]);
  });
});

/** `GOODWORD_HISTORIES=200 bun test test/owner/recover_test.ts` plays more. */
const HISTORIES = 10;
const SEEDS = Array.from(
  { length: Math.ceil(Number(process.env.GOODWORD_HISTORIES ?? 50) / HISTORIES) },
  (_, at) => at + 1,
);

test.each(SEEDS)(
  "in random histories nothing that was erased returns, and nothing else is lost (seed %i)",
  async (seed) => {
    const { number: random } = createSeededRandom(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    const names = ["a", "b", "c", "d", "e"];
    for (let history = 0; history < HISTORIES; history++) {
      using shop = new Archive();
      await shop.import("a");
      let held = new Set(["a"]);
      const erased = new Set<string>();
      const copies: { file: string; held: ReadonlySet<string> }[] = [];
      for (let step = 0; step < 10; step++) {
        const act = pick(["import", "import", "remove", "backup", "recover", "lose"]);
        if (act === "import") {
          const ids = names.filter(() => random() < 0.5);
          if (ids.length === 0) continue;
          await shop.import(...ids);
          for (const id of ids) if (!erased.has(id)) held.add(id);
        } else if (act === "remove" && held.size > 1) {
          const id = pick([...held]);
          await shop.do("remove", id, "--reason", "request");
          held.delete(id);
          erased.add(id);
        } else if (act === "backup") {
          const file = shop.path(`copy-${step}.sqlite`);
          copyFileSync(await shop.backUp(), file);
          copies.push({ file, held: new Set(held) });
        } else if (act !== "remove" && copies.length > 0) {
          if (act === "lose") for (const name of ["", "-wal", "-shm"]) rmSync(shop.database + name, { force: true });
          const copy = pick(copies);
          await shop.do("recover", copy.file);
          held = new Set([...copy.held].filter((id) => !erased.has(id)));
        }
        expect({ history, step, act, ids: await shop.ids() }).toEqual({ history, step, act, ids: [...held].sort() });
      }
      expect({ history, faults: await shop.logFaults() }).toEqual({ history, faults: [] });
    }
  },
);
