/** What several servers on one store promise each other, one case at a time; test/outbox/simulation/ tries them all. */
import { describe, expect, test } from "bun:test";
import type { DeliverySettlement, DueDelivery } from "../../../src/hub/mod.ts";
import { contentNumber } from "../../../src/store/queries/deliveries.ts";
import { subscriptions } from "../../../src/store/sqlite/tables.ts";
import { openTestStore } from "../../support/test_store.ts";
import { createVirtualClock } from "../../support/virtual_clock.ts";

const TOPIC = "https://reviews.goodword.test/feed.xml";
const HOUR = 3_600_000;

/** One subscription that has acknowledged revision 1 as `old` shows it, and servers that take turns. */
function createTable() {
  const clock = createVirtualClock();
  const store = openTestStore(":memory:", { clock });
  const kept = store.subscriptions;
  const leaseUntil = clock.now() + 1000 * HOUR;
  const row = { topic: TOPIC, callback: "https://reader.test/", callbackSite: "reader.test", leaseUntil, createdAt: 0 };
  store.db
    .insert(subscriptions)
    .values({ ...row, acknowledgedContent: contentNumber("A"), acknowledgedRevision: 1 })
    .run();
  const room = {
    limit: 9,
    perDestination: 9,
    underWay: new Map(),
    held: [],
    mostRepeated: 99,
    compares: true,
  };

  /** A turn of a server; `shows` is "release revision digest". */
  async function turn(shows: string, ...settlements: DeliverySettlement[]): Promise<readonly DueDelivery[]> {
    return exchange(shows, [], settlements);
  }

  async function exchange(shows: string, held: readonly number[], settlements: readonly DeliverySettlement[] = []) {
    const [release = "", revision, digest = ""] = shows.split(" ");
    const topics = [{ topic: TOPIC, revision: Number(revision), digest }];
    const { claimed } = await kept.exchangeDeliveries(settlements, {
      ...room,
      held,
      claim: `server of ${release}`,
      topics,
    });
    return claimed;
  }

  const pass = (ms: number) => clock.advance(ms, async () => {});
  return { clock, kept, exchange, turn, pass };
}

const acknowledged = (due: readonly DueDelivery[], digest: string): DeliverySettlement[] =>
  due.map((each) => ({ due: each, kind: "acknowledged", outcome: "204", digest }));

describe("servers of two releases", () => {
  test("owe nobody anything at a revision that was acknowledged, though their bytes differ", async () => {
    const { turn } = createTable();
    expect(await turn("old 1 A")).toEqual([]);
    expect(await turn("new 1 a")).toEqual([]);
  });

  test("deliver each later revision once, in the bytes of one of them, and never push in turns", async () => {
    const { turn } = createTable();
    const due = await turn("new 2 a");
    expect(due).toHaveLength(1);
    for (const shows of ["new 2 a", "old 2 A", "new 2 a", "old 2 A"]) {
      expect(await turn(shows, ...(shows === "new 2 a" ? acknowledged(due, "a") : []))).toEqual([]);
    }
    expect(await turn("new 3 a")).toEqual([]);
    expect(await turn("old 3 B")).toHaveLength(1);
  });
});

describe("a claim", () => {
  test("that died may have delivered: a server that lags behind sends nothing older, one that does not repeats it", async () => {
    const { turn, pass } = createTable();
    await turn("old 1 A");
    expect(await turn("old 3 C")).toHaveLength(1);
    await pass(4000);
    expect(await turn("new 2 b")).toEqual([]);
    await pass(2000);
    expect(await turn("new 2 b")).toEqual([]);
    expect(await turn("new 3 c")).toHaveLength(1);
  });

  test("that nobody could renew while a lock was held is renewed by its holder before it is void", async () => {
    const { turn, exchange, pass } = createTable();
    await turn("old 1 A");
    const due = await turn("old 2 B");
    await pass(60_000);
    expect(await turn("new 2 b")).toEqual([]);
    await pass(1200);
    const held = due.map(({ id }) => id);
    expect(await exchange("old 2 B", held)).toEqual([]);
    await pass(3000);
    expect(await turn("new 2 b")).toEqual([]);
    expect(await turn("old 2 B", ...acknowledged(due, "B"))).toEqual([]);
    expect(await turn("new 2 b")).toEqual([]);
  });

  test("outlives a clock that is set by some seconds, and holds nothing up when it is set back by hours", async () => {
    const { clock, turn, pass } = createTable();
    await turn("old 1 A");
    await turn("old 2 B");
    clock.jump(-30_000);
    expect(await turn("new 2 b")).toEqual([]);
    await pass(3000);
    expect(await turn("new 2 b")).toEqual([]);
    clock.jump(-5 * HOUR);
    expect(await turn("new 2 b")).toEqual([]);
    await pass(2000);
    expect(await turn("new 2 b")).toHaveLength(1);
  });
});

test("an attempt that failed keeps a server that lags behind from sending anything older, though its content was taken back", async () => {
  const { turn } = createTable();
  await turn("old 1 A");
  const due = await turn("old 3 C");
  const refused = { kind: "failed", outcome: "503", retryInMs: 0, mayHaveArrived: false } as const;
  expect(await turn("old 2 B", ...due.map((each) => ({ due: each, ...refused })))).toEqual([]);
  expect(await turn("old 4 A")).toEqual([]);
  expect(await turn("old 2 B")).toEqual([]);
});
