import { describe, expect, test } from "bun:test";
import { businessOf, manyReviews, pageAt, reviewOf, richPublication } from "../support/page_stage.ts";

function structuredDataOf(html: string) {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(blocks).toHaveLength(1);
  return JSON.parse(blocks[0]![1]!);
}

describe("structured data", () => {
  test("describes the business as the page does", async () => {
    const { html } = await pageAt(richPublication(), "/");
    const data = structuredDataOf(html);
    expect(data).toMatchObject({ "@context": "https://schema.org", "@type": "Plumber", name: "Alder & Sons Plumbing" });
  });

  test("has the opening hours, a whole day as Google reads it", async () => {
    const business = businessOf({
      opening_hours: ["Mo,We 08:00-12:00,13:00-24:00", "Fr 18:00-02:00", "Su 00:00-24:00"],
    });
    const data = structuredDataOf((await pageAt(richPublication([reviewOf()], business), "/")).html);
    const hours = (dayOfWeek: string[], opens: string, closes: string) => {
      return { "@type": "OpeningHoursSpecification", dayOfWeek, opens, closes };
    };
    expect(data.openingHoursSpecification).toEqual([
      hours(["Monday", "Wednesday"], "08:00", "12:00"),
      hours(["Monday", "Wednesday"], "13:00", "23:59"),
      hours(["Friday"], "18:00", "02:00"),
      hours(["Sunday"], "00:00", "23:59"),
    ]);
    expect(structuredDataOf((await pageAt(richPublication(), "/")).html)).not.toHaveProperty(
      "openingHoursSpecification",
    );
  });

  const OWN = { name: "direct", url: null };

  test("has one rating, of the reviews that were written here, in words of the page, and no review of another site", async () => {
    const reviews = [
      reviewOf({ id: "own", source: OWN, rating: 4 }),
      ...["google", "yelp"].map((name) => reviewOf({ id: name, source: { name, url: null }, rating: 5 })),
    ];
    for (const path of ["/", "/de/"]) {
      const { html } = await pageAt(richPublication(reviews), path);
      const { aggregateRating, review } = structuredDataOf(html);
      expect(aggregateRating).toMatchObject({ "@type": "AggregateRating", ratingValue: 4, reviewCount: 1 });
      expect(html).toContain(`<th scope="row">${aggregateRating.name}</th>`);
      expect(review.map((node: { url: string }) => node.url)).toEqual(["https://reviews.example/reviews/own"]);
      expect(html).toContain(
        '<a href="/?source=yelp" data-count="1">1</a>'.replace("/?", path === "/" ? "/?" : "/de/?"),
      );
    }
  });

  test("has no rating and no review where all were collected by other sites, on the profile and on their own pages", async () => {
    const publication = richPublication([reviewOf({ id: "one" })]);
    const data = structuredDataOf((await pageAt(publication, "/")).html);
    expect(data).not.toHaveProperty("aggregateRating");
    expect(data).not.toHaveProperty("review");
    expect(data.subjectOf).toMatchObject({ "@type": "Dataset" });
    expect((await pageAt(publication, "/reviews/one")).html).not.toContain("application/ld+json");
  });

  test("has the reply with its date, and the data set with its licence and its files", async () => {
    const license = { name: "CC-BY-4.0", url: "https://creativecommons.org/licenses/by/4.0/" };
    const sources = [{ name: "google", terms: "https://google.test/terms" }];
    const reply = { text: "Thank you!", date: "2026-05-20" };
    const { html } = await pageAt(
      richPublication([reviewOf({ reply, source: OWN })], businessOf({ license, sources })),
      "/",
    );
    const { review, subjectOf } = structuredDataOf(html);
    expect(review[0].comment).toMatchObject({ "@type": "Comment", text: "Thank you!", dateCreated: "2026-05-20" });
    expect(subjectOf).toMatchObject({ "@type": "Dataset", license: license.url });
    expect(html).toContain(`<a href="${license.url}" rel="license">CC-BY-4.0</a>`);
    expect(html).toContain(`<a href="${sources[0]?.terms}">its terms</a>`);
  });

  test("lists exactly the reviews on the page, in their order", async () => {
    const { html } = await pageAt(richPublication(manyReviews(30).map((review) => ({ ...review, source: OWN }))), "/");
    const listed = structuredDataOf(html).review.map((review: { reviewBody: string }) => review.reviewBody);
    const visible = [...html.matchAll(/<blockquote[^>]*><p>([^<]*)<\/p>/g)].map((match) => match[1]);
    expect(listed).toEqual(visible);
  });

  test("leaves unsaid what a review within the business is about", async () => {
    const { html } = await pageAt(richPublication([reviewOf({ source: OWN })]), "/");
    expect(structuredDataOf(html).review[0].itemReviewed).toBeUndefined();
  });

  test("cuts a text where the list cuts it", async () => {
    const { html } = await pageAt(richPublication([reviewOf({ text: "word ".repeat(1000), source: OWN })]), "/");
    expect(structuredDataOf(html).review[0].reviewBody).toEndWith("word…");
  });

  test("of a single review names what was reviewed", async () => {
    const { html } = await pageAt(richPublication([reviewOf({ id: "one", rating: 2, source: OWN })]), "/reviews/one");
    expect(structuredDataOf(html)).toMatchObject({
      "@type": "Review",
      "@id": "https://reviews.example/reviews/one",
      reviewRating: { ratingValue: 2 },
      itemReviewed: { "@type": "Plumber", name: "Alder & Sons Plumbing" },
    });
  });

  test("leaves out what is not known, and stars that nobody gave", async () => {
    const { html } = await pageAt(richPublication([]), "/");
    const data = structuredDataOf(html);
    expect(data.aggregateRating).toBeUndefined();
    expect(JSON.stringify(data)).not.toContain("null");
  });

  test("cannot be ended by a text, nor read differently", async () => {
    const text = '</script><script>alert(1)</script><!-- \u2028 &amp; "';
    const { html } = await pageAt(richPublication([reviewOf({ text, source: OWN })]), "/");
    expect(structuredDataOf(html).review[0].reviewBody).toBe(text);
  });
});
