import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { watchLog } from "../../src/log/mod.ts";
import { reviewsFile, Workshop } from "../support/command_line.ts";

const reviews = Array.from({ length: 45 }, (_, at) => ({
  id: `r${at}`,
  date: `2026-04-${String(1 + (at % 28)).padStart(2, "0")}`,
  text: `They fixed the boiler in room ${at}`,
}));

let shop: Workshop;
const at = (path: string) => join(shop.path("site"), path);
const publish = (...more: string[]) => shop.run("publish", shop.path("site"), ...more);

beforeAll(async () => {
  shop = new Workshop();
  const business = {
    name: "Ace Plumbing",
    telephone: "+13125550142",
    services: [{ id: "boilers", name: "Boilers", keywords: ["boiler"] }],
  };
  shop.write("reviews.json", JSON.stringify({ ...JSON.parse(reviewsFile(...reviews)), business }));
  await shop.run("import", "reviews.json");
});
afterAll(() => shop[Symbol.dispose]());

function filesOfSite(): Map<string, string> {
  const paths = readdirSync(at(""), { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(at(path)).isFile(),
  );
  return new Map(paths.map((path) => [path, readFileSync(at(path), "utf8")]));
}

describe("goodword publish", () => {
  test("writes pages, documents, feeds, badges and the log, and names what is left out", async () => {
    const { code, out, err } = await publish();
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/site: \d+ files written, 0 unchanged, 0 deleted\nLeft out.*search.*hub and MCP\n$/);
    for (const path of [
      "index.html",
      "404.html",
      "verification/index.html",
      "record/index.html",
      "de/index.html",
      "embed/index.html",
      "reviews/r0/index.html",
      "reviews/index.html",
      "reviews/page/3/index.html",
      "services/boilers/index.html",
      "reviews.json",
      "insights.json",
      "record.json",
      "reviews.csv",
      "reviews.ndjson",
      "feed.xml",
      "api/feed.json",
      "api/reviews/r0",
      "badge.svg",
      "card.svg",
      "card.pdf",
      "share.png",
      "embed.js",
      "robots.txt",
      "sitemap.xml",
      "llms.txt",
      "log/checkpoint",
      "log/key",
      "log/tile/entries/000.p/45",
      "log/tile/0/000.p/45",
      "log/reviews.ndjson",
      "_headers",
      ".htaccess",
      ".nojekyll",
    ]) {
      expect({ path, isThere: existsSync(at(path)) }).toEqual({ path, isThere: true });
    }
  });

  test("leads from no page to anything that is not there", () => {
    const dead = [...filesOfSite()].flatMap(([path, html]) => {
      if (!path.endsWith(".html")) return [];
      const links = [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(
        ([, link = ""]) => new URL(link, "https://reviews.goodword.test"),
      );
      return links
        .filter(({ origin }) => origin === "https://reviews.goodword.test")
        .filter(
          ({ pathname, search }) => search !== "" || !(existsSync(at(pathname)) || existsSync(at(`${pathname}.html`))),
        )
        .map(({ href }) => `${path}: ${href}`);
    });
    expect(dead).toEqual([]);
    const texts = [...filesOfSite()]
      .filter(([path]) => /\.(html|xml|txt)$|feed\.json$/.test(path))
      .map(([, text]) => text);
    expect(texts.filter((text) => /\/mcp\b|websub\/hub|\/docs\b|<search|[?]rating=/.test(text))).toEqual([]);
  });

  test("can be watched like a server", async () => {
    const ask = async (path: string) => {
      const isThere = existsSync(at(path));
      return { status: isThere ? 200 : 404, body: isThere ? new Uint8Array(readFileSync(at(path))) : new Uint8Array() };
    };
    const { findings, shown } = await watchLog({ ask, before: null, now: shop.now });
    expect({ findings, shown }).toEqual({ findings: [], shown: 45 });
  });

  test("writes nothing again where nothing has changed, and after a reply only what shows it", async () => {
    expect((await publish("--json")).json).toMatchObject({ written: 0, deleted: 0 });
    const before = filesOfSite();
    await shop.run("reply", "r7", "Thank you");
    await publish();
    const changed = [...filesOfSite()].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
    const shows =
      /^(reviews\/r7\/|api\/reviews\/r7$|reviews\/(page\/\d+\/)?index|(\w\w\/)?(index|services|record)|[\w.]+\.\w+$|api\/|log\/|\.goodword)/;
    expect(changed.filter((path) => !shows.test(path))).toEqual([]);
    expect(changed).toContain("reviews/r7/index.html");
    expect(changed.filter((path) => path.startsWith("reviews/r"))).toEqual(["reviews/r7/index.html"]);
  });

  test("takes away what is taken down", async () => {
    await shop.run("remove", "r9", "--reason", "request");
    expect((await publish("--json")).json.deleted).toBeGreaterThan(0);
    expect(existsSync(at("reviews/r9"))).toBe(false);
    expect(readFileSync(at("reviews.json"), "utf8")).not.toContain('in room 9"');
  });

  test("goes on where it was cut short, and refuses a file and whatever is not its own", async () => {
    writeFileSync(at("index.html.unfinished"), "half");
    writeFileSync(at(".goodword-site.unfinished"), "half");
    expect((await publish()).code).toBe(0);
    writeFileSync(at("notes.txt"), "mine");
    expect((await publish()).err).toContain("contains files that were not published there: notes.txt");
    expect((await shop.run("publish", shop.path("reviews.json"))).err).toContain("reviews.json: not a folder");
    expect((await shop.run("publish", shop.folder)).err).toContain("not published there");
  });
});
