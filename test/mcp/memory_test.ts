/** Nothing is held for a session or a call: the heap is as large after many of them as after a few. */

import { heapStats } from "bun:jsc";
import { expect, test } from "bun:test";
import { endpointOf, initializeParams, JSON_HEADERS, sessionOn } from "../support/mcp_endpoint.ts";

const MIB = 1024 * 1024;

/** How much the heap has grown, in bytes, after `count` times what it was after a tenth of that. */
async function growth(count: number, once: () => Promise<unknown>): Promise<number> {
  for (let index = 0; index < count / 10; index++) await once();
  const before = heapAfterCollection();
  for (let index = 0; index < count; index++) await once();
  return heapAfterCollection() - before;
}

function heapAfterCollection(): number {
  Bun.gc(true);
  return heapStats().heapSize;
}

test("Fifty thousand calls on one session leave nothing behind", async () => {
  const { headers } = await sessionOn(endpoint);
  const params = { name: "search_reviews", arguments: { limit: 1 } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const grown = await growth(50_000, async () => (await endpoint.send("POST", headers, body)).text());
  expect(grown).toBeLessThan(10 * MIB);
});

test("Ten thousand initialisations leave nothing behind", async () => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: initializeParams() });
  const grown = await growth(10_000, async () => (await endpoint.send("POST", JSON_HEADERS, body)).text());
  expect(grown).toBeLessThan(10 * MIB);
});

const endpoint = endpointOf();
