import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { isWithoutBrowser } from "../support/browser.ts";
import { axeFaults } from "../support/page_faults.ts";
import { servePages } from "../support/page_server.ts";
import { businessOf, fullBusiness, manyReviews, reviewOf, richPublication } from "../support/page_stage.ts";
import { sharedBrowser } from "./visits.ts";

const PATHS = [
  "/",
  "/?query=drain&rating=5",
  "/?rating=9",
  "/reviews/r4",
  "/reviews/gone",
  "/nowhere",
  "/technicians",
  "/services",
  "/technicians/dana",
  "/services/boilers",
  "/verification",
  "/developers",
  "/record",
  "/de/",
  "/es/",
  "/es/services/drains",
  "/fr/",
  "/docs",
  "/mcp",
  "/embed?layout=strip",
  "/embed?review=r3",
  "/embed?count=0",
];

describe.skipIf(isWithoutBrowser())("for everybody", () => {
  const open = sharedBrowser();
  let stage: ReturnType<typeof servePages>;

  beforeAll(() => {
    stage = servePages((site) => richPublication(manyReviews(50), fullBusiness({ is_sample: true }, site)));
  });

  afterAll(() => stage?.stop());

  test.each(PATHS)("axe finds nothing on %s with all of it unfolded, in light and in dark colours", async (path) => {
    await using visit = await open({ viewport: { width: 1280, height: 900 } });
    await visit.page.goto(`${stage.site.baseUrl}${path}`);
    expect(await axeFaults(visit.page)).toEqual([]);
  });

  test("every page fits a phone without scrolling sideways", async () => {
    await using visit = await open({ viewport: { width: 320, height: 700 } });
    for (const path of PATHS) expect(await widthOf(visit.page, stage, path)).toEqual({ path, width: 320 });
  });

  test("words longer than the line do not make a page wider", async () => {
    await using visit = await open({ viewport: { width: 320, height: 700 } });
    const wordy = servePages(() => wordyPublication());
    for (const path of ["/", "/?query=word", "/reviews/r1", "/verification"]) {
      expect(await widthOf(visit.page, wordy, path)).toEqual({ path, width: 320 });
    }
    wordy.stop();
  });

  test("stars and charts have names", async () => {
    await using visit = await open();
    await visit.page.goto(stage.site.baseUrl);
    expect(await visit.page.getByRole("img", { name: "2 out of 5 stars" }).count()).toBe(1);
    expect(await visit.page.getByRole("img", { name: /^Average rating over time/ }).count()).toBe(1);
  });
});

async function widthOf(page: Page, { site }: ReturnType<typeof servePages>, path: string) {
  await page.goto(`${site.baseUrl}${path}`);
  return { path, width: await page.evaluate(() => document.documentElement.scrollWidth) };
}

/** Every name and text is a single word of many letters. */
function wordyPublication() {
  const word = "word".repeat(25);
  const business = businessOf({
    name: word,
    description: word,
    services: [{ id: "drains", name: word, keywords: [] }],
    technicians: [{ id: "dana", name: word, aliases: [], public: true }],
    service_areas: [{ id: "area", name: word, aliases: [] }],
  });
  const mentions = { entities: [], technicians: [word], services: ["drains"], service_areas: [] };
  const reviews = Array.from({ length: 6 }, (_, index) =>
    reviewOf({
      id: `r${index}`,
      title: word,
      text: word.repeat(20),
      author: { name: word, is_anonymous: false },
      source: { name: word, url: null },
      reply: { text: word, date: "2026-05-02" },
      mentions,
    }),
  );
  return richPublication(reviews, business);
}
