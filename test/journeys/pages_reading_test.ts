import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { isWithoutBrowser, launchBrowser, openPage } from "../support/browser.ts";
import { servePages } from "../support/page_server.ts";
import { manyReviews, richPublication } from "../support/page_stage.ts";

describe.skipIf(isWithoutBrowser())("a reader with a browser", () => {
  let browser: Browser;
  let stage: ReturnType<typeof servePages>;

  beforeAll(async () => {
    browser = await launchBrowser();
    stage = servePages(() => richPublication(manyReviews(50)));
  });
  afterAll(async () => {
    await browser?.close();
    stage?.stop();
  });

  test("finds only the fields that were filled in in the address, and can go back to the form", async () => {
    const { page } = await openPage(browser);
    await page.goto(stage.site.baseUrl);
    await page.getByLabel("Search reviews").fill("boiler");
    await page.getByRole("button", { name: "Search" }).click();
    await page.waitForURL("**/?*");
    expect(new URL(page.url()).search).toBe("?words=boiler");
    await page.goBack();
    expect(await page.getByLabel("Search reviews").isEnabled()).toBe(true);
    await page.context().close();
  });

  test("opens an aspect and reads its reviews, one aspect at a time", async () => {
    const { page } = await openPage(browser);
    await page.goto(stage.site.baseUrl);
    await page.locator("summary", { hasText: "Punctuality" }).click();
    expect(await page.getByText("13 reviews mention it").isVisible()).toBe(true);
    await page.locator("summary", { hasText: "Price and value" }).click();
    expect(await page.getByText("13 reviews mention it").isVisible()).toBe(false);
    await page.context().close();
  });

  test("copies the address of a feed", async () => {
    const { page } = await openPage(browser, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto(`${stage.site.baseUrl}/developers`);
    await page.getByRole("button", { name: "Copy the address of the Atom feed" }).click();
    await page.getByRole("button", { name: "Copied the address of the Atom feed" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      "https://reviews.example/feed.xml".replace("https://reviews.example", stage.site.baseUrl),
    );
    await page.context().close();
  });

  test("reaches the search by keyboard, past the skip link", async () => {
    const { page } = await openPage(browser);
    await page.goto(stage.site.baseUrl);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the content");
    await page.getByLabel("Search reviews").focus();
    await page.keyboard.type("boiler");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/?words=boiler");
    await page.context().close();
  });

  test("prints the profile on one page, with its code and without the form", async () => {
    const { page } = await openPage(browser);
    await page.goto(stage.site.baseUrl);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("button", { name: "Search" }).isVisible()).toBe(false);
    expect(await page.locator("article").first().isVisible()).toBe(true);
    expect(await page.locator(".qr").isVisible()).toBe(true);
    expect(await page.locator(".about-facts").isVisible()).toBe(true);
    expect(await page.locator("[data-share]").isVisible()).toBe(false);
    const print = (await page.pdf({ format: "A4" })).toString("latin1");
    expect(print.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.context().close();
  });

  test("sees rating and newest reviews on the business's own site, and nobody else is asked", async () => {
    const own = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () =>
        new Response(
          `<!DOCTYPE html><html lang="en"><title>Own site</title><script type="module" src="${stage.site.baseUrl}/embed.js"></script>
           <goodword-reviews count="2"><a href="${stage.site.baseUrl}">Our reviews</a></goodword-reviews></html>`,
          {
            headers: {
              "Content-Type": "text/html",
              "Content-Security-Policy": `default-src 'none'; script-src ${stage.site.baseUrl}`,
            },
          },
        ),
    });
    const { page, complaints, requests } = await openPage(browser);
    await page.goto(own.url.href);
    await page.getByText("Alder & Sons Plumbing: 50 verified reviews").waitFor();
    expect(await page.locator("blockquote").count()).toBe(2);
    expect(complaints.filter((complaint) => !complaint.includes("favicon"))).toEqual([]);
    const others = requests.filter((url) => !url.startsWith(own.url.origin) && !url.startsWith(stage.site.baseUrl));
    expect(others).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    await page.context().close();
    own.stop(true);
  });
});
