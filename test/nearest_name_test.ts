import { expect, test } from "bun:test";
import { editDistance } from "../src/nearest_name.ts";
import { createSeededRandom } from "./support/seeded_random.ts";

test("editDistance() is that of the whole table, and Infinity beyond the most that is asked for", () => {
  const { number } = createSeededRandom(7);
  const word = () => Array.from({ length: number() * 9 }, () => "abcé"[Math.floor(number() * 4)]).join("");
  for (let step = 0; step < 3000; step++) {
    const a = word();
    const b = word();
    const distance = plainDistance(a, b);
    expect([a, b, editDistance(a, b)]).toEqual([a, b, distance]);
    for (const most of [0, 1, 2, 5]) {
      expect([a, b, most, editDistance(a, b, most)]).toEqual([a, b, most, distance > most ? Infinity : distance]);
    }
  }
  const long = "ab".repeat(200);
  expect(editDistance(long, `b${long}`)).toBe(1);
  expect(editDistance("form", "from")).toBe(1);
});

function plainDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, at) => row + at),
  );
  for (let row = 1; row <= a.length; row++) {
    for (let at = 1; at <= b.length; at++) {
      const change = a[row - 1] === b[at - 1] ? 0 : 1;
      const costs = [rows[row - 1]![at]! + 1, rows[row]![at - 1]! + 1, rows[row - 1]![at - 1]! + change];
      const isSwapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1];
      if (isSwapped) costs.push(rows[row - 2]![at - 2]! + 1);
      rows[row]![at] = Math.min(...costs);
    }
  }
  return rows[a.length]![b.length]!;
}
