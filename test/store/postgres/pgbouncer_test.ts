/** A pooler between the program and its database, which each release of PgBouncer has its own limits for. */
import { describe, expect, test } from "bun:test";
import type { Store } from "../../../src/store/mod.ts";
import { openPostgres } from "../../../src/store/postgres/mod.ts";
import { startPgBouncer } from "../../support/pgbouncer.ts";
import { startOwnPostgres } from "../../support/postgres_server.ts";
import { sharedPostgres } from "../../support/shared_postgres.ts";
import { isMissing } from "../../support/tools.ts";
import { change, findReview, saveReviews, storedReview } from "../contract/place.ts";

const isAbsent = isMissing("pgbouncer");
const server = await sharedPostgres("PgBouncer", async () => (isAbsent ? "no PgBouncer" : startOwnPostgres()));

describe.if(server !== null)("Behind PgBouncer", () => {
  if (server === null) return;

  /** Reads and writes by both of two clients, so that each is given connections that the other has used. */
  async function useBoth(url: string): Promise<readonly unknown[]> {
    const stores: Store[] = [];
    try {
      for (let client = 0; client < 2; client++) stores.push(await openPostgres(url));
      const uses = stores.map(async (store, at) => {
        await saveReviews(store, storedReview({ id: `r${at}` }));
        await change(store);
        return (await findReview(store, `r${at}`))?.id;
      });
      return await Promise.all(uses);
    } finally {
      for (const store of stores) await store[Symbol.asyncDispose]();
    }
  }

  test("in session mode everything works", async () => {
    await using pooler = await startPgBouncer(server.url, "session");
    expect(await useBoth(pooler.url)).toEqual(["r0", "r1"]);
  });

  test("in transaction mode everything works where prepared statements are passed on, and an error names the remedy otherwise", async () => {
    await using pooler = await startPgBouncer(server.url, "transaction");
    const used = useBoth(pooler.url);
    if (pooler.passesStatements) expect(await used).toEqual(["r0", "r1"]);
    else await expect(used).rejects.toThrow(/session mode, or PgBouncer 1\.21 or later with max_prepared_statements/);
  });
});
