/** Every number of reviews on every kind of page leads to exactly these reviews. */
import { describe, expect, test } from "bun:test";
import { readSearch } from "../../src/pages/mod.ts";
import { pageAt, SITE } from "../support/page_stage.ts";
import { publishedSample } from "../support/published_sample.ts";

const publication = await publishedSample(SITE.baseUrl);

/** One of each kind. */
const KINDS = [
  "/",
  "/?rating=5",
  "/?mentions_aspect=punctuality",
  "/verification",
  "/developers",
  "/reviews/hv-0001",
  "/technicians/dana-okafor",
  "/services/boiler",
];

/** Texts that state a number of reviews without a link: no search finds them, or they are what the page lists. */
const UNLINKED = [
  /<h1[^>]*>.*?<\/h1>/gs,
  // What came in is not what is published.
  /Of [\d,]+ reviews received,/g,
  // What is held back is not shown.
  /<ul class="rules">.*?<\/ul>/gs,
  /<svg.*?<\/svg>/gs,
  // Rules, not counts.
  /with at least 5 reviews/g,
  /the 50 newest reviews/g,
];

test("the profile links the reviews of each star, source and topic, and of each side of a topic", async () => {
  const { html } = await pageAt(publication, "/");
  const { distribution, by_source } = publication.aggregateRating;
  const { aspects = [] } = publication.insights;
  const expected = [
    ...Object.entries(distribution).map(([stars, count]) => [{ rating: Number(stars) }, count] as const),
    ...Object.entries(by_source).map(([source, { review_count }]) => [{ source }, review_count] as const),
    ...aspects.flatMap(({ id, review_count, positive_count, negative_count }) => [
      [{ mentions_aspect: id }, review_count] as const,
      [{ mentions_aspect: id, sentiment: "positive" }, positive_count] as const,
      [{ mentions_aspect: id, sentiment: "negative" }, negative_count] as const,
    ]),
  ].filter(([, count]) => count > 0);
  expect(expected.length).toBeGreaterThan(5 + aspects.length);
  const linked = new Set(
    [...html.matchAll(/href="\/?\?([^"]*)" data-count="(\d+)"/g)].map(([, at, n]) => `${at} ${n}`),
  );
  const search = (query: object) => new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]));
  const missing = expected.map(([query, count]) => `${search(query)} ${count}`.replaceAll("&", "&amp;"));
  expect(missing.filter((each) => !linked.has(each))).toEqual([]);
});

describe.each(KINDS)("on %s", (path) => {
  test("each number has the number of reviews that its link finds", async () => {
    const { html } = await pageAt(publication, path);
    const links = [...html.matchAll(/<a [^>]*href="([^"]*)" data-count="(\d+)"[^>]*>(.*?)<\/a>/gs)];
    const wrong = links.flatMap(([, href = "", count = "", content = ""]) => {
      const { query, issues } = readSearch(href.replaceAll("&amp;", "&").replace(/^\/\?/, ""));
      const found = issues.length > 0 ? "issues" : publication.search({ ...query, limit: 1 }).total;
      const shown = content.replaceAll(/<[^>]*>/g, "").replaceAll(",", "");
      return found === Number(count) && shown.includes(count) ? [] : [{ href, count, found, shown }];
    });
    expect(wrong).toEqual([]);
  });

  test("no number of reviews stands without a link", async () => {
    const { html } = await pageAt(publication, path);
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? "";
    const stripped = UNLINKED.reduce((text, pattern) => text.replaceAll(pattern, ""), main);
    const unlinked = stripped.replaceAll(/<a [^>]*data-count.*?<\/a>/gs, "§").replaceAll(/<[^>]*>/g, "");
    expect(unlinked.match(/[\d,]+ (?:[a-z]+ )?reviews?\b/g) ?? []).toEqual([]);
  });
});
