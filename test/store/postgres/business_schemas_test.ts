/** A schema of PostgreSQL does what every store must do, beside others on the same connections; and a server lists its schemas. */
import { describe, expect, test } from "bun:test";
import { SQL } from "bun";
import type { Store } from "../../../src/store/mod.ts";
import { openBusinessSchemas, openPostgres } from "../../../src/store/postgres/mod.ts";
import { createDatabase, sharedPostgres } from "../../support/shared_postgres.ts";
import { limitMsFor } from "../../support/test_limit.ts";
import { businessListContract } from "../contract/businesses.ts";
import { storeContract } from "../contract/contract.ts";
import { change, type StorePlace, saveReviews, storedReview } from "../contract/place.ts";

/** However busy the machine is, the database is not gone. */
const PATIENT = { answerWithinMs: limitMsFor(0) };

const server = await sharedPostgres("businesses on PostgreSQL");

if (server !== null) {
  const listUrl = ({ url }: { readonly url: string }) => `${url}?businesses=true`;
  const storeUrl = ({ url }: { readonly url: string }, business: string) => `${url}?business=${business}`;

  describe("businesses on a PostgreSQL server", () => {
    businessListContract(async () => {
      const database = await createDatabase(server);
      // As few as a thread of the console has.
      const open = () => openBusinessSchemas(listUrl(database), { connections: 2 });
      return { open, [Symbol.asyncDispose]: database[Symbol.asyncDispose] };
    });

    test("a store whose business is not listed is not made by opening it", async () => {
      await using database = await createDatabase(server);
      await expect(openPostgres(storeUrl(database, "nobody"), PATIENT)).rejects.toMatchObject({ code: "database" });
    });

    test("stores on the same connections never see each other's rows, however their calls mix", async () => {
      await using database = await createDatabase(server);
      await using list = await openBusinessSchemas(listUrl(database), PATIENT);
      const stores = await Promise.all(
        ["ace", "bee", "cab"].map(async (id) => {
          await list.add(id, `https://${id}.test`);
          return { id, store: await openPostgres(storeUrl(database, id), PATIENT) };
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
      await using database = await createDatabase(server);
      await using list = await openBusinessSchemas(listUrl(database), PATIENT);
      for (const id of ["ace", "bee"]) await list.add(id, `https://${id}.test`);
      await using ace = await openPostgres(storeUrl(database, "ace"), PATIENT);
      await using bee = await openPostgres(storeUrl(database, "bee"), PATIENT);
      const end = Promise.withResolvers<void>();
      const long = ace.reviews.write(() => end.promise);
      expect(await change(bee)).toBe(1);
      end.resolve();
      await long;
    });
  });

  const shared = await createDatabase(server);
  let places = 0;
  storeContract("a schema of PostgreSQL", async (): Promise<StorePlace> => {
    const business = `place-${places++}`;
    await using list = await openBusinessSchemas(listUrl(shared), PATIENT);
    await list.add(business, `https://${business}.test`);
    const plain = new SQL({ url: shared.url, max: 1 });
    const clock = `"business_${business}".test_clock`;
    await plain.unsafe(`create table ${clock} as select 1767614400000::bigint as instant`);
    const stores: Store[] = [];
    return {
      async connect() {
        const options = { ...PATIENT, clock: "select instant from test_clock" };
        const store = await openPostgres(storeUrl(shared, business), options);
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
