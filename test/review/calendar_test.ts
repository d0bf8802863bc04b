import { expect, test } from "bun:test";
import { CalendarDate, isCalendarDate } from "../../src/review/mod.ts";

const { pattern = "" } = CalendarDate as { readonly pattern?: string };

test("the pattern of dates lets the years 0001 to 9999 through and no other", () => {
  const years = Array.from({ length: 10_000 }, (_, year) => `${String(year).padStart(4, "0")}-06-15`);
  expect(years.filter((date) => new RegExp(pattern).test(date) !== isCalendarDate(date))).toEqual([]);
  for (const text of ["2026-6-15", "12026-06-15", "2026-06-15T00", " 2026-06-15", ""]) {
    expect({ text, isTaken: new RegExp(pattern).test(text) }).toEqual({ text, isTaken: false });
  }
});

test("the pattern of dates is one that Go and Rust can read, too: nothing looks ahead or back", () => {
  expect(pattern).not.toMatch(/\(\?[=!<]/);
});
