/** A whole store moves from a file to PostgreSQL and back without a difference. */

import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { SQL } from "bun";
import type { ContentRow } from "../../src/store/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { pushingServer, spawnGoodword, startService } from "../support/goodword_process.ts";
import { startPostgres } from "../support/postgres_server.ts";
import { startTlsSubscriber } from "../support/tls_subscriber.ts";
import { skipUnless } from "../support/tools.ts";
import { eventually, untilFiguresShow } from "../support/wait.ts";

const SEED = new URL("../../seed/reviews.json", import.meta.url).pathname;
const PRINT_CONTENTS = new URL("../support/print_contents.ts", import.meta.url).pathname;
const BASE_URL = "https://reviews.goodword.test";
const COLLECTED: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  invitations: { job_id: "job_1", token_digest: "t1", invited_by: "mail", invited_at: 1, expires_at: 2 },
  outbox: {
    kind: "mail",
    key: "job_1 invitation",
    destination: "mail",
    owed: 1,
    owed_at: 1,
    attempts: 1,
    ended_at: 2,
    payload: '{"jobId":"job_1","kind":"invitation","messageId":"<1@goodword.test>","putOffAt":null}',
  },
  unsubscribed: { address_digest: "d1", at: 1 },
  idempotency: { token: "Zapier", key: "k1", request_digest: "r1", status: 202, answer: "{}", at: 1 },
  contests: { review_id: "m1", text: "Not so", at: 1 },
  reports: { review_id: "m1", reason: "abuse", at: 1 },
  policies: { at: 1, policy: '{"invitations":"mail"}' },
};
const server = await startPostgres();
const serverUrl = typeof server === "string" ? "" : server.url;

