/** PGlite does what every store must do, as far as one session can: it needs nothing but this package, on any machine. */
import { afterAll } from "bun:test";
import type { Store } from "../../../src/store/mod.ts";
import { openPostgres } from "../../../src/store/postgres/mod.ts";
import { startPglite } from "../../support/pglite_server.ts";
import { limitMsFor } from "../../support/test_limit.ts";
import { storeContract } from "../contract/contract.ts";
import type { StorePlace } from "../contract/place.ts";

/** However busy the machine is, the database is not gone. */
const PATIENT = { answerWithinMs: limitMsFor(0) };

const server = await startPglite();
afterAll(() => server[Symbol.asyncDispose]());

async function openPlace(): Promise<StorePlace> {
  await server.run("create table test_clock as select 1767614400000::bigint as instant");
  const stores: Store[] = [];
  return {
    async connect() {
      const store = await openPostgres(server.url, {
        ...PATIENT,
        clock: "select instant from test_clock",
        connections: 4,
      });
      stores.push(store);
      return store;
    },
    pass: async (ms) => void (await server.run(`update test_clock set instant = instant + ${ms}`)),
    async [Symbol.asyncDispose]() {
      for (const store of stores) await store[Symbol.asyncDispose]();
      await server.reset();
    },
  };
}

storeContract("PGlite", openPlace, { hasSessions: false });
