/** `goodword business`, and what it is to name one of many. */

import { afterEach, expect, test } from "bun:test";
import { rmSync, truncateSync } from "node:fs";
import { describeActivity } from "../../src/console/mod.ts";
import { consoleWords } from "../../src/languages/mod.ts";
import { readLog } from "../../src/store/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { Workshop } from "../support/command_line.ts";

const shop = new Workshop();
shop.context = { env: { DATABASE_URL: "folder:shops" } };
const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
let folders = 0;

afterEach(() => {
  shop.context = { env: { DATABASE_URL: `folder:shops${++folders}` } };
});

const add = (id: string, host = id) => shop.run("business", "add", id, "--base-url", `https://${host}.test/`);

test("goodword business add makes a database that holds its address, normalised", async () => {
  expect(await add("ace", "ACE")).toMatchObject({ code: 0, out: "ace is at https://ace.test\n" });
  expect((await shop.run("business", "list", "--json")).json).toMatchObject([
    { id: "ace", base_url: "https://ace.test" },
  ]);
});

test("goodword business add refuses an id or an address that is taken, whatever its scheme and port", async () => {
  await add("ace");
  expect((await shop.run("business", "add", "ace", "--base-url", "https://other.test/")).code).toBe(1);
  expect((await shop.run("business", "add", "two", "--base-url", "http://Ace.test:80/")).code).toBe(1);
  expect((await shop.run("business", "add", "two", "--base-url", "https://ace.test/north/")).code).toBe(0);
});

test.each(["Ace", "-ace", "a".repeat(41), "../ace", "_ace", ""])(
  "goodword business add refuses the id %p",
  async (id) => {
    expect((await shop.run("business", "add", "--base-url", "https://ace.test/", "--", id)).code).toBe(2);
  },
);

test("a command is about the only business there is, and has to name one of several", async () => {
  await add("ace");
  shop.write("reviews.json", JSON.stringify({ business: { name: "Ace" }, reviews: [] }));
  expect((await shop.run("import", "reviews.json")).code).toBe(0);
  await add("two");
  const unnamed = await shop.run("stats");
  expect([unnamed.code, unnamed.err]).toEqual([
    2,
    "goodword: There are 2 businesses; choose one with --business ID, see goodword business list\n",
  ]);
  expect((await shop.run("stats", "--business", "ace", "--json")).json.database).toEndWith("/ace.sqlite");
  expect((await shop.run("stats", "--business", "none")).code).toBe(1);
});

test("goodword doctor checks all businesses unless one is named", async () => {
  await add("ace");
  await add("two");
  const all = (await shop.run("doctor", "--json")).json as { business: string }[];
  expect(all.map(({ business }) => business)).toEqual(["ace", "two"]);
  expect((await shop.run("doctor", "--json", "--business", "two")).json.business).toBeUndefined();
});

test("goodword doctor reports a damaged database as that business's problem, and the findings of the others", async () => {
  for (const id of ["ace", "bad", "two"]) await add(id);
  truncateSync(shop.path(`shops${folders}/bad.sqlite`), 5000);
  const { code, json } = await shop.run("doctor", "--json");
  const found = json as { business: string; wrong: number; findings: object[] }[];
  expect(found.map(({ business, wrong }) => [business, wrong])).toEqual([
    ["ace", 0],
    ["bad", 1],
    ["two", 0],
  ]);
  expect(found[1]?.findings).toEqual([
    { level: "wrong", about: "database", message: expect.stringContaining("bad.sqlite: the database is damaged") },
  ]);
  expect(code).toBe(1);
  expect((await shop.run("doctor")).out).toMatch(/WRONG +database +.*the database is damaged[\s\S]*two:/);
});

test("goodword business rename takes along all that lies beside the database", async () => {
  await add("ace");
  const folder = `shops${folders}`;
  shop.write(`${folder}/ace.sqlite.log-key`, "key\n");
  expect((await shop.run("business", "rename", "ace", "best")).code).toBe(0);
  expect(shop.read(`${folder}/best.sqlite.log-key`)).toBe("key\n");
  expect((await shop.run("business", "list", "--json")).json).toMatchObject([
    { id: "best", base_url: "https://ace.test" },
  ]);
});

test("goodword business remove puts the database aside, and frees its address", async () => {
  await add("ace");
  const { left_at } = (await shop.run("business", "remove", "ace", "--json")).json;
  expect(shop.has(`${left_at.slice(shop.folder.length + 1)}/ace.sqlite`)).toBe(true);
  expect((await add("two", "ace")).code).toBe(0);
});

test("goodword business records what it did in the history of the console over all businesses", async () => {
  await add("ace");
  await shop.run("business", "move", "ace", "--base-url", "https://new.test/");
  await shop.run("business", "rename", "ace", "best");
  await shop.run("business", "move", "best", "--base-url", "no address");
  await shop.run("business", "remove", "best");
  await using store = openDatabase(shop.path(`shops${folders}/_console.sqlite`));
  const words = consoleWords("en");
  expect((await readLog(store, { limit: 9 })).map((line) => describeActivity(words, line)).reverse()).toEqual([
    words.say("did.business add", { id: "ace" }),
    words.say("did.business move", { id: "ace", base_url: "https://new.test" }),
    words.say("did.business rename", { id: "ace", to: "best" }),
    words.say("did.business remove", { id: "best" }),
  ]);
});

