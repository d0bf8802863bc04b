import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { isWithoutBrowser, launchBrowser, openPage } from "../support/browser.ts";
import { HOSTILE } from "../support/hostile.ts";
import { servePages } from "../support/page_server.ts";
import { businessOf, manyReviews, reviewOf, richPublication } from "../support/page_stage.ts";

const PATHS = ["/", "/?query=pwned", "/reviews/evil-0", "/technicians/evil", "/services/evil", "/verification"];

function hostileReviews() {
  return HOSTILE.map((text, index) =>
    reviewOf({
      id: `evil-${index}`,
      title: text,
      text: `pwned? ${text}\n\n${text}`,
      author: { name: text.slice(0, 80), is_anonymous: false },
      source: { name: text.slice(0, 64), url: `https://source.example/?q=${encodeURIComponent(text)}` },
      mentions: { entities: [], technicians: [HOSTILE[1] ?? ""], services: ["evil"], service_areas: [] },
      reply: { text, date: null },
    }),
  );
}

describe.skipIf(isWithoutBrowser())("in a browser, the pages", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  test("ask nobody else, set no cookie, and have nothing to complain of, with the strict policy in force", async () => {
    const stage = servePages(() => richPublication(manyReviews(50), businessOf({ is_sample: true })));
    for (const path of ["/", "/?query=drain", "/reviews/r1", "/verification"]) {
      const { page, complaints, requests } = await openPage(browser);
      const answer = await page.goto(`${stage.site.baseUrl}${path}`);
      expect(answer?.headers()["content-security-policy"]).toContain("default-src 'none'");
      await page.waitForLoadState("load");
      expect(complaints).toEqual([]);
      expect(requests.filter((url) => !url.startsWith(stage.site.baseUrl))).toEqual([]);
      expect(await page.context().cookies()).toEqual([]);
      expect(await page.evaluate(() => Object.keys(localStorage).length)).toBe(0);
      await page.context().close();
    }
    stage.stop();
  });

  test.each(PATHS)("show hostile texts as texts on %s", async (path) => {
    const evil = HOSTILE[1] ?? "";
    const business = businessOf({
      name: evil,
      description: HOSTILE[2] ?? "",
      telephone: evil.slice(0, 32),
      services: [{ id: "evil", name: evil, keywords: [] }],
      technicians: [{ id: "evil", name: evil, aliases: [], public: true }],
    });
    const stage = servePages(() => richPublication(hostileReviews(), business));
    const { page, complaints, requests } = await openPage(browser);
    await page.goto(`${stage.site.baseUrl}${path}`);
    await page.waitForLoadState("load");
    expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
    expect(await page.locator("main img, main iframe, main object, main style, main script, main base").count()).toBe(
      0,
    );
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(stage.site.baseUrl))).toEqual([]);
    if (path === "/reviews/evil-0")
      expect(await page.locator("blockquote").first().textContent()).toContain(HOSTILE[0] ?? "");
    await page.context().close();
    stage.stop();
  });
});
