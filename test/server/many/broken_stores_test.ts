/** A broken store of one business, or a foreign file in the folder, does not disturb the other businesses. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { reviewsFile } from "../../support/command_line.ts";
import { Firms } from "../../support/firms.ts";
import { eventually } from "../../support/wait.ts";

const firms = new Firms();
const { shop } = firms;
const IDS = ["ace", "bee", "cut", "locked", "gone", "swapped", "restored", "looped"];

const fileOf = (id: string) => shop.path(`shops/${id}.sqlite`);

beforeAll(async () => {
  for (const id of IDS) await firms.addReviewed(id);
  symlinkSync(shop.path("nowhere.sqlite"), fileOf("dangling"));
  symlinkSync(fileOf("ace"), fileOf("twin"));
  mkdirSync(fileOf("folder"));
  writeFileSync(fileOf("text"), "This is no database. ".repeat(100));
  writeFileSync(fileOf("empty"), "");
  writeFileSync(fileOf("UPPER"), "");
  await firms.serve();
});

afterAll(() => firms[Symbol.asyncDispose]());

const get = (id: string, path = "reviews.json") => firms.ask(`https://${id}.test/${path}`);
const statusOf = async (id: string, path?: string) => (await get(id, path)).status;
const answers = (what: string, id: string, status: number) =>
  eventually(what, async () => (await statusOf(id)) === status);

test("dangling and duplicate links, folders and foreign files are ignored at start-up", async () => {
  expect((await shop.run("business", "list", "--json")).json.map(({ id }: { id: string }) => id)).toEqual(
    IDS.toSorted(),
  );
  for (const id of ["ace", "bee"]) await answers(`200 of ${id}`, id, 200);
  await answers("421 of a foreign file", "text", 421);
});

test("a link to the store of another business is not added as one more", async () => {
  const { code, err } = await shop.run("business", "add", "twin", "--base-url", "https://twin.test/");
  expect([code, err]).toEqual([1, expect.stringContaining("belongs to another business")]);
  await answers("ace where it was", "ace", 200);
});

test("a store that is cut off is answered 503, and all others as before", async () => {
  truncateSync(fileOf("cut"), 5000);
  rmSync(`${fileOf("cut")}.publication`, { force: true });
  await answers("503 of the damaged one", "cut", 503);
  await answers("200 of another", "bee", 200);
  // A change in the folder clears the failure until the business is asked for again.
  await eventually("503 of readiness", async () => {
    await statusOf("cut");
    return (await statusOf("cut", "readyz")) === 503;
  });
  expect([await statusOf("bee", "readyz"), await statusOf("elsewhere", "readyz")]).toEqual([200, 200]);
});

test("a store that another program keeps locked holds up no other, and is answered once it lets go", async () => {
  const held = new Database(fileOf("locked"));
  held.run("PRAGMA locking_mode = EXCLUSIVE");
  held.run("BEGIN EXCLUSIVE");
  const waiting = statusOf("locked");
  expect(await statusOf("bee")).toBe(200);
  expect(await waiting).toBe(503);
  held.run("COMMIT");
  held.close();
  await answers("200 once it is free", "locked", 200);
});

test("a deleted store is answered with 421, and one that replaces another is served in its place", async () => {
  await answers("200 before", "gone", 200);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(fileOf("gone") + suffix, { force: true });
  await answers("421 of the deleted one", "gone", 421);
  await answers("200 before", "swapped", 200);
  shop.write("other.json", reviewsFile({ id: "of-swapped" }, { id: "second", date: "2026-05-02", text: "Came back" }));
  copyFileSync(fileOf("swapped"), shop.path("copy.sqlite"));
  await shop.run("import", "other.json", "--database", shop.path("copy.sqlite"));
  const file = new Database(shop.path("copy.sqlite"));
  file.run("PRAGMA wal_checkpoint(TRUNCATE)");
  file.close();
  renameSync(shop.path("copy.sqlite"), fileOf("swapped"));
  await eventually("both reviews", async () => {
    const answer = await get("swapped");
    return answer.status === 200 && ((await answer.json()) as { reviews: object[] }).reviews.length === 2;
  });
});

test("a backup takes the place of a store that was deleted while in use, whose log is kept beside", async () => {
  await answers("200 before", "restored", 200);
  await shop.run("backup", shop.path("restored.sqlite"), "--business", "restored");
  await firms.importInto("restored", { id: "later" });
  rmSync(fileOf("restored"));
  await answers("421 of the deleted one", "restored", 421);
  renameSync(shop.path("restored.sqlite"), fileOf("restored"));
  await answers("200 of the backup", "restored", 200);
  expect((await shop.run("doctor", "--business", "restored")).out).toContain("sound, revision 1");
});

test("a business is not renamed to where keys or a log of another were left", async () => {
  writeFileSync(`${fileOf("left")}.log-key`, "the key of somebody else");
  expect((await shop.run("business", "rename", "bee", "left")).err).toContain("A business with this ID already exists");
  await answers("200 at its place", "bee", 200);
});
