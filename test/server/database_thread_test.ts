import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GoodwordError } from "../../src/errors.ts";
import { workFor } from "../../src/server/endpoints.ts";
import { DatabaseThread } from "../../src/server/workers/database_thread.ts";
import { openTestStore } from "../support/test_store.ts";
import { skipUnless } from "../support/tools.ts";

const NOW = Date.UTC(2026, 0, 5);
const TOPICS = [{ topic: "https://reviews.goodword.test/feed.xml", digest: "first", revision: 1 }];
const REQUEST = {
  topic: "https://reviews.goodword.test/feed.xml",
  callback: "https://reader.test/push",
  callbackSite: "reader.test",
  mode: "subscribe",
  secret: null,
  leaseSeconds: 300,
  verifyToken: null,
} as const;
const CAPS = { pending: 9, perTopic: 9, perSite: 9 };
const CLAIMS = { claim: "a", claimMs: 4000, limit: 9, perDestination: 9, longestWaitMs: 9000 };

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "goodword-thread-"));
  path = join(folder, "goodword.sqlite");
});

afterEach(() => rmSync(folder, { recursive: true }));

describe("workFor()", () => {
  const process = { databaseThread: new DatabaseThread() };

  test("answers from the database thread where the store is a file, until it is disposed of", async () => {
    const { file, ...store } = openTestStore(path).at(NOW);
    const work = workFor({ process, database: path, store, isReadOnly: false });
    expect(await work.subscriptions.deleteExpired()).toBe(0);
    expect(await work.notices.listNotices(1)).toEqual([]);
    await work[Symbol.asyncDispose]();
    await expect(work.subscriptions.deleteExpired()).rejects.toThrow("The store is closed");
    file.close();
  });

  test("answers from the store itself where that is a PostgreSQL server", async () => {
    const { file, ...store } = openTestStore(path).at(NOW);
    const work = workFor({ process, database: "postgres://db.test/reviews", store, isReadOnly: false });
    expect((await work.outbox.outboxState()).pause).toBe(null);
    expect(await work.notices.listNotices(1)).toEqual([]);
    file.close();
  });
});

describe("DatabaseThread.open()", () => {
  test("keeps rows where every other connection finds them, and gives back what the store itself would", async () => {
    const store = openTestStore(path).at(NOW);
    const beside = store.subscriptions;
    const thread = new DatabaseThread().open({ path, isReadOnly: false });
    expect(await thread.savePending(REQUEST, CAPS)).toBe("saved");
    expect((await beside.count(TOPICS)).pendingVerifications).toBe(1);
    const { claimed } = await thread.settleAndClaimVerifications([], {
      ...CLAIMS,
      underWay: new Map([["other.test", 4]]),
    });
    expect(claimed).toMatchObject([REQUEST]);
    expect(await thread.count(TOPICS)).toEqual(await beside.count(TOPICS));
    await thread.close();
    store.file.close();
  });

  test("rejects calls while the database cannot be opened, and works as soon as it can", async () => {
    const thread = new DatabaseThread().open({ path, isReadOnly: false });
    const refused = await thread.count(TOPICS).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GoodwordError);
    expect(refused).toMatchObject({ code: "database", message: expect.stringContaining(path) });
    openTestStore(path).file.close();
    expect(await thread.deleteExpired()).toBe(0);
    await thread.close();
  });

  const skips = skipUnless(existsSync("/proc/self/fd"), "open descriptors: there is no /proc");
  test.skipIf(skips)("opens the file once, however many calls come at once", async () => {
    openTestStore(path).file.close();
    const thread = new DatabaseThread().open({ path, isReadOnly: false });
    await Promise.all([thread.savePending(REQUEST, CAPS), thread.deleteExpired(), thread.count(TOPICS)]);
    const links = readdirSync("/proc/self/fd").map((descriptor) => `/proc/self/fd/${descriptor}`);
    const files = links.filter(existsSync).map((link) => readlinkSync(link));
    expect(files.filter((file) => file === path)).toHaveLength(1);
    await thread.close();
  });

  test("refuses to write when the server only reads", async () => {
    const store = openTestStore(path).at(NOW);
    const thread = new DatabaseThread().open({ path, isReadOnly: true });
    expect(await thread.count(TOPICS)).toMatchObject({ owed: 0 });
    const refused = await thread.savePending(REQUEST, CAPS).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "database", message: "Cannot write to the database: SQLITE_READONLY" });
    await thread.close();
    store.file.close();
  });

  test("rejects the calls that a thread leaves behind, and starts another one with the next call", async () => {
    const dying = URL.createObjectURL(new Blob(["self.onmessage = () => process.exit();"]));
    const thread = new DatabaseThread(() => new Worker(dying)).open({ path, isReadOnly: false });
    for (let round = 0; round < 2; round++) {
      const left = await Promise.allSettled([thread.deleteExpired(), thread.releaseClaims("a")]);
      expect(left.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    }
  });

  test("closes what was never begun, and what could not be opened", async () => {
    const thread = new DatabaseThread().open({ path, isReadOnly: false });
    await thread.close();
    await thread.count(TOPICS).catch(() => {});
    await thread.close();
  });

  test("keeps the rows of many files in one thread, which ends with the last of them and not before", async () => {
    let started = 0;
    let ended = 0;
    const script = new URL("../../src/server/workers/database_worker.ts", import.meta.url).href;
    const databases = new DatabaseThread(() => {
      started++;
      const worker = new Worker(script);
      worker.addEventListener("close", () => ended++);
      return worker;
    });
    const paths = ["one", "two", "three"].map((name) => join(folder, `${name}.sqlite`));
    const stores = paths.map((each) => {
      openTestStore(each).file.close();
      return databases.open({ path: each, isReadOnly: false });
    });
    const [one, ...others] = stores;
    expect(await one?.savePending(REQUEST, CAPS)).toBe("saved");
    const counts = await Promise.all(stores.map((store) => store.count(TOPICS)));
    expect(counts.map(({ pendingVerifications }) => pendingVerifications)).toEqual([1, 0, 0]);
    await one?.close();
    expect(await one?.count(TOPICS).catch(({ message }: Error) => message)).toBe("The store is closed");
    expect(await others[0]?.deleteExpired()).toBe(0);
    expect({ started, ended }).toEqual({ started: 1, ended: 0 });
    for (const store of others) await store.close();
    while (ended === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(started).toBe(1);
  });
});
