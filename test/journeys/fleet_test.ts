/** A short round of `bun run test:fleet`: three servers on one PostgreSQL, one of which is killed under the eyes of readers. */
import { expect, test } from "bun:test";
import { playFleet } from "../../soak/fleet/play.ts";
import { postgresTools } from "../support/postgres_server.ts";
import { skipUnless } from "../support/tools.ts";

const MISSING = "several servers on one PostgreSQL: there is none here (Debian package postgresql-15)";

test.skipIf(skipUnless(postgresTools() !== null, MISSING))(
  "readers of three servers never go back when one is killed, and nothing that was acknowledged is lost",
  async () => {
    const report = await playFleet({ seconds: 3, faults: ["kill"], seed: 1, readers: 2 });
    expect(report).toMatchObject({ faults: [] });
    expect(typeof report === "string" ? 0 : report.reads).toBeGreaterThan(0);
    expect(typeof report === "string" ? 0 : report.played.kill).toBeGreaterThan(0);
  },
);
