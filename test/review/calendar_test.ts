import { expect, test } from "bun:test";
import { addDays, CalendarDate, isCalendarDate } from "../../src/review/mod.ts";

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

test("addDays() counts over months, leap days and years, in both directions", () => {
  expect(addDays("2024-02-28", 2)).toBe("2024-03-01");
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
  expect(addDays("1969-12-31", 1)).toBe("1970-01-01");
  expect(addDays("0001-01-01", -1)).toBe("0000-12-31");
});
