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
    expect(html).toMatch(
      /<a href="\/\?verification=\w+" data-count="1">1 published review<\/a> \(50%\), average 1\.0 stars/,
    );
  });

  test("names for each source with weaker proof what would prove more", async () => {
    const attested = { method: "operator_attested", strength: null, date: null } as const;
    const sources = ["google", "direct", "angi"].map((name) => ({ name, url: null }));
    const reviews = sources.map((source, at) => reviewOf({ id: `s${at}`, source, verification: attested }));
    const { html } = await pageAt(richPublication([...reviews, reviewOf({ id: "p" })]), "/verification");
    expect(html).toContain("<li>Google does not check whether authors were customers. A completed job");
    expect(html).toContain("<li>Sent to the business: a link");
    expect(html).toContain("<li>Angi: its own mark for a verified purchase");
    expect((await pageAt(publication, "/verification")).html).not.toContain("would show");
  });

  test("states where ratings were converted or rounded", async () => {
    const convertedRatings = [{ source: "google", best: 10, isRounded: true }];
    const { html } = await pageAt({ ...publication, convertedRatings }, "/verification");
    expect(html).toContain("Ratings from Google were given on a scale of 10 and converted to five stars.");
    expect(html).toContain("Fractional ratings from Google were rounded to whole stars, halves up.");
    expect((await pageAt(publication, "/verification")).html).not.toContain("converted to five stars");
  });

  test("names the publisher of the reviews", async () => {
    const { html } = await pageAt(publication, "/verification");
    expect(html).toContain("<bdi>Alder &amp; Sons Plumbing</bdi>, which controls this site.");
  });

  test("counts what was held back by reason", async () => {
    const { html } = await pageAt(publication, "/verification");
    expect(html.replaceAll(/<[^>]*>/g, "")).toContain("Of 5 reviews received, 2 are published and 3 are held back.");
    expect(html).toContain('<th scope="row">Not verified</th><td>2</td>');
    expect(html).toContain('<th scope="row">Spam</th><td>1</td>');
  });

  test("counts what was held back by stars, so that anybody can see whether bad ratings are held back more often", async () => {
    const { html } = await pageAt(publication, "/verification");
    expect(html).toContain(
      '<th scope="row">5 stars</th><td><a href="/?rating=5" data-count="1">1</a></td><td>2</td><td>67%</td>',
    );
    expect(html).toContain(
      '<th scope="row">1 star</th><td><a href="/?rating=1" data-count="1">1</a></td><td>1</td><td>50%</td>',
    );
    expect(html).toContain('<th scope="row">3 stars</th><td>0</td><td>0</td><td>0%</td>');
  });

  test("has captions on both tables", async () => {
    const { html } = await pageAt(publication, "/verification");
    const captions = [...html.matchAll(/<caption>(.*?)<\/caption>/g)].map(([, caption]) => caption);
    expect(captions).toEqual(["Held back, by reason", "Held back, by stars"]);
  });

  test("compares what is held back of one star with five, from the figures", async () => {
    const { html } = await pageAt(publication, "/verification");
    expect(html).toContain("<p>1-star reviews are held back less often than 5-star reviews: 50% against 67%.</p>");
    const nothing = richPublication([reviewOf({ id: "a" })]);
    for (const reason of nothing.insights.transparency.withheld) Object.assign(reason, { count: 0 });
    expect((await pageAt(nothing, "/verification")).html).not.toContain("are held back less often");
  });

  test("counts copies apart, so that the figures add up", async () => {
    const joined = richPublication([reviewOf({ id: "a" })]);
    Object.assign(joined.insights.transparency, { imported: 6, joined: 2 });
    const { html } = await pageAt(joined, "/verification");
    expect(html.replaceAll(/<[^>]*>/g, "")).toContain(
      "Of 6 reviews received, 1 is published, 2 are joined with the same customer’s review at another site, which counts once and 3 are held back.",
    );
  });

  test("counts the sources", async () => {
    const { html } = await pageAt(publication, "/verification");
    expect(html).toContain(
      '<th scope="row">Google</th><td><a href="/?source=google" data-count="1">1</a></td><td>5.0</td>',
    );
  });

  test("stands without reviews and without figures", async () => {
    const { status, html } = await pageAt(publicationOf(businessOf(), []), "/verification");
    expect(status).toBe(200);
    expect(html).not.toContain("What is left out");
  });
});
