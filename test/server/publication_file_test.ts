/** The file of a publication: what is opened is what was written, or nothing. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { completeBusiness } from "../../src/import/mod.ts";
import { searchAnswer } from "../../src/publication/mod.ts";
import {
  analystFor,
  decodePublication,
  openPublished,
  type PublishedParts,
  publishEdition,
} from "../../src/publication/publishing/mod.ts";
import {
  openFile,
  openPlace,
  placeInMemory,
  removeDrafts,
  removeOutdated,
  removeUnlisted,
  writeFile,
} from "../../src/server/publisher/publication_file.ts";
import { draftOf, importInto, NOON, storeInMemory } from "../support/drafts.ts";
import { removeReview } from "../support/one_removal.ts";
import { createSeededRandom } from "../support/seeded_random.ts";

const SITE = { baseUrl: "https://reviews.example" };
const NAME = { generation: "0123456789abcdef".repeat(2), revision: 7, publishedAt: NOON };
const folder = mkdtempSync(join(tmpdir(), "goodword-publication-"));
const path = join(folder, "goodword.sqlite.publication");
const WORDS = ["leak", "boiler", "price", "kitchen", "friendly", "Zürich", "逆止弁"];

async function publish(count: number): Promise<PublishedParts> {
  await using store = storeInMemory();
  const drafts = Array.from({ length: count }, (_, i) => {
    const text = `${WORDS[i % WORDS.length]} number ${i}, ${"they came on time and left it clean. ".repeat(12)}`;
    return draftOf({ id: `r${i}`, text, title: i % 3 === 0 ? `About the ${WORDS[i % 5]}` : null, rating: 1 + (i % 5) });
  });
  const businessAfter = () => completeBusiness({ name: "Ace", language: "en" }, null);
  await importInto(store, drafts, { now: NOON, businessAfter });
  await removeReview(store, { id: "r11", reason: "request" });
  const options = { site: SITE, analystOf: analystFor };
  return (await store.editions.read((edition) => publishEdition(edition, options))).parts;
}

let parts: PublishedParts;
beforeAll(async () => {
  // Enough for grams, of which small sets have none, and for a document that is compressed in pieces.
  parts = await publish(2600);
  writeFile(path, parts, NAME);
});
afterAll(() => rmSync(folder, { recursive: true }));

const open = (name = NAME) =>
  openFile(path, (found) => Bun.deepEquals({ ...found, length: 0 }, { ...name, length: 0 }));

/** Answers to many questions. */
function answersOf(opened: PublishedParts): unknown {
  const { publication, documents } = openPublished(opened, SITE);
  const words = [...WORDS, "leek", "number 12", "came on", "nothing of this"];
  const asked = [
    {},
    ...words.flatMap((word) => [{ query: word }, { words: word }, { words: word, sort: "relevant" as const }]),
    ...[1, 3, 5].flatMap((rating) => [{ rating }, { min_rating: rating, query: "leak" }]),
  ];
  return {
    found: asked.map((query) => searchAnswer(publication, { limit: 7, ...query } as never, { aspectOf: () => null })),
    ids: [0, 1, 500, 2598].map((at) => [publication.idAt(at), publication.ordinalOf(publication.idAt(at))]),
    reviews: [3, 1700].map((at) => publication.reviewAt(at)),
    removed: publication.removalOf("r11"),
    changes: publication.changes.page(null, { limit: 50, maxBytes: 1 << 20 }),
    insights: publication.insights,
    record: publication.record,
    documents: parts.documents.map(({ path: at }) => [at, documents.get(at)?.tags]),
  };
}

/** Of plain arrays of bytes alone, since `Buffer` is another to the comparison. */
function plain({ documents, ...rest }: PublishedParts) {
  return {
    ...rest,
    documents: documents.map(({ bodies, ...document }) => ({
      ...document,
      bodies: [...bodies].map(([coding, body]) => [coding, body.map((part) => new Uint8Array(part))]),
    })),
  };
}

