import { describe, expect, test } from "bun:test";
import { manyReviews, pageAt, reviewOf, richPublication } from "../support/page_stage.ts";

function structuredDataOf(html: string) {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(blocks).toHaveLength(1);
  return JSON.parse(blocks[0]![1]!);
}

describe("structured data", () => {
  test("says of the business what the page shows", async () => {
    const { html } = await pageAt(richPublication(), "/");
    const data = structuredDataOf(html);
    expect(data).toMatchObject({ "@context": "https://schema.org", "@type": "Plumber", name: "Alder & Sons Plumbing" });
    expect(data.aggregateRating).toMatchObject({ ratingValue: 4.4, reviewCount: 50 });
  });

  test("lists exactly the reviews on the page, in their order", async () => {
    const { html } = await pageAt(richPublication(manyReviews(30)), "/");
    const listed = structuredDataOf(html).review.map((review: { reviewBody: string }) => review.reviewBody);
    const visible = [...html.matchAll(/<blockquote[^>]*><p>([^<]*)<\/p>/g)].map((match) => match[1]);
    expect(listed).toEqual(visible);
  });

  test("leaves unsaid what a review within the business is about", async () => {
    const { html } = await pageAt(richPublication([reviewOf()]), "/");
    expect(structuredDataOf(html).review[0].itemReviewed).toBeUndefined();
  });

  test("cuts a text where the list cuts it", async () => {
    const { html } = await pageAt(richPublication([reviewOf({ text: "word ".repeat(1000) })]), "/");
    expect(structuredDataOf(html).review[0].reviewBody).toEndWith("word…");
  });

  test("of a single review names what was reviewed", async () => {
    const { html } = await pageAt(richPublication([reviewOf({ id: "one", rating: 2 })]), "/reviews/one");
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
    const { html } = await pageAt(richPublication([reviewOf({ text })]), "/");
    expect(structuredDataOf(html).review[0].reviewBody).toBe(text);
  });
});
