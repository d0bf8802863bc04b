/** What other programs write, and what is not clear in it. */
import { describe, expect, test } from "bun:test";
import { readOne, refusalOf } from "./builders.ts";

const OPTIONS = { source: "google", businessName: "Brook & Daughter Plumbing", today: "2026-11-27" };
const read = (name: string, content: string, options = {}) => {
  const { records, problems, notes } = readOne(name, content, { ...OPTIONS, ...options });
  return { reviews: records.map(({ review }) => review), problems, notes };
};
const texts = (name: string, content: string, options = {}) =>
  read(name, content, options).reviews.map(({ text }) => text);

describe("a file about several firms", () => {
  const csv = (header: string) =>
    `${header},author,rating,date,text\nBrook & Daughter,Pat Lake,5,2026-05-01,On time\nRival Rooter LLC,Lee Marsh,1,2026-05-02,Rude\nThird Firm,Kim Ford,2,2026-05-03,Late\n`;

  test.each(["company", "Business", "contractor", "store", "Firma", "Entreprise", "Empresa", "Provider", "x7"])(
    "in the column %p is a question",
    (header) => {
      expect(refusalOf(() => read("r.csv", csv(header), { source: undefined }))).toContain(
        `The column "${header}" names several firms; choose yours with --location, or take all as yours with --location "*": "Brook & Daughter", "Rival Rooter LLC", "Third Firm"`,
      );
      expect(texts("r.csv", csv(header), { location: "brook & daughter" })).toEqual(["On time"]);
      expect(texts("r.csv", csv(header), { location: "*" })).toHaveLength(3);
    },
  );

  test("in a path of JSON is a question", () => {
    const json = JSON.stringify([
      { company: { name: "Brook & Daughter Plumbing" }, rating: 5, date: "2026-05-01", text: "On time" },
      { company: { name: "Rival Rooter LLC" }, rating: 1, date: "2026-05-02", text: "Rude" },
    ]);
    expect(refusalOf(() => read("r.json", json))).toContain('The column "company.name" names several firms');
  });

  const ld = (text: string, about: object) => ({
    "@type": "Review",
    datePublished: "2026-05-01",
    reviewRating: { ratingValue: 5 },
    reviewBody: text,
    ...about,
  });

  test("in schema.org is a question: by itemReviewed, and by the firm around the review", () => {
    const firm = (name: string) => ({ "@type": "Plumber", name });
    const items = [
      ld("On time", { itemReviewed: firm("Brook & Daughter") }),
      ld("Rude", { itemReviewed: firm("Rival") }),
    ];
    const around = [
      { ...firm("Brook & Daughter"), review: [ld("On time", {})] },
      { ...firm("Rival"), review: [ld("Rude", {})] },
    ];
    for (const json of [items, around].map((each) => JSON.stringify(each))) {
      expect(refusalOf(() => read("r.json", json))).toContain("itemReviewed names several firms");
      expect(texts("r.json", json, { location: "Brook & Daughter" })).toEqual(["On time"]);
    }
  });

  test("is not seen in products and services, in customers' companies, or where the business stands alone", () => {
    const items = ["Boiler", "Drain"].map((name) => ld(name, { itemReviewed: { "@type": "Service", name } }));
    expect(texts("r.json", JSON.stringify(items))).toHaveLength(2);
    expect(texts("r.csv", csv("company").replaceAll("Brook & Daughter", "Acme"))).toHaveLength(3);
    expect(texts("r.csv", csv("company").replace("Rival Rooter LLC", "").replace("Third Firm", ""))).toHaveLength(3);
  });
});

