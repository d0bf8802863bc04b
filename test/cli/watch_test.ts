import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { type DroppedFile, OpenedDrop, openDropFolder, putAway, settledFiles } from "../../src/cli/commands/watch.ts";
import { Workshop } from "../support/command_line.ts";
import { skipUnless } from "../support/tools.ts";

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
  test("a refused file is noted as a failing import, of which the owner is notified", async () => {
    using shop = inbox();
    shop.write("inbox/r.csv", SHEET);
    await look(shop);
    shop.write("inbox/r.csv", "Wann,Wie\n1,2\n");
    expect((await look(shop)).out).toContain("Refused r.csv");
    expect(await shop.withStore((store) => store.reviews.read((reads) => reads.setting("import_failure")))).toMatch(
      /since":\d/,
    );
  });

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

  test("imports a text with a control character without it, and notes where it was", async () => {
    using shop = inbox();
    shop.write("inbox/r.csv", SHEET.replace("leak", "le\u000bak"));
    await look(shop);
    expect(shop.read("inbox/done/r.csv.note.txt")).toMatch(/Removed 1 control character: .*: row 2: text \(U\+000B\)/);
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
    const { open } = await import("../../src/store/sqlite/mod.ts").then(({ openDatabase }) => ({ open: openDatabase }));
    let isWritten = false;
    shop.context = {
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

  test.each(["done", "refused"])(
    "moves nothing through a planted link named %s, and goes on once it is gone",
    async (name) => {
      using shop = inbox();
      shop.write("elsewhere/.keep", "");
      symlinkSync(shop.path("elsewhere"), shop.path(`inbox/${name}`));
      shop.write("inbox/r.csv", SHEET);
      let looks = 0;
      shop.context = {
        pause: async () => {
          if (++looks === 1) expect(readdirSync(shop.path("elsewhere"))).toEqual([".keep"]);
          if (looks === 1) rmSync(shop.path(`inbox/${name}`));
          if (looks === 2) throw new Error("stopped");
        },
      };
      const { out, err } = await shop.run("watch", shop.path("inbox"), "--source", "google");
      expect(err).toContain(`inbox/${name}: not a folder, or a symbolic link, which is not followed; remove it`);
      expect(out).toContain("Imported r.csv");
      expect(readdirSync(shop.path("elsewhere"))).toEqual([".keep"]);
      expect(shop.has("inbox/done/r.csv")).toBe(true);
    },
  );

  test("says of a planted destination that it is refused, with exit code 1", async () => {
    using shop = inbox();
    symlinkSync("nowhere", shop.path("inbox/done"));
    shop.write("inbox/r.csv", SHEET);
    expect(await look(shop)).toMatchObject({ code: 1, err: expect.stringContaining("inbox/done: not a folder") });
    expect(shop.has("inbox/r.csv")).toBe(true);
  });

  test("writes no note through a planted link, and replaces none", async () => {
    using shop = inbox();
    const secret = shop.write("secret.txt", "as it was");
    shop.write("inbox/done/.keep", "");
    symlinkSync(secret, shop.path("inbox/done/r.csv.note.txt"));
    symlinkSync(shop.path("nowhere"), shop.path("inbox/done/r-2.csv"));
    shop.write("inbox/r.csv", SHEET);
    await look(shop);
    expect(shop.read("secret.txt")).toBe("as it was");
    expect(shop.read("inbox/done/r-3.csv")).toBe(SHEET);
    expect(shop.read("inbox/done/r-3.csv.note.txt")).toContain("1 new");
  });

  test("reads no link that takes a file's place once it is seen, nor moves what took it", async () => {
    using shop = inbox();
    const secret = shop.write("secret.csv", SHEET.replace("leak", "secret"));
    shop.write("inbox/r.csv", SHEET);
    const { openDatabase } = await import("../../src/store/sqlite/mod.ts");
    shop.context = {
      open: async (path, options) => {
        rmSync(shop.path("inbox/r.csv"));
        symlinkSync(secret, shop.path("inbox/r.csv"));
        return openDatabase(path, { ...options, clock: shop.clock });
      },
    };
    expect((await look(shop)).out).toContain("Nothing to import");
    expect((await shop.run("list", "--json")).json.reviews.map(({ text }: { text: string }) => text)).toEqual([
      "They fixed the leak well",
    ]);
    expect(lstatSync(shop.path("inbox/r.csv")).isSymbolicLink()).toBe(true);
  });

  test("opens a file as it was seen, or not at all", () => {
    using shop = inbox();
    const secret = shop.write("secret.csv", SHEET);
    for (const name of ["link", "other", "pipe", "gone", "same"]) shop.write(`inbox/${name}`, SHEET);
    using folder = openDropFolder(shop.path("inbox"));
    const files = settledFiles(folder, shop.now, 0);
    const opened = (name: string) => OpenedDrop.open(folder, files.find((file) => file.name === name) as DroppedFile);
    for (const name of ["link", "pipe", "gone"]) rmSync(shop.path(`inbox/${name}`));
    symlinkSync(secret, shop.path("inbox/link"));
    Bun.spawnSync(["mkfifo", shop.path("inbox/pipe")]);
    shop.write("inbox/other", `${SHEET}more`);
    for (const name of ["link", "other", "pipe", "gone"]) expect(opened(name)).toBeNull();
    using same = opened("same");
    expect(same?.isUnchanged()).toBe(true);
  });

  test("puts files into the folder that it opened, though another stands in its place", () => {
    using shop = inbox();
    shop.write("elsewhere/done/.keep", "");
    shop.write("inbox/r.csv", SHEET);
    using folder = openDropFolder(shop.path("inbox"));
    const [file] = settledFiles(folder, shop.now, 0);
    renameSync(shop.path("inbox"), shop.path("moved"));
    symlinkSync(shop.path("elsewhere"), shop.path("inbox"));
    if (existsSync("/proc/self/fd")) {
      putAway(folder, file as DroppedFile, "done", "a note");
      expect(shop.read("moved/done/r.csv")).toBe(SHEET);
    } else {
      expect(() => putAway(folder, file as DroppedFile, "done", "a note")).toThrow("replaced");
    }
    expect(readdirSync(shop.path("elsewhere/done"))).toEqual([".keep"]);
  });

  test.skipIf(skipUnless(process.getuid?.() !== 0, "a file that may not be read: root may read every file"))(
    "refuses a file that it may not read, and goes on",
    async () => {
      using shop = inbox();
      chmodSync(shop.write("inbox/a.csv", SHEET), 0o000);
      shop.write("inbox/b.csv", SHEET);
      await look(shop);
      expect(shop.read("inbox/refused/a.csv.note.txt")).toContain("permission denied");
      expect(shop.has("inbox/done/b.csv")).toBe(true);
    },
  );

  test("goes on looking until it is stopped, and waits while the database is away", async () => {
    using shop = inbox();
    shop.write("inbox/r.csv", SHEET);
    const stopped = new Error("stopped");
    let looks = 0;
    shop.context = {
      pause: async () => {
        if (++looks === 3) throw stopped;
      },
    };
    const { out } = await shop.run("watch", shop.path("inbox"), "--source", "google");
    expect(looks).toBe(3);
    expect(out).toContain("Imported r.csv");
  });
});
