import { describe, expect, test } from "bun:test";
import { withChosenColumns } from "../../src/owner/choose_columns.ts";

const table = (...columns: readonly (readonly [column: string, became: string | null])[]) =>
  columns.map(([column, became]) => ({ column, became }));

describe("withChosenColumns()", () => {
  const reviews = table(["When", "date"], ["Stars", "rating"], ["Words", "reply"], ["Whose", null]);

  test("answers only for columns that were changed", () => {
    expect(withChosenColumns({}, reviews, ["date", "rating", "reply", "author"])?.columns).toEqual({ author: "Whose" });
  });

  test("moves a role, and exchanges two", () => {
    expect(withChosenColumns({}, reviews, ["date", "rating", "text", "reply"])?.columns).toEqual({
      text: "Words",
      reply: "Whose",
    });
    expect(withChosenColumns({}, reviews, ["rating", "date", "reply", ""])?.columns).toEqual({
      rating: "When",
      date: "Stars",
    });
  });

  test("gives a role to another column than the one that was read so", () => {
    expect(withChosenColumns({}, reviews, ["date", "rating", "reply", "reply"])?.columns).toEqual({ reply: "Whose" });
  });

  test("answers that there is no column where the one that was read is not used", () => {
    const before = { columns: { text: "Words" }, source: "google" };
    expect(withChosenColumns(before, reviews, ["date", "rating", "", ""])).toEqual({
      columns: { text: "Words", reply: "" },
      source: "google",
    });
  });

  test("refuses one role for two columns", () => {
    expect(withChosenColumns({}, reviews, ["date", "rating", "author", "author"])).toBeNull();
  });

  test("answers for columns of consent by their names, and keeps another column of the status", () => {
    const jobs = table(["Emails", "mayContact"], ["State", "status"], ["Invoice status", "status"], ["Opt", null]);
    expect(withChosenColumns({}, jobs, ["", "", "status", "mayNotContact"])).toEqual({
      columns: { status: "Invoice status" },
      consents: { Emails: "something-else", Opt: "may-not-contact" },
    });
  });
});
