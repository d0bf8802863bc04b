import { describe, expect, test } from "bun:test";
import { isWithoutBrowser } from "../support/browser.ts";
import { HOSTILE } from "../support/hostile.ts";
import { businessOf, manyReviews, reviewOf, richPublication } from "../support/page_stage.ts";
import { pageVisits } from "./visits.ts";

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
  const visit = pageVisits();

  test.each(["/", "/?query=drain", "/reviews/r1", "/verification"])(
    "ask nobody else on %s, set no cookie, and have nothing to complain of, with the strict policy in force",
    async (path) => {
      await using at = await visit(() => richPublication(manyReviews(50), businessOf({ is_sample: true })), path);
      expect(at.answer?.headers()["content-security-policy"]).toContain("default-src 'none'");
      expect(at.complaints).toEqual([]);
      expect(at.requests.filter((asked) => !asked.startsWith(at.url))).toEqual([]);
      expect(await at.page.context().cookies()).toEqual([]);
      expect(await at.page.evaluate(() => Object.keys(localStorage).length)).toBe(0);
    },
  );

  test.each(PATHS)("show hostile texts as texts on %s", async (path) => {
    const evil = HOSTILE[1] ?? "";
    const business = businessOf({
      name: evil,
      description: HOSTILE[2] ?? "",
      telephone: evil.slice(0, 32),
      services: [{ id: "evil", name: evil, keywords: [] }],
      technicians: [{ id: "evil", name: evil, aliases: [], public: true }],
    });
    await using at = await visit(() => richPublication(hostileReviews(), business), path);
    const { page } = at;
    expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
    const made = ["img", "iframe", "object", "style", "script", "base"].map((element) => `main ${element}`).join();
    expect(await page.locator(made).count()).toBe(0);
    expect(at.complaints).toEqual([]);
    expect(at.requests.filter((asked) => !asked.startsWith(at.url))).toEqual([]);
    if (path !== "/reviews/evil-0") return;
    expect(await page.locator("blockquote").first().textContent()).toContain(HOSTILE[0] ?? "");
  });
});
