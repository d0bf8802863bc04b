/** What a local client hears of resources, over streams in memory. */
import { expect, test } from "bun:test";
import { PassThrough } from "node:stream";
import { serveStdio } from "../../src/mcp/stdio.ts";
import type { Publication } from "../../src/publication/mod.ts";
import { BASE_URL, initializeParams, PLUMBER, SIXTY } from "../support/mcp_endpoint.ts";
import { publicationOf } from "../support/publication_of.ts";
import { createRecordingLog } from "../support/recording_log.ts";
import { createSeededRandom } from "../support/seeded_random.ts";

test("serveStdio() goes on announcing changes after the store could not be read once", async () => {
  let current: Publication | null = publicationOf(PLUMBER, SIXTY);
  const looks: (() => void)[] = [];
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveStdio({
    ...{ input, output, baseUrl: BASE_URL, ownReviews: null },
    publication: async () => {
      if (current === null) throw new Error("The database is locked");
      return current;
    },
    random: createSeededRandom(1),
    log: createRecordingLog(),
    views: { rating: async () => "", reviews: async () => "", comparison: async () => "" },
    pause: () => new Promise((resolve) => looks.push(resolve)),
  });
  const messages = output[Symbol.asyncIterator]();
  const send = (message: object) => input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const received = async () => JSON.parse(String((await messages.next()).value));
  send({ id: 1, method: "initialize", params: initializeParams() });
  await received();
  send({ id: 2, method: "resources/subscribe", params: { uri: "goodword://reviews" } });
  await received();
  const look = async () => {
    looks.shift()?.();
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  current = null;
  await look();
  current = publicationOf(PLUMBER, SIXTY.slice(1), { revision: 2 });
  await look();
  send({ id: 3, method: "ping" });
  expect(await received()).toMatchObject({ method: "notifications/resources/updated" });
  input.end();
  await served;
});
