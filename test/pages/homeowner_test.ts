/** Ten questions of a homeowner, each answered by the plain HTML of one page: no script, no click, no second request. */
import { describe, expect, test } from "bun:test";
import { insightsOf } from "../support/insights_of.ts";
import { businessOf, manyReviews, pageAt, SITE } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";

const business = businessOf({
  license_ids: ["PC-0142"],
  opening_hours: ["Mo-Fr 07:30-12:00,13:00-17:00", "Sa 18:00-02:00"],
});
const reviews = manyReviews(60).map((review, at) => ({
  ...review,
  text:
    at % 5 === 4 ? `They overcharged us: $${400 + at} for a drain.` : "They were right on time and fixed the drain.",
  reply: review.reply && at % 10 === 4 ? { text: "We are sorry.", date: review.date } : null,
}));
const publication = publicationOf(business, reviews, { insights: insightsOf(business, reviews) });

/** What is written on a page, as a reader without styles or scripts has it. */
async function textOf(path: string): Promise<string> {
  const { html } = await pageAt(publication, path);
  return html
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
}

describe("A homeowner asks", () => {
  test.each([
    ["are they reliable?", "/", /Are they reliable\? Customers praise punctuality \( ?48 of 48 ?\)\./],
    ["how were they lately?", "/", /Last 12 months: 4\.\d+ from \d+ reviews/],
    ["are the reviews real?", "/", /60 verified · since 1987 · licensed/],
    ["who comes to my home?", "/", /Customers name Marcus Bell \( ?4\.\d+ stars, 40 reviews\) and Dana Okafor \(/],
    ["what does it cost?", "/", /12 of the newest reviews name a price.*They overcharged us: \$4\d\d for a drain\./],
    [
      "what goes wrong?",
      "/",
      /12 of 60 reviews give 1 or 2 stars\. Criticized most|12 of 60 reviews give 1 or 2 stars\. Criticised most: price and value \( ?12 ?\)/,
    ],
    [
      "how do they answer criticism?",
      "/",
      /Replies to 50% of reviews with three stars or fewer, usually within 1 day\./,
    ],
    ["do they come on time?", "/", /Punctuality.*48 praise · 0 criticise/],
    [
      "do they clean drains, and well?",
      "/services/drains",
      /Customers rate Drain cleaning at Alder & Sons Plumbing 4\.\d+ out of 5 stars in 30 reviews, as of 1 June 2026\./,
    ],
    ["how do I reach them, and where do they work?", "/", /Call \(218\) 555-0142.*Serves Port Avery/],
  ])("%s", async (_, path, answer) => {
    expect((await textOf(path)).replaceAll(/ (?=[,.;:)])/g, "")).toMatch(answer);
  });

  test.each([
    ["/", "Mon – Fri 07:30–12:00, 13:00–17:00 Sat 18:00–02:00 Sun Closed"],
    ["/de/", "Mo – Fr 07:30–12:00 Uhr, 13:00–17:00 Uhr Sa 18:00–02:00 Uhr So Geschlossen"],
    ["/es/", "lun – vie 7:30–12:00, 13:00–17:00 sáb 18:00–2:00 dom Cerrado"],
    ["/fr/", "lun. – ven. 07:30 – 12:00, 13:00 – 17:00 sam. 18:00 – 02:00 dim. Fermé"],
  ])("when they are open, for the whole week at %s", async (path, week) => {
    expect(await textOf(path)).toContain(week);
  });

  test("can quote the first sentence of a technician's page, with figure and date", async () => {
    expect((await textOf("/technicians/dana")).replaceAll(" ,", ",")).toContain(
      "Customers rate Dana Okafor at Alder & Sons Plumbing 4.4 out of 5 stars in 20 reviews, as of 1 June 2026.",
    );
  });

  test("which services there are, each with rating, number of reviews and prices that customers name", async () => {
    expect(await textOf("/services")).toMatch(/Drain cleaning \$4\d\d, .*4\.4 ★ stars, 30 reviews/);
    expect(await textOf("/technicians")).toMatch(/Marcus Bell 4\.\d+ ★ stars, 40 reviews Dana Okafor/);
  });

  test.each(["/de", "/es", "/fr", "/en"])("finds the profile at %s, with or without a slash", async (path) => {
    expect((await pageAt(publication, `${path}/`)).status).toBe(200);
  });

  test("is led from /search to the search of the profile", async () => {
    const { status, headers } = await pageAt(publication, "/search?words=drain");
    expect([status, headers?.Location]).toEqual([308, `${new URL(SITE.baseUrl).pathname}?words=drain`]);
  });
});
