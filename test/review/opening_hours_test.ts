import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { openDays, openWeek, readOpeningHours, timeOfDay } from "../../src/review/mod.ts";

const kept = (...lines: string[]) => readOpeningHours(lines);

describe("readOpeningHours()", () => {
  test.each([
    ["Mo-Fr 08:00-17:00", "Mo-Fr 08:00-17:00"],
    ["Mon. – Fri. 8 a.m. to 5:30 p.m.; Sat 9-12; Su closed", "Mo-Fr 08:00-17:30; Sa 09:00-12:00"],
    ["MONDAY 08:00:00-17:00:00", "Mo 08:00-17:00"],
    ["Mo-Fr 8-12, 13-17", "Mo-Fr 08:00-12:00,13:00-17:00"],
    ["Mo-Fr 8-12\nMo-Fr 13-17", "Mo-Fr 08:00-12:00,13:00-17:00"],
    ["Montag bis Freitag: 8 – 17 Uhr; Samstag geschlossen", "Mo-Fr 08:00-17:00"],
    ["Lundi à vendredi 8h30–12h et 14h–18h", "Mo-Fr 08:30-12:00,14:00-18:00"],
    ["Mié, Sáb 9.30-14.00", "We,Sa 09:30-14:00"],
    ["24/7", "Mo-Su 00:00-24:00"],
    ["Sa-Su 24h; Mo 0:00-0:00", "Mo,Sa-Su 00:00-24:00"],
    ["Fr-Sa 18:00-02:00", "Fr-Sa 18:00-02:00"],
    ["Sa-Mo 10-24", "Mo,Sa-Su 10:00-24:00"],
    ["", ""],
  ])("keeps %j as %j", (typed, lines) => {
    expect(kept(typed)).toEqual({ hours: lines === "" ? [] : lines.split("; "), fault: null });
  });

  test.each([
    ["Mo-Do 8-17", "Mo-Th 08:00-17:00"],
    ["Lu-Do 8-17", "Mo-Su 08:00-17:00"],
    ["Di, Mi 9-10", "Tu-We 09:00-10:00"],
    ["Lu, Di 9-10", "Mo,Su 09:00-10:00"],
  ])("takes the names of %j from one language", (typed, line) => {
    expect(kept(typed).hours).toEqual([line]);
  });

  test.each([
    ["PH 8-9", "day", "ph"],
    ["8:00-17:00", "day", "8:00-17:00"],
    ["Mo-We-Fr 8-9", "day", "mo-we-fr"],
    ["Do 8-9", "several_days", "do"],
    ["Mo-Fr", "time", "Mo-Fr"],
    ["Mo 25:00-26:00", "time", "25:00-26:00"],
    ["Mo 8", "time", "8"],
    ["Mo 8:60-9", "time", "8:60-9"],
    ["Mo 13pm-14pm", "time", "13pm-14pm"],
    ["Mo 8-8", "no_length", "8-8"],
    ["Mo 8-12,11-13", "overlap", "Mo 08:00-12:00, Mo 11:00-13:00"],
    ["Fr 18-2; Sa 1-3", "overlap", "Fr 18:00-02:00, Sa 01:00-03:00"],
    ["Su 20-2; Mo 1-2", "overlap", "Su 20:00-02:00, Mo 01:00-02:00"],
  ] as const)("refuses %j", (typed, kind, found) => {
    expect(kept(typed)).toEqual({ hours: [], fault: { kind, found } });
  });

  test("is idempotent for any input, and covers each day of the week once", () => {
    const time = fc.tuple(fc.nat(24), fc.nat(59)).map(([hour, minute]) => `${hour}:${minute}`);
    const line = fc.tuple(fc.constantFrom("Mo", "Tu-Fr", "Sa,Su", "Su-Tu", "x"), time, time);
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const { hours } = readOpeningHours(lines.map(([days, from, to]) => `${days} ${from}-${to}`));
        expect(readOpeningHours(hours)).toEqual({ hours, fault: null });
        expect(openWeek(hours).flatMap(({ days }) => days)).toEqual([0, 1, 2, 3, 4, 5, 6]);
        const open = openDays(hours).flatMap(({ days, spans }) => days.flatMap(() => spans));
        expect(open.every(({ opens, closes }) => opens < closes && timeOfDay(closes) <= "24:00")).toBe(true);
      }),
    );
  });
});
