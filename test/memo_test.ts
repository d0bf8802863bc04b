import { expect, test } from "bun:test";
import { Memo } from "../src/memo.ts";
import { createSeededRandom } from "./support/seeded_random.ts";

test("Memo keeps the most recently used values that fit its byte limit", () => {
  let made = 0;
  const memo = new Memo<string>(10, { max: 10, of: (key, value) => key.length + value.length });
  const ask = (key: string) => memo.get(key, () => `value${made++}`.slice(0, 4));
  for (const key of ["a", "b", "a", "c"]) ask(key);
  expect([memo.find("a"), memo.find("b"), memo.find("c")]).toEqual(["valu", undefined, "valu"]);
  ask("too long to be kept");
  expect([memo.find("a"), memo.find("c"), memo.find("too long to be kept")]).toEqual(["valu", "valu", undefined]);
  expect(made).toBe(4);
});

test("Memo forgets the values that were asked for longest ago, some of them rejected promises", async () => {
  const { number } = createSeededRandom(5);
  const memo = new Memo<unknown>(8, { max: 40, of: (key) => key.length });
  let kept: string[] = [];
  for (let step = 0; step < 2000; step++) {
    const key = `${"x".repeat(number() * 45)}${Math.floor(number() * 3)}`;
    const isRejected = number() < 0.05 && !kept.includes(key);
    const asked = [...kept.filter((each) => each !== key), key];
    const value = memo.get(key, () => (isRejected ? Promise.reject(new Error("no")) : key));
    kept = key.length > 40 ? asked.slice(0, -1) : asked;
    while (kept.length > 8 || kept.join("").length > 40) kept.shift();
    if (isRejected) {
      await (value as Promise<unknown>).catch(() => {});
      kept = kept.filter((each) => each !== key);
    }
    expect(asked.filter((each) => memo.find(each) === each)).toEqual(kept);
  }
});

test("forget() removes a value and its bytes", () => {
  const memo = new Memo<string>(10, { max: 10, of: (_, value) => value.length });
  memo.get("a", () => "12345678");
  memo.forget("a");
  memo.forget("never known");
  memo.get("b", () => "12345");
  memo.get("c", () => "12345");
  expect([memo.find("a"), memo.find("b"), memo.find("c")]).toEqual([undefined, "12345", "12345"]);
});
