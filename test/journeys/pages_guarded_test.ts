import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { isWithoutBrowser, launchBrowser, openPage } from "../support/browser.ts";
import { servePages } from "../support/page_server.ts";
import { businessOf, manyReviews, reviewOf, richPublication } from "../support/page_stage.ts";

const PATHS = [
  "/",
  "/?query=pwned",
  "/reviews/evil-0",
  "/technicians/evil",
  "/services/evil",
  "/verification",
  "/docs",
  "/docs/reviews",
];

const CANARY = "globalThis.pwned=1";
const HOSTILE = [
  `<script>${CANARY}</script>`,
  `"><script>${CANARY}</script>`,
  `</script><script>${CANARY}</script>`,
  `</title><script>${CANARY}</script>`,
  `<img src=x onerror=${CANARY}>`,
  `"><img src=x onerror="${CANARY}">`,
  `'><svg/onload=${CANARY}>`,
  `<iframe srcdoc="<script>parent.pwned=1</script>">`,
  `<a href="javascript:${CANARY}" autofocus onfocus=${CANARY}>pwned</a>`,
  `<style>@import 'http://elsewhere.example/x.css';</style>`,
  `<link rel=stylesheet href=http://elsewhere.example/x.css>`,
  `<meta http-equiv=refresh content="0;url=http://elsewhere.example/">`,
  `<base href=http://elsewhere.example/>`,
  `<form action=http://elsewhere.example/><input type=submit autofocus>`,
  `<!--><script>${CANARY}</script>-->`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${CANARY}&gt;">`,
  `&lt;script&gt;${CANARY}&lt;/script&gt;`,
  `\u003cscript\u003e${CANARY}\u003c/script\u003e`,
  `{"@context":"</script><script>${CANARY}</script>"}`,
  `\u2028${CANARY}\u2029//`,
  `<template><script>${CANARY}</script></template>`,
  `<details open ontoggle=${CANARY}>`,
  `<object data="data:text/html,<script>${CANARY}</script>"></object>`,
  `\`;${CANARY};//`,
  `\${${CANARY}}{{${CANARY}}}<%=${CANARY}%>`,
];

function hostileReviews() {
  return HOSTILE.map((text, index) =>
    reviewOf({
      id: `evil-${index}`,
      title: text,
      text: `pwned? ${text}\n\n${text}`,
      author: { name: text.slice(0, 80), is_anonymous: false },
      source: { name: text.slice(0, 64), url: `https://source.example/?q=${encodeURIComponent(text)}` },
      mentions: { technicians: [HOSTILE[1] ?? ""], services: ["evil"], service_areas: [] },
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
    for (const path of ["/", "/?query=drain", "/reviews/r1", "/verification", "/docs"]) {
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

  test("give structured data to those who read it, under the same policy", async () => {
    const stage = servePages(() => richPublication());
    const { page } = await openPage(browser);
    await page.goto(stage.site.baseUrl);
    const text = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(text ?? "").review).toHaveLength(20);
    await page.context().close();
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
    if (path === "/reviews/evil-0") expect(await page.locator("blockquote").textContent()).toContain(HOSTILE[0] ?? "");
    await page.context().close();
    stage.stop();
  });
});
