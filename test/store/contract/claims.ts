/** Claims: what is owed is done by one server at a time, and by another when that one is gone. */
import { describe, expect, test } from "bun:test";
import type { DeliveryClaims, PendingRequest, SubscriptionStore, TopicState } from "../../../src/hub/mod.ts";
import { CLAIM_MS, type ClaimRequest } from "../../../src/outbox/mod.ts";
import type { OpenPlace } from "./place.ts";

const TOPIC = "https://reviews.goodword.test/feed.xml";
const MINUTE = 60_000;
const CAPS = { pending: 9999, perTopic: 9999, perSite: 9999 };

const shows = (digest: string, revision: number): TopicState => ({
  topic: TOPIC,
  digest,
  revision,
});

function requestOf(number: number, fields: Partial<PendingRequest> = {}): PendingRequest {
  return {
    topic: TOPIC,
    callback: `https://h${number}.test/push?n=${number}`,
    callbackSite: `h${number}.test`,
    mode: "subscribe",
    secret: "open",
    leaseSeconds: 300,
    verifyToken: null,
    ...fields,
  };
}

const roomOf = (claim: string, fields: Partial<ClaimRequest> = {}): ClaimRequest => {
  return {
    claim,
    held: [],
    maxRepeated: 99,
    limit: 100,
    perDestination: 8,
    underWay: new Map(),
    ...fields,
  };
};
const owedTo = (claim: string, topic: TopicState, fields: Partial<DeliveryClaims> = {}): DeliveryClaims => {
  return { ...roomOf(claim), compares: true, topics: [topic], ...fields };
};

/** Has so many subscribers confirm, who hold revision 1. */
async function subscribe({ savePending, exchangeVerifications }: SubscriptionStore, count: number): Promise<void> {
  for (let number = 0; number < count; number++) await savePending(requestOf(number), CAPS);
  const { claimed } = await exchangeVerifications([], roomOf("verifier", { limit: count }));
  const settlement = { kind: "subscribed", baseline: shows("first", 1), caps: CAPS } as const;
  const settled = claimed.map((pending) => ({ pending, settlement }));
  await exchangeVerifications(settled, roomOf("verifier", { limit: 0 }));
}

