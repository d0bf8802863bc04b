/** A server that finds what was published before answers from that file; one that finds anything else there builds. */
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { type Service, spawnGoodword, startService } from "../support/goodword_process.ts";

const shop = new Workshop();
afterAll(() => shop[Symbol.dispose]());
const file = `${shop.database}.publication`;
const environment = {
  HOST: "127.0.0.1",
  PORT: "0",
  CONSOLE_PORT: "off",
  LOG_FORMAT: "json",
  DATABASE_URL: `file:${shop.database}`,
  BASE_URL: "https://reviews.goodword.test",
};

async function run(...args: string[]): Promise<void> {
  const { code, err } = await spawnGoodword(args, { environment }).ended;
  expect([code, code === 0 ? "" : err]).toEqual([0, ""]);
}

/** How a server that starts came to what it publishes, and the reviews that it answers. */
async function start(more: Record<string, string> = {}): Promise<{ how: string; ids: string[]; found: number }> {
  await using service: Service = await startService({ environment: { ...environment, ...more } });
  const [, how = ""] = await service.logged(/"Published"[^\n]*"(loaded_ms|built_ms)"/);
  const { reviews } = (await (await fetch(`${service.url}/reviews.json`)).json()) as { reviews: { id: string }[] };
  const search = await fetch(`${service.url}/api/reviews/search?query=boiler`);
  const { total } = (await search.json()) as { total: number };
  return { how, ids: reviews.map(({ id }) => id).sort(), found: total };
}

const reviews = (...ids: string[]) =>
  shop.write("reviews.json", reviewsFile(...ids.map((id) => ({ id, text: `The boiler of ${id}` }))));

test("an import leaves the file, from which the next start answers without a build", async () => {
  await run("import", reviews("a", "b"));
  expect(await start()).toEqual({ how: "loaded_ms", ids: ["a", "b"], found: 2 });
});

test("doctor reports whether the file is sound", async () => {
  const findings = async () => (await spawnGoodword(["doctor"], { environment }).ended).out;
  expect(await findings()).toMatch(/ok +publication +sound/);
  truncateSync(file, 1000);
  expect(await findings()).toMatch(/advice +publication +its file is damaged/);
});

test("a file that is cut off, or of another address, is built again", async () => {
  expect(await start()).toEqual({ how: "built_ms", ids: ["a", "b"], found: 2 });
  const other = { BASE_URL: "https://other.goodword.test" };
  expect(await start(other)).toEqual({ how: "built_ms", ids: ["a", "b"], found: 2 });
  expect((await start(other)).how).toBe("loaded_ms");
  writeFileSync(file, "SQLite format 3\0");
  expect((await start()).how).toBe("built_ms");
});

test("what is removed while no server runs is in no file any more", async () => {
  expect(readFileSync(file, "latin1")).toContain("The boiler of b");
  await run("remove", "b", "--reason", "privacy");
  expect(existsSync(file)).toBe(false);
  for (const look of ["--dry-run", "--explain"]) await run("import", reviews("a", "b"), look);
  expect(existsSync(file)).toBe(false);
  expect(await start()).toEqual({ how: "built_ms", ids: ["a"], found: 1 });
  expect(readFileSync(file, "latin1")).not.toContain("The boiler of b");
});

test("a server that is killed between two publications leaves the file of one of them", async () => {
  {
    await using service = await startService({ environment });
    await service.logged("Published");
    await run("import", reviews("a", "c", "d"));
    await service.kill();
  }
  expect(await start()).toMatchObject({ ids: ["a", "c", "d"], found: 3 });
});

test("PUBLICATION_DIR names another folder for the file", async () => {
  rmSync(file);
  const folder = shop.path("published");
  mkdirSync(folder);
  const elsewhere = { PUBLICATION_DIR: folder };
  expect((await start(elsewhere)).how).toBe("built_ms");
  expect([existsSync(file), existsSync(`${folder}/goodword.sqlite.publication`)]).toEqual([false, true]);
  expect((await start(elsewhere)).how).toBe("loaded_ms");
});
