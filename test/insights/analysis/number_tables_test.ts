import { expect, test } from "bun:test";
import { PackedSums } from "../../../src/insights/analysis/number_tables.ts";

test("PackedSums adds up the rows named since its sums were last taken, however many they are", () => {
  const sums = new PackedSums(Int8Array.from([127, -127, 0, 5, -128, 127, 1, -5]), 4);
  for (let i = 0; i < 1_000; i++) sums.add(0);
  for (let i = 0; i < 300; i++) sums.add(1);
  expect([...sums.take()]).toEqual([127 * 1_000 - 128 * 300, -127 * 1_000 + 127 * 300, 300, 5 * 1_000 - 5 * 300]);
  sums.add(1);
  expect([...sums.take()]).toEqual([-128, 127, 1, -5]);
  expect([...sums.take()]).toEqual([0, 0, 0, 0]);
});
