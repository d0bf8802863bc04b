/** A database that the first release has left: it opens, is brought up to date, and says so. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { contentHash, reviewIdOf } from "../../src/review/mod.ts";
import { Workshop } from "../support/command_line.ts";
import { fileOfFirstRelease } from "../support/first_release.ts";

/** The schema of release 1.0.0. */
const SCHEMA = new URL("../../drizzle/0002_release_1_0_0.sql", import.meta.url);

const LEAK = "They came within the hour, found the leak behind the wall and left the kitchen spotless.";
const ROWS = [
  { source: "google maps", sourceId: "1001", date: "2026-03-02", rating: 5, author: "Jane D.", text: LEAK },
  { source: "google", sourceId: "1001", date: "2026-03-02", rating: 5, author: "Jane D.", text: LEAK },
  { source: "yelp.com", sourceId: null, date: "2026-03-03", rating: 5, author: "Jane D.", text: LEAK },
  { source: "google maps", sourceId: null, date: "2026-04-01", rating: 4, author: "A customer", text: "Good" },
  { source: "google maps", sourceId: null, date: "2026-04-02", rating: 4, author: "Kim P.", text: "Good work" },
] as const;
type Row = (typeof ROWS)[number];

const HEADER = "Review ID,Date,Rating,Review,Reviewer,Source";

function csvOf(...rows: readonly Row[]): string {
  const lines = rows.map(({ sourceId, date, rating, text, author, source }) =>
    [sourceId ?? "", date, rating, `"${text}"`, author === "A customer" ? "" : author, source].join(","),
  );
  return [HEADER, ...lines].join("\n");
}

function idOf({ source, sourceId, date, rating, author, text }: Row): string {
  const hash = contentHash({ source, date, rating, authorName: author === "A customer" ? "" : author, text });
  return reviewIdOf({ id: null, source, sourceId, contentHash: hash });
}

/** The fourth and the fifth row are removed as that release removed reviews where `removed` names them. */
function firstRelease(removed: readonly Row[] = []): Workshop {
  const shop = new Workshop();
  using file = new Database(shop.database, { create: true });
  for (const statement of readFileSync(SCHEMA, "utf8").split("--> statement-breakpoint")) file.run(statement);
  file.run("PRAGMA journal_mode = WAL");
  file.run("INSERT INTO edition (id, revision, published_at) VALUES (1, 7, 1000)");
  const business = { name: "Ace", type: "Plumber", services: [], technicians: [], service_areas: [], time_zone: "UTC" };
  file.query("INSERT INTO business (id, profile) VALUES (1, ?)").run(JSON.stringify({ ...business, language: "en" }));
  for (const row of ROWS) {
    const { source, sourceId, date, rating, author, text } = row;
    if (removed.includes(row)) {
      const hash = author === "A customer" ? null : contentHash({ source, date, rating, authorName: author, text });
      file
        .query(
          `INSERT INTO removals (id, source, source_id, reason, removed_at, was_published, suppressed, content_hash)
          VALUES (?, ?, ?, 'request', 2000, 1, 1, ?)`,
        )
        .run(idOf(row), source, sourceId, hash);
    } else {
      file
        .query(
          `INSERT INTO reviews (id, source, source_id, date, rating, text, author_name, is_anonymous, verification_method,
            edited, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'platform', 0, 1000, 1000)`,
        )
        .run(idOf(row), source, sourceId, date, rating, text, author, author === "A customer" ? 1 : 0);
    }
  }
  file.run("PRAGMA user_version = 3");
  file.run(`PRAGMA application_id = ${0x476f6f64}`);
  return shop;
}

async function sourcesIn(shop: Workshop): Promise<string[]> {
  const { reviews } = (await shop.run("list", "--json")).json;
  return [...new Set<string>(reviews.map(({ source }: { source: string }) => source))].sort();
}

async function readersSee(shop: Workshop): Promise<string> {
  return (await shop.run("export")).out;
}

