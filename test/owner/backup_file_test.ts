/** What the seal of a backup finds: every changed and every missing byte. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { readConfig } from "../../src/config.ts";
import { backUp, inspectBackup, unsealBackup } from "../../src/owner/back_up.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { draftOf, importInto } from "../support/drafts.ts";
import { createSeededRandom } from "../support/seeded_random.ts";
import { openTestStore } from "../support/test_store.ts";

let shop: Workshop;
let backup: string;

beforeAll(async () => {
  shop = new Workshop();
  await using store = openTestStore(shop.database);
  await importInto(store, [draftOf({ id: "a1" }), draftOf({ id: "a2", text: "A second one" })]);
  backup = shop.path("backup.sqlite");
  await backUp(store, { path: backup, policy: readConfig({}).invitations, open: openDatabase });
});

afterAll(() => shop[Symbol.dispose]());

describe("inspectBackup()", () => {
  test("finds a backup whole, and a plain database unsealed", async () => {
    expect(inspectBackup(backup)).toBe("whole");
    const plain = shop.path("plain.sqlite");
    copyFileSync(backup, plain);
    unsealBackup(plain);
    expect(inspectBackup(plain)).toBe("unsealed");
  });

  test("finds 2,000 files with one flipped bit each damaged", () => {
    const bytes = readFileSync(backup);
    const { number: random } = createSeededRandom(33);
    const copy = shop.path("flipped.sqlite");
    const silent: number[] = [];
    for (let trial = 0; trial < 2000; trial++) {
      const at = Math.floor(random() * bytes.length * 8);
      const flipped = Buffer.from(bytes);
      flipped[at >> 3] = (flipped[at >> 3] ?? 0) ^ (1 << (at & 7));
      writeFileSync(copy, flipped);
      if (inspectBackup(copy) !== "damaged") silent.push(at);
    }
    expect(silent).toEqual([]);
  });

  test("finds 200 truncated files damaged, or without a seal", () => {
    const { length } = readFileSync(backup);
    const { number: random } = createSeededRandom(34);
    const copy = shop.path("cut.sqlite");
    const states = new Set<string>();
    for (let trial = 0; trial < 200; trial++) {
      copyFileSync(backup, copy);
      truncateSync(copy, Math.floor(random() * length));
      states.add(inspectBackup(copy));
    }
    expect([...states].filter((state) => state === "whole")).toEqual([]);
  });
});

test("backUp() writes no contact whose term is over", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "a1" }));
  shop.write("jobs.csv", "Customer,Email,Completed\nAnn Lee,ann.lee@example.org,2025-06-01\n");
  await shop.run("import", "reviews.json");
  await shop.run("jobs", "add", "jobs.csv");
  await using store = openDatabase(shop.database);
  const policy = { ...readConfig({}).invitations, contactsKeptMs: 0 };
  await backUp(store, { path: shop.path("copy.sqlite"), policy, open: openDatabase });
  const copy = readFileSync(shop.path("copy.sqlite"), "latin1");
  expect(copy).not.toContain("ann.lee@example.org");
  expect(copy).not.toContain("Ann Lee");
});
