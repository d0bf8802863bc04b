import { describe, expect, test } from "bun:test";
import { describeProblem } from "../../src/import/mod.ts";
import { goodwordFile, readOne, refusalOf, smallestReview } from "./builders.ts";

const lines = (...reviews: unknown[]) => readOne("r.json", goodwordFile(...reviews)).problems.map(describeProblem);

describe("goodword JSON", () => {
  test("accepts the smallest file and leaves missing fields empty", () => {
    const reading = readOne("reviews.json", goodwordFile(smallestReview()));
    expect(reading.format).toBe("goodword-json");
    expect(reading.business).toEqual({ name: "Ace Plumbing" });
    expect(reading.problems).toEqual([]);
    expect(reading.records[0]).toEqual({
      at: { file: "reviews.json", path: "reviews[0]", id: "a1" },
      review: {
        id: "a1",
        source: "google",
        sourceId: null,
        sourceUrl: null,
        alsoAt: null,
        date: "2024-05-31",
        datePrecision: null,
        goneAtSource: null,
        aspectRatings: null,
        translationText: null,
        translationLanguage: null,
        rating: 5,
        title: null,
        text: "On time and tidy",
        language: null,
        authorName: "Jane D.",
        isAnonymous: false,
        verificationMethod: "operator_attested",
        isProved: false,
        provenance: "unknown",
        verificationStrength: null,
        verificationDate: null,
        mentions: null,
        replyText: null,
        replyDate: null,
        updatedAt: null,
        edited: null,
        hiddenAtSource: null,
        known: { name: "Jane D." },
        contentHash: null,
        redactions: [],
      },
    });
  });

  test("takes over every field of a review as /reviews.json writes it", () => {
    const full = smallestReview({
      url: "https://ace.test/reviews/a1",
      title: "Great",
      language: "en",
      author: { name: "A customer", is_anonymous: true },
      source: { name: "google", url: "https://maps.test/r/1" },
      verification: { method: "operator_attested", date: "2024-06-02" },
      mentions: { technicians: ["Mike"], services: ["drain-cleaning"], service_areas: [] },
      reply: { text: "Thank you", date: null },
      updated_at: "2024-06-03T10:11:12.345Z",
      edited: true,
    });
    const { records, notes } = readOne("r.json", goodwordFile(full));
    expect(notes).toEqual([]);
    expect(records[0]!.review).toMatchObject({
      title: "Great",
      language: "en",
      authorName: "A customer",
      isAnonymous: true,
      sourceUrl: "https://maps.test/r/1",
      verificationDate: "2024-06-02",
      mentions: { technicians: ["Mike"], services: ["drain-cleaning"], service_areas: [] },
      replyText: "Thank you",
      replyDate: null,
      updatedAt: Date.parse("2024-06-03T10:11:12.345Z"),
      edited: true,
    });
  });

  test("names record, id, field, value and what was expected in one line", () => {
    expect(lines(smallestReview({ id: "x", rating: 6 }))).toEqual([
      'reviews[0] (id "x"): rating is 6, expected 1 to 5',
    ]);
  });

  test("names the line too where the file has several", () => {
    const text = JSON.stringify(
      { business: { name: "Ace" }, reviews: [smallestReview(), smallestReview({ rating: 6 })] },
      null,
      2,
    );
    expect(readOne("r.json", text).problems.map(describeProblem)).toEqual([
      'reviews[1] (id "a1"): rating is 6, expected 1 to 5 (line 21)',
    ]);
  });

  test("refuses halves instead of rounding them", () => {
    expect(lines(smallestReview({ rating: 4.5 }))).toEqual([
      'reviews[0] (id "a1"): rating is 4.5, expected a whole number from 1 to 5',
    ]);
  });

  const faulty: [fields: Record<string, unknown>, expected: string][] = [
    [{ id: "no spaces" }, 'id is "no spaces", expected 1 to 64 of the characters A-Z a-z 0-9 _ -'],
    [{ id: 7 }, "id is 7, expected 1 to 64 of the characters A-Z a-z 0-9 _ -"],
    [{ date: "2023-02-29" }, 'date is "2023-02-29", expected a calendar date such as 2024-05-31'],
    [{ date: undefined }, "date is missing, expected a calendar date such as 2024-05-31"],
    [{ date: "2026-07-02" }, 'date is "2026-07-02", expected a date that is not in the future'],
    [{ rating: "5" }, 'rating is "5", expected a whole number from 1 to 5'],
    [{ rating: undefined }, "rating is missing, expected 1 to 5"],
    [{ text: undefined }, "text is missing, expected text"],
    [{ text: 5 }, "text is 5, expected text"],
    [{ text: "x".repeat(10_001) }, "text is 10,001 characters long, expected at most 10,000"],
    [{ title: "x".repeat(201) }, "title is 201 characters long, expected at most 200"],
    [{ language: "english!" }, 'language is "english!", expected a language tag such as en or es-MX'],
    [{ author: "Jane" }, 'author is "Jane", expected an object'],
    [{ author: { name: 5 } }, "author.name is 5, expected text"],
    [{ author: { is_anonymous: "yes" } }, 'author.is_anonymous is "yes", expected true or false'],
    [{ source: {} }, "source.name is missing, expected the site where the review was written"],
    [{ source: { name: "" } }, 'source.name is "", expected the site where the review was written, such as google'],
    [{ source: { name: " " } }, 'source.name is " ", expected the site where the review was written, such as google'],
    [{ author: { name: "x".repeat(401) } }, `author.name is "${"x".repeat(60)}…", expected at most 400 characters`],
    [{ mentions: { services: Array(101).fill("x") } }, "mentions.services has more than 100 entries"],
    [
      { source: { name: "x", url: "javascript:alert(1)" } },
      'source.url is "javascript:alert(1)", expected an https:// or http:// URL',
    ],
    [
      { verification: { method: "trust me" } },
      'verification.method is "trust me", expected one of job_record, invitation, platform, operator_attested, none',
    ],
    [
      { verification: { method: "none", date: "soon" } },
      'verification.date is "soon", expected a calendar date such as 2024-05-31',
    ],
    [{ mentions: { technicians: "Mike" } }, 'mentions.technicians is "Mike", expected a list of names'],
    [{ reply: { text: "Thanks", date: 5 } }, "reply.date is 5, expected a calendar date such as 2024-05-31"],
    [{ updated_at: "yesterday" }, 'updated_at is "yesterday", expected a date-time such as 2024-05-31T09:00:00.000Z'],
    [{ edited: 1 }, "edited is 1, expected true or false"],
    [
      { provenance: "heaven" },
      'provenance is "heaven", expected one of invitation, platform_api, export, public_page, unknown',
    ],
  ];
  test.each(faulty.map(([fields, expected]) => [expected.split(" ", 1)[0], fields, expected] as const))(
    "refuses a bad %s and reports the value",
    (_field, fields, expected) => {
      const [first, ...more] = lines(smallestReview(fields));
      expect(first).toEndWith(`: ${expected}`);
      expect(more).toEqual([]);
    },
  );

  test("refuses a record that is no object, and counts every fault of every record", () => {
    expect(lines(7, smallestReview({ rating: 0, date: "x" }))).toEqual([
      "reviews[0]: record is 7, expected an object with the fields of a review",
      'reviews[1] (id "a1"): date is "x", expected a calendar date such as 2024-05-31',
      'reviews[1] (id "a1"): rating is 0, expected 1 to 5',
    ]);
  });

  test("refuses an id that stands twice and names the first place", () => {
    expect(lines(smallestReview(), smallestReview())).toEqual([
      'reviews[1] (id "a1"): id is "a1", expected a unique id, reviews[0] has the same',
    ]);
  });

  test("escapes control characters in messages and cuts long values", () => {
    expect(lines(smallestReview({ id: "\u001b[31m\n" }))[0]).toStartWith('reviews[0] (id "\\u001b[31m\\n"): id is ');
    expect(lines(smallestReview({ id: "x".repeat(5000) }))[0]!.length).toBeLessThan(300);
  });

  test("escapes what would turn the reading direction of a message", () => {
    expect(lines(smallestReview({ id: "\u202e1" }))[0]).toStartWith(
      'reviews[0] (id "\\u202e1"): id is "\\u202e1", expected',
    );
  });

  test("gives source and verification to records that carry none, and to no others", () => {
    const bare = smallestReview({ id: "b", source: undefined, verification: undefined });
    const { records } = readOne("r.json", goodwordFile(smallestReview(), bare), {
      source: "Angi",
      verifiedBy: "platform",
    });
    expect(records.map(({ review }) => [review.source, review.verificationMethod])).toEqual([
      ["google", "operator_attested"],
      ["angi", "platform"],
    ]);
  });

  test("masks e-mail addresses and telephone numbers in every text, and shows what it took out", () => {
    const { records } = readOne(
      "r.json",
      goodwordFile(
        smallestReview({
          author: { name: "Jane Doe" },
          title: "Call 555-0142",
          text: "Mike is at (212) 555-0143, the heater cost $1,234.56",
          reply: { text: "Write to us: office@ace.example" },
        }),
      ),
    );
    const { title, text, replyText, authorName, redactions } = records[0]!.review;
    expect([title, text, replyText, authorName]).toEqual([
      "Call [removed]",
      "Mike is at [removed], the heater cost $1,234.56",
      "Write to us: [removed]",
      "Jane D.",
    ]);
    expect(redactions).toEqual([
      { field: "author", kind: "name", before: "Jane Doe" },
      { field: "title", kind: "telephone", before: "555-0142" },
      { field: "text", kind: "telephone", before: "(212) 555-0143" },
      { field: "reply", kind: "email", before: "office@ace.example" },
    ]);
  });

  test("does not let a reply give away the name that the policy shortens, and shows what it took out", () => {
    const named = { author: { name: "Jane Doe" }, reply: { text: "Thank you Jane Doe of 12 Elm Street" } };
    const { review } = readOne("r.json", goodwordFile(smallestReview(named))).records[0]!;
    expect(review.replyText).toBe("Thank you Jane D. of 12 Elm Street");
    expect(review.redactions).toContainEqual({ field: "reply", kind: "name", before: "Jane Doe" });
  });

  test("a text at its full length stays within it when a mask is longer than what it hides", () => {
    const text = `${"x".repeat(9992)} a@b.co`;
    const { review } = readOne("r.json", goodwordFile(smallestReview({ text }))).records[0]!;
    expect(review.text).toHaveLength(10_000);
  });

  test("an emoji is one character of a text, not two", () => {
    const { records, problems } = readOne(
      "r.json",
      goodwordFile(
        smallestReview({ text: "👍".repeat(10_000) }),
        smallestReview({ id: "b", text: "👍".repeat(10_001) }),
      ),
    );
    expect(records).toHaveLength(1);
    expect(problems.map(describeProblem)).toEqual([
      'reviews[1] (id "b"): text is 10,001 characters long, expected at most 10,000',
    ]);
  });

  test("passes over unknown fields and names them once", () => {
    const { notes, problems } = readOne(
      "r.json",
      goodwordFile(smallestReview({ colour: "red" }), smallestReview({ id: "b", colour: "blue" })),
    );
    expect(problems).toEqual([]);
    expect(notes).toEqual(['Unknown fields were ignored: "colour"']);
  });

  test("is not impressed by fields named after the parts of JavaScript objects", () => {
    const { records, problems } = readOne(
      "r.json",
      `{"business":{"name":"A","__proto__":{"type":"Plumber"}},"reviews":[{"__proto__":{"rating":5},"constructor":1,"id":"a","date":"2024-01-01","text":""}]}`,
      { source: "x" },
    );
    expect(records).toEqual([]);
    expect(problems.map(({ field }) => field)).toEqual(["rating"]);
  });

  test("makes the content the identity of a review without an id", () => {
    const withoutId = smallestReview({ id: undefined });
    const { records, duplicates } = readOne("r.json", goodwordFile(withoutId, withoutId));
    expect(records[0]!.review.contentHash).toMatch(/^[0-9a-f]{64}$/);
    expect(duplicates.map(({ at, same }) => [at.path, same.path])).toEqual([["reviews[1]", "reviews[0]"]]);
  });

  test("needs the name of a business that it describes, and may leave the business out", () => {
    expect(refusalOf(() => readOne("r.json", JSON.stringify({ business: {}, reviews: [] })))).toBe(
      "business.name is missing, expected text of 1 to 120 characters",
    );
    const alone = readOne("r.json", JSON.stringify({ reviews: [smallestReview()] }));
    expect([alone.omitsBusiness, alone.business, alone.records.length]).toEqual([true, null, 1]);
  });

  test("takes a file that describes the business and is silent about reviews", () => {
    const reading = readOne("business.json", JSON.stringify({ business: { name: "Ace" }, insights: { hidden: [] } }));
    expect(reading.hasReviewSection).toBe(false);
    expect(reading.insights).toEqual({ hidden: [] });
    expect(readOne("r.json", JSON.stringify({ business: { name: "Ace" }, reviews: [] })).hasReviewSection).toBe(true);
  });

  test("refuses a file whose reviews stand under another name", () => {
    const text = JSON.stringify({ business: { name: "Ace" }, review: [] });
    expect(refusalOf(() => readOne("r.json", text))).toBe("reviews is missing, expected a list of reviews");
  });

  test('points to "business" when a file contains only the fields of a business', () => {
    const text = JSON.stringify({ name: "Ace Plumbing", telephone: "+15125550100" });
    expect(refusalOf(() => readOne("business.json", text))).toBe(
      'The fields of the business belong in "business": {"business": {"name": "Ace Plumbing", ...}}',
    );
  });

  test("names line and column where a file stops being JSON", () => {
    expect(refusalOf(() => readOne("r.json", '{"business": {\n  "name": Ace}}'))).toBe(
      'Not valid JSON at line 2, column 11: unexpected "Ace"',
    );
    expect(refusalOf(() => readOne("r.json", '{"business": {"name": "A"}, "reviews": ['))).toBe(
      "Not valid JSON at line 1, column 41: unexpected end of file; it may be truncated",
    );
  });

  test("refuses insights nested without end", () => {
    const text = `{"business":{"name":"A"},"reviews":[],"insights":{"a":${"[".repeat(9000)}${"]".repeat(9000)}}}`;
    expect(refusalOf(() => readOne("r.json", text))).toBe("insights is nested deeper than 16 levels");
  });

  test("survives a value nested a hundred thousand times", () => {
    const text = `{"business":{"name":"A"},"reviews":[${"[".repeat(150_000)}${"]".repeat(150_000)}]}`;
    expect(readOne("r.json", text).problems.map(describeProblem)).toEqual([
      "reviews[0]: record is a list, expected an object with the fields of a review",
    ]);
  });
});

