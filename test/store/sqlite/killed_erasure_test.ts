/** Erasures of a process that is killed on the way, as `kill -9` does. */
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { parseLedger } from "../../../src/store/import/mod.ts";
import { Workshop } from "../../support/command_line.ts";

const moduleAt = (path: string) => JSON.stringify(new URL(`../../../src/${path}`, import.meta.url).pathname);

/** Runs code in a process that kills itself at the end, and where the code does. */
function runAndDie(code: string): number {
  const { signal, stderr, pid } = spawnSync(process.execPath, [
    "-e",
    `const die = () => process.kill(process.pid, "SIGKILL");
    ${code}
    die();`,
  ]);
  if (signal !== "SIGKILL") throw new Error(`The process was not killed: ${stderr}`);
  return pid;
}

/** Removes review "a" in a process that kills itself where `code` has it do so. */
function removeAndDie(database: string, code: string): void {
  runAndDie(`
    const { Connection } = await import(${moduleAt("store/sqlite/connection.ts")});
    const { openDatabase } = await import(${moduleAt("store/sqlite/mod.ts")});
    const { removeWithin } = await import(${moduleAt("owner/remove.ts")});
    const store = openDatabase(${JSON.stringify(database)});
    ${code}
    await store.reviews.write((writes) => removeWithin(writes, { ids: ["a"], reason: "request", command: "remove" }));
  `);
}

async function shopWithReview(): Promise<Workshop> {
  const shop = new Workshop();
  const review = { date: "2026-05-01", rating: 5, author: { name: "Pat" }, source: { name: "google" } };
  const reviews = ["a", "b"].map((id) => ({ ...review, id, text: `Secret words of ${id}` }));
  const file = shop.write("reviews.json", JSON.stringify({ business: { name: "Ace" }, reviews }));
  const ran = await shop.run("import", file, "--verified-by", "operator_attested");
  if (ran.code !== 0) throw new Error(ran.err);
  return shop;
}

const ledgerOf = ({ database }: Workshop) => parseLedger(readFileSync(`${database}.erased`, "utf8"));

test("a process killed right after the commit of an erasure has recorded it, and a start leaves no erased word", async () => {
  using shop = await shopWithReview();
  removeAndDie(shop.database, "Connection.prototype.emptyLog = die;");
  expect(ledgerOf(shop)?.digests.size).toBe(1);
  expect(readFileSync(`${shop.database}-wal`, "latin1")).toContain("Secret words of b");
  runAndDie(`
    const { openForServing } = await import(${moduleAt("store/sqlite/open_for_serving.ts")});
    await openForServing(${JSON.stringify(shop.database)}, console, { create: false });
  `);
  const names = readdirSync(shop.folder).filter((name) => /^goodword\.sqlite(-wal|-shm)?$/.test(name));
  for (const name of names) expect(readFileSync(shop.path(name), "latin1")).not.toContain("Secret words of a");
  expect(statSync(`${shop.database}-wal`).size).toBe(0);
});

test("a process killed right before the commit of an erasure has recorded it already", async () => {
  using shop = await shopWithReview();
  removeAndDie(
    shop.database,
    `const { Database } = await import("bun:sqlite");
    const run = Database.prototype.run;
    Database.prototype.run = function (text, ...values) {
      return text === "COMMIT" ? die() : run.call(this, text, ...values);
    };`,
  );
  expect(ledgerOf(shop)?.digests.size).toBe(1);
});

test("a write-ahead log that others read is emptied once they have ended", async () => {
  using shop = await shopWithReview();
  const alarms: (() => void)[] = [];
  const { openDatabase } = await import("../../../src/store/sqlite/mod.ts");
  const { removeWithin } = await import("../../../src/owner/remove.ts");
  await using reader = openDatabase(shop.database);
  const after = (_: number, alarm: () => void) => {
    alarms.push(alarm);
    return () => {};
  };
  await using store = openDatabase(shop.database, { clock: { now: () => shop.now, after } });
  await reader.reviews.read(async (reads) => {
    await reads.reviewIds();
    await store.reviews.write((writes) => removeWithin(writes, { ids: ["a"], reason: "request", command: "remove" }));
    expect(alarms).toHaveLength(1);
  });
  for (const alarm of alarms) alarm();
  await store.editions.state();
  expect(statSync(`${shop.database}-wal`).size).toBe(0);
});

test("drafts of a publication end with the process that wrote them", async () => {
  using shop = await shopWithReview();
  const folder = JSON.stringify(shop.folder);
  const draftOf = (pid: number) => `goodword.sqlite.publication.${pid}`;
  const dead = runAndDie("");
  for (const pid of [dead, process.pid]) shop.write(draftOf(pid), "Secret words of a");
  // A process in a container has the number of the one before.
  runAndDie(`
    const own = ${folder} + "/goodword.sqlite.publication." + process.pid;
    await Bun.write(own, "Secret words of a");
    (await import(${moduleAt("server/publisher/publication_file.ts")})).removeDrafts(${folder});
    if (await Bun.file(own).exists()) throw new Error("The draft is still there");
  `);
  expect([dead, process.pid].map((pid) => shop.has(draftOf(pid)))).toEqual([false, true]);
});
