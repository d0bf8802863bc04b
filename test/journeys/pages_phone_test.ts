/** What a visitor with a phone sees first. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { LANGUAGES } from "../../src/languages/mod.ts";
import { preparePicture } from "../../src/server/pictures.ts";
import { isWithoutBrowser } from "../support/browser.ts";
import { businessOf, manyReviews, reviewOf, richPublication } from "../support/page_stage.ts";
import { pngOf } from "../support/png.ts";
import { publicationOf } from "../support/publication_of.ts";
import { pageVisits } from "./visits.ts";

const wide = await preparePicture(await pngOf(900, 300), "logo");
const WIDE = wide.kind === "picture" ? wide.picture : null;
const tall = await preparePicture(await pngOf(1600, 1200), "photo");
const PHOTO = tall.kind === "picture" ? tall.picture : null;
const PHONE = { width: 390, height: 664 };
const LONG_NAME = "Hobart & Vesely Plumbing, Heating and Drains";
const ARABIC = businessOf({ name: "سباكة النور وأبناؤه للتدفئة والصرف", language: "ar" });

describe.skipIf(isWithoutBrowser())("on a phone of 390 by 664", () => {
  const visit = pageVisits({ viewport: PHONE });

  test.each([
    ["of fifty reviews", manyReviews(50), businessOf()],
    ["of one review", [reviewOf()], businessOf()],
    ["of no review", [], businessOf()],
    ["with a long name", manyReviews(50), businessOf({ name: LONG_NAME })],
    ["with an Arabic name", manyReviews(50), ARABIC],
  ])(
    "the profile %s has name, stars and call button within 300 px, the first review within 1.5 screens",
    async (_, reviews, business) => {
      await using at = await visit(() => richPublication(reviews, business));
      const { page } = at;
      await expectFirstThingsFirst(page, reviews.length > 0);
    },
  );

  test.each([...LANGUAGES])(
    "the profile of sample data with a long name shows the first things first in %s",
    async (language) => {
      const business = businessOf({ name: LONG_NAME, is_sample: true, type: "HVACBusiness" });
      await using at = await visit(() => richPublication(manyReviews(50), business), `/${language}/`);
      const { page } = at;
      await expectFirstThingsFirst(page, true);
    },
  );

  test("a wide logo leaves the call button within 300 px, and moves nothing while it is loaded", async () => {
    await using at = await visit(() => publicationOf(businessOf(), manyReviews(50), { logo: WIDE }));
    const { page } = at;
    expect(await page.locator(".hero img.logo").evaluate((logo: HTMLImageElement) => logo.naturalWidth)).toBe(
      WIDE?.width ?? 0,
    );
    const logo = await page.locator(".hero img.logo").boundingBox();
    const call = await page.locator('.hero a[href^="tel:"]').boundingBox();
    expect((call?.y ?? Number.NaN) + (call?.height ?? Number.NaN)).toBeLessThanOrEqual(300);
    expect(await layoutShiftOf(page)).toBe(0);
    // A slow phone lays the row out before the text beside the logo is there.
    await page.evaluate(() => document.querySelector(".hero-who > div")?.replaceChildren());
    expect((await page.locator(".hero a[href^='tel:']").boundingBox())?.y).toBeLessThan(call?.y ?? 0);
    expect((await page.locator(".hero img.logo").boundingBox())?.y).toBe(logo?.y ?? Number.NaN);
  });

  test("a photograph stands right below the top, and moves nothing while it is loaded", async () => {
    const business = businessOf({ photo: { url: null, description: "Our van", author: "Ana Ruiz", license: null } });
    await using at = await visit(() => publicationOf(business, manyReviews(50), { photo: PHOTO }));
    const { page } = at;
    await expectFirstThingsFirst(page, true);
    await page.locator(".photos img").scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>(".photos img")?.naturalWidth === 960);
    expect(await layoutShiftOf(page)).toBe(0);
  });

  test("the way to call stays within reach on every page, on the profile once its top is out of sight", async () => {
    await using at = await visit(() => richPublication());
    const { page, url } = at;
    for (const path of ["/", "/reviews/r4", "/?query=drain", "/technicians/marcus", "/record", "/verification"]) {
      await page.goto(url + path);
      const call = page.locator(".site-header .call");
      expect({ path, isSeen: await call.isVisible() }).toEqual({ path, isSeen: path !== "/" });
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await call.waitFor({ state: "visible" });
      expect((await call.boundingBox())?.y).toBeLessThan(60);
    }
  });

  test("shows how long ago a review was written, and until when the business is open by its own clock", async () => {
    const hours = { opening_hours: ["Mo-Fr 07:30-17:00"], time_zone: "America/Chicago" };
    await using at = await visit(() => richPublication(manyReviews(8), businessOf(hours)));
    const { page } = at;
    // 16:59 on a Monday in Chicago.
    await page.clock.setFixedTime(new Date("2026-06-15T21:59:00Z"));
    await page.reload();
    expect(await page.getByText("Open until 17:00").count()).toBe(1);
    const written = page.locator(".date time").first();
    expect(await written.textContent()).toBe("2 months ago");
    expect(await written.getAttribute("title")).toContain("2026");
    await page.clock.setFixedTime(new Date("2026-06-15T22:00:00Z"));
    await page.reload();
    expect(await page.getByText("Closed now").count()).toBe(1);
    expect(await layoutShiftOf(page)).toBe(0);
  });

  test("a link to a section far down ends at it", async () => {
    await using at = await visit(() => richPublication(), "/#about");
    const { page } = at;
    await page.waitForFunction(
      () => Math.abs(document.querySelector("#about")?.getBoundingClientRect().top ?? 999) < 100,
    );
  });

  test.each(["/", "/developers", "/?query=drain"])("nothing moves while %s is loaded", async (path) => {
    await using at = await visit(() => richPublication(manyReviews(50), businessOf({ color: "#c2185b" })), path);
    const { page } = at;
    expect(await layoutShiftOf(page)).toBe(0);
  });
});

async function expectFirstThingsFirst(page: Page, hasReviews: boolean): Promise<void> {
  const call = await page.locator('.hero a[href^="tel:"]').boundingBox();
  expect((call?.y ?? Number.NaN) + (call?.height ?? Number.NaN)).toBeLessThanOrEqual(300);
  if (!hasReviews) return;
  const stars = await page.locator(".hero-rating").boundingBox();
  expect(stars?.y).toBeLessThan(call?.y ?? Number.NaN);
  const first = await page.locator("article blockquote").first().boundingBox();
  expect((first?.y ?? Number.NaN) + (first?.height ?? Number.NaN)).toBeLessThanOrEqual(1.5 * PHONE.height);
}

function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        });
        observer.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}
