import { describe, expect, test } from "bun:test";
import { parameterReader } from "../../src/http/parameters.ts";
import { SearchQuery } from "../../src/publication/mod.ts";

const read = parameterReader(SearchQuery);

function readValue(queryString: string) {
  const reading = read(queryString);
  if (reading.kind === "invalid") throw new Error(JSON.stringify(reading.issues));
  return reading.value;
}

function issuesOf(queryString: string) {
  const reading = read(queryString);
  return reading.kind === "invalid" ? reading.issues : [];
}

describe("parameterReader()", () => {
  test("gives numbers and texts by their schema, and defaults", () => {
    expect(readValue("rating=4&min_rating=3.5&query=leak%20%C3%A9&since=2026-02-28")).toEqual({
      rating: 4,
      min_rating: 3.5,
      query: "leak é",
      since: "2026-02-28",
      limit: 20,
    });
  });

  test("keeps the order of the request, which titles of searches follow, and puts defaults last", () => {
    expect(Object.keys(readValue("words=leak&mentions_service=boiler&rating=4"))).toEqual([
      ...["words", "mentions_service", "rating", "limit"],
    ]);
  });

  test("takes + for a space, and empty pairs for nothing", () => {
    expect(readValue("&query=on+time&&")).toEqual({ query: "on time", limit: 20 });
  });

  test.each([
    ["rating=0", "rating", "minimum", "rating must be an integer from 1 to 5"],
    ["rating=6", "rating", "maximum", "rating must be an integer from 1 to 5"],
    ["rating=4.0", "rating", "type", "rating must be an integer from 1 to 5"],
    ["rating=0x4", "rating", "type", "rating must be an integer from 1 to 5"],
    ["rating=%204", "rating", "type", "rating must be an integer from 1 to 5"],
    ["rating=", "rating", "type", "rating must be an integer from 1 to 5"],
    ["rating=٤", "rating", "type", "rating must be an integer from 1 to 5"],
    ["min_rating=NaN", "min_rating", "type", "min_rating must be a number from 1 to 5"],
    ["min_rating=1e0", "min_rating", "type", "min_rating must be a number from 1 to 5"],
    ["limit=101", "limit", "maximum", "limit must be an integer from 1 to 100"],
    ["since=2023-02-29", "since", "format", "since must be a calendar date, YYYY-MM-DD"],
    ["until=2026-1-1", "until", "format", "until must be a calendar date, YYYY-MM-DD"],
    [`query=${"a".repeat(201)}`, "query", "maxLength", "query must be a text of at most 200 characters"],
  ])("%s is wrong, and it is said what would be right", (queryString, name, code, message) => {
    const [issue, ...others] = issuesOf(queryString);
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ path: [name], code, message });
  });

  test("names everything that is wrong at once", () => {
    const issues = issuesOf("rating=9&since=x&foo=1&limit=0");
    expect(issues.map(({ path }) => path[0]).sort()).toEqual(["foo", "limit", "rating", "since"]);
  });

  test("refuses a parameter that is given twice, even with the same value", () => {
    expect(issuesOf("rating=5&rating=5")).toEqual([
      { path: ["rating"], code: "repeated", message: "rating is given 2 times, expected once", received: "5, 5" },
    ]);
  });

  test("refuses a name it does not know, with the nearest that it does", () => {
    expect(issuesOf("limt=5")[0]).toMatchObject({ code: "unknown_parameter", path: ["limt"] });
    expect(issuesOf("limt=5")[0]!.message).toContain("did you mean limit?");
    expect(issuesOf("xyzzy=5")[0]!.message).toContain("expected one of rating, min_rating");
  });

  test("only counts what is given after a hundred unknown names", () => {
    const unknown = Array.from({ length: 100 }, (_, at) => `u${at}`).join("&");
    expect(issuesOf(`rating=9&${unknown}`).map(({ path }) => path[0])).toContain("rating");
    const issues = issuesOf(`${unknown}&rating=9&&x=1`);
    expect(issues).toHaveLength(102);
    expect(issues.map(({ path }) => path[0])).not.toContain("rating");
  });

  test("names of objects' members are unknown names", () => {
    for (const name of ["__proto__", "constructor", "toString"]) expect(issuesOf(`${name}=1`)).toHaveLength(1);
  });

  test("refuses percent escapes that are incomplete or not UTF-8", () => {
    for (const queryString of ["query=%", "query=%zz", "query=%ff", "%c3=1"]) {
      expect(issuesOf(queryString)).toMatchObject([{ code: "malformed_encoding", path: [] }]);
    }
  });

  test("shows what was received shortened and well-formed", () => {
    const [issue] = issuesOf(`rating=${"9".repeat(500)}`);
    expect(issue!.received).toHaveLength(101);
  });
});
