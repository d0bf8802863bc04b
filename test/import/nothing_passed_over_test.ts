/** What a file holds of speech, hiding and deletion is read or asked about, and never passed over in silence. */
import { describe, expect, test } from "bun:test";
import type { ImportOptions } from "../../src/import/mod.ts";
import { readOne, refusalOf } from "./builders.ts";

const GOOGLE = { source: "google" };
const TEXTS = [
  "They came late and left mud in the hall.",
  "On time, and tidy as one could wish.",
  "Fixed the leak at once.",
];

/** A CSV file with a row of each list of cells. */
function csv(header: string, ...rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((cells) => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(","));
  return [header, ...lines].join("\n");
}

/** A file with a date, stars and a text, and one column more. */
function beside(header: string, cells: readonly (string | number)[]): string {
  return csv(
    `date,rating,text,${header}`,
    ...cells.map((cell, at) => [`2025-01-0${at + 1}`, 5 - at, TEXTS[at] ?? "", cell]),
  );
}

function reviewsOf(name: string, content: string | Uint8Array, options: Partial<ImportOptions> = GOOGLE) {
  const { records, problems } = readOne(name, content, options);
  expect(problems).toEqual([]);
  return records.map(({ review }) => review);
}

describe("who speaks", () => {
  test("a reply within the text of its review becomes the reply, with a note", () => {
    for (const line of [
      "Response from the owner a year ago\n",
      "Owner's response: ",
      "Antwort vom Inhaber\n",
      "Réponse du propriétaire : ",
    ]) {
      const file = csv("date,rating,text", [
        "2025-01-01",
        2,
        `${TEXTS[0]}\n${line}We are sorry, and came back to mop.`,
      ]);
      const [review] = reviewsOf("a.csv", file);
      expect(review).toMatchObject({ text: TEXTS[0], replyText: "We are sorry, and came back to mop." });
      expect(readOne("a.csv", file, GOOGLE).notes.join("\n")).toContain("1 review contains the business's reply");
    }
    const said = "The response from the owner was kind.";
    expect(reviewsOf("a.csv", csv("date,rating,text", ["2025-01-01", 5, said]))[0]).toMatchObject({ text: said });
  });

  test("a column of replies in a file without a text is asked about", () => {
    for (const header of ["Response", "Réponse"]) {
      const file = csv(`date,rating,name,${header}`, ["2025-01-01", 5, "Jane Doe", TEXTS[0] ?? ""]);
      const said = refusalOf(() => readOne("a.csv", file, GOOGLE));
      expect(said).toContain(`--column text="${header}"`);
      expect(said).toContain("--column text= ");
      expect(reviewsOf("a.csv", file, { ...GOOGLE, columns: { text: header } })[0]).toMatchObject({
        text: TEXTS[0],
        replyText: null,
      });
      expect(reviewsOf("a.csv", file, { ...GOOGLE, columns: { text: "" } })[0]).toMatchObject({
        text: "",
        replyText: TEXTS[0],
      });
    }
  });

  test("remarks next to a review are not taken for it", () => {
    const remarks = ["Called back and offered her a free check.", "He never pays, so do not book him again.", "ok"];
    for (const header of ["Comment", "Message", "Feedback"]) {
      const rows = TEXTS.map((text, at) => ["2025-01-01", 5, remarks[at] ?? "", text]);
      for (const review of ["Review", "Public review"]) {
        const file = csv(`date,rating,${header},${review}`, ...rows);
        expect(refusalOf(() => readOne("a.csv", file, GOOGLE))).toContain(`"${header}" contains sentences`);
        const read = reviewsOf("a.csv", file, { ...GOOGLE, columns: { reply: "" } });
        expect(read.map(({ text }) => text)).toEqual(TEXTS);
      }
    }
  });

  test("short sentences are asked about where no column is named like a text", () => {
    const file = csv("date,rating,name,Ervaring", ["2025-01-01", 5, "Jane Doe", "Vakkundig en netjes."]);
    expect(refusalOf(() => readOne("a.csv", file, GOOGLE))).toContain('--column text="Ervaring"');
  });

  test("`comment_content` is the customer's where no other column is", () => {
    const file = csv("date,rating,name,comment_content", ["2025-01-01", 5, "Jane Doe", TEXTS[0] ?? ""]);
    expect(reviewsOf("a.csv", file)).toMatchObject([{ text: TEXTS[0], replyText: null }]);
  });

  test("sentences in a column that is not read are asked about, with the choices", () => {
    const file = beside("What we said", [
      "Thank you, we are glad that it works again.",
      "",
      "Thanks for the kind words about our team.",
    ]);
    const said = refusalOf(() => readOne("a.csv", file, GOOGLE));
    expect(said).toContain('--column reply="What we said"');
    expect(said).toContain("--column reply= ");
    expect(reviewsOf("a.csv", file, { ...GOOGLE, columns: { reply: "What we said" } })[0]?.replyText).toStartWith(
      "Thank you",
    );
    const without = readOne("a.csv", file, { ...GOOGLE, columns: { reply: "" } });
    expect(without.notes.join("\n")).toContain('"What we said" contains sentences and is not read');
  });

  test("addresses, names and links are no speech", () => {
    const addresses = [
      "12 Elm Street, Springfield, OH 45501, United States",
      "4 Main Street, Springfield, OH 45501, United States",
      "9 Oak Avenue, Springfield, OH 45501, United States",
    ];
    expect(reviewsOf("a.csv", beside("where", addresses))).toHaveLength(3);
  });

  test("replies are found where most are null", () => {
    const reviews = TEXTS.map((text, at) => ({
      date: "2025-01-01",
      rating: 5,
      text,
      id: `r${at}`,
      reply: at === 1 ? { message: "Thank you!", publishedDate: "2025-01-03T08:00:00Z" } : null,
    }));
    expect(reviewsOf("a.json", JSON.stringify(reviews))[1]).toMatchObject({
      replyText: "Thank you!",
      replyDate: "2025-01-03",
    });
  });

  test("a text by languages is a text", () => {
    const reviews = [{ en: TEXTS[0] }, { hi: "बहुत अच्छी सेवा" }, {}].map((review_text, at) => ({
      date: "2025-01-01",
      rating: 5,
      review_text,
      review_id: `r${at}`,
    }));
    const read = reviewsOf("a.json", JSON.stringify(reviews));
    expect(read.map(({ text, language }) => [text, language])).toEqual([
      [TEXTS[0] ?? "", "en"],
      ["बहुत अच्छी सेवा", "hi"],
      ["", null],
    ]);
  });

  test("JSON in cells is read, and what is no words is no name", () => {
    const file = csv(
      "date,rating,review,reviewer,response",
      ["2025-01-01", 5, TEXTS[0] ?? "", '{"name":"Jane Doe","id":7}', '{"text":"Thank you!","date":"2025-01-02"}'],
      ["2025-01-02", 4, TEXTS[1] ?? "", '{"name":"Tom Ruiz","id":8}', ""],
    );
    expect(reviewsOf("a.csv", file)).toMatchObject([
      { authorName: "Jane D.", replyText: "Thank you!", replyDate: "2025-01-02" },
      { authorName: "Tom R.", replyText: null },
    ]);
    const python = csv("date,rating,review,reviewer", ["2025-01-01", 5, TEXTS[0] ?? "", "{'name': 'Jane Doe'}"]);
    expect(reviewsOf("a.csv", python)[0]?.authorName).not.toContain("{");
  });

  test("a list of reviews in one cell is no column of reviews", () => {
    const reviews = JSON.stringify([1, 2].map((rating) => ({ rating, date: "2025-01-01", text: TEXTS[0] })));
    const said = refusalOf(() => readOne("a.csv", csv("company,reviews", ["Ace", reviews]), GOOGLE));
    expect(said).toContain("No column for the rating");
  });

  test("marks of HTML in a sheet are not the customer's", () => {
    const file = csv("date,rating,text,reply", [
      "2025-01-01",
      5,
      "It&#39;s fixed.<br>Thanks &amp; bye<br />",
      "We&rsquo;re glad &lt;3",
    ]);
    expect(reviewsOf("a.csv", file)[0]).toMatchObject({
      text: "It's fixed.\nThanks & bye",
      replyText: "We’re glad <3",
    });
  });
});

