import { describe, expect, test } from "bun:test";
import { describeProblem, type ImportOptions, readImport } from "../../src/import/mod.ts";
import { OPTIONS, readOne, refusalOf } from "./builders.ts";
import { fixture } from "./fixtures.ts";

const read = (name: string, options: Partial<ImportOptions> = {}) =>
  readImport([fixture(name)], { ...OPTIONS, ...options });

describe("Google Business Profile API", () => {
  test("reads a page of reviews.list and reports missing pages", () => {
    const { format, records, problems, notes } = read("google_business_page.json");
    expect(format).toBe("google-business");
    expect(records.map(({ review }) => [review.sourceId, review.text, review.replyDate])).toEqual([
      ["AbFvOqk-one", "New water heater by Saturday noon.", "2024-03-04"],
    ]);
    expect(problems.map(describeProblem)).toEqual([
      'reviews[1] (id "AbFvOqk-six"): starRating is "STAR_RATING_UNSPECIFIED", expected a whole number from 1 to 5 (line 13)',
    ]);
    expect(notes).toContain("The pages contain 2 of 310 reviews; the pages with the others are missing");
  });

  test("reports that instants were read in UTC when no time zone is set", () => {
    const readInUtc = (options: Partial<ImportOptions>) =>
      read("google_business_page.json", options).notes.some((note) => note.startsWith("Dates were read in UTC"));
    expect([readInUtc({}), readInUtc({ timeZone: "Europe/Paris" })]).toEqual([true, false]);
    expect(read("schema_org_page.html").notes.join()).toContain("Dates were read in UTC");
    expect(read("feefo.csv").notes.join()).not.toContain("UTC");
  });

  test("gives a review the same identity as Takeout and a spreadsheet of it do", () => {
    const ids = ["google_business_page.json", "google_spreadsheet.csv"].map((name) => {
      const { review } = read(name).records[0]!;
      return [review.source, review.sourceId];
    });
    expect(ids).toEqual([
      ["google", "AbFvOqk-one"],
      ["google", "AbFvOqk-one"],
    ]);
  });

  test("reads lists of pages, batchGetReviews and single reviews", () => {
    const review = (id: string) => ({
      reviewId: id,
      starRating: "FIVE",
      createTime: "2024-01-01T12:00:00Z",
      reviewer: {},
    });
    const idsOf = (json: unknown) => readOne("r.json", JSON.stringify(json)).records.map(({ at }) => [at.path, at.id]);
    expect(idsOf([{ reviews: [review("a")], totalReviewCount: 2 }, { reviews: [review("b")] }])).toEqual([
      ["[0].reviews[0]", "a"],
      ["[1].reviews[0]", "b"],
    ]);
    expect(idsOf({ locationReviews: [{ name: "accounts/1/locations/2", review: review("c") }] })).toEqual([
      ["locationReviews[0].review", "c"],
    ]);
    expect(idsOf(review("d"))).toEqual([["review", "d"]]);
    expect(idsOf([review("e")])).toEqual([["[0]", "e"]]);
  });

  test("takes a page without reviews for a location without reviews", () => {
    expect(readOne("r.json", '{"totalReviewCount": 0}').records).toEqual([]);
  });

  test("refuses what is no page", () => {
    const options = { format: "google-business" } as const;
    expect(refusalOf(() => readOne("r.json", "[5]", options))).toBe("[0] is 5, expected a page of reviews");
    expect(refusalOf(() => readOne("r.json", '{"reviews": 5}', options))).toBe(
      "reviews is 5, expected a list of reviews",
    );
  });

  test("refuses the reviews of another tool instead of finding none in them", () => {
    const options = { format: "google-business" } as const;
    const foreign = JSON.stringify([{ name: "Jane", stars: 5, text: "Great" }]);
    expect(refusalOf(() => readOne("r.json", foreign, options))).toBe(
      "Not a Google Business Profile export: [0] has no reviews, only name, stars, text; leave out --format to detect the format",
    );
    expect(refusalOf(() => readOne("r.json", '{"business": {}}', options))).toBe(
      "Not a Google Business Profile export: the document has no reviews, only business; leave out --format to detect the format",
    );
    expect(readOne("r.json", "[{}, {}]", options).records).toEqual([]);
  });
});

