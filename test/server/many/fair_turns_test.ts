/** Budgets of a process that its businesses share. */
import { describe, expect, test } from "bun:test";
import { FairTurns, type InTurn } from "../../../src/server/many/fair_turns.ts";
import { createSeededRandom } from "../../support/seeded_random.ts";
import { createVirtualClock } from "../../support/virtual_clock.ts";

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe.each([1, 2, 3, 4, 5])("Turns of many lanes, seed %d", (seed) => {
  test("never more are under way, nor begun within a minute, than may be; all are done, and no lane waits for one that has more", async () => {
    const random = createSeededRandom(seed);
    const clock = createVirtualClock();
    const turns = new FairTurns(clock, { atOnce: 3, perMinute: 20 });
    const begun: { at: number; lane: number; used: boolean }[] = [];
    let underWay = 0;
    let done = 0;
    const work = async (lane: number, inTurn: InTurn) => {
      const used = random.number() < 0.8;
      await inTurn(async () => {
        expect(++underWay).toBeLessThanOrEqual(3);
        const entry = { at: clock.now(), lane, used };
        begun.push(entry);
        await new Promise<void>((resolve) => void clock.after(random.number() * 4000, resolve));
        underWay--;
        return used ? "done" : null;
      });
      done++;
    };
    // One has much more to do than all others together.
    const lanes = Array.from({ length: 8 }, () => turns.lane());
    const wanted = lanes.map((_, lane) => (lane === 0 ? 100 : 1 + Math.floor(random.number() * 6)));
    for (const [lane, inTurn] of lanes.entries()) {
      for (let at = 0; at < (wanted[lane] ?? 0); at++) void work(lane, inTurn);
    }
    await clock.advance(20 * 60_000, settle);
    expect(done).toBe(wanted.reduce((sum, each) => sum + each, 0));
    for (const { at } of begun) {
      const within = begun.filter((each) => each.used && each.at >= at && each.at < at + 60_000);
      expect(within.length).toBeLessThanOrEqual(20);
    }
    // Lane by lane: while others wait, the one that has more comes once in a round.
    const last = Math.max(...begun.map(({ lane }, at) => (lane === 0 ? 0 : at)));
    const busy = begun.slice(0, last + 1).filter(({ lane }) => lane === 0).length;
    expect(busy).toBeLessThanOrEqual(Math.max(...wanted.slice(1)) + 3);
  });
});

test("Work of one lane that hangs leaves room for every other", async () => {
  const turns = new FairTurns(createVirtualClock(), { atOnce: 8 });
  const hangs = turns.lane();
  for (let at = 0; at < 14; at++) void hangs(() => new Promise(() => {}));
  await settle();
  const others = await Promise.all(Array.from({ length: 20 }, (_, at) => turns.lane()(async () => at)));
  expect(others).toHaveLength(20);
});

test("Work that finds nothing to do within a minute does not free the turn of another", async () => {
  const clock = createVirtualClock();
  const turns = new FairTurns(clock, { atOnce: 6, perMinute: 2 });
  const slow = Promise.withResolvers<null>();
  void turns.lane()(() => slow.promise);
  await clock.advance(61_000, settle);
  const begun: number[] = [];
  for (const at of [1, 2, 3]) void turns.lane()(async () => void begun.push(at));
  await settle();
  slow.resolve(null);
  await settle();
  expect(begun).toEqual([1, 2]);
});

test("Work that fails gives its turn back, and its error to whoever asked", async () => {
  const turns = new FairTurns(createVirtualClock(), { atOnce: 1 });
  const failing = turns.lane()(() => Promise.reject(new Error("no")));
  const next = turns.lane()(async () => "done");
  expect(failing).rejects.toThrow("no");
  expect(await next).toBe("done");
});
