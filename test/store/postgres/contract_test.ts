/** PostgreSQL does what every store must do: here what depends on sessions; all of it in a schema (business_schemas_test.ts) and over PGlite. */

import { SQL } from "bun";
import type { Store } from "../../../src/store/mod.ts";
import { openPostgres } from "../../../src/store/postgres/mod.ts";
import { createDatabase, sharedPostgres } from "../../support/shared_postgres.ts";
import { limitMsFor } from "../../support/test_limit.ts";
import { storeContract } from "../contract/contract.ts";
import type { StorePlace } from "../contract/place.ts";

/** However busy the machine is, the database is not gone. */
const PATIENT = { answerWithinMs: limitMsFor(0) };

const server = await sharedPostgres("the contract over PostgreSQL");

if (server !== null) {
  const openPlace = async (): Promise<StorePlace> => {
    const database = await createDatabase(server);
    const sql = new SQL({ url: database.url, max: 1 });
    await sql.unsafe("create table test_clock as select 1767614400000::bigint as instant");
    const stores: Store[] = [];
    return {
      async connect() {
        const store = await openPostgres(database.url, {
          ...PATIENT,
          clock: "select instant from test_clock",
          connections: 4,
        });
        stores.push(store);
        return store;
      },
      pass: async (ms) => void (await sql.unsafe("update test_clock set instant = instant + $1", [ms])),
      async [Symbol.asyncDispose]() {
        for (const store of stores) await store[Symbol.asyncDispose]();
        await sql.close();
        await database[Symbol.asyncDispose]();
      },
    };
  };
  storeContract("PostgreSQL", openPlace, { isOnlyOfSessions: true });
}
