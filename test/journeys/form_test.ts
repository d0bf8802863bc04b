/** A customer answers on a phone: with and without scripts, with only a keyboard, and checked by axe. */
import { describe, expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { LANGUAGES } from "../../src/languages/mod.ts";
import { withhold } from "../../src/owner/withhold.ts";
import { isWithoutBrowser } from "../support/browser.ts";
import { CLIENT } from "../support/client.ts";
import { openFormStage, PUBLISHED_ID, SOUND, TOKEN, UNSUBSCRIBE_TOKEN } from "../support/form_stage.ts";
import { axeFaults } from "../support/page_faults.ts";
import { perform } from "../support/perform.ts";
import { sharedBrowser } from "./visits.ts";

const PHONE = { width: 390, height: 664 };
const LINK = `/r/${TOKEN}`;

describe.skipIf(isWithoutBrowser())("the form on a phone", () => {
  const open = sharedBrowser();

  /** A customer who has opened the link. */
  async function visit(options: BrowserContextOptions = {}, path = LINK) {
    const stage = await openFormStage();
    const server = Bun.serve({ port: 0, hostname: "127.0.0.1", idleTimeout: 0, fetch: (it) => stage.app(it, CLIENT) });
    const base = `http://127.0.0.1:${server.port}`;
    const watch = await open({ viewport: PHONE, ...options });
    await watch.page.goto(base + path);
    const answer = async () => {
      const link = await stage.invitationService.look(TOKEN);
      return link.kind === "answered" ? link.review : null;
    };
    return {
      ...watch,
      stage,
      base,
      answer,
      async [Symbol.asyncDispose]() {
        await watch[Symbol.asyncDispose]();
        server.stop(true);
        await stage[Symbol.asyncDispose]();
      },
    };
  }

  test.each([true, false])(
    "stars, words and consent are published and shown, with scripts: %p",
    async (withScripts) => {
      await using customer = await visit({ javaScriptEnabled: withScripts });
      const { page } = customer;
      await page.check('input[name="rating"][value="2"]', { force: true });
      await page.fill("#text", "Late, but fair.");
      await page.check("#license");
      await page.click('button[type="submit"]');
      await page.waitForSelector("article.review");
      expect(await page.textContent("article.review")).toContain("Late, but fair.");
      expect(await customer.answer()).toMatchObject({ rating: 2, text: "Late, but fair.", authorName: "Jane D." });
      expect(customer.requests.filter((url) => !url.startsWith(customer.base))).toEqual([]);
      expect(customer.complaints).toEqual([]);
    },
  );

  test("a keyboard alone is enough", async () => {
    await using customer = await visit();
    const { page } = customer;
    await tabTo(page, 'input[name="rating"]');
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await tabTo(page, "#text");
    await page.keyboard.type("Tidy.");
    await tabTo(page, "summary");
    await page.keyboard.press("Enter");
    await tabTo(page, "#price");
    await page.keyboard.press("End");
    await tabTo(page, "#license");
    await page.keyboard.press("Space");
    await tabTo(page, 'button[type="submit"]');
    await page.keyboard.press("Enter");
    await page.waitForSelector("article.review");
    expect(await customer.answer()).toMatchObject({ rating: 3, text: "Tidy.", aspectRatings: { price: 5 } });
  });

  test("nothing is chosen beforehand, and all that is to be touched is 44 px high", async () => {
    await using customer = await visit();
    const { page } = customer;
    expect(await page.locator("input:checked").count()).toBe(0);
    for (const place of [".stars-row label", "select", "summary", "button[type=submit]", ".agree label", "#text"]) {
      for (const box of await page.locator(`main ${place}`).all()) {
        const { height = 44 } = (await box.boundingBox()) ?? {};
        expect({ place, isHigh: height >= 44 }).toEqual({ place, isHigh: true });
      }
    }
  });

  test("what was typed survives a reload, and is forgotten once it is sent", async () => {
    await using customer = await visit();
    const { page } = customer;
    await page.check('input[name="rating"][value="5"]', { force: true });
    await page.fill("#text", "Half a sen");
    await page.selectOption("#display_name", "anonymous");
    await page.reload();
    expect(await page.inputValue("#text")).toBe("Half a sen");
    expect(await page.isChecked('input[name="rating"][value="5"]')).toBe(true);
    expect(await page.inputValue("#display_name")).toBe("anonymous");
    expect(await page.isChecked("#license")).toBe(false);
    await page.check("#license");
    await page.click('button[type="submit"]');
    await page.waitForSelector("article.review");
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test("a missing answer is reported where the focus is, and typed text is kept", async () => {
    await using customer = await visit();
    const { page } = customer;
    await page.fill("#text", "No stars yet");
    await page.evaluate(() => document.querySelector("form.answer")?.setAttribute("novalidate", ""));
    await page.click('button[type="submit"]');
    await page.waitForSelector(".faults");
    expect(await page.evaluate(() => document.activeElement?.className)).toBe("faults");
    expect(await page.inputValue("#text")).toBe("No stars yet");
    await page.click(".faults a");
    expect(new URL(page.url()).hash).toBe("#rating");
  });

  test("its author changes and withdraws a review on the page that follows", async () => {
    await using customer = await visit({ javaScriptEnabled: false });
    const { page, stage } = customer;
    await stage.post(LINK, SOUND);
    await page.reload();
    await page.click("details.act >> nth=0 >> summary >> nth=0");
    await page.fill("#text", "On time after all.");
    await page.check("#license");
    await page.click('form.answer button[type="submit"]');
    await page.waitForSelector("text=On time after all.");
    expect(await customer.answer()).toMatchObject({ text: "On time after all." });
    await page.click("details.act >> nth=1 >> summary");
    await page.check("#remove");
    await page.click("details.act >> nth=1 >> button");
    await page.waitForSelector("text=Your review is withdrawn");
    expect(await customer.answer()).toBeNull();
  });

  test.each([...LANGUAGES])(
    "axe finds nothing in %s on any page, in light and in dark, and nothing is wider than a phone",
    async (language) => {
      await using customer = await visit({ viewport: { width: 320, height: 664 } });
      const { page, base, stage } = customer;
      const look = async (path: string) => {
        await page.goto(`${base}/${language}${path}`);
        expect(await axeFaults(page)).toEqual([]);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect({ path, width }).toEqual({ path, width: 320 });
      };
      for (const path of [LINK, "/r/unknown", `/u/${UNSUBSCRIBE_TOKEN}`, `/reviews/${PUBLISHED_ID}/report`]) {
        await look(path);
      }
      await page.goto(`${base}/${language}${LINK}`);
      await page.evaluate(() => document.querySelector("form.answer")?.setAttribute("novalidate", ""));
      await page.click('button[type="submit"]');
      await page.waitForSelector(".faults");
      expect(await axeFaults(page)).toEqual([]);
      await stage.post(LINK, { ...SOUND, punctuality: "4" });
      await look(LINK);
      await perform(withhold, stage.store, (await customer.answer())?.id ?? "", { reason: "abuse" });
      await look(LINK);
    },
  );
});

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
  }
  throw new Error(`No Tab leads to ${selector}`);
}
