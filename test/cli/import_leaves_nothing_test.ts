/** Names and addresses of a file that is only looked at, refused or already known reach nothing that is kept. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { Workshop } from "../support/command_line.ts";
import { openTestStore } from "../support/test_store.ts";

const HEADER = "review id,date,rating,text,author,email,phone";
const ROW = "q-1,2026-01-02,5,They came within the hour,Quentin Wholename,quentin@private.test,+1 555 010 7788";
const SECRETS = ["Wholename", "quentin@private.test", "010 7788", "0107788"];

/** A business with a few reviews, and its store closed: what is in the write-ahead log is in the file. */
async function openShop(): Promise<Workshop> {
  const shop = new Workshop();
  shop.write("business.json", JSON.stringify({ business: { name: "Ace" } }));
  shop.write("known.csv", `${HEADER}\n${ROW.replace("q-1", "q-0")}\n`);
  const { code, err } = await shop.run("import", "business.json", "known.csv", "--source", "google");
  if (code !== 0) throw new Error(err);
  // Of a refusal that nobody sees at a terminal the store notes since when imports fail.
  shop.context = { ask: async () => "" };
  shop.write("new.csv", `${HEADER}\n${ROW}\n`);
  shop.write("refused.csv", `${HEADER}\n${ROW}\n${ROW.replace("q-1,2026-01-02,5", "q-2,2026-01-02,77")}\n`);
  return shop;
}

/** The bytes of all that is kept beside the files that are imported: database, write-ahead log, ledger, log files. */
function keptBy(shop: Workshop): Map<string, string> {
  const paths = readdirSync(shop.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(csv|json)$/.test(entry.name))
    .map(({ parentPath, name }) => `${parentPath}/${name}`);
  // Readers share notes in `-shm`, which hold no page.
  return new Map(
    paths
      .filter((path) => !path.endsWith("-shm"))
      .sort()
      .map((path) => [path, readFileSync(path, "latin1")]),
  );
}

const LOOKS: readonly (readonly [what: string, args: readonly string[], code: number])[] = [
  ["a preview", ["new.csv", "--source", "google", "--dry-run"], 0],
  ["a preview that lists all as JSON", ["new.csv", "--source", "google", "--dry-run", "--json"], 0],
  ["a preview of a file that replaces the set", ["new.csv", "--source", "google", "--replace", "--dry-run"], 0],
  ["a refusal", ["refused.csv", "--source", "google"], 1],
  ["a file in which nothing is new", ["known.csv", "--source", "google"], 0],
];

test.each(LOOKS)("%s leaves every file of the store as it was, and needs no write lock", async (_, args, code) => {
  using shop = await openShop();
  const before = keptBy(shop);
  expect([...before.keys()].some((path) => path.endsWith("goodword.sqlite"))).toBe(true);
  expect((await shop.run("import", ...args)).code).toBe(code);
  expect(keptBy(shop)).toEqual(before);
  // Somebody else is writing.
  await using holder = openTestStore(shop.database);
  holder.file.run("BEGIN IMMEDIATE");
  expect((await shop.run("import", ...args)).code).toBe(code);
  holder.file.run("ROLLBACK");
});

test("an import keeps neither the whole name nor an address", async () => {
  using shop = await openShop();
  expect((await shop.run("import", "new.csv", "--source", "google")).code).toBe(0);
  const kept = keptBy(shop);
  expect([...kept.values()].some((bytes) => bytes.includes("Quentin W."))).toBe(true);
  for (const secret of SECRETS) {
    expect([...kept].filter(([, bytes]) => bytes.includes(secret)).map(([path]) => path)).toEqual([]);
  }
});
