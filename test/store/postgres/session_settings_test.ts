/** Servers whose sessions are set differently, as by `alter role`. */
import { afterAll, describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { openPostgres } from "../../../src/store/postgres/mod.ts";
import { startOwnPostgres } from "../../support/postgres_server.ts";
import { skipUnless } from "../../support/tools.ts";

const server = await startOwnPostgres();
const isMissing = typeof server === "string";

describe.skipIf(skipUnless(!isMissing, `settings of sessions: ${server}`))("Sessions", () => {
  if (isMissing) return;
  afterAll(() => server[Symbol.dispose]());

  test("that show times in other zones and styles go by one clock: an activation is not put off by each renewal", async () => {
    await using admin = new SQL(server.url);
    await admin.unsafe("create role berlin superuser login");
    await admin.unsafe("alter role berlin set timezone to 'Europe/Berlin'");
    await admin.unsafe("alter role berlin set datestyle to 'German'");
    await using one = await openPostgres(server.url);
    await using other = await openPostgres(server.url.replace("postgres@", "berlin@"));
    const asked = { number: 1, heard: 0, isSilent: false, held: [1], seen: 0, wentBack: null };
    await one.activation.renew({ ...asked, server: "one" });
    const standing = await other.activation.renew({ ...asked, server: "other" });
    expect(standing?.activation?.revision).toBe(1);
    expect(standing?.activation?.inMs).toBeLessThanOrEqual(0);
  });
});
