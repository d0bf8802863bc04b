import { expect, test } from "bun:test";
import { lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { shopWith } from "../support/command_line.ts";

const shopWithReview = () => shopWith({ id: "a1", text: "=HYPERLINK(1) she wrote, and more" });

test("backup writes a whole copy while another process has the database open", async () => {
  using shop = await shopWithReview();
  const copy = shop.path("copy.sqlite");
  await shop.withStore(async () => {
    const { code, json } = await shop.run("backup", copy, "--json");
    expect(code).toBe(0);
    expect(json).toMatchObject({ file: copy, revision: 1 });
  });
  expect((await shop.run("list", "--json", "--database", copy)).json.total).toBe(1);
  expect(shop.has("copy.sqlite.unfinished")).toBe(false);
});

test("backup copies a database that cannot be written to, which then has no line about it in its history", async () => {
  using shop = await shopWithReview();
  shop.context = { open: async (path, options) => openDatabase(path, { ...options, create: false, readonly: true }) };
  const { code, err, json } = await shop.run("backup", shop.path("copy.sqlite"), "--json");
  expect([code, err, json.reviews]).toEqual([0, "", 1]);
});

test("backup never overwrites a file", async () => {
  using shop = await shopWithReview();
  shop.write("copy.sqlite", "mine");
  const { code, err } = await shop.run("backup", "copy.sqlite");
  expect(err).toContain("file already exists; nothing was written");
  expect(code).toBe(3);
  expect(shop.read("copy.sqlite")).toBe("mine");
});

test("export writes the public documents, in the format of the file's extension or of --format", async () => {
  using shop = await shopWithReview();
  await shop.run("export", "all.json");
  await shop.run("export", "all.csv");
  await shop.run("export", "all.ndjson");
  expect(JSON.parse(shop.read("all.json")).reviews[0].url).toBe("https://reviews.goodword.test/reviews/a1");
  expect(shop.read("all.csv")).toContain(',"\'=HYPERLINK(1) she wrote, and more",');
  expect(JSON.parse(shop.read("all.ndjson")).id).toBe("a1");
  expect((await shop.run("export")).out).toBe(shop.read("all.json"));
  expect((await shop.run("export", "--format", "csv")).out).toBe(shop.read("all.csv"));
});

test("export refuses an ending that names no format of its own, and writes nothing", async () => {
  using shop = await shopWithReview();
  const { code, err } = await shop.run("export", "reviews.pdf");
  expect(err).toBe(
    `goodword: ${shop.path("reviews.pdf")}: cannot export to ".pdf", expected .json, .csv or .ndjson; --format names another\n`,
  );
  expect(code).toBe(2);
  expect(shop.has("reviews.pdf")).toBe(false);
  expect((await shop.run("export", "reviews.txt", "--format", "csv")).code).toBe(0);
});

test("export follows a symbolic link, and writes to a device without replacing it", async () => {
  using shop = await shopWithReview();
  shop.write("there.csv", "before");
  symlinkSync(shop.path("there.csv"), shop.path("link.csv"));
  expect((await shop.run("export", "link.csv")).code).toBe(0);
  expect(lstatSync(shop.path("link.csv")).isSymbolicLink()).toBe(true);
  expect(shop.read("there.csv")).toStartWith("id,date");
  expect((await shop.run("export", "/dev/null")).code).toBe(0);
  expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
});

test("export and backup name what is wrong with the place", async () => {
  using shop = await shopWithReview();
  const there = shop.path("nowhere/all.json");
  const folder = shop.folder;
  expect((await shop.run("export", "nowhere/all.json")).err).toBe(`goodword: ${there}: no such folder\n`);
  expect((await shop.run("export", folder)).err).toBe(
    `goodword: ${folder}: cannot be written: it is a folder; choose a file in it\n`,
  );
  const backup = shop.path("nowhere/copy.sqlite");
  expect((await shop.run("backup", "nowhere/copy.sqlite")).err).toBe(`goodword: ${backup}: no such folder\n`);
});

test("backup leaves one file, which only its owner may read", async () => {
  using shop = await shopWithReview();
  await shop.run("backup", "copy.sqlite");
  expect(readdirSync(shop.folder).filter((name) => name.startsWith("copy"))).toEqual(["copy.sqlite"]);
  expect(statSync(shop.path("copy.sqlite")).mode & 0o777).toBe(0o600);
});

test("export that cannot be written leaves the file that was there", async () => {
  using shop = await shopWithReview();
  writeFileSync(shop.path("all.json"), "before");
  expect((await shop.run("export", "nowhere/all.json")).code).toBe(3);
  expect((await shop.run("export", "--json")).code).toBe(2);
  expect(shop.read("all.json")).toBe("before");
});

test("backup refuses to hand out a damaged copy and leaves nothing behind", async () => {
  using shop = await shopWithReview();
  shop.context = {
    open: async (path, options) => {
      if (path.endsWith(".unfinished")) damage(path);
      return openDatabase(path, options);
    },
  };
  expect(await shop.run("backup", "copy.sqlite")).toMatchObject({ code: 3, err: expect.stringMatching(/damaged/) });
  expect(shop.has("copy.sqlite") || shop.has("copy.sqlite.unfinished")).toBe(false);
});

/** Overwrites the head of the pages that hold rows. */
function damage(path: string): void {
  const bytes = readFileSync(path);
  for (let page = 3; page * 4096 < bytes.length; page++) bytes.fill(0xee, page * 4096, page * 4096 + 8);
  writeFileSync(path, bytes);
}
