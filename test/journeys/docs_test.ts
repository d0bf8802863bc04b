/** Swagger UI at /docs, in a browser. */
import { describe, expect, test } from "bun:test";
import { isWithoutBrowser } from "../support/browser.ts";
import { tryReviewAtDocs } from "../support/docs_page.ts";
import { startServer } from "../support/server.ts";
import { sharedBrowser } from "./visits.ts";

describe.skipIf(isWithoutBrowser())("the API reference", () => {
  const open = sharedBrowser();

  test("opens an operation by its link and tries it, at an address that is not the base address", async () => {
    await using server = await startServer();
    await tryReviewAtDocs(`http://127.0.0.1:${server.port}`, "hv-0001");
  });

  test("fits a phone, follows the colour scheme, and lists the operations without scripts", async () => {
    await using server = await startServer();
    const url = `http://127.0.0.1:${server.port}/docs`;
    await using visit = await open({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });
    const { page } = visit;
    await page.goto(url);
    await page.locator(".swagger-ui .opblock").first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.locator("html.dark-mode").waitFor();
    await page.emulateMedia({ colorScheme: "light" });
    await page.locator("html:not(.dark-mode)").waitFor();
    await using plain = await open({ javaScriptEnabled: false });
    await plain.page.goto(url);
    await plain.page.getByRole("link", { name: "/reviews.json", exact: true }).waitFor();
    expect(plain.complaints).toEqual([]);
  });
});
