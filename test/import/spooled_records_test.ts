/** Records that memory should not hold come out of a spool as they went in. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { type ImportReading, readImport, readListed, type Spool } from "../../src/import/mod.ts";

/** A spool in memory; by default it is asked to take everything. */
function spoolOf(heldBytes = 0): Spool & { readonly size: number } {
  let held = new Uint8Array(0);
  return {
    heldBytes,
    get size() {
      return held.length;
    },
    append(bytes) {
      const start = held.length;
      held = Buffer.concat([held, bytes]);
      return start;
    },
    slice: (start, end) => held.slice(start, end),
  };
}

const OPTIONS = { today: "2026-06-30", source: "google", verifiedBy: "platform" } as const;

const row = fc.record({
  id: fc.constantFrom("", "", "7", "8", "9"),
  rating: fc.constantFrom("5", "4", ""),
  text: fc.constantFrom(
    "Call 020 7946 0958 or jane@doe.example, ask for \u{1F600} and “Jane”, the crew came within the hour",
    "Great",
    "\u2067Right to left\u2069",
  ),
  author: fc.constantFrom("Jane Doe", "J\u00e9r\u00f4me N\u00fc\u00dfli", ""),
});

test("readListed() gives the same records, copies, problems and notes as readImport(), 500 of them a page", () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), fc.constantFrom(1, 120), (rows, times) => {
      const lines = Array.from({ length: times }, (_, turn) =>
        rows.map(({ id, rating, text, author }, at) => {
          const number = id === "" ? "" : `${id}-${turn % 100}`;
          const date = `2026-0${(turn % 5) + 1}-1${at % 10}`;
          return [number, date, rating, `"${text}"`, author, "x@y.example"].join(",");
        }),
      ).flat();
      const bytes = new TextEncoder().encode(
        ["review id,date,rating,text,author,email", "first,2026-01-02,5,Good,Ken Ames,", ...lines, ""].join("\n"),
      );
      const files = [{ name: "a.csv", bytes }];
      const whole = readImport(files, OPTIONS);
      const spool = spoolOf();
      const { records, ...listed } = readListed(files, OPTIONS, spool);
      const held: ImportReading = { ...listed, records: [...records.pages()].flat() };
      expect(held).toEqual(whole);
      expect([...records.pages()].flat()).toHaveLength(records.length);
    }),
    { numRuns: 30 },
  );
});

test("readListed() spools records beyond a page, and keeps the newer of two copies that another file has", () => {
  const review = (number: number, comment: string, updated: string) => ({
    name: `accounts/1/locations/2/reviews/r${number}`,
    reviewId: `r${number}`,
    reviewer: { displayName: "Jane Doe" },
    starRating: "FIVE",
    comment,
    createTime: "2026-01-02T10:00:00Z",
    updateTime: updated,
  });
  const fileOf = (name: string, comment: string, updated: string) => ({
    name,
    bytes: new TextEncoder().encode(
      JSON.stringify({ reviews: Array.from({ length: 700 }, (_, at) => review(at, comment, updated)) }),
    ),
  });
  const files = [fileOf("a.json", "old", "2026-01-02T10:00:00Z"), fileOf("b.json", "new", "2026-02-02T10:00:00Z")];
  const spool = spoolOf();
  const { records, duplicates } = readListed(files, OPTIONS, spool);
  expect(spool.size).toBeGreaterThan(0);
  expect(duplicates).toHaveLength(700);
  expect([...records.pages()].flat().every(({ review: { text } }) => text === "new")).toBe(true);
  expect(records.length).toBe(700);
});

test("readListed() holds no full page in memory once a file exceeds what memory may hold", () => {
  const rows = Array.from({ length: 1600 }, (_, at) => `n-${at},2026-01-02,5,They came within the hour,Ken Ames`);
  const bytes = new TextEncoder().encode(["review id,date,rating,text,author", ...rows, ""].join("\n"));
  const measure = spoolOf();
  readListed([{ name: "a.csv", bytes }], OPTIONS, measure);
  const spool = spoolOf(measure.size / 2);
  readListed([{ name: "a.csv", bytes }], OPTIONS, spool);
  expect(spool.size).toBe(measure.size);
});
