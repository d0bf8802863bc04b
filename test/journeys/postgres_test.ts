/** A PostgreSQL database in place of the file: the same commands, and several servers that show the same. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { inspectBackup } from "../../src/owner/back_up.ts";
import { spawnGoodword, startService } from "../support/goodword_process.ts";
import { startPostgres } from "../support/postgres_server.ts";
import { skipUnless } from "../support/tools.ts";
import { eventually } from "../support/wait.ts";

const SEED = new URL("../../seed/reviews.json", import.meta.url).pathname;
const server = await startPostgres();
const url = typeof server === "string" ? "" : server.url;

describe.skipIf(skipUnless(url !== "", `the journeys over PostgreSQL: ${server}`))(
  "DATABASE_URL=postgres://...",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "goodword-postgres-journey-"));
    const environment = { BASE_URL: "https://reviews.goodword.test", HOST: "127.0.0.1", PORT: "0", LOG_FORMAT: "json" };
    const over = (database: string) => ({ environment: { ...environment, DATABASE_URL: database } });
    const onFile = over(`file:${join(folder, "goodword.sqlite")}`);
    const onServer = over(url);
    const run = (args: readonly string[], where: typeof onFile) => spawnGoodword([...args], where).ended;

    beforeAll(async () => {
      expect(await run(["import", SEED], onFile)).toMatchObject({ code: 0 });
      expect(await run(["export", join(folder, "file.json")], onFile)).toMatchObject({ code: 0 });
      expect(await run(["import", join(folder, "file.json")], onServer)).toMatchObject({ code: 0 });
    });

    afterAll(() => {
      if (typeof server !== "string") server[Symbol.dispose]();
      rmSync(folder, { recursive: true, force: true });
    });

    test("exports to the byte what was exported from a file, but for the digest, which knows what was withheld there", async () => {
      expect(await run(["export", join(folder, "server.json")], onServer)).toMatchObject({ code: 0 });
      const exported = (name: string) =>
        readFileSync(join(folder, name), "utf8").replace(/"revision":"[0-9a-f]{32}"/, '"revision":""');
      expect(exported("server.json")).toBe(exported("file.json"));
    });

    test("takes the same import again as nothing new, and names itself without a password", async () => {
      const { code, out } = await run(["import", join(folder, "file.json"), "--json"], onServer);
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ new: 0, changed: 0, database: url });
    });

    test("is backed up as a file, and recovered into an empty database", async () => {
      const copy = join(folder, "copy.sqlite");
      expect((await run(["backup", copy], onServer)).code).toBe(0);
      expect(inspectBackup(copy)).toBe("whole");
      const listed = async (where: typeof onServer) => JSON.parse((await run(["list", "--json"], where)).out);
      await using admin = new SQL({ url, max: 1 });
      await admin.unsafe("create database recovered");
      const into = over(Object.assign(new URL(url), { pathname: "/recovered" }).href);
      expect((await run(["recover", copy, "--json"], onServer)).err).toContain("not empty");
      expect(await run(["recover", copy], into)).toMatchObject({ code: 0 });
      expect((await listed(into)).reviews).toEqual((await listed(onServer)).reviews);
    });

    test("is diagnosed, counted and listed as a file is", async () => {
      const said = async (args: readonly string[], where: typeof onFile) => {
        const { code, out } = await run([...args, "--json"], where);
        expect(code).toBe(0);
        return JSON.parse(out);
      };
      const { findings } = await said(["doctor"], onServer);
      expect(findings).toContainEqual({
        level: "fine",
        about: "database",
        message: "revision 1; use pg_amcheck to look for damage",
      });
      const file = await said(["stats"], onFile);
      const counted = await said(["stats"], onServer);
      expect(counted.aggregate_rating).toEqual(file.aggregate_rating);
      const history: readonly { revision: number; command: string }[] = await said(["log"], onServer);
      expect(history.find(({ command }) => command !== "backup")).toMatchObject({ revision: 1, command: "import" });
      const first = ["list", "--limit", "1"];
      expect((await said(first, onServer)).reviews).toEqual((await said(first, onFile)).reviews);
    });

    test("is served by two servers at once, which both show a removal", async () => {
      const services = [await startService(onServer), await startService(onServer)];
      try {
        const tags = async () => {
          const answers = await Promise.all(
            services.map((each) => fetch(`${each.url}/reviews.json`, { method: "HEAD" })),
          );
          return new Set(answers.map(({ headers }) => headers.get("etag")));
        };
        const before = await eventually("both servers show the same", async () => {
          const shown = await tags();
          return shown.size === 1 && !shown.has(null) ? shown : null;
        });
        const [{ id }] = JSON.parse(readFileSync(join(folder, "file.json"), "utf8")).reviews;
        expect(await run(["remove", id, "--reason", "request"], onServer)).toMatchObject({ code: 0 });
        await eventually("both servers show the removal", async () => {
          const shown = await tags();
          return shown.size === 1 && [...shown].every((tag) => !before.has(tag)) ? shown : null;
        });
      } finally {
        for (const service of services) await service.kill();
      }
    });
  },
);
