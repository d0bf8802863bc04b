/** Every page of the console in a browser: for everybody, on a phone, enlarged, by keyboard and without scripts. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { allRows } from "../../src/console/modules.ts";
import { preparePicture } from "../../src/server/pictures.ts";
import { isWithoutBrowser, launchBrowser, openPage } from "../support/browser.ts";
import { crawl } from "../support/console_forms.ts";
import { fillConsole } from "../support/console_sample.ts";
import { type ConsoleStage, serveConsole } from "../support/console_stage.ts";
import { pngOf } from "../support/png.ts";

const PHONE = { width: 390, height: 664 };

describe.skipIf(isWithoutBrowser())("Every page of the console", () => {
  let browser: Browser;
  /** One of each kind. */
  let paths: readonly string[];
  let stage: ConsoleStage;

  beforeAll(async () => {
    browser = await launchBrowser();
    const fetch = async () => ({ kind: "refused", reason: "no web" }) as const;
    stage = serveConsole({ means: { pictures: { fetch, prepare: preparePicture } } });
    await fillConsole(stage.store, (index) =>
      index % 5 === 4 ? "Wordword".repeat(30) : `Tidy, on time, and fair ${index}`,
    );
    const kinds = new Map<string, string>();
    const { pages } = await allRows();
    const rowOf = (path: string) =>
      pages.find((row) => new RegExp(`^${row.path.replaceAll(/:\w+/g, "[^/]+")}$`).test(path))?.path ?? null;
    for (const path of (await crawl(await stage.as("owner"), rowOf)).pages.keys()) {
      const kind = rowOf(new URL(path, stage.url).pathname);
      if (kind !== null && !kinds.has(kind)) kinds.set(kind, path);
    }
    paths = [...kinds.values()];
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

  const each = async (page: Page, look: (path: string) => Promise<void>) => {
    for (const path of paths) {
      await page.goto(stage.url + path);
      await look(path);
    }
    await page.context().close();
  };

  test("axe finds nothing, with all of it unfolded, on a phone and a desk, in light and in dark colours", async () => {
    for (const viewport of [PHONE, { width: 1280, height: 900 }]) {
      const { page } = await ownersPage({ viewport });
      await each(page, async (path) => {
        await page.evaluate(unfoldEverything);
        await page.evaluate(axe.source);
        const inLight = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
        await page.emulateMedia({ colorScheme: "dark" });
        const inDark = await page.evaluate(() =>
          (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly: ["color-contrast", "link-in-text-block"] }),
        );
        await page.emulateMedia({ colorScheme: "light" });
        const found = [...inLight.violations, ...inDark.violations];
        const told = found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
        expect([path, viewport.width, told]).toEqual([path, viewport.width, []]);
      });
    }
  });

  test("fits a phone of 320 pixels, and 200 % of a desk, without scrolling sideways", async () => {
    for (const viewport of [
      { width: 320, height: 640 },
      { width: 640, height: 450 },
    ]) {
      const { page } = await ownersPage({ viewport });
      await each(page, async (path) => {
        await page.evaluate(unfoldEverything);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect([path, width]).toEqual([path, viewport.width]);
      });
    }
  });

  test("has targets of 44 pixels on a phone", async () => {
    const { page } = await ownersPage({ viewport: PHONE });
    await each(page, async (path) => {
      await page.evaluate(unfoldEverything);
      expect([path, await page.evaluate(smallTargets)]).toEqual([path, []]);
    });
  });

  test("can be walked through with the tab key, nothing left out, each stop in sight and marked", async () => {
    const { page } = await ownersPage({ viewport: { width: 1280, height: 900 } });
    await each(page, async (path) => {
      const stops = await page.evaluate(countStops);
      const seen = new Set<string>();
      for (let stop = 0; stop < stops; stop++) {
        await page.keyboard.press("Tab");
        const { mark, isMarked } = await page.evaluate(whereItIs);
        expect([path, mark, isMarked]).toEqual([path, mark, true]);
        seen.add(mark);
      }
      expect([path, seen.size]).toEqual([path, stops]);
    });
  });

  test("says nothing to the browser's log, and asks nobody else for anything", async () => {
    const { page, complaints, requests } = await ownersPage();
    await each(page, async () => {});
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(stage.url) && !url.startsWith("data:"))).toEqual([]);
  });

  test("is complete without scripts: a field is saved, the page previewed, a photograph kept", async () => {
    const { page } = await ownersPage({ javaScriptEnabled: false, viewport: PHONE });
    await page.goto(`${stage.url}/profile`);
    await page.getByLabel("Telephone").fill("+1 512 555 0142");
    await page.getByRole("button", { name: "Preview" }).click();
    expect(await page.locator("#preview").textContent()).toContain("Call +1 512 555 0142");
    await page.getByRole("button", { name: "Save" }).click();
    expect(await page.getByRole("status").first().textContent()).toBe("Saved.");
    expect(await page.getByLabel("Telephone").inputValue()).toBe("+1 512 555 0142");
    await page.goto(`${stage.url}/profile/pictures`);
    const picture = { name: "van.png", mimeType: "image/png", buffer: Buffer.from(await pngOf(1200, 900)) };
    await page.locator("#photo-picture").setInputFiles(picture);
    await page.getByLabel("What it shows").fill("The van");
    await page.getByLabel("Who took it").fill("Ana");
    await page.getByRole("button", { name: "Save" }).last().click();
    expect(await page.getByRole("img", { name: "The van" }).count()).toBe(1);
    await page.context().close();
  });

  test("previews the public page while somebody types", async () => {
    const { page, complaints } = await ownersPage();
    await page.goto(`${stage.url}/profile`);
    await page.getByLabel("Name", { exact: true }).fill("Brook & Daughters");
    await page.waitForFunction(() => document.querySelector("#preview h1")?.textContent === "Brook & Daughters");
    await page.getByLabel("Colour of your pages").fill("#aa2200");
    await page.waitForFunction(() => {
      const button = document.querySelector("#preview .logo");
      return button !== null && getComputedStyle(button).backgroundColor === "rgb(170, 34, 0)";
    });
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

function unfoldEverything(): void {
  for (const details of document.querySelectorAll("details")) details.open = true;
}

/** Buttons, fields and links that stand by themselves, where a finger would miss them. */
function smallTargets(): string[] {
  const targets = document.querySelectorAll(
    "button, select, textarea, summary, .button, nav a, .tick, input:not([type=hidden], [type=checkbox], [type=radio])",
  );
  return [...targets].flatMap((target) => {
    const { width, height } = target.getBoundingClientRect();
    const isShown = width > 1 && height > 1 && !target.closest("[inert]");
    return isShown && height < 43.5 ? [`${target.outerHTML.slice(0, 100)} is ${height} high`] : [];
  });
}

/** How many stops the tab key makes; a group of radio buttons is one. */
function countStops(): number {
  const all = document.querySelectorAll<HTMLElement>(
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']",
  );
  const groups = new Set<string>();
  return [...all].filter((one) => {
    if (one.closest("[inert]") || one.matches(":disabled") || !one.checkVisibility({ contentVisibilityAuto: true }))
      return false;
    if (one.tabIndex < 0) return false;
    if (!(one instanceof HTMLInputElement) || one.type !== "radio") return true;
    const isNew = !groups.has(one.name);
    groups.add(one.name);
    return isNew;
  }).length;
}

/** Which stop this is, and whether it can be seen. */
function whereItIs(): { mark: string; isMarked: boolean } {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || at === document.body) return { mark: "nowhere", isMarked: false };
  const place = [...document.querySelectorAll("*")].indexOf(at);
  const { outlineStyle, outlineWidth } = getComputedStyle(at);
  const { width, height, bottom } = at.getBoundingClientRect();
  const isMarked = outlineStyle !== "none" && outlineWidth !== "0px" && width > 0 && height > 0 && bottom > 0;
  return { mark: `${place} ${at.outerHTML.slice(0, 80)}`, isMarked };
}
