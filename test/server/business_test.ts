/** Businesses as values: several of them beside each other in one process. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readConfig } from "../../src/config.ts";
import { ServedBusiness } from "../../src/server/business.ts";
import { ServerProcess } from "../../src/server/server_process.ts";
import { NOBODY } from "../support/app_of.ts";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { createRecordingLog } from "../support/recording_log.ts";

const log = createRecordingLog();
const server = new ServerProcess({ config: readConfig({}), log, counts: new Map() });
const shops = { one: new Workshop(), two: new Workshop() };

beforeAll(async () => {
  for (const [name, shop] of Object.entries(shops)) {
    shop.write("reviews.json", reviewsFile({ id: `of-${name}` }));
    await shop.run("import", "reviews.json");
  }
});

afterAll(() => {
  server[Symbol.dispose]();
  for (const shop of Object.values(shops)) shop[Symbol.dispose]();
});

/** The business of a shop, once it is published; disposing it ends all that it has under way. */
async function serving(name: keyof typeof shops) {
  const business = await ServedBusiness.open(shops[name].database, log, { create: false });
  const site = { baseUrl: `https://${name}.test` };
  await new Promise<void>(
    (onReady, onTrouble) => void business.serve({ process: server, site, first: { onReady, onTrouble } }),
  );
  return {
    get: (path: string) => business.handle(new Request(`http://goodword.test${path}`), NOBODY),
    async [Symbol.asyncDispose]() {
      await business.stop();
      await business[Symbol.asyncDispose]();
    },
  };
}

test("ServedBusiness.serve() answers each of two businesses of a process from its own store, under its own address", async () => {
  await using one = await serving("one");
  await using two = await serving("two");
  for (const [name, business] of Object.entries({ one, two })) {
    const { reviews } = (await (await business.get("/api/reviews/search")).json()) as { reviews: { url: string }[] };
    expect(reviews.map(({ url }) => url)).toEqual([`https://${name}.test/reviews/of-${name}`]);
  }
});

test("ServedBusiness.stop() leaves the other businesses of the process as they are", async () => {
  await using one = await serving("one");
  {
    await using _ = await serving("two");
  }
  expect((await one.get("/api/reviews/search")).status).toBe(200);
  await using again = await serving("two");
  expect((await again.get("/api/reviews/search")).status).toBe(200);
});
