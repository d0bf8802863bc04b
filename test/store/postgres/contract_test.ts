/** PostgreSQL does what every store must do: here what depends on sessions; all of it in a schema (business_schemas_test.ts) and over PGlite. */

import { afterAll, test } from "bun:test";
import { SQL } from "bun";
import type { Store } from "../../../src/store/mod.ts";
import { openPostgres } from "../../../src/store/postgres/mod.ts";
import { startPostgres } from "../../support/postgres_server.ts";
import { limitMsFor } from "../../support/test_limit.ts";
import { skipUnless } from "../../support/tools.ts";
import { storeContract } from "../contract/contract.ts";
import type { StorePlace } from "../contract/place.ts";

/** However busy the machine is, the database is not gone. */
const PATIENT = { answerWithinMs: limitMsFor(0) };

const server = await startPostgres();
const isStarted = typeof server !== "string";

test.skipIf(skipUnless(isStarted, `the contract over PostgreSQL: ${server}`))("PostgreSQL is at hand", () => {});

if (isStarted) {
  const admin = new SQL({ url: server.url, max: 1 });
  afterAll(async () => {
    await admin.close();
    server[Symbol.dispose]();
  });
  let places = 0;
  const openPlace = async (): Promise<StorePlace> => {
    const name = `place_${places++}`;
    await admin.unsafe(`create database ${name}`);
    const url = new URL(server.url);
    url.pathname = name;
    const database = new SQL({ url: url.href, max: 1 });
    await database.unsafe("create table test_clock as select 1767614400000::bigint as instant");
    const stores: Store[] = [];
    return {
      async connect() {
        const store = await openPostgres(url.href, {
          ...PATIENT,
          clock: "select instant from test_clock",
          connections: 4,
        });
        stores.push(store);
        return store;
      },
      pass: async (ms) => void (await database.unsafe("update test_clock set instant = instant + $1", [ms])),
      async [Symbol.asyncDispose]() {
        for (const store of stores) await store[Symbol.asyncDispose]();
        await database.close();
        await admin.unsafe(`drop database ${name} with (force)`);
      },
    };
  };
  storeContract("PostgreSQL", openPlace, { isOnlyOfSessions: true });
}
