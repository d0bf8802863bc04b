import { describe, expect, test } from "bun:test";
import { withinHours } from "../../src/invitations/mod.ts";

const HOUR = 3_600_000;
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const opensInMs = (now: number, zone: string) => withinHours(now, zone) - now;
const hours = (text: string, zone: string) => opensInMs(at(text), zone) / HOUR;

describe("withinHours()", () => {
  test("is 0 from 9:00 until before 20:00 of the business's time zone", () => {
    expect(hours("2026-01-05T08:00:00Z", "Europe/Berlin")).toBe(0);
    expect(hours("2026-01-05T07:59:00Z", "Europe/Berlin")).toBeCloseTo(1 / 60);
    expect(opensInMs(at("2026-01-05T18:59:59.999Z"), "Europe/Berlin")).toBe(0);
    expect(hours("2026-01-05T19:00:00Z", "Europe/Berlin")).toBe(13);
    expect(hours("2026-01-05T15:00:00Z", "America/New_York")).toBe(0);
    expect(hours("2026-01-05T13:00:00Z", "America/New_York")).toBe(1);
  });

  test("counts the hours of a night in which clocks are set", () => {
    // Berlin: 2026-03-29 has 23 hours, 2026-10-25 has 25.
    expect(hours("2026-03-28T19:00:00Z", "Europe/Berlin")).toBe(12);
    expect(hours("2026-10-24T18:00:00Z", "Europe/Berlin")).toBe(14);
    expect(hours("2026-03-29T07:00:00Z", "Europe/Berlin")).toBe(0);
    expect(hours("2026-10-25T07:30:00Z", "Europe/Berlin")).toBe(0.5);
  });

  test("opens at 9:00 in zones with halves and quarters of hours, and across the date line", () => {
    for (const zone of [
      "Asia/Kolkata",
      "Asia/Kathmandu",
      "Pacific/Kiritimati",
      "Pacific/Apia",
      "Australia/Lord_Howe",
    ]) {
      for (let hour = 0; hour < 48; hour++) {
        const now = at("2026-04-04T00:00:00Z") + hour * HOUR + 17 * 60_000;
        const opens = Temporal.Instant.fromEpochMilliseconds(now + opensInMs(now, zone)).toZonedDateTimeISO(zone);
        const isOpen = opens.hour >= 9 && opens.hour < 20;
        expect(isOpen).toBe(true);
        if (opensInMs(now, zone) > 0) expect(opens.toPlainTime().toString()).toBe("09:00:00");
      }
    }
  });
});
