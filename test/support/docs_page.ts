/** The API reference as a developer uses it: an operation is opened by its link and tried. */
import { expect } from "bun:test";
import { launchBrowser, openPage } from "./browser.ts";

/** Tries getReview at `/docs` of a server whose reviews include `id`. */
export async function tryReviewAtDocs(url: string, id: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    const { page, complaints, requests } = await openPage(browser);
    await page.goto(`${url}/docs#/Reviews/getReview`);
    const operation = page.locator("#operations-Reviews-getReview.is-open");
    await operation.getByPlaceholder("id").fill(id);
    await operation.getByRole("button", { name: "Execute" }).click();
    const answer = operation.locator(".live-responses-table");
    await answer.locator("td.response-col_status", { hasText: "200" }).waitFor();
    await answer.getByText(`"${id}"`).first().waitFor();
    expect(requests).toContain(`${url}/api/reviews/${id}`);
    expect(requests.filter((address) => !address.startsWith(`${url}/`) && !address.startsWith("data:"))).toEqual([]);
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
}
