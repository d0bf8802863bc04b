import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  CSV_HEADER,
  guardCell,
  joinList,
  type Review,
  reviewToCsvRow,
  splitList,
  unguardCell,
} from "../../src/review/mod.ts";

/** A review with everything a column can hold. */
const review: Review = {
  id: "-a1",
  url: "https://ace.test/reviews/-a1",
  date: "2024-05-31",
  date_precision: "month",
  translation: { text: "-very\ngood", language: "en" },
  rating: 5,
  title: "=SUM(A1)",
  text: 'He said "hello",\nthen left',
  language: "en",
  author: { name: "Jane D.", is_anonymous: false },
  source: { name: "google", url: null },
  also_at: [
    { name: "yelp", url: "https://yelp.test/a|b" },
    { name: "angi", url: null },
  ],
  verification: { method: "job_record", strength: null, date: null },
  mentions: { entities: [], technicians: ["Mike", "A|B"], services: ["drains"], service_areas: [] },
  aspects: [
    { aspect: "price_value", sentiment: "negative", certainty: 0.9, quote: "hello" },
    { aspect: "speed", sentiment: "unclear", certainty: 0.55, quote: "then left" },
  ],
  reply: { text: "+1 to that", date: "2024-06-01" },
  updated_at: "2024-06-02T10:00:00.000Z",
  edited: false,
  aspect_ratings: { punctuality: 5, workmanship: 2, price: null, cleanliness: null },
  provenance: "public_page",
  gone_at_source: "2026-11-29",
};

describe("/reviews.csv", () => {
  test("begins with the names of the columns", () => {
    expect(CSV_HEADER).toBe(
      "id,date,rating,title,text,language,translation,translation_language,author,author_is_anonymous,source,source_url,also_at,verification,verification_strength,verification_date,technicians,services,service_areas,aspects,reply,reply_date,updated_at,edited,date_precision,aspect_ratings,provenance,gone_at_source,url\r\n",
    );
  });

  test("writes a review as RFC 4180 asks, and nothing a spreadsheet would run", () => {
    expect(reviewToCsvRow(review)).toBe(
      `'-a1,2024-05-31,5,'=SUM(A1),"He said ""hello"",\nthen left",en,"'-very\ngood",en,Jane D.,false,google,,yelp https://yelp.test/a\\|b|angi,job_record,,,Mike|A\\|B,drains,,price_value negative 0.90|speed unclear 0.55,'+1 to that,2024-06-01,2024-06-02T10:00:00.000Z,false,month,punctuality 5|workmanship 2,public_page,2026-11-29,https://ace.test/reviews/-a1\r\n`,
    );
  });

  test("writes empty cells for missing fields", () => {
    const bare = { ...review, title: null, language: null, reply: null };
    expect(reviewToCsvRow(bare)).toContain(`,5,,"He`);
    expect(reviewToCsvRow(bare)).toContain(",,,2024-06-02T10");
  });
});

describe("guardCell()", () => {
  test.each(["=1+1", "+1", "-1", "@a", "\tx", "\rx", "＝1", "'=1", "''=1"])("puts an apostrophe before %p", (cell) => {
    expect(guardCell(cell)).toBe(`'${cell}`);
  });

  test.each(["", "a=1", "'quoted'", "5", "'", "a well-known firm; 24-hour service | 5-star"])(
    "leaves %p alone",
    (cell) => {
      expect(guardCell(cell)).toBe(cell);
    },
  );

  test.each([
    ["nice;=1+1", "nice;'=1+1"],
    ["nice|@SUM(A1)", "nice|'@SUM(A1)"],
    ["nice\t+1", "nice\t'+1"],
    ["nice\n=1\r\n-2", "nice\n'=1\r\n'-2"],
    ['nice; "=1', `nice; "'=1`],
    ["nice;'=1", "nice;''=1"],
    ["\t=1", "'\t'=1"],
    ["=1;=2", "'=1;'=2"],
    [";;\u3000＝1", ";;\u3000'＝1"],
  ])("guards what begins a field where a reader splits %j", (cell, guarded) => {
    expect(guardCell(cell)).toBe(guarded);
  });

  test("takes time in proportion to the cell", () => {
    const long = "\n".repeat(1_000_000);
    expect(guardCell(`a${long}b`)).toBe(`a${long}b`);
  });

  test("is undone by unguardCell(), and leaves nothing that begins like a formula", () => {
    const cell = fc
      .array(fc.constantFrom("'", '"', "=", "+", "-", "@", "\t", "\n", "\r", ";", "|", " ", "a", "＝"), {
        maxLength: 9,
      })
      .map((list) => list.join(""));
    fc.assert(
      fc.property(fc.oneof(cell, fc.string({ unit: "grapheme" })), (text) => {
        expect(unguardCell(guardCell(text))).toBe(text);
        expect(guardCell(text)).not.toMatch(/^[=+\-@\t\r]/);
        expect(guardCell(text)).not.toMatch(/[;|\t\r\n][\s"]*[=+\-@]/);
      }),
    );
  });
});

test("splitList() takes apart what joinList() put together", () => {
  const value = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== "");
  fc.assert(fc.property(fc.array(value), (values) => expect(splitList(joinList(values))).toEqual(values)));
});
