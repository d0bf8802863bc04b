import { expect, test } from "bun:test";
import { Quota } from "../../src/http/quota.ts";

test("who takes all that they may, under several keys, leaves room for others", () => {
  const quota = new Quota({ ofKey: 20, all: 60, leavesRoom: true });
  for (const key of ["a", "b", "c", "d"]) while (quota.full(key) === null) quota.add(key);
  expect(["a", "b", "c", "d"].map((key) => quota.of(key))).toEqual([20, 20, 10, 5]);
  expect(quota.full("e")).toBeNull();
});
