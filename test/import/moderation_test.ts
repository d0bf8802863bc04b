import { describe, expect, test } from "bun:test";
import { NeedsInput } from "../../src/import/mod.ts";
import {
  combineModeration,
  isModerationColumn,
  type Moderation,
  moderationWordsOf,
  readModeration,
  readModerationOption,
} from "../../src/import/moderation.ts";
import { readOne, refusalOf } from "./builders.ts";

/** What is asked before a file is read. */
function wantsOf(read: () => unknown) {
  try {
    read();
  } catch (error) {
    if (error instanceof NeedsInput) return error.questions;
    throw error;
  }
  return [];
}

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
    ["a table by hand", "spam", "none", "unknown"],
    ["a table by hand", "hidden", "no?", "unknown"],
    ["a table by hand", "approved", "checked", "unknown"],
    ["a table by hand", "published", "never", "unknown"],
  ])("%s: %s %p is %s", (_tool, column, cell, said) => {
    expect(readModeration(column, cell)).toBe(said);
  });

  test("takes the owner's word for what is not known", () => {
    const told = moderationWordsOf({ Featured: "shown", "In progress": "hidden" });
    expect([readModeration("status", "featured", told), readModeration("status", "IN-PROGRESS", told)]).toEqual([
      "shown",
      "hidden",
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
    expect(refusalOf(() => readOne("r.csv", csv("In progress"), { source: "loox" }))).toContain(
      'The column "status" has unknown values: "In progress"; add --moderation "In progress=hidden"',
    );
    const told = { source: "loox", moderation: { "In progress": "hidden" } };
    expect(readOne("r.csv", csv("In progress"), told).records[0]?.review.hiddenAtSource).toBe(true);
  });

  test("does not take the state a customer lives in for moderation", () => {
    expect(hidden(csv("MN", "state"))).toBeNull();
  });

  test("asks about each value once, in one round", () => {
    const rows = ["In progress", "Featured", "Featured", "Published", ""].map((status) => csv(status).split("\n")[1]);
    const file = [csv("").split("\n")[0], ...rows].join("\n");
    const [first, second, third] = wantsOf(() => readOne("r.csv", file, { source: "loox" }));
    expect([first?.about, second?.about, third]).toEqual([
      { column: "status", value: "In progress" },
      { column: "status", value: "Featured" },
      undefined,
    ]);
    expect(first?.choices).toEqual(["shown", "hidden"]);
  });

  test("asks about the words for replies only where there is a reply", () => {
    const file = (reply: string) =>
      `date,rating,text,name,reply,reply status\n2026-03-02,5,Quick and tidy,Jane Doe,${reply},Featured\n`;
    expect(readOne("r.csv", file(""), { source: "loox" }).records).toHaveLength(1);
    expect(wantsOf(() => readOne("r.csv", file("Thank you"), { source: "loox" }))).toMatchObject([
      { option: "moderation", about: { column: "reply status", value: "Featured" } },
    ]);
  });

  test("readModerationOption() reads several values, and refuses other meanings", () => {
    expect(readModerationOption("In progress=hidden, Featured=shown")).toEqual({
      "In progress": "hidden",
      Featured: "shown",
    });
    expect([readModerationOption("x=perhaps"), readModerationOption("=shown"), readModerationOption("x")]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