describe("cells that mean nothing", () => {
  const nothing = ["NA", "nan", "NaN", "null", "NULL", "undefined", "#N/A", "\\N", "-", "N/A", "None"];
  test.each(nothing)("%s is empty in every column", (word) => {
    const file = csv(
      "date,rating,title,text,author,reply,review id,reply date",
      ["2025-01-01", 5, word, word, word, word, word, word],
      ["2025-01-02", 4, "", TEXTS[0] ?? "", "Jane Doe", "Thanks", "b", ""],
    );
    expect(reviewsOf("a.csv", file)[0]).toMatchObject({
      title: null,
      text: "",
      isAnonymous: true,
      replyText: null,
      sourceId: null,
    });
    const json = JSON.stringify([{ date: "2025-01-01", rating: 5, comment: word, reply: word, author: word }]);
    expect(reviewsOf("a.json", json)[0]).toMatchObject({ text: "", isAnonymous: true, replyText: null });
  });

  test("names and words that only look like them stay", () => {
    const file = csv("date,rating,text,author", ["2025-01-01", 5, "Na", "Nan Null"]);
    expect(reviewsOf("a.csv", file, { ...GOOGLE, namePolicy: "full" })[0]).toMatchObject({
      text: "Na",
      authorName: "Nan Null",
    });
  });
});

