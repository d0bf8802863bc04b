/** Businesses as values: several of them beside each other in one process. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readConfig } from "../../src/config.ts";
import { ServedBusiness } from "../../src/server/business.ts";
import { createPublishWorker, type PublishWorker } from "../../src/server/publisher/publish_worker_host.ts";
import { Readiness } from "../../src/server/readiness.ts";
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
async function serving(name: keyof typeof shops, process = server) {
  const business = await ServedBusiness.open(shops[name].database, log, { create: false });
  const site = { baseUrl: `https://${name}.test` };
  await new Promise<void>((onReady, onTrouble) => business.serve({ process, site, onReady, onTrouble }));
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

test("a worker that dies between publishing and indexing leaves the business ready, and the rest is built again", async () => {
  const worker = createPublishWorker(server.clock);
  const completed = Promise.withResolvers<void>();
  let orders = 0;
  const builds = {
    lane: (): PublishWorker => ({
      pending: 0,
      async call(order, onEvent = () => {}) {
        const isFirst = ++orders === 1;
        const done = await worker.call(order, (message) => {
          if (!isFirst || message.kind === "published") onEvent(message);
        });
        if (isFirst) throw new Error("the publishing worker exited unexpectedly");
        completed.resolve();
        return done;
      },
      end: () => worker.end(),
    }),
  };
  const process: ServerProcess = Object.assign(Object.create(server), { builds, readiness: new Readiness(log) });
  await using one = await serving("one", process);
  await completed.promise;
  expect(log.lines.filter(({ event }) => event.startsWith("Not ready"))).toEqual([]);
  expect(process.readiness.trouble).toBeNull();
  const found = await one.get("/api/reviews/search?query=copper");
  expect([found.status, orders]).toEqual([200, 2]);
});