test("goodword business changes nothing where the database holds one business, and makes none", async () => {
  shop.context = { env: { DATABASE_URL: `file:${shop.path("none.sqlite")}` } };
  const { code, err } = await add("ace");
  expect([code, err]).toEqual([2, expect.stringContaining("The database contains one business; use a folder")]);
  expect(shop.has("none.sqlite")).toBe(false);
});

test("goodword backup makes a business's own folder, and goodword recover restores from it at the address and with the settings that are listed", async () => {
  const env = { DATABASE_URL: `folder:shops${folders}`, BACKUP_DIR: shop.path(`backups${folders}`) };
  shop.context = { env };
  await add("ace");
  const settingOf = async () => (await shop.run("settings", "list")).out.match(/^INCENTIVE +(.*)$/m)?.[1];
  expect(await shop.run("backup")).toMatchObject({ code: 3, err: expect.stringContaining("no such folder") });
  shop.write(`backups${folders}/.keep`, "");
  await shop.run("settings", "set", "INCENTIVE", "A voucher");
  await shop.run("settings", "set", "NOTICE_WEBHOOK_SECRET", SECRET);
  const { file } = (await shop.run("backup", "--json")).json as { file: string };
  expect(file).toStartWith(shop.path(`backups${folders}/ace-`));
  await shop.run("settings", "unset", "INCENTIVE");
  await shop.run("settings", "set", "REMIND_AFTER", "3d");
  await shop.run("business", "move", "ace", "--base-url", "https://new.test/");
  const kept = "As in the current list, not as in the backup: INCENTIVE, BASE_URL, REMIND_AFTER\n";
  const rehearsed = await shop.run("recover", file, "--rehearse");
  expect(rehearsed).toMatchObject({ code: 0, out: expect.stringContaining(kept) });
  expect(await shop.run("recover", file)).toMatchObject({ code: 0, out: expect.stringContaining(kept) });
  expect((await shop.run("business", "list")).out).toBe("ace  https://new.test\n");
  expect(await settingOf()).toBe("not set");
  // The business's own file keeps the same settings, from which the list can be rebuilt.
  rmSync(shop.path(`shops${folders}/_businesses.sqlite`), { force: true });
  expect((await shop.run("business", "list")).out).toBe("ace  https://new.test\n");
  expect(await settingOf()).toBe("not set");
  expect((await shop.run("settings", "list")).out).toMatch(/^REMIND_AFTER +3d$/m);
});

test("goodword recover of a business whose file is gone lists the settings that it had", async () => {
  const env = { DATABASE_URL: `folder:shops${folders}`, BACKUP_DIR: shop.path(`backups${folders}`) };
  shop.context = { env };
  await add("ace");
  shop.write(`backups${folders}/.keep`, "");
  for (const setting of ["INCENTIVE A voucher", `NOTICE_WEBHOOK_SECRET ${SECRET}`]) {
    const [name = "", ...value] = setting.split(" ");
    await shop.run("settings", "set", name, value.join(" "));
  }
  const { file } = (await shop.run("backup", "--json")).json as { file: string };
  for (const name of ["ace.sqlite", "ace.sqlite-wal", "ace.sqlite-shm"])
    rmSync(shop.path(`shops${folders}/${name}`), { force: true });
  expect((await shop.run("recover", file)).err).toContain("There is no business yet");
  await add("ace");
  const { out } = await shop.run("recover", file);
  expect(out).toContain("As in the current list, not as in the backup: INCENTIVE, NOTICE_WEBHOOK_SECRET\n");
  expect(out).not.toContain("whsec");
  expect((await shop.run("settings", "list")).out).toMatch(/^INCENTIVE +not set$/m);
});

test("a database file that is put into the folder joins at the address that it holds", async () => {
  await add("ace");
  const from = `shops${folders}`;
  shop.context = { env: { DATABASE_URL: "folder:elsewhere" } };
  await add("two");
  const { copyFileSync } = await import("node:fs");
  copyFileSync(shop.path(`${from}/ace.sqlite`), shop.path("elsewhere/moved.sqlite"));
  expect((await shop.run("business", "list")).out).toBe("moved  https://ace.test\ntwo    https://two.test\n");
});

test("what each business has for itself is refused of a process that serves many", async () => {
  const { readConfig } = await import("../../src/config.ts");
  const all = { DATABASE_URL: "folder:shops", INVITATIONS: "links", LOG_KEY: "x", BASE_URL: "https://all.test" };
  const { refuseOwnSettings } = await import("../../src/business_environment.ts");
  expect(() => refuseOwnSettings(all)).toThrow(/INVITATIONS.*\n.*LOG_KEY.*\n.*BASE_URL/);
  expect(readConfig({ DATABASE_URL: "folder:shops", MEMORY_LIMIT: "512MB" }).memoryLimit).toBe(512 << 20);
});
