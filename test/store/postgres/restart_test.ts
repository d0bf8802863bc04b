/** The database's server ends and comes back: so do its clients, by themselves. */
import { beforeEach, describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { openLink } from "../../../soak/fleet/link.ts";
import { Connection, ConnectionPools } from "../../../src/store/postgres/connection.ts";
import { openPostgres } from "../../../src/store/postgres/mod.ts";
import { startService } from "../../support/goodword_process.ts";
import { startOwnPostgres } from "../../support/postgres_server.ts";
import { sharedPostgres } from "../../support/shared_postgres.ts";
import { eventually } from "../../support/wait.ts";
import { change } from "../contract/place.ts";

const server = await sharedPostgres("restarts of PostgreSQL", startOwnPostgres);

describe.if(server !== null)("After a restart of PostgreSQL", () => {
  if (server === null) return;
  beforeEach(() => server.start());

  test.each(["fast", "immediate"] as const)(
    "a pool all of whose connections were lost (%s) answers reads and writes again, and lost nothing",
    async (mode) => {
      await using store = await openPostgres(server.url, { connections: 4 });
      const before = await change(store);
      await Promise.all(Array.from({ length: 4 }, () => store.reviews.read(async () => null)));
      server.stop(mode);
      const failed = store.editions.state().then(
        () => "an answer",
        (error) => error.code,
      );
      expect(await failed).toBe("database");
      server.start();
      await eventually("the store answers", () => store.editions.state().catch(() => null));
      expect(await change(store)).toBe(before + 1);
      const all = await Promise.all(Array.from({ length: 8 }, () => store.editions.state()));
      expect(all.map(({ revision }) => revision)).toEqual(all.map(() => before + 1));
    },
  );

  test("a transaction that was under way has failed, and left nothing", async () => {
    await using store = await openPostgres(server.url);
    const before = await change(store);
    const writing = store.reviews.write(async (writes) => {
      await writes.recordChange({ command: "test", at: writes.now, lines: [{ detail: {} }] });
      server.stop();
      server.start();
      await writes.recordChange({ command: "test", at: writes.now, lines: [{ detail: {} }] });
    });
    await expect(writing).rejects.toMatchObject({ code: "database" });
    const state = await eventually("the store answers", () => store.editions.state().catch(() => null));
    expect(state.revision).toBe(before);
  });

  test("connections that are dead without a word, as those to a lost machine, are replaced, and writes go on", async () => {
    await using link = await openLink(Number(new URL(server.url).port));
    await using store = await openPostgres(`postgres://postgres@127.0.0.1:${link.port}/postgres`, { connections: 3 });
    const before = await change(store);
    const uses: (() => Promise<unknown>)[] = [() => store.editions.state(), () => store.reviews.read(async () => null)];
    await Promise.all(uses.flatMap((use) => Array.from({ length: 6 }, use)));
    link.abandon();
    await eventually("the store answers", () => store.editions.state().catch(() => null));
    expect(await eventually("a write", () => change(store).catch(() => null))).toBeGreaterThan(before);
  });

  test("what waits for a dead connection fails within seconds, also where questions are answered on another", async () => {
    await using link = await openLink(Number(new URL(server.url).port));
    await using store = await openPostgres(`postgres://postgres@127.0.0.1:${link.port}/postgres`, { connections: 3 });
    const before = await change(store);
    const underWay = Promise.withResolvers<void>();
    const held = store.reviews.read(() => underWay.promise).catch((error) => error.code);
    link.abandon();
    await eventually("an answer", () => store.editions.state().catch(() => null));
    await expect(change(store)).rejects.toMatchObject({ code: "database" });
    expect(await held).toBe("database");
    expect(await eventually("a write", () => change(store).catch(() => null))).toBeGreaterThan(before);
  });

  test("a server that hangs in a write of the hub holds up the others for seconds only", async () => {
    const pools = [1, 2].map(() => new ConnectionPools({ open: () => new SQL({ url: server.url, max: 2 }) }));
    const [hanging, other] = pools.map((each) => new Connection(each, { schema: null, clock: "select 0" }));
    if (hanging === undefined || other === undefined) throw new Error("There are two");
    const begun = Promise.withResolvers<void>();
    const forever = Promise.withResolvers<void>();
    const hangs = hanging
      .write("hub", () => {
        begun.resolve();
        return forever.promise;
      })
      .catch((error) => error.code);
    await begun.promise;
    expect(await other.write("hub", async () => "written")).toBe("written");
    forever.resolve();
    expect(await hangs).toBe("database");
    await Promise.all(pools.map((each) => each.close()));
  });

  test("a server is ready again after the restart, and shows a later import", async () => {
    await using service = await startService({
      environment: {
        DATABASE_URL: server.url,
        HOST: "127.0.0.1",
        PORT: "0",
        LOG_FORMAT: "json",
        GOODWORD_SEED: "none",
        CONSOLE_PORT: "0",
      },
    });
    const readiness = async () => (await fetch(`${service.url}/readyz`)).status;
    const revision = async () => /^goodword_revision (\d+)$/m.exec(await service.figures());
    await eventually("readiness", async () => (await readiness()) === 200);
    server.stop();
    await eventually("unreadiness", async () => (await readiness()) === 503);
    server.start();
    await eventually("readiness", async () => (await readiness()) === 200);
    await using store = await openPostgres(server.url);
    const changed = await change(store);
    await eventually("the change", async () => Number((await revision())?.[1]) === changed);
  });

  test("a server whose database takes no writes, as on a full disk, is not ready, and answers from what it has", async () => {
    await using service = await startService({
      environment: { DATABASE_URL: server.url, HOST: "127.0.0.1", PORT: "0", LOG_FORMAT: "json" },
    });
    const status = async (path: string) => (await fetch(service.url + path)).status;
    await eventually("readiness", async () => (await status("/readyz")) === 200);
    await using client = new SQL({ url: server.url, max: 1 });
    await client.unsafe(`create function no_room() returns trigger language plpgsql
      as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
    await client.unsafe("create trigger no_room before insert or update on fleet execute function no_room()");
    await service.logged("Not ready: the database cannot be written");
    expect(await status("/readyz")).toBe(503);
    expect(await status("/healthz")).toBe(200);
    expect(await status("/reviews.json")).toBe(200);
    await client.unsafe("drop function no_room() cascade");
    await service.logged("Ready again");
    // A lease lasts two seconds, which a busy machine may miss now and then.
    await eventually("readiness again", async () => (await status("/readyz")) === 200);
  });
});
