/** The transparency log as it is published, signed and served, and what becomes of it through loss and restoring. */

import { describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { LogTiles, proofFor } from "../../src/api/mod.ts";
import { logPath, PATHS } from "../../src/http/paths.ts";
import { identityBytes } from "../../src/http/representation.ts";
import {
  checkProof,
  commitmentTo,
  isSignedBy,
  leafHash,
  makeSigningKey,
  publicForm,
  readBundle,
  readCheckpoint,
  readEntry,
  readProof,
  readSalt,
  readVerifierKey,
  rootAt,
  rootOf,
  tilePath,
  type VerifierKey,
} from "../../src/log/mod.ts";
import { checkLog } from "../../src/owner/check_log.ts";
import { openPublished, type Published } from "../../src/publication/publishing/mod.ts";
import type { Review } from "../../src/review/mod.ts";
import { openPlace, placeInMemory } from "../../src/server/publisher/publication_file.ts";
import { publishDatabase } from "../../src/server/publisher/publish_database.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { actsOf } from "../store/contract/transparency_log.ts";
import { reviewsFile, Workshop } from "../support/command_line.ts";

const SITE = { baseUrl: "https://reviews.example" };
const ORIGIN = "reviews.example/log";

interface Given {
  readonly logKey?: string | null;
  readonly isReadOnly?: boolean;
  readonly before?: Published | null;
  readonly site?: typeof SITE;
}

/** What a server would serve. */
async function publish(shop: Workshop, { logKey = null, isReadOnly = false, before = null, site = SITE }: Given = {}) {
  const order = { databasePath: shop.database, site, isReadOnly, logKey, checksIntegrity: false };
  const kept = before && placeInMemory(before.parts, { generation: "", revision: 1, publishedAt: 1 });
  const from = { release: "1", file: null, before: kept, reviewCount: 0, held: kept ? 1 : 0, othersHold: 0, log: null };
  const { place } = await publishDatabase({ ...order, ...from });
  const placed = await openPlace(place);
  if (placed === null) throw new Error("What was published is not there");
  return openPublished(placed.parts, site);
}

function textOf({ parts }: Published, path: string): string | null {
  const document = parts.documents.find((each) => each.path === path);
  return document === undefined ? null : new TextDecoder().decode(identityBytes(document));
}

function keyOf(published: Published): VerifierKey {
  const key = readVerifierKey(textOf(published, PATHS.logKey)?.split("\n")[0] ?? "");
  if (key === null) throw new Error("There is no key");
  return key;
}

function checkpointOf(published: Published, number = 1) {
  const checkpoint = readCheckpoint(textOf(published, `${logPath(number)}/checkpoint`) ?? "");
  if (checkpoint === null) throw new Error("There is no checkpoint");
  return checkpoint;
}

async function withStore<T>(shop: Workshop, use: (store: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  await using store = openDatabase(shop.database, { clock: shop.clock });
  return await use(store);
}

const faultsOf = (shop: Workshop) => withStore(shop, async (store) => (await checkLog(store)).faults);
const acts = (shop: Workshop) => withStore(shop, (store) => actsOf(store));

async function importInto(shop: Workshop, ...reviews: readonly Record<string, unknown>[]) {
  const ran = await shop.run("import", shop.write("reviews.json", reviewsFile(...reviews)));
  expect(ran).toMatchObject({ code: 0 });
}

async function filled(...ids: readonly string[]): Promise<Workshop> {
  const shop = new Workshop();
  await importInto(shop, ...ids.map((id) => ({ id })));
  return shop;
}

describe("what is served", () => {
  test("a checkpoint is signed with the revision, by a key that only its owner can read", async () => {
    using shop = await filled("a", "b");
    const published = await publish(shop);
    const checkpoint = checkpointOf(published);
    expect(checkpoint).toMatchObject({ origin: ORIGIN, size: 2 });
    expect(isSignedBy(checkpoint.note, keyOf(published))).toBeTrue();
    expect(keyOf(published).name).toBe(ORIGIN);
    expect(statSync(`${shop.database}.log-key`).mode & 0o077).toBe(0);
    expect(published.publication.record?.log).toEqual({ path: "/log", entries: 2, unsigned_since: null, lost: null });
  });

  test("tiles and bundles are those of C2SP tlog-tiles, and lead to the checkpoint", async () => {
    using shop = await filled(...Array.from({ length: 300 }, (_, at) => `r${at}`));
    const { root, size } = checkpointOf(await publish(shop));
    await withStore(shop, async (store) => {
      const tiles = new LogTiles(store.transparencyLog);
      const bytesAt = async (path: string) => {
        const tile = await tiles.at(`/log/${path}`);
        return tile === null ? null : new Uint8Array(await tile.body.arrayBuffer());
      };
      const read = async (level: number, index: number, width: number) =>
        (await bytesAt(tilePath({ level, index, width }))) ?? new Uint8Array();
      expect(Buffer.from(await rootAt(size, read))).toEqual(Buffer.from(root));
      const bundles = [await bytesAt("tile/entries/000"), await bytesAt("tile/entries/001.p/44")];
      const entries = bundles.flatMap((bundle) => readBundle(bundle ?? new Uint8Array()));
      expect(Buffer.from(rootOf(entries.map(leafHash)))).toEqual(Buffer.from(root));
      expect(entries.map((entry) => readEntry(new TextDecoder().decode(entry))?.n)).toEqual(entries.map((_, n) => n));
      expect((await bytesAt("tile/1/000.p/1"))?.length).toBe(32);
      for (const path of ["tile/0/002", "tile/entries/001", "tile/entries/001.p/45", "tile/0/000.p/256", "tile/x"]) {
        expect(await bytesAt(path)).toBeNull();
      }
      expect(await tiles.at("/log/2/tile/0/000")).toBeNull();
      expect(tiles.document("/log/tile/entries/000")).toBeDefined();
    });
  });

  test("a published review is proved by its proof, and its entry commits to what is served", async () => {
    using shop = await filled("a", "b", "c");
    const published = await publish(shop);
    await withStore(shop, async (store) => {
      for (const id of ["a", "b", "c"]) {
        const found = await proofFor(id, published, store.transparencyLog);
        const proof = readProof(found?.proof ?? "");
        const entry = readEntry(found?.entry ?? "");
        if (found === null || proof === null || entry === null || !("review" in entry)) throw new Error("no proof");
        const leaf = leafHash(new TextEncoder().encode(found.entry));
        expect(checkProof(proof, leaf, keyOf(published))).toMatchObject({ kind: "holds" });
        const { publication } = published;
        const review = publication.reviewAt(publication.ordinalOf(id) ?? -1) as Review;
        expect(entry.commitment).toBe(commitmentTo(publicForm(review), readSalt(found.salt) ?? new Uint8Array()));
      }
      expect(await proofFor("d", published, store.transparencyLog)).toBeNull();
    });
  });

  test("the log of the sample is empty, and signed", async () => {
    using shop = new Workshop();
    const sample = JSON.parse(reviewsFile({ id: "a" }));
    sample.business.is_sample = true;
    await shop.run("import", shop.write("sample.json", JSON.stringify(sample)));
    const published = await publish(shop);
    expect(checkpointOf(published).size).toBe(0);
    expect(published.publication.logPlaceAt(0)).toBeNull();
    expect(await faultsOf(shop)).toEqual([]);
  });

  test("an incremental publication has the same log as a full one", async () => {
    using shop = await filled("a", "b", "c");
    const first = await publish(shop);
    await shop.run("reply", "b", "Thank you");
    const next = await publish(shop, { before: first });
    const full = await publish(shop);
    expect(textOf(next, PATHS.logCheckpoint)).toBe(textOf(full, PATHS.logCheckpoint));
    for (const at of [0, 1, 2]) expect(next.publication.logPlaceAt(at)).toEqual(full.publication.logPlaceAt(at));
    expect(next.publication.logPlaceAt(next.publication.ordinalOf("b") ?? -1)).toMatchObject({ index: 3, changes: 1 });
  });
});

describe("a database of before", () => {
  test("enters the log once, with the reason existing", async () => {
    using shop = await filled("a", "b");
    await shop.run("withhold", "b", "--reason", "abuse");
    await shop.withStore(({ file }) => {
      file.run("DELETE FROM log_entries");
      file.run("DELETE FROM keys WHERE name = 'log'");
      file.run("UPDATE reviews SET log_index = NULL, log_salt = NULL, log_since = NULL");
    });
    rmSync(`${shop.database}.log`, { recursive: true });
    await publish(shop);
    await publish(shop);
    expect(await acts(shop)).toEqual(["published a existing"]);
    expect(await faultsOf(shop)).toEqual([]);
  });
});

describe("the key", () => {
  test("once lost leaves the last checkpoint, the record dates the last signature, and reviews are still published", async () => {
    using shop = await filled("a");
    const before = textOf(await publish(shop), PATHS.logCheckpoint);
    rmSync(`${shop.database}.log-key`);
    await importInto(shop, { id: "b" });
    const published = await publish(shop);
    expect(published.publication.reviewCount).toBe(2);
    expect(textOf(published, PATHS.logCheckpoint)).toBe(before);
    expect(textOf(published, PATHS.logKey)).toBeNull();
    expect(published.publication.record?.log).toMatchObject({ entries: 2, unsigned_since: expect.any(String) });
    expect(existsSync(`${shop.database}.log-key`)).toBe(false);
    expect((await shop.run("doctor")).out).toMatch(/key is missing.*log-key new/s);
  });

  test("can be renewed: the old one signs with the new one until it is deleted", async () => {
    using shop = await filled("a");
    const old = keyOf(await publish(shop));
    expect((await shop.run("log-key", "new")).out).toContain("The old key signs as well");
    const published = await publish(shop);
    expect(keyOf(published).vkey).not.toBe(old.vkey);
    const { note } = checkpointOf(published);
    expect(isSignedBy(note, old)).toBeTrue();
    expect(isSignedBy(note, keyOf(published))).toBeTrue();
    rmSync(`${shop.database}.log-key`);
    expect((await shop.run("log-key", "new")).out).toContain("not signed by an old one");
    const renewed = await publish(shop);
    expect(isSignedBy(checkpointOf(renewed).note, old)).toBeFalse();
    expect(renewed.publication.record?.log.unsigned_since).toBeNull();
    expect((await shop.run("doctor")).out).not.toContain("key is missing");
  });

  test("of LOG_KEY is used in place of the file, and two servers sign the same bytes", async () => {
    using shop = await filled("a");
    const logKey = makeSigningKey(ORIGIN, new Uint8Array(32).fill(3)).skey;
    const one = await publish(shop, { logKey });
    const other = await publish(shop, { logKey });
    expect(keyOf(one).vkey).toBe(keyOf(other).vkey);
    expect(textOf(one, PATHS.logCheckpoint)).toBe(textOf(other, PATHS.logCheckpoint));
    expect(existsSync(`${shop.database}.log-key`)).toBe(false);
  });

  test("stays with a new address, whose origin the checkpoint has", async () => {
    using shop = await filled("a");
    const old = keyOf(await publish(shop));
    const published = await publish(shop, { site: { baseUrl: "https://new.example/reviews" } });
    expect(checkpointOf(published).origin).toBe("new.example/reviews/log");
    expect(isSignedBy(checkpointOf(published).note, old)).toBeTrue();
  });
});

describe("loss and restoring", () => {
  test("a restored backup extends the log with what differs, and never cuts it", async () => {
    using shop = await filled("a", "b", "c");
    const backup = shop.path("backup.sqlite");
    await publish(shop);
    await shop.run("backup", backup);
    await shop.run("reply", "a", "Thank you");
    await shop.run("remove", "b", "--reason", "request");
    await importInto(shop, { id: "d" });
    const seen = checkpointOf(await publish(shop));
    const before = await acts(shop);
    for (const end of ["", "-wal", "-shm"]) rmSync(`${shop.database}${end}`, { force: true });
    copyFileSync(backup, shop.database);
    const published = await publish(shop);
    expect((await acts(shop)).slice(0, before.length)).toEqual(before);
    expect((await acts(shop)).slice(before.length).sort()).toEqual([
      "changed a restored",
      "removed d restored",
      "shown b restored",
    ]);
    expect(checkpointOf(published).size).toBeGreaterThan(seen.size);
    await withStore(shop, async (store) => {
      const root = await store.transparencyLog.read(({ tiles }) => rootAt(seen.size, tiles));
      expect(Buffer.from(root)).toEqual(Buffer.from(seen.root));
    });
    expect(await faultsOf(shop)).toEqual([]);
    await shop.run("reply", "c", "Thank you, too");
    expect(await faultsOf(shop)).toEqual([]);
  });

  test("a database that is lost loses no log: the next one goes on where it was", async () => {
    using shop = await filled("a", "b");
    const seen = checkpointOf(await publish(shop));
    for (const end of ["", "-wal", "-shm"]) rmSync(`${shop.database}${end}`, { force: true });
    await importInto(shop, { id: "a" }, { id: "c" });
    expect(await acts(shop)).toEqual(["published a", "published b", "changed a", "published c", "removed b restored"]);
    const published = await publish(shop);
    expect(checkpointOf(published).size).toBe(5);
    expect(isSignedBy(checkpointOf(published).note, keyOf(published))).toBeTrue();
    expect(seen.size).toBe(2);
    expect(await faultsOf(shop)).toEqual([]);
  });

  test("a log that is lost all the same is followed by another, which names what was last known of it", async () => {
    using shop = await filled("a", "b");
    const backup = shop.path("backup.sqlite");
    await shop.run("backup", backup);
    await importInto(shop, { id: "c" });
    const seen = checkpointOf(await publish(shop));
    for (const end of ["", "-wal", "-shm"]) rmSync(`${shop.database}${end}`, { force: true });
    copyFileSync(backup, shop.database);
    rmSync(`${shop.database}.log/1/entries`, { recursive: true });
    const published = await publish(shop);
    expect(textOf(published, PATHS.logCheckpoint)).toBeNull();
    expect(checkpointOf(published, 2)).toMatchObject({ origin: `${ORIGIN}/2`, size: 3 });
    const lost = { origin: ORIGIN, size: 3, root: Buffer.from(seen.root).toString("base64") };
    expect(published.publication.record?.log).toMatchObject({ path: "/log/2", lost });
    expect(await acts(shop)).toEqual(["succeeded", "published a existing", "published b existing"]);
    expect(await faultsOf(shop)).toEqual([]);
    await shop.run("reply", "a", "Thanks");
    expect(checkpointOf(await publish(shop), 2).size).toBe(4);
    expect(await faultsOf(shop)).toEqual([]);
  });

  test("nothing is signed below what was signed before, nor beside it", async () => {
    using shop = await filled("a", "b");
    const seen = await publish(shop);
    await shop.withStore(({ file }) => {
      file.run("UPDATE log_entries SET entry = replace(entry, '\"rating\":5', '\"rating\":4') WHERE n = 0");
    });
    const published = await publish(shop, { before: seen });
    expect(textOf(published, PATHS.logCheckpoint)).toBe(textOf(seen, PATHS.logCheckpoint));
    expect((await faultsOf(shop)).length).toBeGreaterThan(0);
  });

  test("an entry that a crash has cut in its copy is completed", async () => {
    using shop = await filled("a", "b");
    const path = `${shop.database}.log/1/entries/000`;
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, whole.length - 30));
    expect(await faultsOf(shop)).toEqual([]);
    await shop.run("reply", "a", "Thanks");
    expect(readFileSync(path).subarray(0, whole.length)).toEqual(whole);
    expect(readBundle(readFileSync(path))).toHaveLength(3);
  });

  test("a read-only store is served with what was signed before", async () => {
    using shop = await filled("a");
    const before = textOf(await publish(shop), PATHS.logCheckpoint);
    expect(textOf(await publish(shop, { isReadOnly: true }), PATHS.logCheckpoint)).toBe(before);
  });
});

