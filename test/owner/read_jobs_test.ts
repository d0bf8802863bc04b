/** How a list of jobs is read: its bounds, and what becomes of each row. */
import { describe, expect, test } from "bun:test";
import { type JobReading, readJobs } from "../../src/owner/read_jobs.ts";

const TODAY = "2026-11-27";

function read(text: string, options: JobReading = {}) {
  const file = { name: "jobs", bytes: new TextEncoder().encode(text) };
  return readJobs(file, { today: TODAY, timeZone: "America/New_York", ...options });
}

describe("readJobs() bounds a list", () => {
  test("of more than 50,000 rows before anything is made of them", () => {
    const list = (rows: number) => `customer,finished\n${"Pat,2026-11-10\n".repeat(rows)}`;
    expect(read(list(50_000)).rows).toHaveLength(50_000);
    expect(() => read(list(50_001))).toThrow("jobs: The list has more than 50,000 rows; split it");
  });

  test("of more than five million cells, which few bytes of JSON can make", () => {
    const names = Object.fromEntries(Array.from({ length: 1900 }, (_, index) => [`field${index}`, 1]));
    const first = JSON.stringify({ customer: "Pat", finished: "2026-11-10", ...names });
    expect(() => read(`${first}\n${'{"customer":"Lee"}\n'.repeat(3000)}`)).toThrow(
      "The list has more than 5,000,000 cells",
    );
  });

  test("whose row has a cell longer than any name, and makes nothing of that cell", () => {
    const job = { customer: "Pat", finished: "2026-11-10", telephone: `1${" ".repeat(80_000)}y` };
    const [row] = read(JSON.stringify([job])).rows;
    expect(row?.issues).toEqual(["telephone is longer than 300 characters"]);
    expect(row?.draft.telephone).toBeNull();
  });
});

test("readJobs() reads instants of microseconds to the day", () => {
  const list = read("customer,completed_at\nPat,1794800000123456\nLee,1794800000999999\n");
  expect(list.rows.map(({ draft }) => draft.finished)).toEqual(["2026-11-15", "2026-11-15"]);
});
