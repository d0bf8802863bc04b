/** What a visitor with a phone sees first. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { LANGUAGES } from "../../src/languages/mod.ts";
import { preparePicture } from "../../src/server/pictures.ts";
import { isWithoutBrowser, launchBrowser, openPage } from "../support/browser.ts";
import { servePages } from "../support/page_server.ts";
import { businessOf, manyReviews, reviewOf, richPublication } from "../support/page_stage.ts";
import { pngOf } from "../support/png.ts";
import { publicationOf } from "../support/publication_of.ts";

const wide = await preparePicture(await pngOf(900, 300), "logo");
const WIDE = wide.kind === "picture" ? wide.picture : null;
const tall = await preparePicture(await pngOf(1600, 1200), "photo");
const PHOTO = tall.kind === "picture" ? tall.picture : null;
const PHONE = { width: 390, height: 664 };
const LONG_NAME = "Hobart & Vesely Plumbing, Heating and Drains";
const ARABIC = businessOf({ name: "سباكة النور وأبناؤه للتدفئة والصرف", language: "ar" });

describe.skipIf(isWithoutBrowser())("on a phone of 390 by 664", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  test.each([
    ["of fifty reviews", manyReviews(50), businessOf()],
    ["of one review", [reviewOf()], businessOf()],
    ["of no review", [], businessOf()],
    ["with a long name", manyReviews(50), businessOf({ name: LONG_NAME })],
    ["with an Arabic name", manyReviews(50), ARABIC],
  ])(
    "the profile %s has name, stars and call button within 300 px, the first review within 1.5 screens",
    async (_, reviews, business) => {
      const stage = servePages(() => richPublication(reviews, business));
      const { page } = await openPage(browser, { viewport: PHONE });
      await page.goto(stage.site.baseUrl);
      await expectFirstThingsFirst(page, reviews.length > 0);
      await page.context().close();
      stage.stop();
    },
  );

  test.each([...LANGUAGES])("so has the profile of sample data with a long name in %s", async (language) => {
    const business = businessOf({ name: LONG_NAME, is_sample: true, type: "HVACBusiness" });
    const stage = servePages(() => richPublication(manyReviews(50), business));
    const { page } = await openPage(browser, { viewport: PHONE });
    await page.goto(`${stage.site.baseUrl}/${language}/`);
    await expectFirstThingsFirst(page, true);
    await page.context().close();
    stage.stop();
  });

  test("a wide logo leaves the call button within 300 px, and moves nothing while it is loaded", async () => {
    const stage = servePages(() => publicationOf(businessOf(), manyReviews(50), { logo: WIDE }));
    const { page } = await openPage(browser, { viewport: PHONE });
    await page.goto(stage.site.baseUrl);
    await page.waitForLoadState("load");
    expect(await page.locator("img.logo").evaluate((logo: HTMLImageElement) => logo.naturalWidth)).toBe(
      WIDE?.width ?? 0,
    );
    const logo = await page.locator("img.logo").boundingBox();
    const call = await page.locator('a[href^="tel:"]').first().boundingBox();
    expect((call?.y ?? Number.NaN) + (call?.height ?? Number.NaN)).toBeLessThanOrEqual(300);
    expect(await layoutShiftOf(page)).toBe(0);
    // A slow phone lays the row out before the text beside the logo is there.
    await page.evaluate(() => document.querySelector(".hero-who > div")?.replaceChildren());
    expect((await page.locator("a[href^='tel:']").first().boundingBox())?.y).toBeLessThan(call?.y ?? 0);
    expect((await page.locator("img.logo").boundingBox())?.y).toBe(logo?.y ?? Number.NaN);
    await page.context().close();
    stage.stop();
  });

  test("a photograph comes after the first review, and moves nothing while it is loaded", async () => {
    const business = businessOf({ photo: { url: null, description: "Our van", author: "Ana Ruiz", license: null } });
    const stage = servePages(() => publicationOf(business, manyReviews(50), { photo: PHOTO }));
    const { page } = await openPage(browser, { viewport: PHONE });
    await page.goto(stage.site.baseUrl);
    await expectFirstThingsFirst(page, true);
    await page.locator(".photo img").scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>(".photo img")?.naturalWidth === 960);
    expect(await layoutShiftOf(page)).toBe(0);
    await page.context().close();
    stage.stop();
  });

  test("a link to a section far down ends at it", async () => {
    const stage = servePages(() => richPublication());
    const { page } = await openPage(browser, { viewport: PHONE });
    await page.goto(`${stage.site.baseUrl}/#about`);
    await page.waitForFunction(
      () => Math.abs(document.querySelector("#about")?.getBoundingClientRect().top ?? 999) < 40,
    );
    await page.context().close();
    stage.stop();
  });

  test.each(["/", "/developers", "/?query=drain"])("nothing moves while %s is loaded", async (path) => {
    const stage = servePages(() => richPublication(manyReviews(50), businessOf({ color: "#c2185b" })));
    const { page } = await openPage(browser, { viewport: PHONE });
    await page.goto(`${stage.site.baseUrl}${path}`);
    await page.waitForLoadState("load");
    expect(await layoutShiftOf(page)).toBe(0);
    await page.context().close();
    stage.stop();
  });
});

async function expectFirstThingsFirst(page: Page, hasReviews: boolean): Promise<void> {
  const call = await page.locator('a[href^="tel:"]').first().boundingBox();
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
