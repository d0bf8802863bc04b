import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linkKeyFor } from "../../src/owner/link_key.ts";

test("linkKeyFor() makes a key once, readable by its owner alone, beside the database", () => {
  const folder = mkdtempSync(join(tmpdir(), "goodword-key-"));
  const database = join(folder, "goodword.sqlite");
  const key = linkKeyFor(database, null);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(linkKeyFor(database, null)).toBe(key);
  expect(readdirSync(folder)).toEqual(["goodword.sqlite.link-key"]);
  expect(statSync(`${database}.link-key`).mode & 0o777).toBe(0o600);
  expect(linkKeyFor(database, "k".repeat(32))).toBe("k".repeat(32));
  rmSync(folder, { recursive: true });
});

test("linkKeyFor() refuses a key file that was emptied: anybody could make its links", () => {
  const folder = mkdtempSync(join(tmpdir(), "goodword-key-"));
  const database = join(folder, "goodword.sqlite");
  writeFileSync(`${database}.link-key`, "\n");
  expect(() => linkKeyFor(database, null)).toThrow("fewer than 32 characters");
  rmSync(folder, { recursive: true });
});

test("linkKeyFor() wants the key of a PostgreSQL database in the environment", () => {
  expect(() => linkKeyFor("postgres://db.test/goodword", null)).toThrow("LINK_KEY is not set");
  expect(() => linkKeyFor("/nowhere/at/all/goodword.sqlite", null)).toThrow("Cannot keep the key of links");
});

test("linkKeyFor() makes no file for a database in memory", () => {
  const before = readdirSync(".");
  expect(() => linkKeyFor(":memory:", null)).toThrow("LINK_KEY is not set");
  expect(readdirSync(".")).toEqual(before);
});
