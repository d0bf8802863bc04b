import { expect, test } from "bun:test";
import { Memo } from "../src/memo.ts";

test("Memo keeps the values that were asked for last, as many as its bytes allow", () => {
  let made = 0;
  const memo = new Memo<string>(10, { most: 10, of: (key, value) => key.length + value.length });
  const ask = (key: string) => memo.get(key, () => `value${made++}`.slice(0, 4));
  for (const key of ["a", "b", "a", "c"]) ask(key);
  expect([memo.find("a"), memo.find("b"), memo.find("c")]).toEqual(["valu", undefined, "valu"]);
  ask("too long to be kept");
  expect([memo.find("a"), memo.find("c"), memo.find("too long to be kept")]).toEqual(["valu", "valu", undefined]);
  expect(made).toBe(4);
});