describe("what the source hides", () => {
  const hiding: readonly (readonly [header: string, hidden: string | number, shown: string | number])[] = [
    ["deleted_at", "2025-03-01", ""],
    ["removed_at", "2025-03-01 10:00:00", ""],
    ["is_trashed", "true", "false"],
    ["filtered", "true", "false"],
    ["review_approved", "no", "yes"],
    ["comment_approved", "spam", 1],
    ["comment_approved", "trash", 1],
    ["comment_approved", 0, 1],
    ["Is published?", "No", "Yes"],
    ["Hidden?", "Yes", "No"],
    ["Approved?", 0, 1],
    ["Hidden from website", "yes", "no"],
    ["Show on site", "no", "yes"],
    ["Review Status:", "Spam", "Published"],
    ["post_status", "draft", "publish"],
    ["Entry status", "spam", "approved"],
    ["Gepubliceerd", "Nee", "Ja"],
    ["Pubblicato", "no", "sì"],
    ["Ausgeblendet", "ja", "nein"],
    ["Statut", "Rejeté", "Publié"],
    ["État", "Rejetée", "Publiée"],
    ["Stato", "nascosta", "pubblicata"],
  ];
  test.each(hiding)("%s: %p is hidden", (header, hidden, shown) => {
    const reviews = reviewsOf("a.csv", beside(header, [hidden, shown, shown]));
    expect(reviews.map(({ hiddenAtSource }) => hiddenAtSource === true)).toEqual([true, false, false]);
  });

  test.each([
    "May we publish your review on our website?",
    "Could we share this?",
    "Dürfen wir Ihre Bewertung veröffentlichen?",
    "Pouvons-nous publier votre avis ?",
    "¿Podemos publicar su opinión?",
    "Toestemming",
  ])("a customer's answer to %p is asked about", (header) => {
    const said = refusalOf(() => readOne("a.csv", beside(header, ["1", "0", "1"]), GOOGLE));
    expect(said).toContain(`--column shown=${JSON.stringify(header)} if yes means public`);
  });

  test("an empty cell is asked about where others are a tick, and is hidden if the owner says so", () => {
    for (const [header, tick] of [
      ["Approved", "yes"],
      ["Published", "TRUE"],
      ["Show on site", "x"],
    ] as const) {
      const file = beside(header, [tick, "", tick]);
      expect(refusalOf(() => readOne("a.csv", file, GOOGLE))).toContain(
        `The column "${header}" has unknown values: "(empty)"; add --moderation "(empty)=hidden"`,
      );
      const hidden = (answer: string) =>
        reviewsOf("a.csv", file, { ...GOOGLE, moderation: { "(empty)": answer } }).map((each) => each.hiddenAtSource);
      expect(hidden("hidden")).toEqual([false, true, false]);
      expect(hidden("shown")).toEqual([false, false, false]);
      expect(reviewsOf("a.csv", beside(header, [tick, "", "no"]))).toHaveLength(3);
    }
  });

  test("a day of publication that some reviews lack is asked about", () => {
    const rows = TEXTS.map((text, at) => ["2025-01-01", 5, text, at === 1 ? "" : "2025-01-03"]);
    expect(refusalOf(() => readOne("a.csv", csv("date,rating,text,published_at", ...rows), GOOGLE))).toContain(
      '"published_at" ("2025-01-03") may mark reviews that are hidden or deleted',
    );
  });

  test("a column of labels, one of which is spam, is asked about", () => {
    expect(refusalOf(() => readOne("a.csv", beside("Labels", ["plumbing", "spam", ""]), GOOGLE))).toContain('"Labels"');
  });

  test.each(["Fake?", "Is duplicate", "Disputed", "Test", "Gefälscht", "Doublon"])(
    "a yes in %p is asked about, and other words are not",
    (header) => {
      expect(refusalOf(() => readOne("a.csv", beside(header, ["no", "no", "yes"]), GOOGLE))).toContain(
        `--column hidden=${JSON.stringify(header)} if yes means hidden`,
      );
      expect(reviewsOf("a.csv", beside(header, ["passed", "passed", "repeated"]))).toHaveLength(3);
    },
  );

  test("a province is no status", () => {
    for (const header of ["Estado", "Stato"]) {
      expect(reviewsOf("a.csv", beside(header, ["Jalisco", "Sonora", "Jalisco"]))[0]?.hiddenAtSource).toBeNull();
    }
  });

  test("a column that may hide is asked about, with its values and the choices", () => {
    const file = beside("Spam filter verdict", ["caught", "passed", "passed"]);
    const said = refusalOf(() => readOne("a.csv", file, GOOGLE));
    expect(said).toContain('"Spam filter verdict"');
    expect(said).toContain('"caught", "passed"');
    expect(said).toContain('--column hidden="Spam filter verdict"');
    expect(said).toContain('--column shown="Spam filter verdict"');
    expect(said).toContain("--column hidden= ");
    const options = {
      ...GOOGLE,
      columns: { hidden: "Spam filter verdict" },
      moderation: { caught: "hidden", passed: "shown" },
    };
    expect(reviewsOf("a.csv", file, options).map(({ hiddenAtSource }) => hiddenAtSource)).toEqual([true, false, false]);
    expect(reviewsOf("a.csv", file, { ...GOOGLE, columns: { hidden: "" } })[0]?.hiddenAtSource).toBeNull();
  });

  test("answers about words of moderation are remembered for their source, until another answer replaces them", () => {
    const file = beside("Review status", ["Featured", "Parked", "Published"]);
    const hidden = (options: Parameters<typeof reviewsOf>[2]) =>
      reviewsOf("a.csv", file, { ...GOOGLE, ...options }).map(({ hiddenAtSource }) => hiddenAtSource);
    const remembered = { google: { moderation: { Featured: "shown", parked: "hidden" } } };
    expect(hidden({ remembered })).toEqual([false, true, false]);
    expect(hidden({ remembered, moderation: { Featured: "hidden" } })).toEqual([true, true, false]);
    const { understood } = readOne("a.csv", file, { ...GOOGLE, remembered });
    expect(understood[0]?.hints).toEqual(remembered.google);
  });

  test("a yes in a column that was answered shows or hides, as the owner said", () => {
    const file = beside("Consent to publish", ["yes", "no", "yes"]);
    const hidden = (columns: Readonly<Record<string, string>>) =>
      reviewsOf("a.csv", file, { ...GOOGLE, columns }).map(({ hiddenAtSource }) => hiddenAtSource);
    expect(hidden({ shown: "Consent to publish" })).toEqual([false, true, false]);
    expect(hidden({ hidden: "Consent to publish" })).toEqual([true, false, true]);
  });

  test("days of publication, states of orders and links are no such columns", () => {
    for (const [header, value] of [
      ["Order status", "shipped"],
      ["published_url", "https://example.com/r/1"],
      ["Reply status", "Published"],
      ["reviewer is public figure", ""],
    ] as const) {
      expect(reviewsOf("a.csv", beside(header, [value, value, value]))).toHaveLength(3);
    }
  });

  test("Yotpo: private answers stay private, and a widget is no site", () => {
    const header =
      "Review ID,Review Title,Review Content,Review Score,Review Creation Date,Reviewer Display Name,Review Source,Comment Content,Comment Public,Comment Creation Date";
    const row = (id: number, isPublic: string) => [
      id,
      "Good",
      TEXTS[id] ?? "",
      5,
      "2025-01-01",
      "Jane Doe",
      "Reviews Tab",
      "We sent you a refund",
      isPublic,
      "2025-01-02",
    ];
    const reviews = reviewsOf("yotpo.csv", csv(header, row(0, "FALSE"), row(1, "TRUE")), {});
    expect(reviews).toMatchObject([
      { source: "yotpo", replyText: null, replyDate: null },
      { source: "yotpo", replyText: "We sent you a refund" },
    ]);
  });
});

