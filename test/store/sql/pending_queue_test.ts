import { describe, expect, test } from "bun:test";
import type { PendingRequest } from "../../../src/hub/mod.ts";
import { mayDisplace } from "../../../src/store/queries/admission.ts";
import { pendingVerifications, subscriptions } from "../../../src/store/sqlite/tables.ts";
import { NOON, openTestStore } from "../../support/test_store.ts";

const TOPIC = "https://reviews.goodword.test/feed.xml";
const CAPS = { pending: 10, perTopic: 10, perSite: 5 };

function createQueue() {
  const store = openTestStore();
  const save = (callback: string, requester = "") => {
    const site = new URL(callback).hostname.split(".").slice(-2).join(".");
    const request: PendingRequest = {
      topic: TOPIC,
      callback,
      callbackSite: site,
      requester,
      mode: "subscribe",
      secret: null,
      leaseSeconds: 300,
      verifyToken: null,
    };
    return store.subscriptions.savePending(request, CAPS);
  };
  const rows = () => store.db.select().from(pendingVerifications).all();
  const waiting = () => rows().filter(({ mode }) => mode !== "denied");
  const claim = async (limit: number) => {
    const room = { limit, perDestination: 4, underWay: new Map<string, number>(), claimMs: 4000, longestWaitMs: 9000 };
    const { claimed } = await store.subscriptions.settleAndClaimVerifications([], { ...room, claim: "a" });
    return claimed.map(({ callback }) => callback);
  };
  return { store, save, rows, waiting, claim };
}

describe("the queue of verifications", () => {
  test("goes round the sites and the requesters, however much one of them has in it", async () => {
    const { save, claim } = createQueue();
    for (let k = 0; k < 3; k++) await save(`https://n${k}.flood.test/`);
    for (let k = 0; k < 3; k++) await save(`https://own-${k}.test/`, "one line");
    await save("https://honest.test/", "another line");
    expect(await claim(3)).toEqual(["https://n0.flood.test/", "https://own-0.test/", "https://honest.test/"]);
  });

  test("that is full takes a request in the place of one of whoever has the most, and tells that one", async () => {
    const { save, rows, waiting } = createQueue();
    for (let k = 0; k < 10; k++) await save(`https://n${k}.flood.test/`);
    expect(await save("https://honest.test/")).toBe("saved");
    expect(waiting()).toHaveLength(10);
    expect(rows().filter(({ mode }) => mode === "denied")).toMatchObject([{ callback: "https://n9.flood.test/" }]);
    expect(await save("https://n10.flood.test/")).toBe("too_many_pending");
  });

  test("that is full of one request each takes no more", async () => {
    const { save } = createQueue();
    for (let k = 0; k < 10; k++) await save(`https://s${k}.test/`, `line ${k}`);
    expect(await save("https://another.test/", "line 10")).toBe("too_many_pending");
  });

  test("evicts what is being verified from nobody, and subscribers that take their deliveries last", async () => {
    const { store, save, waiting, claim } = createQueue();
    const row = { topic: TOPIC, callbackSite: "flood.test", leaseUntil: NOON + 1000, createdAt: 0 };
    const values = { ...row, callback: "https://n9.flood.test/", acknowledgedRevision: 1 };
    store.db.insert(subscriptions).values(values).run();
    for (let k = 0; k < 10; k++) await save(`https://n${k}.flood.test/`);
    expect(await claim(4)).toHaveLength(4);
    expect(await save("https://honest.test/")).toBe("saved");
    expect(waiting().map(({ callback }) => callback)).not.toContain("https://n8.flood.test/");
  });
});

describe("a topic that is full", () => {
  function fill(sites: (k: number) => string, failures = 0) {
    const queue = createQueue();
    for (let k = 0; k < 10; k++) {
      const row = { topic: TOPIC, leaseUntil: NOON + 1000, createdAt: 0, acknowledgedRevision: 1, failures };
      const values = { ...row, callback: `https://s${k}.${sites(k)}/`, callbackSite: sites(k), lastOutcome: "204" };
      queue.store.db.insert(subscriptions).values(values).run();
    }
    return queue;
  }

  test("takes a request of a site that has less in it than another, or when one of equal weight fails", async () => {
    expect(await fill((k) => `wide-${k % 2}.test`).save("https://new.test/")).toBe("saved");
    expect(await fill((k) => `each-${k}.test`).save("https://new.test/")).toBe("too_many_subscriptions");
    expect(await fill((k) => `each-${k}.test`, 1).save("https://new.test/")).toBe("saved");
  });
});

test("a subscription that is displaced ends when the new one is verified, and is told so", async () => {
  const { store, save, rows } = createQueue();
  for (let k = 0; k < 10; k++) {
    const row = { topic: TOPIC, leaseUntil: NOON + 1000, createdAt: 0, acknowledgedRevision: 1 };
    const values = {
      ...row,
      callback: `https://n${k}.wide.test/`,
      callbackSite: "wide.test",
      failures: k === 3 ? 1 : 0,
    };
    store.db.insert(subscriptions).values(values).run();
  }
  await save("https://new.test/");
  const room = { limit: 1, perDestination: 4, underWay: new Map(), claimMs: 4000, longestWaitMs: 9000, claim: "a" };
  const { claimed } = await store.subscriptions.settleAndClaimVerifications([], room);
  const baseline = { topic: TOPIC, digest: "A", revision: 1, generation: "1.1.0" };
  const settled = claimed.map((pending) => ({
    pending,
    settlement: { kind: "subscribed", baseline, caps: CAPS } as const,
  }));
  expect((await store.subscriptions.settleAndClaimVerifications(settled, { ...room, limit: 0 })).results).toEqual([
    "displaced",
  ]);
  const callbacks = store.db
    .select()
    .from(subscriptions)
    .all()
    .map(({ callback }) => callback);
  expect(callbacks).toHaveLength(10);
  expect(callbacks).toContain("https://new.test/");
  expect(rows()).toMatchObject([{ callback: "https://n3.wide.test/", mode: "denied" }]);
});

test("a place changes hands only while it makes the queue fairer", () => {
  expect(mayDisplace(0, 2)).toBe(true);
  expect(mayDisplace(0, 1)).toBe(false);
  expect(mayDisplace(39, 40)).toBe(false);
});