describe("replies in rows of their own", () => {
  const csv = (reply: string, more = "") =>
    `id,author,date,text,approved,parent_id,rating\n1,Pat Lake,2026-05-01,On time,1,0,5\n2,${reply},2026-05-02,"Thank you, Pat.",1,1,\n3,Lee Marsh,2026-05-03,Good work,1,,4\n4,Kim Ford,2026-05-05,Late,0,0,2\n${more}`;

  test("join their review where the business wrote them, with stars or without", () => {
    for (const stars of ["", "5"]) {
      const { reviews, problems, notes } = read("r.csv", csv("Brook & Daughter").replace(",1,1,\n", `,1,1,${stars}\n`));
      expect(problems).toEqual([]);
      expect(
        reviews.map(({ text, replyText, replyDate, hiddenAtSource }) => [text, replyText, replyDate, hiddenAtSource]),
      ).toEqual([
        ["On time", "Thank you, Pat.", "2026-05-02", false],
        ["Good work", null, null, false],
        ["Late", null, null, true],
      ]);
      expect(notes).toContain("1 row is a reply to the review of another row, and joined to it");
    }
  });

  test("of one author to several reviews are the business's, and of others are left out", () => {
    const second = "5,Mike,2026-05-04,Thanks Lee,1,3,\n";
    expect(read("r.csv", csv("Mike", second)).reviews.map(({ replyText }) => replyText)).toEqual([
      "Thank you, Pat.",
      "Thanks Lee",
      null,
    ]);
    const { reviews, notes } = read("r.csv", csv("A neighbour"));
    expect(reviews.map(({ replyText }) => replyText)).toEqual([null, null, null]);
    expect(notes).toContain("1 row replies to another row, and not as the business to a review: left out");
  });

  test("are not seen in a column with the ids of something else", () => {
    const products = csv("Ann Lee")
      .replace(/,1,1,\n/, ",1,900,3\n")
      .replace(/,1,0,5/, ",1,900,5");
    expect(read("r.csv", products).reviews).toHaveLength(4);
  });
});

test('a firm is found among others with its "and" written out', () => {
  const text =
    "Company,author,rating,date,text\nBrook and Daughter,Pat,5,2026-05-01,On time\nRival,Lee,1,2026-05-02,Rude\n";
  expect(refusalOf(() => read("r.csv", text))).toContain('The column "Company" names several firms');
});

describe("a history of averages", () => {
  test.each([
    "review_count",
    "reviews",
    "totalReviews",
    "count",
    "user_ratings_total",
    "Anzahl Bewertungen",
    "Nombre d'avis",
  ])("with %p is refused", (column) => {
    const csv = `date,rating,${column}\n2026-04-22,5.0,20\n2026-05-07,5.0,31\n`;
    expect(refusalOf(() => read("r.csv", csv))).toContain(
      `This appears to be a history of averages, not a file of reviews: each rating comes with a number of reviews, in the column "${column}"`,
    );
    const runs = [
      { timestamp: "2026-04-22T10:00:00Z", [column]: 20, stars: 5 },
      { timestamp: "2026-05-22T10:00:00Z", [column]: 31, stars: 5 },
    ];
    expect(refusalOf(() => read("r.json", JSON.stringify(runs)))).toContain("a history of averages");
    const totals = [12, 15].map((total, at) => ({ date: `2026-0${at + 1}-05`, rating: 5, total }));
    expect(refusalOf(() => read("r.json", JSON.stringify(totals)))).toContain("a history of averages");
  });

  test("is not seen in reviews beside the number of their author's reviews", () => {
    expect(texts("r.csv", "date,rating,review,author_reviews_count,reviews\n2026-04-22,5,On time,20,31\n")).toEqual([
      "On time",
    ]);
  });
});

