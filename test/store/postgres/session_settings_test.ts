/** Servers whose sessions are set differently, as by `alter role`. */
import { expect, test } from "bun:test";
import { SQL } from "bun";
import { openPostgres } from "../../../src/store/postgres/mod.ts";
import { startOwnPostgres } from "../../support/postgres_server.ts";
import { sharedPostgres } from "../../support/shared_postgres.ts";

const server = await sharedPostgres("settings of sessions", startOwnPostgres);

if (server !== null) {
  test("sessions that show times in other zones and styles go by one clock: an activation is not put off by each renewal", async () => {
    await using admin = new SQL(server.url);
    await admin.unsafe("create role berlin superuser login");
    await admin.unsafe("alter role berlin set timezone to 'Europe/Berlin'");
    await admin.unsafe("alter role berlin set datestyle to 'German'");
    await using one = await openPostgres(server.url);
    await using other = await openPostgres(server.url.replace("postgres@", "berlin@"));
    await one.activation?.renew({ server: "one", held: 1 });
    const answer = await other.activation?.renew({ server: "other", held: 1 });
    expect(answer?.activation).toMatchObject({ revision: 1, previous: null });
    expect(answer?.activation.inMs).toBeLessThanOrEqual(0);
  });
}
