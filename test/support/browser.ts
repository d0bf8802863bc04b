/** A real browser for journeys: the system's Chromium. Without one they are skipped, with a line on standard error. */
import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { isMissing } from "./tools.ts";

const PLACES = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Where Chromium is, or null. */
export const CHROMIUM = PLACES.find((place) => place !== undefined && existsSync(place)) ?? null;

/** True when browser journeys cannot run, which is logged on standard error. */
export function isWithoutBrowser(): boolean {
  return CHROMIUM === null && isMissing("chromium");
}

export async function launchBrowser(): Promise<Browser> {
  if (CHROMIUM === null) throw new Error("No Chromium found");
  return chromium.launch({
    executablePath: CHROMIUM,
    // Playwright's own limits give way to the one of the suite, here and in openPage().
    timeout: 0,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** What a page did that it should not have done. */
export interface Watch {
  readonly page: Page;
  /** Errors and warnings of the console, and uncaught ones. */
  readonly complaints: string[];
  /** Addresses that were asked for. */
  readonly requests: string[];
}

/** Opens a page in a context of its own and watches it. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Watch> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(0);
  context.setDefaultNavigationTimeout(0);
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => requests.push(request.url()));
  return { page, complaints, requests };
}
