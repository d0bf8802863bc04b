import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, symlinkSync, utimesSync } from "node:fs";
import { Workshop } from "../support/command_line.ts";

const SHEET = "date,rating,text\n2025-03-14,5,They fixed the leak well\n";

/** A workshop whose clock is that of its files. */
function inbox(): Workshop {
  const shop = new Workshop();
  shop.now = Date.now() + 60_000;
  shop.write("inbox/.keep", "");
  return shop;
}
const look = (shop: Workshop, ...options: string[]) =>
  shop.run("watch", shop.path("inbox"), "--once", "--source", "google", ...options);

describe("goodword watch", () => {
  test("imports a file, moves it to done/ and writes what came of it beside it", async () => {
    using shop = inbox();
    shop.write("inbox/r.csv", SHEET);
    const { code, out } = await look(shop);
    expect([code, out]).toEqual([0, expect.stringContaining("Imported r.csv: 1 new")]);
    expect(shop.has("inbox/r.csv")).toBe(false);
    expect(shop.read("inbox/done/r.csv")).toBe(SHEET);
    expect(shop.read("inbox/done/r.csv.note.txt")).toContain("1 new, 0 changed");
    expect((await look(shop)).out).toContain("Nothing to import");
  });

  test("moves what cannot be read to refused/, with the reason, and reads the rest", async () => {
    using shop = inbox();
    shop.write("inbox/a.csv", "date,rating,text\n2025-03-14,9,x\n");
    shop.write("inbox/b.csv", SHEET);
    await look(shop);
    expect(shop.read("inbox/refused/a.csv.note.txt")).toContain("row 2: rating is 9, expected 1 to 5");
    expect(shop.has("inbox/done/b.csv")).toBe(true);
  });

  test("leaves a file alone that was written to a moment ago, or is named as unfinished", async () => {
    using shop = inbox();
    shop.write("inbox/r.csv", SHEET);
    shop.write("inbox/r.csv.part", SHEET);
    utimesSync(shop.path("inbox/r.csv"), shop.now / 1000, (shop.now - 2000) / 1000);
    expect((await look(shop)).out).toContain("Nothing to import");
    shop.now += 20_000;
    expect((await look(shop)).out).toContain("Imported r.csv");
    expect(shop.has("inbox/r.csv.part")).toBe(true);
  });

  test("leaves a file where it is that changes while it is read, and reads it whole the next time", async () => {
    using shop = inbox();
    shop.write("inbox/r.csv", SHEET);
    const { open } = await import("../../src/sqlite/mod.ts").then(({ openDatabase }) => ({ open: openDatabase }));
    let isWritten = false;
    shop.world = {
      open: async (path, options) => {
        if (!isWritten) shop.write("inbox/r.csv", `${SHEET}2025-04-25,2,They came two hours late\n`);
        isWritten = true;
        return open(path, { ...options, clock: shop.clock });
      },
    };
    await look(shop);
    expect(readdirSync(shop.path("inbox"))).not.toContain("done");
    shop.now += 60_000;
    await look(shop);
    expect(shop.read("inbox/done/r.csv")).toContain("two hours late");
    expect((await shop.run("stats", "--json")).json.imported ?? 2).toBe(2);
  });

  test("keeps an earlier file of the same name, and follows no symbolic link", async () => {
    using shop = inbox();
    shop.write("inbox/r.csv", SHEET);
    await look(shop);
    shop.write("inbox/r.csv", SHEET.replace("leak", "boiler"));
    symlinkSync("/etc/hostname", shop.path("inbox/link.csv"));
    await look(shop, "--settle", "0");
    expect(shop.has("inbox/done/r-2.csv")).toBe(true);
    expect(readFileSync(shop.path("inbox/refused/link.csv.note.txt"), "utf8")).toContain("symbolic link");
    expect(existsSync("/etc/hostname")).toBe(true);
  });

  test("goes on looking until it is stopped, and waits while the database is away", async () => {
    using shop = inbox();
    shop.write("inbox/r.csv", SHEET);
    const stopped = new Error("stopped");
    let looks = 0;
    shop.world = {
      pause: async () => {
        if (++looks === 3) throw stopped;
      },
    };
    const { out } = await shop.run("watch", shop.path("inbox"), "--source", "google");
    expect(looks).toBe(3);
    expect(out).toContain("Imported r.csv");
  });
});
