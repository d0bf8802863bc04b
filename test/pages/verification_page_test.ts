import { describe, expect, test } from "bun:test";
import { businessOf, pageAt, reviewOf, richPublication } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";

describe("the page on verification", () => {
  const publication = richPublication([
    reviewOf({ id: "a" }),
    reviewOf({
      id: "b",
      rating: 1,
      verification: { method: "invitation", strength: null, date: null },
      source: { name: "yelp", url: null },
    }),
  ]);

  test("explains every method and counts the published reviews of each", async () => {
    const { html } = await pageAt(publication, "/verification");
    for (const method of ["job_record", "invitation", "platform", "operator_attested", "none"]) {
      expect(html).toContain(`<div id="${method}">`);
    }
    expect(html).toContain("1 published review (50%), average 1.0 stars");
  });

  test("says who publishes the reviews", async () => {
    const { html } = await pageAt(publication, "/verification");
    expect(html).toContain("Published by <bdi>Alder &amp; Sons Plumbing</bdi>, which controls this site.");
  });

  test("counts what was held back by reason", async () => {
    const { html } = await pageAt(publication, "/verification");
    expect(html).toContain("Of 5 reviews that came in, 2 are published and 3 are held back.");
    expect(html).toContain('<th scope="row">Not verified</th><td>2</td>');
    expect(html).toContain('<th scope="row">Spam</th><td>1</td>');
  });

  test("counts what was held back by stars, so that anybody can see whether bad ratings are held back more often", async () => {
    const { html } = await pageAt(publication, "/verification");
    expect(html).toContain('<th scope="row">5 stars</th><td>1</td><td>2</td><td>67%</td>');
    expect(html).toContain('<th scope="row">1 star</th><td>1</td><td>1</td><td>50%</td>');
    expect(html).toContain('<th scope="row">3 stars</th><td>0</td><td>0</td><td>0%</td>');
  });

  test("counts the sources", async () => {
    const { html } = await pageAt(publication, "/verification");
    expect(html).toContain('<th scope="row">Google</th><td>1</td><td>5.00</td>');
  });

  test("stands without reviews and without figures", async () => {
    const { status, html } = await pageAt(publicationOf(businessOf(), []), "/verification");
    expect(status).toBe(200);
    expect(html).not.toContain("What was held back");
  });
});
