/** What tables hold that people keep by hand: empty rows, totals, several sheets, words for languages, days as Excel shows them. */
import { describe, expect, test } from "bun:test";
import type { ImportOptions } from "../../src/import/mod.ts";
import { readOne } from "./builders.ts";

const GOOGLE = { source: "google" };

/** What is read of a table without a fault: the names and days of its reviews, and the notes. */
function read(name: string, content: string | Uint8Array, options: Partial<ImportOptions> = GOOGLE) {
  const { records, problems, notes } = readOne(name, content, { today: "2026-11-30", ...options });
  expect(problems).toEqual([]);
  const reviews = records.map(({ review }) => review);
  return { reviews, notes: notes.join("\n"), lines: reviews.map(({ authorName, date }) => `${authorName} ${date}`) };
}

describe("rows that are no reviews", () => {
  test("an empty row above the header costs no review", () => {
    for (const empty of [",,", "", " , ,", '"","",""']) {
      const file = `Our reviews,,\n${empty}\ndate,name,rating\n2026-11-10,Pat Lake,5\n2026-11-11,Lee Marsh,4\n`;
      expect(read("r.csv", file).lines).toEqual(["Pat L. 2026-11-10", "Lee M. 2026-11-11"]);
    }
  });
});
