import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PendingRequest } from "../../src/hub/mod.ts";
import { openRowStore } from "../../src/server/workers/row_thread.ts";
import { ServiceThread } from "../../src/server/workers/service_thread.ts";
import { openTestStore } from "../support/test_store.ts";

const REQUEST: PendingRequest = {
  topic: "https://reviews.goodword.test/feed.xml",
  callback: "https://a.test/push",
  callbackSite: "a.test",
  mode: "subscribe",
  secret: null,
  leaseSeconds: 300,
  verifyToken: null,
};
const CAPS = { pending: 9, perTopic: 9, perSite: 9 };

const claimsOf = (claim: string, held: readonly number[] = []) => {
  return { claim, held, limit: 9, maxRepeated: 9, perDestination: 9, underWay: new Map<string, number>() };
};

test("a server that starts on a file takes over at once what its predecessor had claimed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "goodword-"));
  const path = join(folder, "a.sqlite");
  const before = openTestStore(path).at(Date.now());
  await before.subscriptions.savePending(REQUEST, CAPS);
  const killed = await before.subscriptions.exchangeVerifications([], claimsOf("killed"));
  expect(killed.claimed).toHaveLength(1);
  await before[Symbol.asyncDispose]();
  await using thread = new ServiceThread({ name: "the database thread" });
  const rows = openRowStore(thread, { path, isReadOnly: false });
  const { claimed } = await rows.exchangeVerifications([], claimsOf("next"));
  expect(claimed).toMatchObject([{ callback: REQUEST.callback }]);
  // Only once: what it has claimed itself stays claimed.
  expect((await rows.exchangeVerifications([], claimsOf("other"))).claimed).toEqual([]);
  await rows[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});
