/** Batches, which one POST could use to ask for many times what its sender will read, are refused in every revision. */
import { expect, test } from "bun:test";
import { LEGACY_VERSIONS } from "../../src/mcp/identity.ts";
import { endpointOf, JSON_HEADERS, type RpcBody, sessionOn } from "../support/mcp_endpoint.ts";

const endpoint = endpointOf();
const BATCH = JSON.stringify([{ jsonrpc: "2.0", id: 1, method: "ping" }]);

test.each(LEGACY_VERSIONS.map((version) => [version]))("a batch on a session of %s is refused", async (revision) => {
  const { headers } = await sessionOn(endpoint, revision);
  const response = await endpoint.send("POST", headers, BATCH);
  const { id, error } = (await response.json()) as RpcBody;
  expect([response.status, id, error?.code]).toEqual([400, null, -32600]);
  expect(error?.message).toBe("Batches are not supported: send one message");
});

test("a batch of 2026-07-28 is refused", async () => {
  const headers = { ...JSON_HEADERS, "mcp-protocol-version": "2026-07-28" };
  const response = await endpoint.send("POST", headers, BATCH);
  expect([response.status, ((await response.json()) as RpcBody).error?.code]).toEqual([400, -32600]);
});