describe("notations", () => {
  test.each([
    ["5 star rating", 5],
    ["4-star review", 4],
    ["4.0 star rating", 4],
    ["Rated 3 out of 5 stars", 3],
  ])("%p are stars", (cell, rating) => {
    expect(read("r.csv", `date,rating,text\n2026-05-01,${cell},On time\n`).reviews[0]?.rating).toBe(rating);
  });

  test("Facebook's recommendations are refused although a rating stands beside them", () => {
    const row = (type: string, rating: number) => ({
      created_time: "2026-07-01T11:00:00+0000",
      recommendation_type: type,
      review_text: "Warm again",
      rating,
    });
    expect(refusalOf(() => read("r.json", JSON.stringify([row("positive", 5), row("negative", 1)])))).toContain(
      "contains recommendations",
    );
    const { problems, reviews } = read(
      "r.json",
      JSON.stringify([row("positive", 5), { ...row("", 4), recommendation_type: undefined }]),
    );
    expect([problems.length, reviews.map(({ rating }) => rating)]).toEqual([1, [4]]);
  });

  test("a spreadsheet's guards around cells are no part of them", () => {
    const csv =
      'review_id,rating,date,text,author\n"=""101""","=""5""","=""2026-05-01""","=""Said """"fine"""", on time""",\'@Lee Marsh\n';
    expect(read("r.csv", csv).reviews[0]).toMatchObject({
      sourceId: "101",
      rating: 5,
      date: "2026-05-01",
      text: 'Said "fine", on time',
      authorName: "Lee M.",
    });
  });

  test.each([
    [
      "MongoDB",
      { _id: { $oid: "65f1" }, rating: { $numberInt: "5" }, createdAt: { $date: { $numberLong: "1747735200000" } } },
    ],
    ["MongoDB, relaxed", { _id: { $oid: "65f1" }, rating: 5, createdAt: { $date: "2025-05-20T10:00:00Z" } }],
    ["Firestore", { id: "65f1", rating: 5, createdAt: { _seconds: 1747735200, _nanoseconds: 123000000 } }],
    ["DynamoDB", { id: { S: "65f1" }, rating: { N: "5" }, createdAt: { S: "2025-05-20" } }],
    [
      "Firestore by REST",
      {
        id: { stringValue: "65f1" },
        rating: { integerValue: "5" },
        createdAt: { timestampValue: "2025-05-20T10:00:00Z" },
      },
    ],
    ["a date in parts", { id: "65f1", rating: 5, date: { year: "2025", month: "05", day: 20 } }],
    ["Parse", { id: "65f1", rating: 5, createdAt: { __type: "Date", iso: "2025-05-20T10:00:00.000Z" } }],
  ])("typed values of %s are read", (_database, record) => {
    expect(read("r.json", JSON.stringify([{ ...record, comment: "On time" }])).reviews[0]).toMatchObject({
      sourceId: "65f1",
      rating: 5,
      date: "2025-05-20",
    });
  });

  test("a document of Firestore is read by its fields, and its path is no name", () => {
    const json = JSON.stringify({
      documents: [
        {
          name: "projects/p/databases/(default)/documents/reviews/8Kx1",
          fields: {
            name: { stringValue: "Pat Lake" },
            rating: { integerValue: "5" },
            text: { stringValue: "On time" },
            createdAt: { timestampValue: "2026-03-02T10:10:00Z" },
            approved: { booleanValue: false },
          },
          createTime: "2026-03-09T10:10:01Z",
        },
      ],
    });
    expect(read("r.json", json).reviews).toMatchObject([
      { authorName: "Pat L.", rating: 5, date: "2026-03-02", text: "On time", hiddenAtSource: true },
    ]);
  });

  test("half a star in a glyph is rounded only if the owner says so", () => {
    const csv = "date,rating,text\n2026-05-01,★★★★½,On time\n";
    expect(read("r.csv", csv).problems[0]?.message).toContain("--round half-up");
    expect(read("r.csv", csv, { round: "half-up" }).reviews[0]?.rating).toBe(5);
  });

  test.each([
    ["rating of WooCommerce", "date,author,text,meta:rating"],
    ["rating and author by their subject", "reviewDate,reviewAuthorName,reviewText,reviewStars"],
  ])("the %s is read", (_what, header) => {
    expect(read("r.csv", `${header}\n2026-05-01,Pat Lake,On time,5\n`).reviews[0]).toMatchObject({
      authorName: "Pat L.",
      rating: 5,
      text: "On time",
    });
  });

  test("a day under publishedLabel is the date, and hides nothing", () => {
    const json = JSON.stringify([{ rating: 5, text: "On time", publishedLabel: "September 25, 2022" }]);
    expect(read("r.json", json).reviews[0]).toMatchObject({ date: "2022-09-25", hiddenAtSource: null });
  });

  test("a site's own reviews beside its business are read as any other's", () => {
    const json = JSON.stringify({
      business: { name: "Brook & Daughter", address: "1 Example Rd", rating: 5 },
      reviews: [
        { reviewerName: "Pat Lake", stars: 5, date: "2 months ago", text: "On time", ownerResponse: "Thank you." },
      ],
    });
    expect(read("r.json", json, { asOf: "2026-11-20" }).reviews[0]).toMatchObject({
      authorName: "Pat L.",
      date: "2026-09-20",
      datePrecision: "month",
      replyText: "Thank you.",
    });
  });

  test.each([
    [
      "HTML",
      "<html><style>td{}</style><table><tr><td>My reviews</td></tr></table><table><tr><th>Name</th><th>Rating</th><th>Date</th><th>Review</th></tr><tr><td>Pat Lake</td><td>5</td><td>2026-05-01</td><td>On&nbsp;time,<br>and tidy</td></tr></table></html>",
    ],
    [
      "SpreadsheetML",
      '<?xml version="1.0"?><Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="R"><Table><Row><Cell><Data>Name</Data></Cell><Cell><Data>Phone</Data></Cell><Cell><Data>Rating</Data></Cell><Cell><Data>Date</Data></Cell><Cell><Data>Review</Data></Cell></Row><Row><Cell><Data>Pat Lake</Data></Cell><Cell ss:Index="3"><Data ss:Type="Number">5</Data></Cell><Cell><Data ss:Type="DateTime">2026-05-01T00:00:00.000</Data></Cell><Cell><Data>On time,&#10;and tidy</Data></Cell></Row></Table></Worksheet></Workbook>',
    ],
  ])("a table saved as .xls in %s is read", (_what, content) => {
    expect(
      read("r.xls", content).reviews.map(({ authorName, rating, date, text }) => [authorName, rating, date, text]),
    ).toEqual([["Pat L.", 5, "2026-05-01", "On time,\nand tidy"]]);
  });
});