describe("a database of the first release", () => {
  test("is brought up to date by the first command, which says so, once", async () => {
    using shop = firstRelease();
    const { err } = await shop.run("list");
    expect(err).toMatch(
      /^goodword: .*goodword\.sqlite: brought up to date from schema version 3 to \d+; 3 reviews renamed to registered sources \(google maps and yelp\.com\); 1 review that stood there once more under another spelling removed; see goodword log\n$/,
    );
    expect((await shop.run("list")).err).toBe("");
    expect(await sourcesIn(shop)).toEqual(["google", "yelp"]);
    const { out } = await shop.run("log", "--limit", "3");
    expect(out).toContain("google maps → google");
    expect(out).toContain("The review was removed: Duplicate of another review.");
  });

  test.each([
    ["of one of the two is kept", null, "Thank you, Jane", "Thank you, Jane"],
    ["of the one that stays is kept where both have one", "Glad to help", "Thank you, Jane", "Glad to help"],
  ])("an answer %s", async (_, stays, removed, kept) => {
    using shop = firstRelease();
    using file = new Database(shop.database);
    for (const [row, reply] of [
      [ROWS[1], stays],
      [ROWS[0], removed],
    ] as const) {
      const date = reply === null ? null : "2026-03-05";
      file.query("UPDATE reviews SET (reply_text, reply_date) = (?, ?) WHERE id = ?").run(reply, date, idOf(row));
    }
    const { reviews } = JSON.parse(await readersSee(shop));
    const twins = reviews.filter(({ id }: { id: string }) => id === idOf(ROWS[0]) || id === idOf(ROWS[1]));
    expect(twins).toMatchObject([{ reply: { text: kept } }]);
  });

  test("tells of what it renamed and merged at /api/changes", async () => {
    using shop = firstRelease();
    await shop.withStore(async ({ editions }) => {
      await editions.read(async ({ revision, history, reviews }) => {
        const { revisions, withdrawals } = await history();
        expect(revisions.map((each) => each.revision)).toEqual([7, 8]);
        expect(withdrawals).toEqual([{ id: idOf(ROWS[0]), revision: 8 }]);
        const rows = (await Array.fromAsync(reviews)).flat();
        const renamed = rows.filter(({ id }) => id !== idOf(ROWS[1]));
        expect(renamed.map(({ changedIn }) => changedIn)).toEqual(renamed.map(() => revision));
      });
    });
  });

  test("takes its own files again without a new review, and the second time without any change", async () => {
    using shop = firstRelease();
    shop.write("all.csv", csvOf(...ROWS.filter(({ source }) => source !== "google")));
    shop.write("google.csv", csvOf(ROWS[1]));
    const method = ["--verified-by", "platform"];
    const first = await shop.run("import", "all.csv", ...method, "--json");
    expect(first.json).toMatchObject({ new: 0, changed: 0, unchanged: 4 });
    const seen = await readersSee(shop);
    for (const file of ["all.csv", "google.csv"]) {
      expect((await shop.run("import", file, ...method, "--json")).json).toMatchObject({ new: 0, changed: 0 });
    }
    expect(await readersSee(shop)).toBe(seen);
    expect(JSON.parse(seen).reviews).toHaveLength(3);
  });

  test("keeps out what was removed there, whatever it is known by", async () => {
    for (const removed of [ROWS[0], ROWS[3], ROWS[4]]) {
      using shop = firstRelease([removed]);
      shop.write("again.csv", csvOf(removed));
      const { json } = await shop.run("import", "again.csv", "--verified-by", "platform", "--json");
      expect(json).toMatchObject({ new: 0 });
    }
    using shop = firstRelease([ROWS[4]]);
    shop.write("spelled.csv", csvOf({ ...ROWS[4], source: "Google" } as unknown as Row));
    const { json } = await shop.run("import", "spelled.csv", "--verified-by", "platform", "--json");
    expect(json).toMatchObject({ new: 0 });
  });
});

describe("a file that release 1.0.0 has made", () => {
  function leftBehind(): Workshop {
    const shop = new Workshop();
    shop.write("goodword.sqlite", fileOfFirstRelease());
    return shop;
  }

  test("has the schema that a new database begins with", () => {
    using shop = leftBehind();
    using left = new Database(shop.database);
    using begun = new Database(":memory:");
    for (const statement of readFileSync(SCHEMA, "utf8").split("--> statement-breakpoint")) begun.run(statement);
    expect(schemaOf(begun)).toEqual(schemaOf(left));
  });

  test("is brought up to date with its reviews, answers, removals, proofs, subscriptions and log", async () => {
    using shop = leftBehind();
    const { err } = await shop.run("list");
    expect(err).toContain("brought up to date from schema version 3 to ");
    expect(err).toContain(
      "4 reviews renamed to registered sources (google maps and yelp.com); 1 review that stood there",
    );
    const { reviews } = (await shop.run("list", "--json")).json;
    expect(reviews).toHaveLength(8);
    expect((await shop.run("stats", "--json")).json).toMatchObject({ revision: 6, replied: 1, subscriptions: 1 });
    const { out } = await shop.run("log");
    for (const command of ["import", "verify", "reply", "remove", "migrate"]) expect(out).toContain(` ${command} `);
    expect((await shop.run("doctor")).out).toContain("1 review counts as verified by a shortened name alone");
    shop.write("removed.csv", `${HEADER}\n,2026-04-02,4,Good work,Kim P.,google maps\n`);
    const again = await shop.run("import", "removed.csv", "--verified-by", "platform", "--json");
    expect(again.json).toMatchObject({ new: 0, suppressed: 1 });
  });
});

/** Tables with their columns, and the words of indexes and triggers. */
function schemaOf(file: Database): unknown[] {
  const parts = file.query<{ type: string; name: string; sql: string | null }, []>(
    "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name",
  );
  return parts.all().map(({ type, name, sql }) => {
    return [name, type === "table" ? file.query(`PRAGMA table_info('${name}')`).all() : sql];
  });
}
