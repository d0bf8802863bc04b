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
    if (path === "/") expect(links.length).toBeGreaterThan(140);
  });

  test("no number of reviews stands without a link", async () => {
    const { html } = await pageAt(publication, path);
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? "";
    const stripped = UNLINKED.reduce((text, pattern) => text.replaceAll(pattern, ""), main);
    const unlinked = stripped.replaceAll(/<a [^>]*data-count.*?<\/a>/gs, "§").replaceAll(/<[^>]*>/g, "");
    expect(unlinked.match(/[\d,]+ (?:[a-z]+ )?reviews?\b/g) ?? []).toEqual([]);
  });
});
