/** Whatever a file looks like, what is read is what was written, or nothing is. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { GoodwordError } from "../../src/errors.ts";
import { type COLUMN_ROLES, REVIEW_COLUMNS } from "../../src/import/columns/column_words.ts";
import { type ImportOptions, type ImportReading, readImport } from "../../src/import/mod.ts";
import { splitList } from "../../src/review/mod.ts";
import { OPTIONS } from "./builders.ts";

interface Truth {
  readonly date: string;
  readonly rating: number;
  readonly text: string;
  readonly author: string;
}

/** `2025-03-14` with its parts in another order. */
function day(date: string, format: string): string {
  const [year = "", month = "", ofMonth = ""] = date.split("-");
  return format.replace("YYYY", year).replace("MM", month).replace("DD", ofMonth);
}

const RUNS = 150;
const WORDS = [
  "très",
  "gründlich",
  "señor",
  "punctual",
  "the leak",
  "fixed",
  "came late, sadly",
  'a "fair" price',
  "naïve",
  "and",
  "der",
  "est",
];
const NAMES = ["Jane Doe", "José Núñez", "Zoë Müller", "Ana Lima", "Tom Ruiz"];
const dateOf = fc
  .integer({ min: 0, max: 2000 })
  .map((days) => new Date(Date.UTC(2020, 0, 1 + days)).toISOString().slice(0, 10));
const truth: fc.Arbitrary<Truth> = fc.record({
  date: dateOf,
  rating: fc.integer({ min: 1, max: 5 }),
  text: fc.array(fc.constantFrom(...WORDS), { minLength: 4, maxLength: 12 }).map((words) => words.join(" ")),
  author: fc.constantFrom(...NAMES),
});
const truths = fc.uniqueArray(truth, { minLength: 1, maxLength: 12, selector: ({ date, text }) => `${date} ${text}` });

const namesOf = (wanted: (typeof COLUMN_ROLES)[number]) => [
  ...new Set(REVIEW_COLUMNS.flatMap(({ role, names }) => (role === wanted ? splitList(names) : []))),
];
const DISTRACTORS = [
  "venue_rating",
  "scraped_at",
  "likes",
  "helpful",
  "address",
  "phone number of branch",
  "sentiment_score",
  "Postcode",
  "updated_at",
  "reviews count",
];

/** What was read is among what was written, and nothing of another row or column. */
function expectTrue(reading: ImportReading | null, written: readonly Truth[]): void {
  if (reading === null || reading.problems.length > 0) return;
  const said = new Set(written.map(({ date, rating, text }) => JSON.stringify([date, rating, text])));
  const untrue = reading.records
    .map(({ review: { date, rating, text } }) => JSON.stringify([date, rating, text]))
    .filter((read) => !said.has(read));
  expect(untrue).toEqual([]);
}

