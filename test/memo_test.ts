/** What is made once: values by key, and what becomes of a promise that is rejected. */
import { describe, expect, test } from "bun:test";
import { Memo, memo, once } from "../src/memo.ts";

/** Fails at the first call, and returns the number of the call from then on. */
function failingOnce() {
  let calls = 0;
  return async () => {
    if (++calls === 1) throw new Error("not yet");
    return calls;
  };
}

describe("A rejected promise is never kept", () => {
  const owner = {};
  const kept = new Memo<Promise<number>>();
  const [ofMemo, ofOwner, ofOnce] = [failingOnce(), failingOnce(), once(failingOnce())];

  test.each([
    ["Memo", () => kept.get("key", ofMemo)],
    ["memo()", () => memo(owner, "key", ofOwner)],
    ["once()", ofOnce],
  ])("%s makes the value again", async (_, get) => {
    expect(await get().catch((error: Error) => error.message)).toBe("not yet");
    expect([await get(), await get()]).toEqual([2, 2]);
  });
});

test("everybody who waits for a value that fails sees the failure, of one computation", async () => {
  let made = 0;
  const get = once(async () => {
    made++;
    throw new Error("broken");
  });
  const outcomes = await Promise.allSettled([get(), get(), get()]);
  expect([outcomes.map(({ status }) => status), made]).toEqual([["rejected", "rejected", "rejected"], 1]);
});
