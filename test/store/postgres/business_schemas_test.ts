/** A schema of PostgreSQL does what every store must do, beside others on the same connections; and a server lists its schemas. */
import { afterAll, describe, expect, test } from "bun:test";
import { SQL } from "bun";
import type { Store } from "../../../src/store/mod.ts";
import { openBusinessSchemas, openPostgres } from "../../../src/store/postgres/mod.ts";
import { startPostgres } from "../../support/postgres_server.ts";
import { limitMsFor } from "../../support/test_limit.ts";
import { skipUnless } from "../../support/tools.ts";
import { businessListContract } from "../contract/businesses.ts";
import { storeContract } from "../contract/contract.ts";
import { change, type StorePlace, saveReviews, storedReview } from "../contract/place.ts";

/** However busy the machine is, the database is not gone. */
const PATIENT = { answerWithinMs: limitMsFor(0) };

const server = await startPostgres();
const isStarted = typeof server !== "string";

test.skipIf(skipUnless(isStarted, `businesses on PostgreSQL: ${server}`))("PostgreSQL is at hand", () => {});

if (isStarted) {
  const { url: serverUrl } = server;
  const admin = new SQL({ url: serverUrl, max: 1 });
  let places = 0;
  afterAll(async () => {
    await admin.close();
    server[Symbol.dispose]();
  });

  async function createDatabase(): Promise<{ readonly url: string } & AsyncDisposable> {
    const name = `many_${places++}`;
    await admin.unsafe(`create database ${name}`);
    const url = new URL(serverUrl);
    url.pathname = name;
    url.searchParams.set("businesses", "true");
    return {
      url: url.href,
      [Symbol.asyncDispose]: async () => void (await admin.unsafe(`drop database ${name} with (force)`)),
    };
  }

  function storeUrl(url: string, business: string): string {
    const store = new URL(url);
    store.searchParams.delete("businesses");
    store.searchParams.set("business", business);
    return store.href;
  }

  describe("businesses on a PostgreSQL server", () => {
    businessListContract(async () => {
      const database = await createDatabase();
      // As few as a thread of the console has.
      const open = () => openBusinessSchemas(database.url, { connections: 2 });
      return { open, [Symbol.asyncDispose]: database[Symbol.asyncDispose] };
    });

    test("a store whose business is not listed is not made by opening it", async () => {
      await using database = await createDatabase();
      await expect(openPostgres(storeUrl(database.url, "nobody"), PATIENT)).rejects.toMatchObject({ code: "database" });
    });

    test("stores on the same connections never see each other's rows, however their calls mix", async () => {
      await using database = await createDatabase();
      await using list = await openBusinessSchemas(database.url, PATIENT);
      const stores = await Promise.all(
        ["ace", "bee", "cab"].map(async (id) => {
          await list.add(id, `https://${id}.test`);
          return { id, store: await openPostgres(storeUrl(database.url, id), PATIENT) };
        }),
      );
      await Promise.all(
        Array.from({ length: 60 }, async (_, at) => {
          const { id, store } = stores[at % stores.length] ?? expect.unreachable();
          await saveReviews(store, storedReview({ id: `${id}-${at}` }));
          await change(store);
          const seen = await store.editions.read(async ({ reviews }) => {
            const ids: string[] = [];
            for await (const rows of reviews) ids.push(...rows.map((row) => row.id));
            return ids;
          });
          expect(seen.filter((review) => !review.startsWith(id))).toEqual([]);
        }),
      );
      for (const { store } of stores) {
        expect((await store.editions.state()).revision).toBe(20);
        await store[Symbol.asyncDispose]();
      }
    });

    test("a long write of one business holds up no other", async () => {
      await using database = await createDatabase();
      await using list = await openBusinessSchemas(database.url, PATIENT);
      for (const id of ["ace", "bee"]) await list.add(id, `https://${id}.test`);
      await using ace = await openPostgres(storeUrl(database.url, "ace"), PATIENT);
      await using bee = await openPostgres(storeUrl(database.url, "bee"), PATIENT);
      const end = Promise.withResolvers<void>();
      const long = ace.reviews.write(() => end.promise);
      expect(await change(bee)).toBe(1);
      end.resolve();
      await long;
    });
  });

  const shared = createDatabase();
  storeContract("a schema of PostgreSQL", async (): Promise<StorePlace> => {
    const { url } = await shared;
    const business = `place-${places++}`;
    await using list = await openBusinessSchemas(url, PATIENT);
    await list.add(business, `https://${business}.test`);
    const plain = new SQL({ url: url.replace(/\?.*/, ""), max: 1 });
    const clock = `"business_${business}".test_clock`;
    await plain.unsafe(`create table ${clock} as select 1767614400000::bigint as instant`);
    const stores: Store[] = [];
    return {
      async connect() {
        const options = { ...PATIENT, clock: "select instant from test_clock" };
        const store = await openPostgres(storeUrl(url, business), options);
        stores.push(store);
        return store;
      },
      pass: async (ms) => void (await plain.unsafe(`update ${clock} set instant = instant + $1`, [ms])),
      async [Symbol.asyncDispose]() {
        for (const store of stores) await store[Symbol.asyncDispose]();
        await plain.close();
      },
    };
  });
}
