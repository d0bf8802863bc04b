/** Every page of the console in a browser: for everybody, on a phone, by keyboard, without scripts, and full of hostile words. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { allRows } from "../../src/console/modules.ts";
import { makeLink } from "../../src/owner/people.ts";
import { isWithoutBrowser } from "../support/browser.ts";
import { crawl } from "../support/console_forms.ts";
import { EVERYTHING_ON, fillConsole } from "../support/console_sample.ts";
import { type ConsoleStage, serveConsole } from "../support/console_stage.ts";
import { TWO_HUNDRED } from "../support/hostile.ts";
import { axeFaults, unfoldEverything } from "../support/page_faults.ts";
import { sharedBrowser } from "./visits.ts";

const rows = allRows;
const kindOf = (path: string) =>
  rows.pages.find((row) => new RegExp(`^${row.path.replaceAll(/:\w+/g, "[^/]+")}$`).test(path))?.path ?? null;

/** A console in which there is something on every page, and the paths of its pages: some of each kind. */
async function fullStage(said: (index: number) => string, most = 2) {
  const stage = serveConsole({ environment: EVERYTHING_ON, isOneOfMany: true });
  await fillConsole(stage.store, said);
  const owner = await stage.as("owner", "Olive");
  await stage.as("reader", "Rob");
  const { pages } = await crawl(owner, kindOf, most);
  return { stage, cookie: owner.cookie, paths: [...pages.keys()] };
}

describe.skipIf(isWithoutBrowser())("Every page of the console", () => {
  const open = sharedBrowser();
  let full: Awaited<ReturnType<typeof fullStage>>;
  beforeAll(async () => {
    full = await fullStage((index) => `Words of ${index} people`);
  });
  afterAll(() => full?.stage[Symbol.asyncDispose]());

  async function openAs({ url }: ConsoleStage, cookie: string, options: BrowserContextOptions = {}) {
    const visit = await open(options);
    const [name = "", value = ""] = cookie.split("=");
    await visit.page.context().addCookies([{ name, value, url }]);
    return visit;
  }

  /** Each page in turn, and the one for logging in. */
  async function onEach(options: BrowserContextOptions, look: (page: Page, path: string) => Promise<void>) {
    await using visit = await openAs(full.stage, full.cookie, options);
    const { page } = visit;
    for (const path of full.paths) {
      await page.goto(full.stage.url + path);
      await look(page, path);
    }
    await page.context().clearCookies();
    await page.goto(`${full.stage.url}/login`);
    await look(page, "/login");
  }

  test("has nothing that axe finds, all of it unfolded, in light and in dark colours", async () => {
    await onEach({ viewport: { width: 1280, height: 900 } }, async (page, path) => {
      expect({ path, found: await axeFaults(page) }).toEqual({ path, found: [] });
    });
  });

  test.each([
    ["a phone", 320],
    ["a window at 200 %", 640],
  ])("fits %s without scrolling sideways, all of it unfolded", async (_, width) => {
    await onEach({ viewport: { width, height: 700 } }, async (page, path) => {
      await page.evaluate(unfoldEverything);
      expect({ path, wide: await page.evaluate(() => document.documentElement.scrollWidth) }).toEqual({
        path,
        wide: width,
      });
    });
  });

  test("has targets of 44 pixels on a phone", async () => {
    await onEach({ viewport: { width: 390, height: 800 } }, async (page, path) => {
      await page.evaluate(unfoldEverything);
      expect({ path, small: await page.evaluate(smallTargets) }).toEqual({ path, small: [] });
    });
  });

  test("has room for its texts, all of it unfolded", async () => {
    await onEach({ viewport: { width: 390, height: 800 } }, async (page, path) => {
      await page.evaluate(unfoldEverything);
      expect({ path, cramped: await page.evaluate(crampedTexts) }).toEqual({ path, cramped: [] });
    });
  });

  test("breaks no word in the head of a table, in the language of the longest words", async () => {
    await onEach({ viewport: { width: 1280, height: 900 }, locale: "de-DE" }, async (page, path) => {
      expect({ path, broken: await page.evaluate(brokenHeads) }).toEqual({ path, broken: [] });
    });
  });

  test("is gone through by keyboard, with everything in sight that has the focus", async () => {
    await onEach({ viewport: { width: 1280, height: 900 } }, async (page, path) => {
      const wanted = await page.evaluate(countStops);
      const reached = new Set<string>();
      // A date is several stops in one.
      for (let press = 0; press < 3 * wanted && reached.size < wanted; press++) {
        await page.keyboard.press("Tab");
        const stop = await page.evaluate(focused);
        expect({ path, stop: stop.name, isSeen: stop.isSeen }).toEqual({ path, stop: stop.name, isSeen: true });
        reached.add(stop.name);
      }
      expect({ path, stops: reached.size }).toEqual({ path, stops: wanted });
    });
  });

  test("is whole without scripts, from the claim to the log-out", async () => {
    await using stage = serveConsole();
    await using visit = await open({ javaScriptEnabled: false });
    const { page, requests } = visit;
    const link = await makeLink(stage.store, { kind: "first" }, stage.services.randomBytes);
    await page.goto(`${stage.url}/claim/${link.kind === "made" ? link.token : ""}`);
    await page.getByLabel("Your name").fill("Olive");
    await page.getByLabel("New password").fill("three plain words");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(`${stage.url}/`);
    await page.goto(`${stage.url}/people`);
    await page.getByRole("button", { name: "Create a link" }).click();
    expect(await page.locator("code").textContent()).toContain("/claim/");
    await page.getByRole("button", { name: "Log out" }).click();
    await page.waitForURL(`${stage.url}/login`);
    await page.getByLabel("Name").fill("olive");
    await page.getByLabel("Password").fill("three plain words");
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await page.waitForURL(`${stage.url}/`);
    expect(requests.filter((each) => !each.startsWith(stage.url))).toEqual([]);
  });

  test("shows the same with and without scripts", async () => {
    await using visit = await openAs(full.stage, full.cookie, { javaScriptEnabled: false });
    const { page } = visit;
    for (const path of full.paths) {
      expect((await page.goto(full.stage.url + path))?.status()).toBe(200);
      expect({ path, titles: await page.locator("main > h1").count() }).toEqual({ path, titles: 1 });
    }
  });

  test.each([0, 70, 130])("runs nothing of two hundred hostile words, from the %ith on", async (from) => {
    const said = (index: number) => TWO_HUNDRED[(from + index) % TWO_HUNDRED.length] ?? "";
    const { stage, cookie, paths } = await fullStage(said, 6);
    await using visit = await openAs(stage, cookie);
    const { page, complaints, requests } = visit;
    for (const path of paths) {
      await page.goto(stage.url + path);
      await page.evaluate(unfoldEverything);
      expect({ path, found: await page.evaluate(whatRuns) }).toEqual({ path, found: [] });
    }
    expect(requests.filter((each) => !each.startsWith(stage.url) && !each.startsWith("data:"))).toEqual([]);
    expect(complaints).toEqual([]);
    await stage[Symbol.asyncDispose]();
  });
});

