import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { findJsonFault, isDeeperThan } from "../../src/import/json.ts";
import { jsonEntries } from "../../src/import/json_entries.ts";

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

const linesOfEntries = (text: string, key: string) => [...jsonEntries([text], [key, "*"])].map(({ line }) => line);

describe("jsonEntries()", () => {
  test("reports the line on which each entry begins", () => {
    const text = `{
  "business": { "reviews": [1,
    2] }, "x": "reviews",
  "reviews": [ {"a": [1,
      2]},
    "a\\\\\\"]," , [

    ]

    ,5
  ]
}`;
    expect(JSON.parse(text).reviews).toHaveLength(4);
    expect(linesOfEntries(text, "reviews")).toEqual([4, 6, 6, 10]);
  });

  test("finds one line for every entry of any list", () => {
    const isFit = (lists: object) => !Object.keys(lists).some((key) => /["\\\\]/.test(key));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.array(fc.jsonValue())).filter(isFit), (lists) => {
        const compact = JSON.stringify(lists);
        const spread = JSON.stringify(lists, null, 1);
        for (const [key, list] of Object.entries(lists)) {
          if (JSON.stringify(key) !== `"${key}"`) continue;
          expect(linesOfEntries(compact, key)).toEqual(list.map(() => 1));
          const starts = linesOfEntries(spread, key);
          expect(starts).toHaveLength(list.length);
          expect([...starts].sort((a, b) => a - b)).toEqual(starts);
        }
      }),
    );
  });
});
