import { describe, expect, test } from "bun:test";
import type { RelativeUnit } from "../../src/import/columns/date_words.ts";
import { readWrittenDay } from "../../src/import/columns/dates.ts";
import { readOne, refusalOf } from "./builders.ts";

const NEW_YORK = { timeZone: "America/New_York", today: "2026-11-27", source: "direct" };

/** The days that New York reads in a column of these cells. */
function daysOf(cells: readonly string[], header = "created_at"): unknown[] {
  const rows = cells.map((cell, at) => `${at},5,"${cell}","The drain is clear again, ${at}"`).join("\n");
  const { records, problems } = readOne("r.csv", `review_id,rating,${header},text\n${rows}\n`, NEW_YORK);
  expect(problems).toEqual([]);
  return records.map(({ review }) => review.date);
}

describe("an instant is on the day of the business's time zone", () => {
  test.each([
    ["JavaScript's Date.toString()", "Mon Nov 16 2026 19:30:00 GMT-0500 (Eastern Standard Time)", "2026-11-16"],
    ["another zone's Date.toString()", "Tue Nov 17 2026 06:00:00 GMT+0530 (India Standard Time)", "2026-11-16"],
    ["Date.toUTCString()", "Tue, 17 Nov 2026 00:30:00 GMT", "2026-11-16"],
    ["an abbreviation behind the offset", "2026-11-17 00:30:00 +0000 (UTC)", "2026-11-16"],
    ["PostgreSQL's text form", "2026-11-16 03:30:00.123456+00", "2026-11-15"],
    ["PostgreSQL in New York", "2026-11-15 22:30:00-05", "2026-11-15"],
    ["Go's Time.String()", "2026-11-16 03:30:00.123456789 +0000 UTC", "2026-11-15"],
    ["Go's Time.String() with the monotonic clock", "2026-11-16 03:30:00 +0000 UTC m=+0.000123", "2026-11-15"],
    ["Ruby's Time#to_s", "2026-11-16 03:30:00 -0000", "2026-11-15"],
    ["Java's ZonedDateTime", "2026-11-16T03:30:00+01:00[Europe/Berlin]", "2026-11-15"],
    ["a local time with the name of its zone", "2026-11-16 05:30:00 Europe/Berlin", "2026-11-15"],
    ["an offset of one digit", "2026-11-16 03:30 UTC+1", "2026-11-15"],
    ["seconds since 1970", "1794800000", "2026-11-15"],
    ["seconds as pandas writes them", "1794800000.0", "2026-11-15"],
    ["milliseconds with a fraction", "1794800000123.5", "2026-11-15"],
    ["microseconds", "1794800000123456", "2026-11-15"],
    ["nanoseconds", "1794800000123456789", "2026-11-15"],
  ])("%s: %s", (_what, cell, day) => {
    expect(daysOf([cell, cell])).toEqual([day, day]);
  });
});

describe("a time without a zone", () => {
  test("stands for its day where nothing names a zone", () => {
    expect(daysOf(["2026-11-16 03:30:00", "11/17/2026 11:30 PM"])).toEqual(["2026-11-16", "2026-11-17"]);
  });

  test.each(["Created (UTC)", "created_at_gmt", "createdAtUtc", "Created (GMT+0)"])(
    "is in the zone of its column %p",
    (header) => {
      expect(daysOf(["2026-11-16 03:30:00", "11/16/2026 3:30 AM", "2026-11-16"], header)).toEqual([
        "2026-11-15",
        "2026-11-15",
        "2026-11-16",
      ]);
    },
  );
});

describe("a column of time zones beside local times", () => {
  const file = (...zones: readonly string[]) =>
    `review_id,rating,created_at,timezone,text\n${zones.map((zone, at) => `${at},5,2026-11-${16 - at} 03:30:00,${zone},"Clear again, ${at}"\n`).join("")}`;
  const days = (csv: string, options = {}) =>
    readOne("r.csv", csv, { ...NEW_YORK, ...options }).records.map(({ review }) => review.date);

  test("decides about the days", () => {
    expect(days(file("UTC", "America/Los_Angeles", "+02:00", ""))).toEqual([
      "2026-11-15",
      "2026-11-15",
      "2026-11-13",
      "2026-11-13",
    ]);
  });

  test("is asked about where it names no time zone, and can be left out", () => {
    expect(refusalOf(() => days(file("UTC", "EST")))).toBe(
      'The column "timezone" contains "EST", which is not a time zone such as America/New_York or +02:00; correct it, or add --column time_zone= to keep the dates as written',
    );
    expect(days(file("UTC", "EST"), { columns: { timeZone: "" } })).toEqual(["2026-11-16", "2026-11-15"]);
  });

  test("is not asked about where no date has a time without a zone", () => {
    expect(days(file("EST").replace("03:30:00", "03:30:00Z"))).toEqual(["2026-11-15"]);
  });
});

test.each(["2026-05-31 99:00 UTC", "2026-05-31T25:10Z", "31/05/2026 24:30", "2026-05-31 10:61", "2026-05-31 99:00"])(
  "a time that no clock shows makes %p unreadable",
  (cell) => {
    const csv = `date,rating,text\n2026-05-31,5,Quick and tidy\n${cell},4,Came on time\n`;
    expect(readOne("r.csv", csv, NEW_YORK).problems.map(({ at, field }) => [at.path, field])).toEqual([
      ["row 3", "date"],
    ]);
  },
);

test.each(["Utc offset", "Outcome (EST)"])("the column %p names no zone for the times of its dates", (header) => {
  const csv = `date,rating,text,${header}\n2026-11-16 03:30:00,5,Quick and tidy,x\n`;
  expect(readOne("r.csv", csv, { ...NEW_YORK, columns: { timeZone: "" } }).records[0]?.review.date).toBe("2026-11-16");
});

test.each([
  ["5 stycznia 2025", "2025-01-05"],
  ["5. Jänner 2025", "2025-01-05"],
  ["5 de março de 2025", "2025-03-05"],
  ["5 août 2025", "2025-08-05"],
  ["5 сен 2025", "2025-09-05"],
  ["5 Agustus 2025", "2025-08-05"],
  ["5-Aug-25", "2025-08-05"],
  ["05-août-25", "2025-08-05"],
  ["10. Nov. 25", "2025-11-10"],
  ["Publié le 5 août 2025", "2025-08-05"],
  ["Published on November 5, 2025", "2025-11-05"],
  ["am Mittwoch, 5. November 2025", "2025-11-05"],
])("the month in %p is known", (written, date) => {
  expect(readWrittenDay(written)).toMatchObject({ kind: "day", date });
});

test.each<[string, number, RelativeUnit]>([
  ["vor 3 Sekunden", 3, "minute"],
  ["sejam yang lalu", 1, "hour"],
  ["5 dni temu", 5, "day"],
  ["för 2 veckor sedan", 2, "week"],
  ["há um mês", 1, "month"],
  ["5 лет назад", 5, "year"],
  ["igår", 1, "day"],
  ["kemarin", 1, "day"],
  ["2 minggu lalu", 2, "week"],
  ["sebulan yang lalu", 1, "month"],
  ["3 tahun lalu", 3, "year"],
])("the relative date %p is known", (written, count, unit) => {
  expect(readWrittenDay(written)).toEqual({ kind: "relative", count, unit });
});