function readOrRefuse(name: string, bytes: Uint8Array, options: Partial<ImportOptions> = {}): ImportReading | null {
  try {
    return readImport([{ name, bytes }], { ...OPTIONS, source: "direct", timeZone: "UTC", ...options });
  } catch (error) {
    if (error instanceof GoodwordError) return null;
    throw error;
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const quote = (cell: string, delimiter: string, always: boolean) =>
  always || cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

interface Sheet {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Columns in any order among others, each role by any of its names. */
const shuffledSheet = fc
  .record({
    written: truths,
    rating: fc.constantFrom(...namesOf("rating")),
    date: fc.constantFrom(...namesOf("date")),
    text: fc.constantFrom(...namesOf("text")),
    author: fc.constantFrom(...namesOf("author")),
    others: fc.uniqueArray(fc.constantFrom(...DISTRACTORS), { maxLength: 4 }),
    order: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
    style: fc.constantFrom("{r}", "{r}.0", "{r}/5", "{r} stars"),
    format: fc.constantFrom(
      "YYYY-MM-DD",
      "DD/MM/YYYY",
      "MM/DD/YYYY",
      "DD.MM.YYYY",
      "YYYY/MM/DD",
      "DD-MM-YYYY",
      "MM-DD-YYYY",
    ),
  })
  .map(
    ({
      written,
      rating,
      date,
      text,
      author,
      others,
      order,
      style,
      format,
    }): { sheet: Sheet; written: readonly Truth[] } => {
      const columns: (readonly [string, (each: Truth, at: number) => string])[] = [
        [rating, (each) => style.replace("{r}", String(each.rating))],
        [date, (each) => day(each.date, format)],
        [text, (each) => each.text],
        [author, (each) => each.author],
        ...others.map(
          (name) =>
            [name, (_: Truth, at: number) => (/_at$/.test(name) ? "2026-01-02T10:00:00Z" : String(at % 5))] as const,
        ),
      ];
      const sorted = columns
        .map((column, at) => ({ column, key: order[at] ?? 0 }))
        .sort((one, other) => one.key - other.key);
      return {
        written,
        sheet: {
          columns: sorted.map(({ column: [name] }) => name),
          rows: written.map((each, at) => sorted.map(({ column: [, cell] }) => cell(each, at))),
        },
      };
    },
  );

const dialect = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t", "|"),
  lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
  always: fc.boolean(),
});

function write(
  { columns, rows }: Sheet,
  { delimiter, lineEnd, always }: { delimiter: string; lineEnd: string; always: boolean },
): string {
  return (
    [columns, ...rows]
      .map((cells) => cells.map((cell) => quote(cell, delimiter, always)).join(delimiter))
      .join(lineEnd) + lineEnd
  );
}

test("columns in any order, under any name, in any dialect are read as what they are, or not at all", () => {
  let understood = 0;
  fc.assert(
    fc.property(shuffledSheet, dialect, ({ sheet, written }, how) => {
      const reading = readOrRefuse("r.csv", bytesOf(write(sheet, how)));
      if (reading !== null && reading.problems.length === 0) understood++;
      expectTrue(reading, written);
    }),
    { numRuns: RUNS },
  );
  // Refusing everything would be true as well.
  expect(understood).toBeGreaterThan(RUNS / 4);
});

test("text in any encoding is read letter by letter, or not at all", () => {
  const encodings = fc.constantFrom("utf-8", "utf-16le", "utf-16be", "windows-1252");
  let understood = 0;
  fc.assert(
    fc.property(shuffledSheet, dialect, encodings, fc.boolean(), ({ sheet, written }, how, encoding, hasMark) => {
      const latin = {
        ...sheet,
        columns: sheet.columns.map((name, at) => (/^[\x20-\xff]*$/.test(name) ? name : `x${at}`)),
      };
      const reading = readOrRefuse("r.csv", encode(write(latin, how), encoding, hasMark));
      if (reading !== null && reading.problems.length === 0) understood++;
      expectTrue(reading, written);
    }),
    { numRuns: RUNS },
  );
  expect(understood).toBeGreaterThan(RUNS / 5);
});

function encode(text: string, encoding: string, hasMark: boolean): Uint8Array {
  if (encoding === "utf-8") return bytesOf(hasMark ? `\ufeff${text}` : text);
  if (encoding === "windows-1252") return new Uint8Array([...text].map((each) => each.charCodeAt(0)));
  const units = [...(hasMark ? `\ufeff${text}` : text)].map((each) => each.charCodeAt(0));
  return new Uint8Array(
    units.flatMap((unit) => (encoding === "utf-16le" ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
  );
}

test("code pages of the East are never taken for that of the West", () => {
  const polish = "Bardzo polecam się szybko łazienka źródło późno część gęś jaźń ćma".split(" ");
  const table: Readonly<Record<string, number>> = {
    ę: 0xea,
    ł: 0xb3,
    ź: 0x9f,
    ó: 0xf3,
    ć: 0xe6,
    ś: 0x9c,
    ą: 0xb9,
    ń: 0xf1,
    ż: 0xbf,
  };
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...polish), { minLength: 3, maxLength: 12 }), (words) => {
      const text = `date,rating,review\n2025-03-14,5,${words.join(" ")}\n`;
      const reading = readOrRefuse("r.csv", new Uint8Array([...text].map((each) => table[each] ?? each.charCodeAt(0))));
      expectTrue(reading, [{ date: "2025-03-14", rating: 5, text: words.join(" "), author: "" }]);
    }),
    { numRuns: RUNS },
  );
});

test("day and month are never exchanged, with whatever days", () => {
  const orders = fc.constantFrom("DD/MM/YYYY", "MM/DD/YYYY", "DD-MM-YYYY", "MM-DD-YYYY");
  fc.assert(
    fc.property(truths, orders, fc.boolean(), (written, format, isMixed) => {
      const rows = written.map(({ date, rating, text }, at) => [
        isMixed && at % 2 === 1 ? date : day(date, format),
        String(rating),
        text,
      ]);
      const sheet = { columns: ["date", "rating", "text"], rows };
      expectTrue(
        readOrRefuse("r.csv", bytesOf(write(sheet, { delimiter: ",", lineEnd: "\n", always: false }))),
        written,
      );
    }),
    { numRuns: RUNS },
  );
});

test("a scale of ten or a hundred never passes for five stars", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 30 }),
      fc.constantFrom(1, 10),
      (ratings, factor) => {
        fc.pre(ratings.some((rating) => rating * factor > 5));
        const rows = ratings.map(
          (rating, at) =>
            `2025-03-${String((at % 28) + 1).padStart(2, "0")},${rating * factor},Text number ${at} of many`,
        );
        const reading = readOrRefuse("r.csv", bytesOf(`date,rating,text\n${rows.join("\n")}\n`));
        expect(reading === null || reading.problems.length > 0).toBe(true);
      },
    ),
    { numRuns: RUNS },
  );
});

test("records of JSON are found at any depth, under any key, beside any other list", () => {
  const key = fc.constantFrom("data", "items", "reviews", "result", "nodes", "props", "place");
  let understood = 0;
  fc.assert(
    fc.property(
      truths,
      fc.array(key, { maxLength: 5 }),
      fc.boolean(),
      fc.constantFrom(...namesOf("rating")),
      (written, keys, isWrapped, rating) => {
        const records = written.map((each) => ({
          [rating]: each.rating,
          review_date: each.date,
          comment: each.text,
          reviewer: { name: each.author },
        }));
        const list: unknown = isWrapped ? records.map((node) => ({ node })) : records;
        const value = keys.reduceRight<unknown>(
          (inner, name, at) => ({ version: at, [name]: inner, photos: [{ url: "x", width: 5 }] }),
          list,
        );
        const reading = readOrRefuse("r.json", bytesOf(JSON.stringify(value)));
        if (reading !== null && reading.problems.length === 0) understood++;
        expectTrue(reading, written);
      },
    ),
    { numRuns: RUNS },
  );
  expect(understood).toBeGreaterThan(RUNS / 2);
});
