/** Servers of one PostgreSQL database build a publication once. */
import { describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { PATHS } from "../../../src/http/paths.ts";
import { identityBytes } from "../../../src/http/representation.ts";
import { makeSigningKey } from "../../../src/log/mod.ts";
import { checkLog } from "../../../src/owner/check_log.ts";
import { decodePublication, type PublishedParts } from "../../../src/publication/publishing/mod.ts";
import type { BuildRequest, BuiltPublication } from "../../../src/server/publisher/build_request.ts";
import { generationOf } from "../../../src/server/publisher/generation.ts";
import { publishDatabase } from "../../../src/server/publisher/publish_database.ts";
import { publishShared } from "../../../src/server/publisher/publish_shared.ts";
import type { SharedPublications, Store } from "../../../src/store/mod.ts";
import { openPostgres } from "../../../src/store/postgres/mod.ts";
import { createDatabase, sharedPostgres } from "../../support/shared_postgres.ts";
import { eventually } from "../../support/wait.ts";
import { saveReviews, storedReview } from "../contract/place.ts";

const server = await sharedPostgres("publishing from PostgreSQL");
const SITE = { baseUrl: "https://reviews.goodword.test" };

describe.if(server !== null)("publishDatabase() on PostgreSQL", () => {
  if (server === null) return;
  const openPlace = async () => {
    const database = await createDatabase(server);
    const store = await openPostgres(database.url);
    const sql = new SQL({ url: database.url, max: 2 });
    const { publications } = store;
    if (publications === null) throw new Error("PostgreSQL has shared publications");
    return {
      url: database.url,
      store,
      publications,
      sql,
      publish: (fields: Partial<BuildRequest> = {}) => publishFrom(database.url, fields),
      [Symbol.asyncDispose]: async () => {
        await store[Symbol.asyncDispose]();
        await sql.close();
        await database[Symbol.asyncDispose]();
      },
    };
  };

  test("one of several servers builds, the others load the same", async () => {
    await using place = await openPlace();
    await importOne(place.store);
    const all = await Promise.all([place.publish(), place.publish(), place.publish()]);
    expect(all.map(isBuilt).filter(Boolean)).toHaveLength(1);
    const [first, ...others] = all.map(partsOf);
    for (const parts of others) expect(parts.data).toStrictEqual(first?.data as PublishedParts["data"]);
    for (const each of all) expect(each).toMatchObject({ unkept: null, unstored: null });
  });

  test("servers that write at once make one log, of which each signs the same bytes at a size", async () => {
    await using place = await openPlace();
    await importOne(place.store);
    const logKey = makeSigningKey("reviews.example/log", new Uint8Array(32).fill(5)).skey;
    await using other = await openPostgres(place.url);
    const signed = new Map<string, Set<string>>();
    const publishing = async (store: Store) => {
      const parts = partsOf(await place.publish({ logKey }));
      const document = parts.documents.find(({ path }) => path === PATHS.logCheckpoint);
      const checkpoint = document === undefined ? "" : new TextDecoder().decode(identityBytes(document));
      const [, size = ""] = checkpoint.split("\n");
      signed.set(size, (signed.get(size) ?? new Set()).add(checkpoint));
      return store;
    };
    await Promise.all(
      [place.store, other].map(async (store, server) => {
        for (let change = 0; change < 12; change++) {
          await store.reviews.write(async (writes) => {
            await writes.changeReview("a1", { text: `server ${server}, change ${change}` });
            await writes.recordChange({ command: "test", at: writes.now, lines: [] });
          });
          await publishing(store);
        }
      }),
    );
    expect(await checkLog(place.store)).toMatchObject({ size: 25, faults: [] });
    expect(signed.size).toBeGreaterThan(1);
    for (const [size, checkpoints] of signed) expect([size, checkpoints.size]).toEqual([size, 1]);
  });

  test("a change is built by one of them, and replaces the stored publication", async () => {
    await using place = await openPlace();
    await importOne(place.store);
    await place.publish();
    await importOne(place.store, { id: "b2" });
    const again = await place.publish();
    expect(isBuilt(again)).toBe(true);
    expect(partsOf(again).data.dates.length).toBe(2);
    const stored = await place.sql.unsafe("select revision::int from artefacts");
    expect([...stored]).toEqual([{ revision: 2 }]);
    expect(isBuilt(await place.publish())).toBe(false);
  });

  test("a server of other settings builds for itself", async () => {
    await using place = await openPlace();
    await importOne(place.store);
    await place.publish();
    const other = await place.publish({ site: { baseUrl: "https://other.goodword.test" } });
    expect(isBuilt(other)).toBe(true);
    expect(isBuilt(await place.publish())).toBe(false);
  });

  test.each([
    ["its bytes are damaged", "update artefact_pieces set bytes = bytes || '\\x00' where number = 0"],
    ["a piece is lost", "delete from artefact_pieces where number = 0"],
    ["another restored history came to the same revision", "update artefacts set published_at = published_at - 1"],
  ])("it is rebuilt and stored when %s", async (_, spoil) => {
    await using place = await openPlace();
    await importOne(place.store);
    await place.publish();
    await place.sql.unsafe(spoil);
    expect(isBuilt(await place.publish())).toBe(true);
    expect(isBuilt(await place.publish())).toBe(false);
  });

  test("a server that cannot store what it built returns the reason", async () => {
    await using place = await openPlace();
    await importOne(place.store);
    await place.sql.unsafe("alter table artefact_pieces add check (number < 0)");
    const built = await place.publish();
    expect(isBuilt(built)).toBe(true);
    expect(built).toMatchObject({ unkept: null, unstored: expect.stringContaining("violates check") });
  });

  test("a server that finds the newest revision claimed waits for it, though the store has gone on since", async () => {
    await using place = await openPlace();
    await importOne(place.store);
    const stored = await storedAside(place, place.publish);
    await importOne(place.store, { id: "b2" });
    const publishing = await place.publications.claim(generationOf(ORDER), async () => {
      const build = () => Promise.reject(new Error("another server builds"));
      const outcome = publishShared(place.store as Store & { publications: SharedPublications }, ORDER, build);
      await eventually("the claim is waited for", async () => (await claimsOf(place.sql, "not granted")).length === 1);
      await place.publications.put(stored.name, stored.pieces);
      return { outcome };
    });
    const loaded = await publishing.outcome;
    expect([isBuilt(loaded), partsOf(loaded).data.revision]).toEqual([false, 1]);
  });

  test("a server loads what others hold before it builds anything newer", async () => {
    await using place = await openPlace();
    await importOne(place.store);
    await place.publish();
    await importOne(place.store, { id: "b2" });
    const loaded = await place.publish({ held: 0, othersHold: 1 });
    expect(partsOf(loaded).data.revision).toBe(1);
    expect(partsOf(await place.publish({ held: 1, othersHold: 1 })).data.revision).toBe(2);
  });

  test("a claim ends with its connection, and what is made under it is kept", async () => {
    await using place = await openPlace();
    const killed = place.publications.claim(generationOf(ORDER), () => new Promise(() => {}));
    killed.catch(() => {});
    await eventually("the claim is held", async () => (await claimsOf(place.sql)).length === 1);
    const [holder] = await claimsOf(place.sql);
    await place.sql.unsafe("select pg_terminate_backend($1)", [holder.pid]);
    await importOne(place.store);
    expect(isBuilt(await place.publish())).toBe(true);
  });
});

const ORDER: BuildRequest = {
  databasePath: "",
  site: SITE,
  release: "1",
  file: null,
  before: null,
  reviewCount: 0,
  isReadOnly: false,
  checksIntegrity: false,
  logKey: null,
  held: 0,
  othersHold: 0,
  log: null,
};

function publishFrom(databasePath: string, fields: Partial<BuildRequest>): Promise<BuiltPublication> {
  return publishDatabase({ ...ORDER, databasePath, ...fields });
}

function isBuilt({ took }: BuiltPublication): boolean {
  return "built_ms" in took;
}

/** A store that servers share has no file. */
function partsOf({ place }: BuiltPublication): PublishedParts {
  if (place.kind === "file") throw new Error("It is in a file");
  return decodePublication(place.bytes);
}

async function importOne(store: Store, fields: Parameters<typeof storedReview>[0] = {}): Promise<void> {
  await saveReviews(store, storedReview(fields));
  await store.reviews.write((writes) =>
    writes.recordChange({ command: "test", at: writes.now, lines: [{ detail: {} }] }),
  );
}

/** Takes a publication out of the store, to be put there again. */
async function storedAside(place: { publications: SharedPublications; sql: SQL }, publish: () => Promise<unknown>) {
  await publish();
  const name = await place.publications.newest(generationOf(ORDER));
  if (name === null) throw new Error("nothing was stored");
  const pieces = await Array.fromAsync(place.publications.read(name));
  await place.sql.unsafe("delete from artefact_pieces");
  await place.sql.unsafe("delete from artefacts");
  return { name, pieces };
}

function claimsOf(sql: SQL, which = "granted") {
  return sql.unsafe(`select pid from pg_locks where locktype = 'advisory' and classid = 1298230117 and ${which}`);
}
