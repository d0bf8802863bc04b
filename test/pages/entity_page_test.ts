import { describe, expect, test } from "bun:test";
import { insightsOf as computedInsights } from "../support/insights_of.ts";
import { businessOf, insightsOf, manyReviews, pageAt, reviewOf, richPublication, SITE } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";
import { publishedSample } from "../support/published_sample.ts";

const textOf = (html: string) => (/<main.*<\/main>/s.exec(html)?.[0] ?? "").replaceAll(/<[^>]*>/g, "");

describe("the page of a technician", () => {
  test("has figures with their likely ranges, quotes, aspects and reviews, and no trend of so few", async () => {
    const publication = await publishedSample(SITE.baseUrl);
    const { html, status } = await pageAt(publication, "/technicians/marcus-bell");
    expect(status).toBe(200);
    expect(html).toContain('<h1 id="title" dir="auto">Marcus Bell</h1>');
    const text = textOf(html);
    expect(text).toContain("4.9");
    expect(text).toContain("14 reviews mention Marcus Bell 5% of all reviews (likely range 3% to 8%)");
    expect(text).toMatch(/13 of them give four or five stars 93% \(likely range 69% to 99%\)/);
    expect(text).toContain("About the whole job, not Marcus Bell alone.");
    expect(html).toContain('<q dir="auto">');
    expect(html).not.toMatch(/Average rating over time/);
    expect(html.match(/<article/g)).toHaveLength(5);
    expect(html).toContain("<mark>Marcus</mark>");
    expect(html).toContain('<a class="button quiet-button" href="/?mentions_technician=Marcus+Bell" data-count="14">');
  });

  test.each([
    [6, true],
    [3, false],
  ])("has a trend of %p reviews a quarter: %p", async (number, isShown) => {
    const quarters = ["2025-05-01", "2025-08-01", "2025-11-01", "2026-02-01"];
    const reviews = quarters.toReversed().flatMap((date) =>
      Array.from({ length: number }, (_, at) =>
        reviewOf({
          id: `${date}-${at}`,
          date,
          mentions: { entities: [], technicians: ["Dana Okafor"], services: [], service_areas: [] },
        }),
      ),
    );
    const insights = computedInsights(businessOf(), reviews);
    const { html } = await pageAt(publicationOf(businessOf(), reviews, { insights }), "/technicians/dana");
    expect(html.includes('<figure class="trend">')).toBe(isShown);
  });

  test("shows the number of reviews, and no figures, of a technician with few reviews", async () => {
    const publication = richPublication(manyReviews(9));
    const { html } = await pageAt(publication, "/technicians/dana");
    expect(textOf(html)).toContain("3 reviews mention Dana Okafor – figures are shown once there are five reviews.");
    expect(html.split("<aside")[0]).not.toMatch(/histogram|class="rating-value"/);
  });

  test("states that no review mentions the technician, and is kept out of search engines", async () => {
    const { html } = await pageAt(richPublication([]), "/technicians/dana");
    expect(textOf(html)).toContain("No published review mentions Dana Okafor yet.");
    expect(html).toContain('<meta name="robots" content="noindex"');
  });

  test("is missing for a name that is not in the public catalog", async () => {
    expect((await pageAt(richPublication(), "/technicians/nobody")).status).toBe(404);
    const hidden = await publishedSample(SITE.baseUrl, ({ business }) => {
      for (const technician of business.technicians) technician.public = technician.id !== "marcus-bell";
    });
    const { status, html } = await pageAt(hidden, "/technicians/marcus-bell");
    expect(status).toBe(404);
    expect(html).not.toContain("Marcus");
  });

  test("names the person and the employer in structured data, and no rating of the person", async () => {
    const { html } = await pageAt(richPublication(), "/technicians/dana");
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "");
    expect(data).toMatchObject({ "@type": "Person", name: "Dana Okafor", worksFor: { name: "Alder & Sons Plumbing" } });
    expect(data.aggregateRating).toBeUndefined();
  });
});

describe("the page of a service", () => {
  test("speaks the language of its address, with links that stay in it", async () => {
    const { html } = await pageAt(richPublication(), "/de/services/drains");
    expect(html).toContain('<html lang="de" dir="ltr">');
    expect(textOf(html)).toContain("Eine Leistung von Alder &amp; Sons Plumbing");
    expect(html).toContain('href="/de/?mentions_service=drains"');
  });

  test("is provided by the business in structured data", async () => {
    const { html } = await pageAt(richPublication(), "/services/drains");
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "");
    expect(data).toMatchObject({
      "@type": "Service",
      name: "Drain cleaning",
      url: "https://reviews.example/services/drains",
    });
  });
});

test("a computed sentence links the technicians and services it names, and no part of another word", async () => {
  const insights = insightsOf(manyReviews(9));
  const [statement] = insights.summary.statements;
  const told = { ...statement, text: "13 reviews mention marcus, not marcusson.", figures: [] };
  const summary = { ...insights.summary, statements: [told] } as typeof insights.summary;
  const publication = publicationOf(businessOf(), manyReviews(9), { insights: { ...insights, summary } });
  const { html } = await pageAt(publication, "/");
  expect(html).toContain('13 reviews mention <a href="/technicians/marcus">marcus</a>, not marcusson.');
});

test("technicians and services are linked wherever they are named, and stand in the sitemap once a review mentions them", async () => {
  const business = businessOf({ services: [...businessOf().services, { id: "roofs", name: "Roofs", keywords: [] }] });
  const publication = richPublication(manyReviews(50), business);
  for (const path of ["/", "/?mentions_technician=Dana+Okafor", "/reviews/r0"]) {
    expect((await pageAt(publication, path)).html).toContain('<a href="/technicians/dana">');
  }
  const { html } = await pageAt(publication, "/sitemap.xml");
  expect(html).toContain("<loc>https://reviews.example/technicians/dana</loc>");
  expect(html).toContain("<loc>https://reviews.example/services/drains</loc>");
  expect(html).not.toContain("/services/roofs");
});