describe("when and where", () => {
  test("the time of the scrape is not the day of the review", () => {
    const rows = ["2 weeks ago", "3 months ago", "a year ago"].map((ago, at) => [
      5,
      TEXTS[at] ?? "",
      ago,
      `2025-06-01 10:00:0${at}`,
    ]);
    const file = csv("rating,text,relative_date,timestamp", ...rows);
    const reviews = reviewsOf("a.csv", file, { ...GOOGLE, asOf: "2025-06-01" });
    expect(reviews.map(({ date, datePrecision }) => [date, datePrecision])).toEqual([
      ["2025-05-18", "week"],
      ["2025-03-01", "month"],
      ["2024-06-01", "year"],
    ]);
    const alone = csv(
      "rating,text,timestamp",
      ...rows.map(([rating = "", text = "", , at = ""]) => [rating, text, at]),
    );
    const said = refusalOf(() => readOne("a.csv", alone, GOOGLE));
    expect(said).toContain('"timestamp" was skipped because it is the same hour in every row');
    expect(reviewsOf("a.csv", alone, { ...GOOGLE, columns: { date: "timestamp" } })).toHaveLength(3);
  });

  test("the time at which a copy of a review was made is not its day", () => {
    const rows = ["2025-01-05", "2025-02-05"].map((day, at) => [
      5,
      TEXTS[at] ?? "",
      `2025-03-0${at + 1}T06:00:00Z`,
      day,
    ]);
    for (const header of [
      "created_at,published_at",
      "created_at,reviewed_at",
      "added,posted_on",
      "Timestamp,Date of review",
      "completed_at,submitted_at",
    ]) {
      const reviews = reviewsOf("a.csv", csv(`rating,text,${header}`, ...rows));
      expect(reviews.map(({ date }) => date)).toEqual(["2025-01-05", "2025-02-05"]);
    }
  });

  test("midnight in UTC is a day where every time is, and an instant elsewhere", () => {
    const days = (...times: readonly string[]) => {
      const rows = times.map((time, at) => [5, TEXTS[at] ?? "", time]);
      const options = { ...GOOGLE, timeZone: "America/New_York" };
      return reviewsOf("a.csv", csv("rating,text,date", ...rows), options).map(({ date }) => date);
    };
    expect(days("2025-02-01T00:00:00.000Z", "2025-02-11T00:00:00Z")).toEqual(["2025-02-01", "2025-02-11"]);
    expect(days("2025-02-01 00:00:00 UTC", "1739232000")).toEqual(["2025-02-01", "2025-02-11"]);
    expect(days("2025-02-01T00:00:00Z", "2025-02-11T00:10:00Z")).toEqual(["2025-01-31", "2025-02-10"]);
  });

  test("the day of the work next to that of the review is not its day", () => {
    for (const header of [
      "Date,Review submitted",
      "Date,Feedback date",
      "Datum,Bewertungsdatum",
      "Fecha,Fecha de la reseña",
    ]) {
      const rows = TEXTS.map((text, at) => [5, text, "2025-01-13", `2025-02-0${at + 1}`]);
      const reviews = reviewsOf("a.csv", csv(`rating,text,${header}`, ...rows));
      expect(reviews.map(({ date }) => date)).toEqual(["2025-02-01", "2025-02-02", "2025-02-03"]);
    }
  });

  test("the time at which a review was written is its day, though it was published later", () => {
    const rows = ["2025-01-05", "2025-02-05"].map((day, at) => [5, TEXTS[at] ?? "", day, `2025-03-0${at + 1}`]);
    const reviews = reviewsOf("a.csv", csv("rating,text,created_at,published_at", ...rows));
    expect(reviews.map(({ date }) => date)).toEqual(["2025-01-05", "2025-02-05"]);
  });

  test("where a review came from is its source, whatever tool brought it", () => {
    const row = {
      stars: 5,
      text: TEXTS[0],
      publishedAtDate: "2025-01-01T10:00:00Z",
      reviewerId: "1",
      name: "Jane Doe",
    };
    const file = JSON.stringify([
      { ...row, reviewId: "a", reviewOrigin: "Google" },
      { ...row, reviewId: "b", reviewOrigin: "Tripadvisor" },
    ]);
    expect(reviewsOf("a.json", file, {}).map(({ source }) => source)).toEqual(["google", "tripadvisor"]);
  });
});

