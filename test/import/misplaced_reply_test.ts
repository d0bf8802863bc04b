/** What the firm itself wrote is never read as a customer's review, wherever a tool has put it. */
import { describe, expect, test } from "bun:test";
import type { ImportOptions } from "../../src/import/mod.ts";
import { describeProblem } from "../../src/import/mod.ts";
import { readOne } from "./builders.ts";

const FIRM = "Tarn & Hollow Home Services";

function read(csv: string, options: Partial<ImportOptions> = {}) {
  const reading = readOne("r.csv", csv, { source: "google", timeZone: "UTC", businessName: FIRM, ...options });
  return {
    reviews: [...reading.records].map(({ review }) => review),
    notes: reading.notes,
    problems: reading.problems.map(describeProblem),
  };
}

describe("a review whose author is the business", () => {
  const csv = (author: string) =>
    `author,rating,date,text\nPat Lake,4,2026-05-01,On time\n${author},5,2026-05-02,Thanks\n`;

  test.each(["Tarn & Hollow Home Services", "TARN AND HOLLOW home services"])(
    "is left out with a note: %s",
    (author) => {
      const { reviews, notes, problems } = read(csv(author));
      expect(reviews.map(({ authorName }) => authorName)).toEqual(["Pat L."]);
      expect(notes.join()).toContain("1 review has the business as author and was left out");
      expect(notes.join()).toContain("row 3");
      expect(problems).toEqual([]);
    },
  );

  test.each(["Tarn Miller", "Hollow", "Tarn & Hollow"])("a customer who shares words with it is read: %s", (author) => {
    expect(read(csv(author)).reviews).toHaveLength(2);
  });

  test("a firm of one word has customers of that name", () => {
    expect(read(csv("Miller"), { businessName: "Miller" }).reviews).toHaveLength(2);
  });

  test("is left out of structured data, too", () => {
    const json = JSON.stringify([
      { author: FIRM, rating: 5, date: "2026-05-01", text: "Thanks" },
      { author: "Pat Lake", rating: 5, date: "2026-05-02", text: "On time" },
    ]);
    const reading = readOne("r.json", json, { source: "google", businessName: FIRM });
    expect([...reading.records].map(({ review }) => review.authorName)).toEqual(["Pat L."]);
  });
});

describe("a row that is called a reply and names no review", () => {
  test("is refused with the missing columns and what to do", () => {
    const { problems } = read(
      "type,author,rating,date,text\nreview,Pat Lake,4,2026-05-01,On time\nreply,Office,,2026-05-02,Thanks\n",
    );
    expect(problems).toEqual([
      'row 3: record is a reply ("type" is "reply"), but no column has the id of the review that it answers; add the column "parent id" with that id and the column "review id" with the id of each review, or put its text into the column "reply" of its review and delete the row',
    ]);
  });

  test("is refused with the column that is empty", () => {
    const { problems } = read(
      "id,parent id,type,author,rating,date,text\n1,,review,Pat Lake,4,2026-05-01,On time\n2,,owner reply,Office,,2026-05-02,Thanks\n",
    );
    expect(problems.join()).toContain('its "parent id" is empty; correct it');
  });

  test("is the reply of the review that it names", () => {
    const { reviews, problems } = read(
      "id,parent id,type,author,rating,date,text\n1,,review,Pat Lake,4,2026-05-01,On time\n2,1,reply,Tarn & Hollow,,2026-05-02,Thanks\n",
    );
    expect([problems, reviews.map(({ replyText }) => replyText)]).toEqual([[], ["Thanks"]]);
  });
});

describe("a reply within the text", () => {
  const one = (text: string, reply = "") => {
    const csv = `author,rating,date,text,reply\nPat Lake,4,2026-05-01,"${text}",${reply}\nLee Marsh,4,2026-05-02,Fine,\n`;
    const { reviews, notes } = read(csv);
    return { text: reviews[0]?.text, reply: reviews[0]?.replyText, notes: notes.join() };
  };

  test.each([
    "Response from the owner:",
    "Owner's response:",
    "Antwort vom Inhaber:",
    "Antwort des Eigentümers:",
    "Respuesta del propietario:",
    "Réponse du propriétaire :",
  ])("is parted after a sentence and at the start of a line: %s", (mark) => {
    const parted = { text: "The drain runs.", reply: "Thank you, Pat." };
    expect(one(`The drain runs. ${mark} Thank you, Pat.`)).toMatchObject(parted);
    expect(one(`The drain runs\n${mark}\nThank you, Pat.`)).toMatchObject({ ...parted, text: "The drain runs" });
    expect(one(`The drain runs. ${mark} Thank you, Pat.`).notes).toContain(
      "the business's reply in the text, which was separated from it",
    );
  });

  test.each([
    "I only got the Response from the owner: nothing.",
    "Fine. Response from the owner:",
    "Fine. Response from the owner: No. Response from the owner: Yes.",
  ])("stays where it may be the customer's words, with a note: %s", (text) => {
    expect(one(text)).toMatchObject({ text, reply: null });
    expect(one(text).notes).toContain(
      "may contain the business's reply within the customer's text: imported as written; move it to a column of its own (row 2)",
    );
  });

  test("stays beside another reply, and is dropped beside the same", () => {
    const text = "Fine. Response from the owner: Thanks.";
    expect(one(text, "Goodbye.")).toMatchObject({ text, reply: "Goodbye." });
    expect(one(text, "Thanks.")).toMatchObject({ text: "Fine.", reply: "Thanks." });
  });
});