test.each([
  "-- PostgreSQL database dump\n--\nCOPY public.reviews (id, author, rating, text, created_at) FROM stdin;\n1\tPat\t5\tOn time\t2026-05-01\n",
  "-- MySQL dump 10.13\n\nINSERT INTO `reviews` (`author`,`rating`,`text`,`date`) VALUES ('Pat',5,'On time','2026-05-01');\n",
])("a dump of a database is refused, with what to do", (dump) => {
  expect(refusalOf(() => read("reviews.sql", dump))).toContain(
    "appears to be an SQL dump (export its table of reviews as CSV), not a file of reviews",
  );
});

test("German grades, of which 1 is the best, are asked about, and French notes are read", () => {
  const german = "Datum;Kunde;Note;Kommentar\n2026-05-01;Pat Lake;1;Sehr gut\n2026-05-02;Lee Marsh;5;Schlecht\n";
  expect(refusalOf(() => read("r.csv", german))).toContain('"Note" may contain German grades, of which 1 is the best');
  expect(read("r.csv", german, { columns: { rating: "Note" } }).reviews.map(({ rating }) => rating)).toEqual([1, 5]);
  const french = "Date de l'avis;Nom;Note;Avis\n2026-05-01;Pat Lake;1;Mauvais\n2026-05-02;Lee Marsh;5;Bon\n";
  expect(read("r.csv", french).reviews.map(({ rating }) => rating)).toEqual([1, 5]);
});

describe("stars made of recommendations", () => {
  const csv = (header: string, rows: readonly string[]) =>
    `rating,${header},date,text\n${rows.map((row, at) => `${row},2026-05-0${at + 1},Words ${at}`).join("\n")}\n`;

  test.each<[string, string[]]>([
    ["recommends", ["5,positive", "1,negative", "5,positive"]],
    ["empfehlung", ["5,ja", "1,nein"]],
    ["recommande", ["5.0,oui", "1.0,non"]],
    ["would recommend", ["5,TRUE", "1,FALSE"]],
  ])("are asked about where a column agrees in every row: %s %p", (header, rows) => {
    expect(refusalOf(() => read("r.csv", csv(header, rows)))).toContain(
      "these are recommendations, which are never converted",
    );
    expect(read("r.csv", csv(header, rows), { columns: { rating: "rating" } }).reviews).toHaveLength(rows.length);
  });

  test("of a net promoter score are refused, and stars beside one are read", () => {
    const file = csv("type", ["10,Promoter", "6,Detractor", "8,Passive"]);
    expect(refusalOf(() => read("r.csv", file, { scale: "10" }))).toContain(
      'The column "type" contains recommendations, which are not ratings',
    );
    expect(read("r.csv", csv("type", ["5,Promoter", "2,Detractor"])).reviews).toHaveLength(2);
  });

  test.each<[string, string[]]>([
    ["recommends", ["5,yes", "4,yes", "1,no"]],
    ["recommends", ["5,yes", "1,yes"]],
    ["recommends", ["5,yes", "1,"]],
    ["recommends", ["5,yes", "5,yes"]],
  ])("are stars where one row differs, or all are fives: %s %p", (header, rows) => {
    expect(read("r.csv", csv(header, rows)).reviews).toHaveLength(rows.length);
  });
});