/** Links in the middle of a text are as high as their line. */
function smallTargets(): string[] {
  const targets = [
    ...document.querySelectorAll<HTMLElement>(
      "button, input:not([type=hidden]), select, textarea, summary, nav a, .button",
    ),
  ];
  return targets.flatMap((target) => {
    const seen = target.closest("label") ?? target;
    const { width, height } = seen.getBoundingClientRect();
    return width === 0 || height >= 43.5 ? [] : [`${target.outerHTML.slice(0, 100)}: ${height}`];
  });
}

/** Elements that show less than a third of their text; those of one pixel are for screen readers. */
function crampedTexts(): string[] {
  const elements = [...document.querySelectorAll<HTMLElement>("main *:not(option, textarea)")];
  return elements.flatMap((element) => {
    const { clientHeight, scrollHeight, clientWidth, scrollWidth } = element;
    const isCramped = clientHeight > 1 && (scrollHeight > 3 * clientHeight || scrollWidth > 3 * clientWidth);
    return isCramped ? [`${element.outerHTML.slice(0, 100)}: ${clientWidth} x ${clientHeight}`] : [];
  });
}

function brokenHeads(): string[] {
  const texts = [...document.querySelectorAll("thead th")].flatMap(({ firstChild }) => firstChild ?? []);
  return texts.flatMap((text) =>
    [...(text.textContent ?? "").matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1 ? [word] : [];
    }),
  );
}

/** Elements that the tabulator key stops at; of radio buttons with one name it is one. */
function countStops(): number {
  const stops = [
    ...document.querySelectorAll<HTMLElement>("a[href], button, input:not([type=hidden]), select, textarea, summary"),
  ];
  const usable = stops.filter(
    (each) => !each.matches(":disabled, [inert] *") && each.checkVisibility({ visibilityProperty: true }),
  );
  const groups = new Set(usable.map((each) => (each.matches("[type=radio]") ? each.getAttribute("name") : each)));
  return groups.size;
}

function focused(): { readonly name: string; readonly isSeen: boolean } {
  const element = document.activeElement as HTMLElement;
  const all = [...document.querySelectorAll("*")];
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const { bottom, top, width } = element.getBoundingClientRect();
  const isInView = width > 0 && bottom > 0 && top < innerHeight;
  // Chromium outlines the calendar within a date by itself.
  const isOutlined =
    element.matches("[type=date]") || (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1);
  const name = element.matches("[type=radio]") ? element.getAttribute("name") : all.indexOf(element);
  return {
    name: `${name} ${element.outerHTML.slice(0, 80)}`,
    isSeen: isInView && isOutlined,
  };
}

/** What of the words has become more than words. */
function whatRuns(): string[] {
  const wrong = [...document.querySelectorAll("*")].filter((element) => {
    const names = [...element.attributes].map(({ name }) => name);
    const href = element.getAttribute("href") ?? element.getAttribute("src") ?? element.getAttribute("action") ?? "";
    const isForeign = /^\s*(?:javascript|data:text|vbscript)/i.test(href);
    const isScript = element.matches("script") && !element.getAttribute("src")?.startsWith("/assets/");
    return (
      isScript || isForeign || names.some((name) => /^on/i.test(name)) || element.matches("iframe, object, embed, base")
    );
  });
  const ran = "pwned" in globalThis ? ["pwned"] : [];
  return [...ran, ...wrong.map((element) => element.outerHTML.slice(0, 200))];
}