export function claimContract(open: OpenPlace): void {
  async function withSubscribers(count: number) {
    const place = await open();
    const stores = await Promise.all([place.connect(), place.connect()]);
    const store = stores[0].subscriptions;
    const other = stores[1].subscriptions;
    await subscribe(store, count);
    return { place, store, other, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
  }

  describe("a request", () => {
    test("is claimed by one server with its stored fields, and by no other while the claim holds", async () => {
      await using place = await open();
      const one = (await place.connect()).subscriptions;
      const other = (await place.connect()).subscriptions;
      expect(await one.savePending(requestOf(1), CAPS)).toBe("saved");
      const { claimed } = await one.exchangeVerifications([], roomOf("one"));
      const { callbackSite, ...request } = requestOf(1);
      expect(claimed).toMatchObject([{ ...request, destination: callbackSite, owed: 1, attempts: 0 }]);
      expect((await other.exchangeVerifications([], roomOf("other"))).claimed).toEqual([]);
    });

    test("replaces an older one of its topic and callback, whose result is then dropped", async () => {
      await using place = await open();
      const { subscriptions } = await place.connect();
      await subscriptions.savePending(requestOf(1), CAPS);
      const { claimed } = await subscriptions.exchangeVerifications([], roomOf("one"));
      await subscriptions.savePending(requestOf(1, { leaseSeconds: 900 }), CAPS);
      const settled = claimed.map((pending) => ({ pending, settlement: { kind: "dropped" } as const }));
      const turn = await subscriptions.exchangeVerifications(settled, roomOf("one"));
      expect(turn.results).toEqual(["superseded"]);
      expect(turn.claimed).toMatchObject([{ leaseSeconds: 900, owed: 2 }]);
    });

    test("waits for its next attempt, and is turned away when too many wait", async () => {
      await using place = await open();
      const { subscriptions } = await place.connect();
      await subscriptions.savePending(requestOf(1), CAPS);
      expect(await subscriptions.savePending(requestOf(2), { ...CAPS, pending: 1 })).toBe("too_many_pending");
      const { claimed } = await subscriptions.exchangeVerifications([], roomOf("one"));
      const again = claimed.map((pending) => ({ pending, settlement: { kind: "again", retryInMs: 30_000 } as const }));
      const waiting = await subscriptions.exchangeVerifications(again, roomOf("one"));
      expect(waiting).toEqual({ results: ["saved"], claimed: [], nextInMs: 30_000 });
      await place.pass(30_000);
      expect((await subscriptions.exchangeVerifications([], roomOf("one"))).claimed).toMatchObject([{ attempts: 1 }]);
    });
  });

  describe("a delivery", () => {
    test("is owed until the subscriber has acknowledged the topic's content", async () => {
      await using it = await withSubscribers(3);
      expect((await it.store.exchangeDeliveries([], owedTo("one", shows("first", 1)))).claimed).toEqual([]);
      const { claimed } = await it.store.exchangeDeliveries([], owedTo("one", shows("second", 2)));
      expect(claimed.map(({ callback }) => callback)).toEqual([0, 1, 2].map((number) => requestOf(number).callback));
      expect(claimed).toMatchObject(claimed.map(() => ({ revision: 2, attempts: 0, secret: "open" })));
      expect((await it.store.count([TOPIC])).owed).toBe(3);
      const settled = claimed.map((due) => ({ due, kind: "acknowledged", outcome: "204", digest: "second" }) as const);
      expect((await it.store.exchangeDeliveries(settled, owedTo("one", shows("second", 2)))).claimed).toEqual([]);
      expect((await it.store.count([TOPIC])).owed).toBe(0);
    });

    test("waits for a server that shows its topic", async () => {
      await using it = await withSubscribers(1);
      const { claimed } = await it.store.exchangeDeliveries([], owedTo("one", shows("second", 2)));
      const failed = { kind: "failed", outcome: "503", retryInMs: MINUTE, mayHaveArrived: false } as const;
      await it.store.exchangeDeliveries(
        claimed.map((due) => ({ due, ...failed })),
        owedTo("one", shows("second", 2)),
      );
      await it.place.pass(MINUTE);
      const elsewhere = { ...shows("second", 2), topic: "https://other.test/feed.xml" };
      expect((await it.other.exchangeDeliveries([], owedTo("other", elsewhere))).claimed).toEqual([]);
      expect((await it.store.exchangeDeliveries([], owedTo("one", shows("second", 2)))).claimed).toHaveLength(1);
    });

    test("is claimed by one of two servers that ask at the same time, however often they do", async () => {
      await using it = await withSubscribers(60);
      const turns = Array.from({ length: 12 }, (_, at) => {
        const [store, name] = at % 2 === 0 ? [it.store, "one"] : [it.other, "other"];
        return store.exchangeDeliveries([], owedTo(name, shows("second", 2), { limit: 7 }));
      });
      const claimed = (await Promise.allSettled(turns)).flatMap((turn) => {
        return turn.status === "fulfilled" ? turn.value.claimed.map(({ id }) => id) : [];
      });
      const rest = await it.store.exchangeDeliveries([], owedTo("one", shows("second", 2)));
      const all = [...claimed, ...rest.claimed.map(({ id }) => id)];
      expect(all).toHaveLength(60);
      expect(new Set(all).size).toBe(60);
    });

    test("is claimed within the room that sites and server have", async () => {
      await using place = await open();
      const { subscriptions } = await place.connect();
      for (let number = 0; number < 6; number++) {
        await subscriptions.savePending(
          requestOf(number, { callbackSite: number < 4 ? "busy.test" : "idle.test" }),
          CAPS,
        );
      }
      const underWay = new Map([["busy.test", 1]]);
      const { claimed } = await subscriptions.exchangeVerifications(
        [],
        roomOf("one", { perDestination: 2, underWay, limit: 3 }),
      );
      expect(claimed.map(({ destination }) => destination).sort()).toEqual(["busy.test", "idle.test", "idle.test"]);
    });

    test("is another server's once its claim expired and was not renewed a moment later; a late result is dropped", async () => {
      await using it = await withSubscribers(1);
      const { claimed } = await it.store.exchangeDeliveries([], owedTo("one", shows("second", 2)));
      const take = () => it.other.exchangeDeliveries([], owedTo("other", shows("second", 2)));
      await it.place.pass(CLAIM_MS - 1);
      expect((await take()).claimed).toEqual([]);
      await it.place.pass(1);
      expect((await take()).claimed).toEqual([]);
      await it.place.pass(MINUTE);
      expect((await take()).claimed).toHaveLength(1);
      const late = claimed.map((due) => ({ due, kind: "removed", outcome: "410", reason: "gone" }) as const);
      await it.store.exchangeDeliveries(late, owedTo("one", shows("second", 2)));
      expect((await it.store.count([TOPIC])).subscriptions).toEqual(new Map([[TOPIC, 1]]));
    });

    test("is renewed by its holder after a lock under which nobody could, before it is another server's", async () => {
      await using it = await withSubscribers(1);
      const { claimed } = await it.store.exchangeDeliveries([], owedTo("one", shows("second", 2)));
      const take = () => it.other.exchangeDeliveries([], owedTo("other", shows("second", 2)));
      await it.place.pass(MINUTE);
      expect((await take()).claimed).toEqual([]);
      await it.place.pass(1200);
      const held = claimed.map(({ id }) => id);
      await it.store.exchangeDeliveries([], owedTo("one", shows("second", 2), { held }));
      await it.place.pass(3000);
      expect((await take()).claimed).toEqual([]);
      const settled = claimed.map((due) => ({ due, kind: "acknowledged", outcome: "204", digest: "second" }) as const);
      await it.store.exchangeDeliveries(settled, owedTo("one", shows("second", 2)));
      expect((await take()).claimed).toEqual([]);
    });

    test("keeps its claim while the clock is set back by seconds, and is free soon when it is set back by hours", async () => {
      await using it = await withSubscribers(1);
      await it.store.exchangeDeliveries([], owedTo("one", shows("second", 2)));
      const take = () => it.other.exchangeDeliveries([], owedTo("other", shows("second", 2)));
      await it.place.pass(-30_000);
      expect((await take()).claimed).toEqual([]);
      await it.place.pass(3000);
      expect((await take()).claimed).toEqual([]);
      await it.place.pass(-5 * 60 * MINUTE);
      expect((await take()).claimed).toEqual([]);
      await it.place.pass(2000);
      expect((await take()).claimed).toHaveLength(1);
    });

    test("of one revision is owed once, in whichever bytes two releases write it, and never in turns", async () => {
      await using it = await withSubscribers(1);
      const older = (...shown: Parameters<typeof shows>) =>
        it.store.exchangeDeliveries([], owedTo("one", shows(...shown)));
      const newer = (...shown: Parameters<typeof shows>) =>
        it.other.exchangeDeliveries([], owedTo("other", shows(...shown)));
      expect((await newer("first in other bytes", 1)).claimed).toEqual([]);
      const { claimed } = await newer("second", 2);
      expect(claimed).toHaveLength(1);
      expect((await older("second in other bytes", 2)).claimed).toEqual([]);
      const settled = claimed.map((due) => ({ due, kind: "acknowledged", outcome: "204", digest: "second" }) as const);
      expect((await it.other.exchangeDeliveries(settled, owedTo("other", shows("second", 2)))).claimed).toEqual([]);
      expect((await older("second in other bytes", 2)).claimed).toEqual([]);
      expect((await newer("second", 3)).claimed).toEqual([]);
      expect((await older("third", 3)).claimed).toHaveLength(1);
    });

    test("that failed keeps a server that lags behind from sending anything older, though its content was taken back", async () => {
      await using it = await withSubscribers(1);
      const show = (...shown: Parameters<typeof shows>) => owedTo("one", shows(...shown));
      const { claimed } = await it.store.exchangeDeliveries([], show("third", 3));
      const refused = { kind: "failed", outcome: "503", retryInMs: 0, mayHaveArrived: false } as const;
      const failed = claimed.map((due) => ({ due, ...refused }));
      expect((await it.store.exchangeDeliveries(failed, show("second", 2))).claimed).toEqual([]);
      expect((await it.store.exchangeDeliveries([], show("first", 4))).claimed).toEqual([]);
      expect((await it.store.exchangeDeliveries([], show("second", 2))).claimed).toEqual([]);
    });

    test("stays with a server that renews its claim, and is free at once when that gives it back", async () => {
      await using it = await withSubscribers(1);
      const { claimed } = await it.store.exchangeDeliveries([], owedTo("one", shows("second", 2)));
      const held = claimed.map(({ id }) => id);
      const take = () => it.other.exchangeDeliveries([], owedTo("other", shows("second", 2)));
      for (let round = 0; round < 5; round++) {
        await it.place.pass(CLAIM_MS - 1000);
        await it.store.exchangeDeliveries([], owedTo("one", shows("second", 2), { held }));
        expect((await take()).claimed).toEqual([]);
      }
      await it.store.releaseClaims("one");
      expect((await take()).claimed).toHaveLength(1);
    });

    test("that failed is owed again after its wait, as a repeated attempt, though newer content came", async () => {
      await using it = await withSubscribers(1);
      const { claimed } = await it.store.exchangeDeliveries([], owedTo("one", shows("second", 2)));
      const failure = { kind: "failed", outcome: "503", retryInMs: MINUTE, mayHaveArrived: false } as const;
      const failed = claimed.map((due) => ({ due, ...failure }));
      const turn = await it.store.exchangeDeliveries(failed, owedTo("one", shows("third", 3)));
      expect(turn).toEqual({ claimed: [], nextInMs: MINUTE });
      await it.place.pass(MINUTE);
      const retry = (fields: Partial<DeliveryClaims>) =>
        it.store.exchangeDeliveries([], owedTo("one", shows("third", 3), fields));
      expect((await retry({ maxRepeated: 0 })).claimed).toEqual([]);
      expect((await retry({})).claimed).toMatchObject([{ attempts: 1, revision: 3 }]);
    });

    test("is owed again after an attempt that was cut short, and not after one that was surely refused and taken back", async () => {
      for (const [mayHaveArrived, count] of [
        [true, 1],
        [false, 0],
      ] as const) {
        await using it = await withSubscribers(1);
        const { claimed } = await it.store.exchangeDeliveries([], owedTo("one", shows("second", 2)));
        const failure = { kind: "failed", outcome: "time-out", retryInMs: 0, mayHaveArrived } as const;
        const failed = claimed.map((due) => ({ due, ...failure }));
        const turn = await it.store.exchangeDeliveries(failed, owedTo("one", shows("first", 3)));
        expect(turn.claimed).toHaveLength(count);
      }
    });

    test("is never of an older revision than one that may have been delivered", async () => {
      await using it = await withSubscribers(1);
      await it.store.exchangeDeliveries([], owedTo("one", shows("third", 3)));
      await it.place.pass(CLAIM_MS);
      await it.other.exchangeDeliveries([], owedTo("other", shows("second", 2)));
      await it.place.pass(MINUTE);
      expect((await it.other.exchangeDeliveries([], owedTo("other", shows("second", 2)))).claimed).toEqual([]);
      expect((await it.other.exchangeDeliveries([], owedTo("other", shows("third", 3)))).claimed).toHaveLength(1);
    });
  });

  describe("a subscription", () => {
    test("ends with its lease, by the store's clock, and is deleted when asked", async () => {
      await using it = await withSubscribers(2);
      expect((await it.store.count([TOPIC])).subscriptions).toEqual(new Map([[TOPIC, 2]]));
      expect(await it.store.deleteExpired()).toBe(0);
      await it.place.pass(300_000);
      expect((await it.store.exchangeDeliveries([], owedTo("one", shows("second", 2)))).claimed).toEqual([]);
      expect(await it.other.deleteExpired()).toBe(2);
    });

    test("is listed for its operator, who may end it; the subscriber is owed a denial", async () => {
      await using it = await withSubscribers(2);
      const { subscribers } = await it.place.connect();
      const [first, second] = await subscribers.list();
      expect(first).toMatchObject({ topic: TOPIC, callback: requestOf(0).callback, hasSecret: true, failures: 0 });
      expect(await subscribers.remove(second?.id ?? 0, "no longer wanted")).toBe(true);
      expect(await subscribers.remove(second?.id ?? 0, "again")).toBe(false);
      expect(await subscribers.list()).toHaveLength(1);
      const { claimed } = await it.store.exchangeVerifications([], roomOf("one"));
      expect(claimed).toMatchObject([{ mode: "denied", reason: "no longer wanted", callback: requestOf(1).callback }]);
    });
  });
}
