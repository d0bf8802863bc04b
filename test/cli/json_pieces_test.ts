import { expect, test } from "bun:test";
import fc from "fast-check";
import { jsonPieces } from "../../src/cli/run_commands.ts";

test("jsonPieces() writes a text that begins with U+0000 and digits unchanged", () => {
  const given = { word: "\u00000", "\u00000": "\u00001", list: new Set([1]) };
  expect(JSON.parse([...jsonPieces(given)].join(""))).toEqual({ ...given, list: [1] });
});

test("jsonPieces() writes what JSON.stringify() would, lists that are only gone through included", () => {
  const entry = fc.oneof(fc.integer(), fc.string(), fc.dictionary(fc.string(), fc.jsonValue()));
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 5 }),
      fc.array(entry, { maxLength: 5 }),
      fc.string(),
      (one, other, word) => {
        const given = { word, records: { one: new Set(one.map((value) => ({ value }))), other }, last: [1] };
        const whole = { word, records: { one: one.map((value) => ({ value })), other }, last: [1] };
        expect([...jsonPieces(given)].join("")).toBe(JSON.stringify(whole, null, 2));
      },
    ),
  );
});