describe.skipIf(skipUnless(serverUrl !== "", `goodword move over PostgreSQL: ${server}`))("goodword move", () => {
  const shop = new Workshop();
  const admin = new SQL({ url: serverUrl || "postgres://127.0.0.1:1/none", max: 1 });
  let databases = 0;

  async function emptyDatabase(): Promise<string> {
    const name = `moved_${databases++}`;
    await admin.unsafe(`create database ${name}`);
    return Object.assign(new URL(serverUrl), { pathname: name }).href;
  }

  /** All rows of a database, by its URL. */
  async function kept(database: string): Promise<Record<string, readonly ContentRow[]>> {
    const printing = spawnGoodword([database], { environment: {}, program: [process.execPath, PRINT_CONTENTS] });
    const { code, out, err } = await printing.ended;
    expect([code, err]).toEqual([0, ""]);
    return JSON.parse(out);
  }

  /** Runs a command as a process. */
  function run(database: string, ...args: readonly string[]) {
    const environment = { BASE_URL, DATABASE_URL: database };
    return spawnGoodword(args, { environment, folder: shop.folder }).ended;
  }

  async function succeed(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await run(shop.database, ...args);
    expect([code, err]).toEqual([0, ""]);
    return out;
  }

  // A history: the sample, a file with a withheld review, a reply, a proof, a removal, an import that was undone, a
  // subscription; jobs, an invitation, and whatever else has rows of its own.
  beforeAll(async () => {
    await succeed("import", SEED);
    const hidden = { id: "w1", verification: { method: "none" } };
    shop.write("more.json", reviewsFile({ id: "m1", text: 'Größe: "fine" 👷🏽‍♀️' }, { id: "m2" }, hidden));
    await succeed("import", "more.json");
    await succeed("reply", "m1", "Thanks!");
    await succeed("remove", "m2", "--reason", "privacy");
    shop.write("wrong.json", reviewsFile({ id: "x1" }, { id: "m1", text: "Changed" }));
    const { revision } = JSON.parse(await succeed("import", "wrong.json", "--json"));
    await succeed("undo", String(revision));
    await subscribe();
    shop.write("jobs.csv", "Reference,Customer,Email,Completed\nA-1,Ann Lee,ann@example.org,2026-01-05\n");
    await succeed("jobs", "add", "jobs.csv");
    await succeed("jobs", "token", "create", "Zapier");
    collect();
  });

  /** Rows that only customers, their mail servers and other programs bring about. */
  function collect(): void {
    using database = new Database(shop.database);
    for (const [table, row] of Object.entries(COLLECTED)) {
      const names = Object.keys(row);
      const sql = `insert into ${table} (${names}) values (${names.map(() => "?")})`;
      database.query(sql).run(...Object.values(row));
    }
  }

  /** By a real server, as a subscriber does. */
  async function subscribe(): Promise<void> {
    using subscriber = startTlsSubscriber();
    await using service = await startService({ environment: pushingServer(shop.database, BASE_URL) });
    await (await fetch(`${service.url}/feed.xml`)).text();
    const form = { "hub.callback": subscriber.callback, "hub.mode": "subscribe", "hub.topic": `${BASE_URL}/feed.xml` };
    await fetch(`${service.url}/api/websub/hub`, { method: "POST", body: new URLSearchParams(form) });
    await untilFiguresShow(service, /^goodword_hub_subscriptions\{[^}]*feed\.xml"\} 1/m);
  }

  afterAll(async () => {
    await admin.close();
    if (typeof server !== "string") server[Symbol.dispose]();
    shop[Symbol.dispose]();
  });

  test("takes every row from a file to PostgreSQL and back, and every document is the same to the byte", async () => {
    const there = await emptyDatabase();
    const back = shop.path("back.sqlite");
    await fillWhatNoCommandHas(shop.database);
    const before = await kept(shop.database);
    // Hashes are kept of 256 entries and more; nobody has let anybody into the console.
    const mayBeEmpty = new Set(["logHashes"]);
    const isEmpty = (table: string) => mayBeEmpty.has(table) || table.startsWith("console");
    for (const [table, rows] of Object.entries(before)) {
      if (!isEmpty(table)) expect([table, rows.length]).not.toEqual([table, 0]);
    }
    expect(await run("", "move", shop.database, there)).toMatchObject({ code: 0 });
    expect(await kept(there)).toEqual(before);
    expect(await run("", "move", there, back)).toMatchObject({ code: 0 });
    expect(await kept(back)).toEqual(before);
    for (const command of ["export --format json", "export --format csv", "export --format ndjson", "log --json"]) {
      const outputs = new Set<string>();
      for (const database of [shop.database, there, back]) {
        const { code, out } = await run(database, ...command.split(" "));
        expect(code).toBe(0);
        outputs.add(out);
      }
      expect([command, outputs.size]).toEqual([command, 1]);
    }
  });

  test("that is killed leaves the database empty, and starts again", async () => {
    const many = Array.from({ length: 6000 }, (_, at) => ({ id: `k${at}`, text: `On time, ${at}` }));
    const from = shop.path("many.sqlite");
    expect(await run(from, "import", shop.write("many.json", reviewsFile(...many)))).toMatchObject({ code: 0 });
    const there = await emptyDatabase();
    const database = new SQL({ url: there, max: 1 });
    const move = () => spawnGoodword(["move", from, there, "--json"], { environment: { BASE_URL } });
    const first = move();
    await eventually("rows that are being put in", async () => {
      const writing = await database.unsafe(
        `select 1 from pg_stat_activity where datname = current_database() and query like 'insert into "reviews"%'`,
      );
      return writing.length > 0;
    });
    first.signal("SIGKILL");
    expect((await first.ended).code).not.toBe(0);
    expect(await database.unsafe("select id from reviews")).toHaveLength(0);
    await database.close();
    const again = await move().ended;
    expect([again.code, again.err]).toEqual([0, ""]);
    expect(await kept(there)).toEqual(await kept(from));
  });
});

/** Rows of tables that only a server or a picture fills. */
async function fillWhatNoCommandHas(path: string): Promise<void> {
  await using store = openDatabase(path);
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  await store.reviews.write((writes) => writes.savePhotoFiles("p1", [{ name: "d1-640.webp", bytes }]));
  await store.notices.queueNotices({ channels: ["webhook"], host: "one", low: ["database"] });
}