describe("erasure", () => {
  test("an erased review leaves nothing of its text, name or salt, and the proof of its presence still holds", async () => {
    using shop = await filled("a", "b");
    const words = {
      text: "Zebedee was terribly late on Tuesday",
      author: { name: "Xanthippe Q.", is_anonymous: false },
    };
    await importInto(shop, { id: "erased", ...words });
    const published = await publish(shop);
    const proof = await withStore(shop, (store) => proofFor("erased", published, store.transparencyLog));
    await shop.run("remove", "erased", "--reason", "privacy");
    const after = await publish(shop);
    const backup = shop.path("backup.sqlite");
    await shop.run("backup", backup);
    const files = readdirSync(shop.folder, { recursive: true, encoding: "utf8" })
      .map((name) => shop.path(name))
      .filter((path) => statSync(path).isFile() && !path.endsWith("reviews.json"));
    expect(files).toContain(`${shop.database}.log/1/entries/000`);
    for (const secret of [words.text, words.author.name, proof?.salt ?? "none"]) {
      const holding = files.filter((path) => readFileSync(path).includes(secret));
      expect([secret, holding]).toEqual([secret, []]);
    }
    const leaf = leafHash(new TextEncoder().encode(proof?.entry ?? ""));
    const read = readProof(proof?.proof ?? "");
    expect(read && checkProof(read, leaf, keyOf(after))).toMatchObject({ kind: "holds" });
    expect(await faultsOf(shop)).toEqual([]);
  });
});
