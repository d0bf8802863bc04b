import { describe, expect, test } from "bun:test";
import { describeProblem } from "../../src/import/mod.ts";
import {
  combineModeration,
  isModerationColumn,
  type Moderation,
  readModeration,
  readModerationWords,
} from "../../src/import/moderation.ts";
import { readOne, refusalOf } from "./builders.ts";

describe("readModeration()", () => {
  test.each<[tool: string, column: string, cell: string, said: Moderation]>([
    ["Judge.me", "curated", "ok", "shown"],
    ["Judge.me", "curated", "spam", "hidden"],
    ["Judge.me", "curated", "not-yet", "hidden"],
    ["Loox", "status", "Published", "shown"],
    ["Loox", "status", "Hidden", "hidden"],
    ["Shopify", "state", "published", "shown"],
    ["Shopify", "state", "unpublished", "hidden"],
    ["Shopify", "state", "flagged", "hidden"],
    ["Yotpo", "Review Status", "Rejected", "hidden"],
    ["Yotpo", "Published", "true", "shown"],
    ["Okendo", "status", "pending", "hidden"],
    ["Stamped", "is_spam", "TRUE", "hidden"],
    ["Stamped", "is_archived", "0", "shown"],
    ["Reviews.io", "Status", "Awaiting approval", "hidden"],
    ["Feefo", "moderation_status", "unpublished", "hidden"],
    ["Birdeye", "Status", "Replied", "silent"],
    ["Podium", "Visibility", "private", "hidden"],
    ["Site Reviews", "is_approved", "0", "hidden"],
    ["Trustpilot", "Review Status", "Archived", "hidden"],
    ["a table by hand", "deleted", "2026-03-01", "hidden"],
    ["a table by hand", "hidden", "", "silent"],
    ["a table by hand", "sichtbar?", "", "silent"],
    ["a table by hand", "status", "Featured", "unknown"],
  ])("%s: %s %p is %s", (_tool, column, cell, said) => {
    expect(readModeration(column, cell)).toBe(said);
  });

  test("takes the owner's word for what is not known", () => {
    const told = readModerationWords("Featured=shown, In progress=hidden");
    expect([readModeration("status", "featured", told!), readModeration("status", "IN-PROGRESS", told!)]).toEqual([
      "shown",
      "hidden",
    ]);
    expect([readModerationWords("Featured"), readModerationWords("=shown"), readModerationWords("a=maybe")]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

test("combineModeration(): hidden by one column is hidden, and not known by one is not known", () => {
  expect([
    combineModeration(["shown", "hidden", "silent"]),
    combineModeration(["shown", "unknown", "hidden"]),
    combineModeration(["silent", "shown"]),
    combineModeration([]),
  ]).toEqual(["hidden", "unknown", "shown", "silent"]);
});

test("isModerationColumn() does not take any column for one", () => {
  expect(["rating", "text", "stateless", "is_pinned", "is_verified"].filter(isModerationColumn)).toEqual([]);
});

describe("a table with moderation columns", () => {
  const csv = (status: string, header = "status") =>
    `date,rating,text,name,${header}\n2026-03-02,5,Quick and tidy,Jane Doe,${status}\n`;
  const hidden = (file: string) => readOne("r.csv", file, { source: "loox" }).records[0]?.review.hiddenAtSource;

  test("keeps what the source hides, marked", () => {
    expect([hidden(csv("Hidden")), hidden(csv("Published")), hidden(csv(""))]).toEqual([true, false, null]);
  });

  test("asks for a word that is not known, with the option that answers", () => {
    const { problems, records } = readOne("r.csv", csv("In progress"), { source: "loox" });
    expect(records).toEqual([]);
    expect(problems.map(describeProblem)).toEqual([
      'row 2: status is "In progress", expected published or hidden; say which with --moderation "In progress=hidden"',
    ]);
    const told = { source: "loox", moderation: "In progress=hidden" };
    expect(readOne("r.csv", csv("In progress"), told).records[0]?.review.hiddenAtSource).toBe(true);
  });

  test("does not take the state a customer lives in for moderation", () => {
    expect(hidden(csv("MN", "state"))).toBeNull();
  });

  test("refuses an option that says nothing", () => {
    expect(refusalOf(() => readOne("r.csv", csv("x"), { source: "loox", moderation: "x=perhaps" }))).toBe(
      'Invalid --moderation "x=perhaps": expected WORD=shown or WORD=hidden',
    );
  });
});
