/** One timer for all that a server looks at again and again. */
import { describe, expect, test } from "bun:test";
import { Poller } from "../../src/server/poller.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A poller on a clock that counts the alarms that are set. */
function stage() {
  const clock = createVirtualClock();
  const alarms = { set: 0, most: 0 };
  const counting = {
    after(delayMs: number, ring: () => void) {
      alarms.most = Math.max(alarms.most, ++alarms.set);
      let isSet = true;
      const clear = () => {
        if (isSet) alarms.set--;
        isSet = false;
      };
      const cancel = clock.after(delayMs, () => {
        clear();
        ring();
      });
      return () => {
        clear();
        cancel();
      };
    },
  };
  const errors: string[] = [];
  const poller = new Poller(counting, (error) => void errors.push(String(error)));
  return { poller, errors, alarms, pass: (ms: number) => clock.advance(ms, settle) };
}

describe("Poller.poll()", () => {
  test("looks at a thousand businesses every 100 ms from one timer, which ends with the last of them", async () => {
    const { poller, alarms, pass } = stage();
    const looks = Array.from({ length: 1000 }, () => ({ count: 0 }));
    const polls = looks.map((look) => poller.poll(100, () => void look.count++));
    await pass(1000);
    expect(new Set(looks.map(({ count }) => count))).toEqual(new Set([10]));
    expect(alarms).toEqual({ set: 1, most: 1 });
    for (const poll of polls) await poll.stop();
    expect(alarms.set).toBe(0);
    await pass(1000);
    expect(new Set(looks.map(({ count }) => count))).toEqual(new Set([10]));
  });

  test("a slow look holds up no other, is not begun again meanwhile, and waits its period when it is over", async () => {
    const { poller, pass } = stage();
    const over = Promise.withResolvers<void>();
    const begun = { slow: 0, quick: 0 };
    poller.poll(100, () => {
      begun.slow++;
      return over.promise;
    });
    poller.poll(100, () => void begun.quick++);
    await pass(1000);
    expect(begun).toEqual({ slow: 1, quick: 10 });
    over.resolve();
    await pass(100);
    expect(begun).toEqual({ slow: 2, quick: 11 });
  });

  test("goes on after looks that throw, and reports each error once in a row", async () => {
    const { poller, errors, pass } = stage();
    const causes = ["EIO", "EIO", "ESTALE", null, "EIO"];
    let looks = 0;
    const poll = poller.poll(100, () => {
      const cause = causes[looks++ % causes.length];
      if (cause !== null) throw new Error(cause);
    });
    await pass(500);
    expect([looks, errors]).toEqual([5, ["Error: EIO", "Error: ESTALE", "Error: EIO"]]);
    await poll.stop();
  });

  test("looks at each as often as its own period says", async () => {
    const { poller, pass } = stage();
    const looks = { often: 0, rarely: 0 };
    poller.poll(100, () => void looks.often++);
    poller.poll(500, () => void looks.rarely++);
    await pass(1000);
    expect(looks).toEqual({ often: 10, rarely: 2 });
  });
});

describe("Poll", () => {
  test("hurry() looks at once, and once more after the look under way", async () => {
    const { poller, pass } = stage();
    const looks: PromiseWithResolvers<void>[] = [];
    const poll = poller.poll(500, () => {
      const look = Promise.withResolvers<void>();
      looks.push(look);
      return look.promise;
    });
    poll.hurry();
    await pass(0);
    expect(looks).toHaveLength(1);
    poll.hurry();
    poll.hurry();
    await pass(1000);
    expect(looks).toHaveLength(1);
    looks[0]?.resolve();
    await pass(0);
    expect(looks).toHaveLength(2);
  });

  test("wait() puts the next look off, and the one after it waits the period again", async () => {
    const { poller, pass } = stage();
    let looks = 0;
    const poll = poller.poll(100, () => void looks++);
    poll.wait(1000);
    await pass(900);
    expect(looks).toBe(0);
    await pass(200);
    expect(looks).toBe(2);
  });

  test("stop() resolves when the look under way is over, and nothing is looked at any more", async () => {
    const { poller, pass } = stage();
    const over = Promise.withResolvers<void>();
    let looks = 0;
    const poll = poller.poll(100, () => {
      looks++;
      return over.promise;
    });
    await pass(100);
    let isStopped = false;
    const stopped = poll.stop().then(() => {
      isStopped = true;
    });
    poll.hurry();
    await pass(100);
    expect([isStopped, looks]).toEqual([false, 1]);
    over.resolve();
    await stopped;
    await pass(1000);
    expect(looks).toBe(1);
  });
});
