/** The business in a browser: without scripts, and with the one that shows the public page while somebody types. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { preparePhoto, preparePicture } from "../../src/server/pictures.ts";
import { isWithoutBrowser, launchBrowser, openPage } from "../support/browser.ts";
import { fillConsole } from "../support/console_sample.ts";
import { type ConsoleStage, serveConsole } from "../support/console_stage.ts";
import { pngOf } from "../support/png.ts";

describe.skipIf(isWithoutBrowser())("The profile", () => {
  let browser: Browser;
  let stage: ConsoleStage;

  beforeAll(async () => {
    browser = await launchBrowser();
    const fetch = async () => ({ kind: "refused", reason: "no web" }) as const;
    stage = serveConsole({ services: { pictures: { fetch, prepare: preparePicture, preparePhoto } } });
    await fillConsole(stage.store, (index) => `Words of ${index}`);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.[Symbol.asyncDispose]();
  });

  async function ownersPage(options: BrowserContextOptions = {}) {
    const opened = await openPage(browser, options);
    const [name = "", value = ""] = (await stage.as("owner")).cookie.split("=");
    await opened.page.context().addCookies([{ name, value, url: stage.url }]);
    return opened;
  }

  test("is complete without scripts: a field is saved, the page previewed, a photograph kept", async () => {
    const { page } = await ownersPage({ javaScriptEnabled: false, viewport: { width: 390, height: 664 } });
    await page.goto(`${stage.url}/profile`);
    await page.getByLabel("Phone").fill("+1 512 555 0142");
    await page.getByRole("button", { name: "Preview" }).click();
    expect(await page.locator("#preview").textContent()).toContain("Call (512) 555-0142");
    await page.getByRole("button", { name: "Save" }).click();
    expect(await page.getByRole("status").first().textContent()).toBe("Saved.");
    expect(await page.getByLabel("Phone").inputValue()).toBe("+1 512 555 0142");
    await page.goto(`${stage.url}/profile/pictures`);
    const picture = { name: "van.png", mimeType: "image/png", buffer: Buffer.from(await pngOf(1200, 900)) };
    await page.locator("#photo-picture").setInputFiles(picture);
    await page.getByLabel("Description").fill("The van");
    await page.getByLabel("Photographer").fill("Ana");
    await page.getByRole("button", { name: "Save" }).last().click();
    expect(await page.getByRole("img", { name: "The van" }).count()).toBe(1);
    await page.context().close();
  });

  test("previews the public page while somebody types", async () => {
    const { page, complaints } = await ownersPage();
    await page.goto(`${stage.url}/profile`);
    await page.getByLabel("Name", { exact: true }).fill("Brook & Daughters");
    await page.waitForFunction(() => document.querySelector("#preview h1")?.textContent === "Brook & Daughters");
    await page.getByLabel("Color of your pages").fill("#aa2200");
    await page.waitForFunction(() => {
      const button = document.querySelector("#preview .logo");
      return button !== null && getComputedStyle(button).backgroundColor === "rgb(170, 34, 0)";
    });
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
