import { describe, expect, test } from "bun:test";
import { quarterEntriesOf } from "../../src/invitations/mod.ts";
import { base64, type Entry, rootOf } from "../../src/log/mod.ts";
import { noCounts, type RecordPeriod } from "../../src/review/mod.ts";
import { POLICY } from "../support/jobs.ts";

const NOW = Date.parse("2026-10-05T12:00:00Z");
const AT = { policy: { ...POLICY, mode: "mail" as const }, now: NOW, timeZone: "America/New_York" };

describe("quarterEntriesOf()", () => {
  const period = (name: string, fields: Partial<RecordPeriod> = {}): RecordPeriod => ({
    period: name,
    ...noCounts(),
    ...fields,
  });
  const asked = (n: number, at: string): Entry => ({
    act: "asked",
    commitment: base64(new Uint8Array(32)),
    n,
    at: Date.parse(at),
  });

  test("closes quarters that are over by the calendar of the business, the running one never", () => {
    const periods = [period("2026-Q4"), period("2026-Q3", { jobs: 2 })];
    expect(quarterEntriesOf(periods, [], AT)).toMatchObject([{ period: "2026-Q3", seals: [] }]);
    const lastEvening = { ...AT, now: Date.parse("2026-10-01T03:59:59Z") };
    expect(quarterEntriesOf(periods, [], lastEvening)).toEqual([]);
  });

  test("opens each seal of an earlier release that was made until the end of the quarter as one that is lost, once", () => {
    const lost = [0, base64(rootOf([]))] as const;
    const entries = [
      asked(2, "2026-09-02T05:00:00Z"),
      asked(3, "2026-10-01T03:00:00Z"),
      asked(4, "2026-10-01T05:00:00Z"),
    ];
    const [closing] = quarterEntriesOf([period("2026-Q3", { jobs: 2 })], entries, AT);
    expect(closing).toEqual({
      act: "quarter",
      period: "2026-Q3",
      figures: { ...noCounts(), jobs: 2 },
      seals: [lost, lost],
    });
    const logged = [...entries, { ...closing, n: 5, at: AT.now } as Entry];
    const next = { ...AT, now: Date.parse("2027-01-05T12:00:00Z") };
    const periods = [period("2026-Q4", { jobs: 1 }), period("2026-Q3", { jobs: 2 })];
    expect(quarterEntriesOf(periods, logged, next)).toMatchObject([{ period: "2026-Q4", seals: [lost] }]);
  });

  test("a change of a closed quarter is a correction with its reason; without a change there is no correction", () => {
    const logged: Entry = { act: "quarter", period: "2026-Q3", figures: noCounts(), seals: [], n: 0, at: 0 };
    const correct = (fields: Partial<RecordPeriod>) =>
      quarterEntriesOf([period("2026-Q3", fields)], [logged], AT).map(({ reason }) => reason);
    expect(correct({})).toEqual([]);
    expect(correct({ answered: 1, published: 1 })).toEqual(["answers"]);
    expect(correct({ jobs: 1, answered: 1 })).toEqual(["jobs"]);
    expect(correct({ not_invited: { no_contact: 1 } })).toEqual(["jobs"]);
  });

  test("a quarter that a restored backup does not know is corrected to nothing, once", () => {
    const logged: Entry = {
      act: "quarter",
      period: "2026-Q2",
      figures: { ...noCounts(), jobs: 3 },
      seals: [],
      n: 0,
      at: 0,
    };
    const closings = quarterEntriesOf([], [logged], AT);
    expect(closings).toEqual([{ act: "quarter", period: "2026-Q2", figures: noCounts(), seals: [], reason: "jobs" }]);
    const corrected = closings.map((closing, n) => ({ ...closing, n: n + 1, at: 0 }));
    expect(quarterEntriesOf([], [logged, ...corrected], AT)).toEqual([]);
  });
});