describe("Trustpilot", () => {
  test("reads active reviews; those it verified count as verified by the platform", () => {
    const { format, records, notes } = read("trustpilot.json", { timeZone: "Europe/London", verifiedBy: "none" });
    expect(format).toBe("trustpilot");
    expect(
      records.map(({ review }) => [review.sourceId, review.rating, review.date, review.verificationMethod]),
    ).toEqual([
      ["5f1a0a0000000001", 4, "2024-02-01", "platform"],
      ["5f1a0a0000000002", 1, "2024-02-03", "none"],
    ]);
    expect(records[0]!.review).toMatchObject({
      title: "Quick boiler fix",
      authorName: "Priya R.",
      language: "en",
      replyText: "Thanks Priya",
      replyDate: "2024-02-02",
    });
    expect(notes).toContain("1 reviews that are not active on Trustpilot were skipped");
  });

  test("reads the reviews among the events of its webhook", () => {
    const { records } = read("trustpilot_events.json");
    expect(records.map(({ at, review }) => [at.path, review.authorName, review.sourceUrl])).toEqual([
      ["events[0].eventData", "Ola B.", "https://www.trustpilot.com/reviews/5f1a0a0000000009"],
    ]);
  });

  test("reads a bare list and a single review", () => {
    const review = {
      id: "1",
      stars: 5,
      text: "Good",
      createdAt: "2024-01-01T00:00:00Z",
      consumer: { displayName: "X" },
    };
    expect(readOne("t.json", JSON.stringify([review, 5])).problems.map(describeProblem)).toEqual([
      "[1]: record is 5, expected an object with the fields of a review",
    ]);
    expect(readOne("t.json", JSON.stringify(review)).records[0]!.at.path).toBe("review");
    expect(refusalOf(() => readOne("t.json", "5", { format: "trustpilot" }))).toBe(
      "Expected a Trustpilot export, found 5",
    );
  });
});