describe("NDJSON", () => {
  test("reads one review per line, passing over empty ones", () => {
    const text = `${JSON.stringify(smallestReview())}\r\n\n${JSON.stringify(smallestReview({ id: "b" }))}\n`;
    const reading = readOne("r.ndjson", text);
    expect(reading.format).toBe("ndjson");
    expect(reading.business).toBeNull();
    expect(reading.records.map(({ at }) => [at.path, at.id])).toEqual([
      ["line 1", "a1"],
      ["line 3", "b"],
    ]);
  });

  test("reads a file of a single line", () => {
    expect(readOne("r.ndjson", JSON.stringify(smallestReview())).records).toHaveLength(1);
  });

  test("reads one record on several lines, and one in the words of another program", () => {
    const foreign = { review_id: "x1", star_rating: "FIVE", create_time: "2026-05-20T10:00:00Z", comment: "Tidy" };
    for (const record of [smallestReview(), foreign]) {
      const text = JSON.stringify(record, null, 2);
      expect(readOne("r.json", text, { source: "google", today: "2026-06-01" }).records).toHaveLength(1);
    }
  });

  test("names the line that is not JSON", () => {
    const text = `${JSON.stringify(smallestReview())}\n{"id": oops}\n`;
    expect(refusalOf(() => readOne("r.ndjson", text))).toBe('Not valid JSON at line 2, column 8: unexpected "oops"');
    const foreign = '{"stars": 5, "reviewer": "Jane", "published": "2024-05-31"}\n{"stars": oops}';
    expect(refusalOf(() => readOne("r.ndjson", foreign, { source: "google" }))).toBe(
      'Not valid JSON at line 2, column 11: unexpected "oops"',
    );
  });

  test("does not take a file's word that a review came by a link of ours", () => {
    const verification = { method: "platform", strength: "one_time_link", date: null };
    const { records, problems } = readOne("r.json", goodwordFile({ ...smallestReview(), verification }));
    expect(problems).toEqual([]);
    expect(records[0]?.review.verificationStrength).toBeNull();
  });
});
