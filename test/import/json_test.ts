import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { findJsonFault, isDeeperThan } from "../../src/import/json.ts";

describe("findJsonFault()", () => {
  test.each([
    ["", 1, 1, "unexpected end of file; it may be truncated"],
    ["{", 1, 2, "unexpected end of file; it may be truncated"],
    ['{"a": 1,}', 1, 9, 'unexpected "}"'],
    ["[1,]", 1, 4, 'unexpected "]"'],
    ["[1 2]", 1, 4, 'unexpected "2"'],
    ["{a: 1}", 1, 2, 'unexpected "a"'],
    ['{"a" 1}', 1, 6, 'unexpected "1"'],
    ['{"a": 01}', 1, 7, 'unexpected "01"'],
    ['{"a": NaN}', 1, 7, 'unexpected "NaN"'],
    ['{"a": true}\n x', 2, 2, 'unexpected "x"'],
    ['[\n  "never closed\n]', 2, 3, "an unterminated string, or one with a line break or an invalid escape"],
    ['["\\x"]', 1, 2, "an unterminated string, or one with a line break or an invalid escape"],
    ["[}", 1, 2, 'unexpected "}"'],
    ["{]", 1, 2, 'unexpected "]"'],
    ["[1}", 1, 3, 'unexpected "}"'],
    ["[,1]", 1, 2, 'unexpected ","'],
    ["[:]", 1, 2, 'unexpected ":"'],
    ["{{}}", 1, 2, 'unexpected "{"'],
    ["[1,\n'x']", 2, 1, 'unexpected "\'"'],
  ])("%p", (text, line, column, found) => {
    expect(findJsonFault(text)).toEqual({ line, column, found });
  });

  test("findJsonFault() accepts valid JSON, and finds an inserted character", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, place) => {
        expect(findJsonFault(`${json} @`).column).toBe(json.length + 2);
        const at = place % (json.length + 1);
        const broken = `${json.slice(0, at)}\u0001${json.slice(at)}`;
        const { column } = findJsonFault(broken);
        expect(column).toBeLessThanOrEqual(at + 1);
      }),
    );
  });
});

test("isDeeperThan() counts levels of lists and objects", () => {
  expect(isDeeperThan(5, 0)).toBe(false);
  expect(isDeeperThan({ a: [1] }, 2)).toBe(false);
  expect(isDeeperThan({ a: [{}] }, 2)).toBe(true);
});