describe("schema.org JSON-LD", () => {
  test.each([
    [{ openingHours: ["Mo-Fr 08:00-17:00", "Sa 09:00-12:00"] }, ["Mo-Fr 08:00-17:00", "Sa 09:00-12:00"]],
    [{ openingHours: "Mo-Fr 08:00-17:00" }, ["Mo-Fr 08:00-17:00"]],
    [
      {
        openingHoursSpecification: [
          { dayOfWeek: ["https://schema.org/Monday", "Tuesday"], opens: "08:00:00", closes: "23:59" },
          { dayOfWeek: "Monday", opens: "10:00", closes: "12:00", validFrom: "2026-12-24" },
        ],
      },
      ["Mo-Tu 08:00-24:00"],
    ],
    [{ openingHours: "by appointment" }, undefined],
  ])("takes the hours of %j", (said, hours) => {
    const review = {
      "@type": "Review",
      reviewRating: { ratingValue: 5 },
      datePublished: "2026-05-01",
      author: "Jane D.",
    };
    const page = { "@context": "https://schema.org", "@type": "Plumber", name: "Ace", review: [review], ...said };
    expect(readOne("p.json", JSON.stringify(page), { source: "google" }).business?.opening_hours).toEqual(hours);
  });

  test("reads the reviews and the business out of a saved page", () => {
    const { format, business, records, problems } = read("schema_org_page.html", { timeZone: "America/Los_Angeles" });
    expect(format).toBe("schema-org");
    expect(problems).toEqual([]);
    expect(business).toEqual({
      name: "Riverside Plumbing",
      type: "Plumber",
      telephone: "+15035550100",
      url: "https://riverside-plumbing.example/",
      address: { street_address: null, locality: "Portland", region: "OR", postal_code: null, country: "US" },
      same_as: ["https://social.example/riverside"],
    });
    expect(
      records.map(({ review }) => [
        review.source,
        review.date,
        review.rating,
        review.title,
        review.text,
        review.authorName,
      ]),
    ).toEqual([
      ["angi", "2024-01-15", 5, "Lovely people", "Fixed the tap, explained everything.", "Helen F."],
      ["angi", "2024-01-20", 4, null, "Fine.", "Bob"],
    ]);
    expect(records[1]!.review.sourceId).toBe("https://directory.example/r/77");
  });

  const node = (fields: Record<string, unknown> = {}) => ({
    "@context": "https://schema.org",
    "@type": "Review",
    datePublished: "2024-01-15T00:00:00",
    reviewRating: { ratingValue: "5" },
    author: ["Ann Lee"],
    ...fields,
  });

  test("reads a file, also a graph, and takes the source from the option when no publisher is named", () => {
    const text = JSON.stringify({ "@context": "https://schema.org", "@graph": [node(), node({ reviewRating: 4 })] });
    const { records } = readOne("r.jsonld", text, { source: "nextdoor" });
    expect(records.map(({ at, review }) => [at.path, review.source, review.rating, review.date])).toEqual([
      ["@graph[0]", "nextdoor", 5, "2024-01-15"],
      ["@graph[1]", "nextdoor", 4, "2024-01-15"],
    ]);
    expect(refusalOf(() => readOne("r.jsonld", text))).toContain("add --source NAME");
  });

  test("refuses another scale and half stars instead of bending them", () => {
    const problems = (fields: Record<string, unknown>) =>
      readOne("r.jsonld", JSON.stringify(node(fields)), { source: "x" }).problems.map(describeProblem);
    expect(problems({ reviewRating: { ratingValue: 8, bestRating: "10" } })).toEqual([
      'review: reviewRating.bestRating is "10", expected a scale of 1 to 5',
    ]);
    expect(problems({ reviewRating: { ratingValue: "4.5" } })).toEqual([
      "review: reviewRating.ratingValue is 4.5, expected a whole number from 1 to 5; --round half-up rounds halves",
    ]);
    expect(problems({ datePublished: "05/06/2024" })).toEqual([
      'review: datePublished is "05/06/2024", expected a date such as 2024-05-31',
    ]);
  });

  test("reads dates as tables do: months, written months, instants in the business's time zone", () => {
    const days = ["2024-05", "May 2024", "May 31, 2024", "2024-06-01T03:30:00+00", "2024-05-31T23:30:00"].map((day) => {
      const options = { source: "x", timeZone: "America/New_York" };
      const { records } = readOne("r.jsonld", JSON.stringify(node({ datePublished: day })), options);
      return [records[0]?.review.date, records[0]?.review.datePrecision];
    });
    expect(days).toEqual([
      ["2024-05-01", "month"],
      ["2024-05-01", "month"],
      ["2024-05-31", null],
      ["2024-05-31", null],
      ["2024-05-31", null],
    ]);
  });

  test("reads HTML in texts, decimal commas, languages as objects, the day of creation and the business's comment", () => {
    const answer = { "@type": "Comment", text: "Thanks &amp; bye", dateCreated: "2024-06-02" };
    const found = (author: unknown) => {
      const fields = {
        reviewBody: "It&#039;s fixed.<br />Good",
        reviewRating: { ratingValue: "4,0" },
        inLanguage: { "@type": "Language", name: "English" },
        datePublished: undefined,
        dateCreated: "2024-06-01",
        comment: { ...answer, author },
      };
      const { records, problems, notes } = readOne("r.jsonld", JSON.stringify(node(fields)), {
        source: "x",
        businessName: "Ace Plumbing",
      });
      expect(problems).toEqual([]);
      return { ...records[0]?.review, notes: notes.join() };
    };
    const review = { text: "It's fixed.\nGood", rating: 4, language: "en", date: "2024-06-01" };
    for (const author of ["Ace Plumbing", { "@type": "Organization", name: "Ace" }]) {
      expect(found(author)).toMatchObject({ ...review, replyText: "Thanks & bye", replyDate: "2024-06-02" });
    }
    const other = found({ "@type": "Person", name: "Tom" });
    expect(other).toMatchObject({ ...review, replyText: null });
    expect(other.notes).toContain("Comments on reviews that the business did not write were left out");
  });

  test("names a faulty review of a page of several lines", () => {
    const json = JSON.stringify(node({ datePublished: "05/06/2024" }));
    const page = `<html>\n<script type="application/ld+json">\n${json}\n</script>\n</html>`;
    const { problems } = readOne("p.html", page, { source: "x" });
    expect(problems).toHaveLength(1);
  });

  test("refuses a page without data, data without reviews and data nested without end", () => {
    expect(refusalOf(() => readOne("p.html", "<html><body>5 stars</body></html>"))).toContain(
      "contains no schema.org data",
    );
    expect(refusalOf(() => readOne("p.json", '{"@type": "Plumber", "name": "X"}'))).toBe("No schema.org reviews found");
    const deep = `{"@type":"Thing","a":${'{"a":'.repeat(5000)}1${"}".repeat(5000)}}`;
    expect(refusalOf(() => readOne("p.json", deep))).toBe("The data is nested deeper than 32 levels");
    expect(refusalOf(() => readOne("p.html", '<script type="application/ld+json">{oops}</script>'))).toContain(
      "Not valid JSON",
    );
  });
});