describe("what a person reads at a glance", () => {
  test.each([
    ["Bewertung", "Kommentar", "Datum"],
    ["Beoordeling", "Opmerking", "Geplaatst op"],
    ["Avaliação", "Comentário", "Data da avaliação"],
  ])("%s holds stars beside a text, and is the text beside stars", (word, text, date) => {
    expect(reviewsOf("a.csv", csv(`${date},${word},${text}`, ["2025-01-01", 4, TEXTS[0] ?? ""]))[0]).toMatchObject({
      rating: 4,
      text: TEXTS[0],
    });
    const stars = { Bewertung: "Sterne", Beoordeling: "Sterren", Avaliação: "Estrelas" }[word] ?? "";
    expect(reviewsOf("a.csv", csv(`${date},${stars},${word}`, ["2025-01-01", 4, TEXTS[0] ?? ""]))[0]).toMatchObject({
      rating: 4,
      text: TEXTS[0],
    });
  });

  test("Apify's Trustpilot table", () => {
    const file = csv("reviewHeadline,reviewBody,reviewRatingScore,datePublished,consumerName", [
      "Good",
      TEXTS[0] ?? "",
      4,
      "2025-01-01",
      "Jane Doe",
    ]);
    expect(reviewsOf("a.csv", file, { source: "trustpilot" })[0]).toMatchObject({
      rating: 4,
      text: TEXTS[0],
      title: "Good",
    });
  });

  test("a site's own business and reviews", () => {
    const file = JSON.stringify({
      business: { name: "Ace", rating: 4.9 },
      reviews: [{ author: "Jane Doe", stars: 5, quote: TEXTS[0], when: "2025-01-01" }],
    });
    expect(reviewsOf("site.json", file)).toMatchObject([
      { authorName: "Jane D.", rating: 5, text: TEXTS[0], date: "2025-01-01" },
    ]);
  });

  test("`Name / Nickname` is a name", () => {
    expect(reviewsOf("a.csv", beside("Name / Nickname", ["Jane Doe", "", ""]))[0]?.authorName).toBe("Jane D.");
  });

  test("a scale of 0 to 10 is proposed as 10 despite an outlier", () => {
    const rows = [0, 7, 8, 10, 9, 6, 10, 8, 9, 10, 85].map((score, at) => [
      `2025-01-${10 + at}`,
      score,
      TEXTS[0] ?? "",
    ]);
    expect(refusalOf(() => readOne("a.csv", csv("date,Score,text", ...rows), GOOGLE))).toContain("--scale 10 ");
  });

  test("a date in unknown words offers no formats of numbers", () => {
    const said = refusalOf(() =>
      readOne("a.csv", csv("date,rating,text", ["hace un rato largo", 5, TEXTS[0] ?? ""]), GOOGLE),
    );
    expect(said).not.toContain("MM/DD/YYYY");
    expect(said).toContain("--column date=NAME");
  });

  test("of many columns only those are offered that may be meant", () => {
    const many = Array.from({ length: 28 }, (_, at) => `field ${at}`);
    const row = (at: number) => [
      "2025-01-01",
      TEXTS[at] ?? "",
      4,
      5 - at,
      ...many.map((_, column) => `value ${column}`),
    ];
    const file = csv(["date", "text", "punctuality", "kindness", ...many].join(","), row(0), row(1), row(2));
    const said = refusalOf(() => readOne("a.csv", file, GOOGLE));
    expect(said).toContain('"punctuality", "kindness"');
    expect(said).not.toContain('"field 20"');
  });
});
