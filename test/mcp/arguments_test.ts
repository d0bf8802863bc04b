import { describe, expect, test } from "bun:test";
import { Type } from "typebox";
import { argumentCheck, issuesText } from "../../src/mcp/tool.ts";
import { SearchQuery } from "../../src/publication/mod.ts";

const check = argumentCheck(SearchQuery);

describe("argumentCheck()", () => {
  test("finds nothing wrong with every filter at once", () => {
    const query = { rating: 5, min_rating: 4.5, since: "2024-02-29", until: "2026-01-01", query: "Heater" };
    expect(check({ ...query, mentions_technician: "Ann", mentions_service: "x", limit: 100 })).toEqual([]);
  });

  test("names everything that is wrong at once, more than eight things too", () => {
    const wrong = { rating: 9, min_rating: "4", since: "2024-02-30", until: 5, query: 1, mentions_technician: null };
    const more = { mentions_service: [], mentions_area: 3, mentions_aspect: "colour", sentiment: "good", language: 4 };
    const others = {
      max_rating: 0,
      updated_since: "now",
      words: 5,
      source: [],
      verification: "oath",
      provenance: "heaven",
      has_reply: "yes",
    };
    const issues = check({ ...wrong, ...more, ...others, sort: "best", limit: 0, cursor: {}, x: 1, y: 2 });
    expect(issues.map(({ path }) => path[0])).toEqual([...Object.keys(SearchQuery.properties), "x", "y"]);
  });

  test("refuses an argument whose companion is missing", () => {
    expect(check({ sentiment: "negative" })).toEqual([
      { path: ["sentiment"], code: "dependentRequired", message: "sentiment requires mentions_aspect" },
    ]);
    expect(check({ sentiment: "negative", mentions_aspect: "speed" })).toEqual([]);
  });

  test("tells path, rule, message and the value received", () => {
    expect(check({ rating: 9 })).toEqual([
      { path: ["rating"], code: "maximum", message: "rating must be an integer from 1 to 5", received: "9" },
    ]);
  });

  test("takes no number that is written as a text", () => {
    expect(check({ limit: "5" })[0]).toMatchObject({ code: "type", received: '"5"' });
  });

  test("says what an object must have", () => {
    const client = Type.Object({ name: Type.String(), version: Type.String() });
    const [issue] = argumentCheck(Type.Object({ clientInfo: client }))({ clientInfo: { name: "x" } });
    expect(issue?.message).toBe("clientInfo must be an object with name and version");
  });

  test("refuses a date that is no day of the calendar", () => {
    expect(check({ since: "2023-02-29" })[0]?.message).toBe("since must be a calendar date, YYYY-MM-DD");
  });

  test("refuses an unknown argument and names the nearest known one", () => {
    expect(check({ limt: 5 })[0]).toMatchObject({
      path: ["limt"],
      message: expect.stringContaining("did you mean limit?"),
    });
  });

  test("says so where no argument is taken", () => {
    const issues = argumentCheck(Type.Object({}, { additionalProperties: false }))({ x: 1 });
    expect(issues[0]?.message).toBe("unknown parameter x; this operation takes none");
  });

  test("keeps a long value short", () => {
    expect(check({ query: "x".repeat(5000) })[0]?.received?.length).toBeLessThan(110);
  });
});

test("issuesText() writes issues as one line", () => {
  const text = issuesText(check({ rating: 9, limit: 0 }));
  expect(text).toBe(
    "rating must be an integer from 1 to 5, received 9; limit must be an integer from 1 to 100, received 0",
  );
});