describe("the file of a publication", () => {
  test("is opened with the content that was written, and gives the same results", async () => {
    const opened = await open();
    if (opened === null) throw new Error("It is not opened");
    expect(plain(opened.parts)).toEqual(plain(parts));
    expect(answersOf(opened.parts)).toEqual(answersOf(parts));
    const { place } = opened;
    expect((await openPlace(place))?.parts.data.contentDigest).toBe(parts.data.contentDigest);
    expect(plain(decodePublication(placeInMemory(parts, NAME).bytes))).toEqual(plain(parts));
  });

  test("is its owner's alone, and no draft is left beside it", () => {
    expect([statSync(path).mode & 0o777, readdirSync(folder)]).toEqual([0o600, ["goodword.sqlite.publication"]]);
  });

  test("is not opened for another revision, another instant or another generation", async () => {
    const others = [{ revision: 8 }, { publishedAt: NOON + 1 }, { generation: "f".repeat(32) }];
    expect(await Promise.all(others.map((other) => open({ ...NAME, ...other })))).toEqual([null, null, null]);
  });

  test("is not opened when it is cut off, longer, damaged anywhere, or not one at all", async () => {
    const spoiltPath = join(folder, "spoilt.publication");
    writeFile(spoiltPath, await publish(20), NAME);
    const bytes = readFileSync(spoiltPath);
    const random = createSeededRandom(48);
    const below = (count: number) => Math.floor(random.number() * count);
    const variants = Array.from({ length: 200 }, (_, at): Uint8Array => {
      if (at % 4 === 0) return bytes.slice(0, at < 40 ? at * 4 : below(bytes.length));
      if (at % 4 === 1) return Buffer.concat([bytes, new Uint8Array(1 + below(100))]);
      const spoilt = new Uint8Array(bytes);
      // The header is small, and as likely to be hit.
      const place = at % 8 === 2 ? below(72) : below(bytes.length);
      spoilt[place] = (spoilt[place] ?? 0) ^ (1 << below(8));
      return spoilt;
    });
    const foreign = ["", "goodword", "SQLite format 3\0", "x".repeat(100_000)].map((text) => Buffer.from(text));
    const opened: number[] = [];
    for (const [at, variant] of [...variants, ...foreign].entries()) {
      writeFileSync(spoiltPath, variant);
      if ((await openFile(spoiltPath, () => true)) !== null) opened.push(at);
    }
    rmSync(spoiltPath);
    expect([opened, await openFile(folder, () => true), await openFile(spoiltPath, () => true)]).toEqual([
      [],
      null,
      null,
    ]);
  });

  test("replaced by another still works for a server that has it open", async () => {
    const opened = await open();
    if (opened === null) throw new Error("It is not opened");
    const answers = JSON.stringify(answersOf(opened.parts));
    const smaller = { ...parts, documents: [] };
    writeFile(path, smaller, { ...NAME, revision: 8 });
    // What was found sound is not there any more.
    expect([await open(), await openPlace(opened.place)]).toEqual([null, null]);
    expect(JSON.stringify(answersOf(opened.parts))).toBe(answers);
    writeFile(path, parts, NAME);
  });

  test("is deleted when it is of another revision than the database", () => {
    removeOutdated(path, 7);
    expect(readdirSync(folder)).toHaveLength(1);
    removeOutdated(path, 8);
    expect(readdirSync(folder)).toEqual([]);
    removeOutdated(path, 8);
  });

  test("is deleted from a folder of its own when its database is renamed or removed", () => {
    const databases = join(folder, "databases");
    const publications = join(folder, "publications");
    for (const made of [databases, publications]) mkdirSync(made);
    writeFileSync(join(databases, "kept.sqlite"), "");
    for (const name of ["kept", "renamed"]) writeFileSync(join(publications, `${name}.sqlite.publication`), "");
    writeFileSync(join(publications, "of somebody else"), "");
    removeUnlisted(publications, databases);
    removeUnlisted(join(folder, "missing"), databases);
    expect(readdirSync(publications).sort()).toEqual(["kept.sqlite.publication", "of somebody else"]);
    for (const made of [databases, publications]) rmSync(made, { recursive: true });
  });

  test("has no drafts in a folder that a first start has yet to make", () => {
    expect(() => removeDrafts(join(folder, "missing"))).not.toThrow();
    // A wrong DATABASE_URL is reported when the database is opened.
    const file = join(folder, "file");
    writeFileSync(file, "");
    for (const path of [file, join(file, "below")]) expect(() => removeDrafts(path)).not.toThrow();
    rmSync(file);
  });

  test("that cannot be written leaves no draft", () => {
    const locked = join(folder, "locked");
    writeFileSync(locked, "");
    chmodSync(locked, 0o600);
    expect(() => writeFile(join(locked, "a.publication"), parts, NAME)).toThrow();
    expect(readdirSync(folder)).toEqual(["locked"]);
  });
});
