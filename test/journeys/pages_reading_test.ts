import { describe, expect, test } from "bun:test";
import { isWithoutBrowser } from "../support/browser.ts";
import { manyReviews, richPublication } from "../support/page_stage.ts";
import { pageVisits } from "./visits.ts";

describe.skipIf(isWithoutBrowser())("a reader with a browser", () => {
  const visit = pageVisits();
  const many = () => richPublication(manyReviews(50));

  test("finds only the fields that were filled in in the address, and can go back to the form", async () => {
    await using at = await visit(many);
    const { page } = at;
    await page.getByLabel("Search reviews").fill("boiler");
    await page.getByRole("button", { name: "Search" }).click();
    await page.waitForURL("**/?*");
    expect(new URL(page.url()).search).toBe("?words=boiler");
    await page.goBack();
    expect(await page.getByLabel("Search reviews").isEnabled()).toBe(true);
  });

  test("opens an aspect and reads its reviews, one aspect at a time", async () => {
    await using at = await visit(many);
    const { page } = at;
    await page.locator("summary", { hasText: "Punctuality" }).click();
    expect(await page.getByText("13 reviews mention it").isVisible()).toBe(true);
    await page.locator("summary", { hasText: "Price and value" }).click();
    expect(await page.getByText("13 reviews mention it").isVisible()).toBe(false);
  });

  test("copies the address of a feed", async () => {
    await using at = await visit(many, "/developers", { permissions: ["clipboard-read", "clipboard-write"] });
    const { page } = at;
    await page.getByRole("button", { name: "Copy the address of the Atom feed" }).click();
    await page.getByRole("button", { name: "Copied the address of the Atom feed" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${at.url}/feed.xml`);
  });

  test("reaches the search by keyboard, past the skip link", async () => {
    await using at = await visit(many);
    const { page } = at;
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the content");
    await page.getByLabel("Search reviews").focus();
    await page.keyboard.type("boiler");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/?words=boiler");
  });

  test("prints the profile on one page, with its code and without the form", async () => {
    await using at = await visit(many);
    const { page } = at;
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("button", { name: "Search" }).isVisible()).toBe(false);
    expect(await page.locator("article").first().isVisible()).toBe(true);
    expect(await page.locator(".qr").isVisible()).toBe(true);
    expect(await page.locator(".about-facts").isVisible()).toBe(true);
    expect(await page.locator("[data-share]").isVisible()).toBe(false);
    const print = (await page.pdf({ format: "A4" })).toString("latin1");
    expect(print.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });

  test("sees rating and newest reviews on the business's own site, and nobody else is asked", async () => {
    await using at = await visit(many);
    const { page, complaints, requests, url } = at;
    const html = `<!DOCTYPE html><html lang="en"><title>Own site</title><script type="module" src="${url}/embed.js"></script>
      <goodword-reviews count="2"><a href="${url}">Our reviews</a></goodword-reviews></html>`;
    const policy = `default-src 'none'; script-src ${url}`;
    const headers = { "Content-Type": "text/html", "Content-Security-Policy": policy };
    using own = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(html, { headers }) });
    await page.goto(own.url.href);
    await page.getByText("Alder & Sons Plumbing: 50 verified reviews").waitFor();
    expect(await page.locator("blockquote").count()).toBe(2);
    expect(complaints.filter((complaint) => !complaint.includes("favicon"))).toEqual([]);
    expect(requests.filter((asked) => !asked.startsWith(own.url.origin) && !asked.startsWith(url))).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
  });
});
