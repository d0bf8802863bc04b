/** Visits by a real browser, which the tests of a describe() share; each ends with the test that made it. */
import { afterAll, beforeAll } from "bun:test";
import type { Browser, BrowserContextOptions } from "playwright-core";
import type { Publication } from "../../src/publication/mod.ts";
import { launchBrowser, openPage, type Watch } from "../support/browser.ts";
import { servePages } from "../support/page_server.ts";

export interface Visit extends Watch, AsyncDisposable {}

/** Starts a browser with the tests of the describe() around, and returns what opens a page in a context of its own. */
export function sharedBrowser(): (options?: BrowserContextOptions) => Promise<Visit> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  return async (options) => {
    if (browser === undefined) throw new Error("There is a browser only while tests run");
    const watch = await openPage(browser, options);
    return { ...watch, [Symbol.asyncDispose]: () => watch.page.context().close() };
  };
}

/** What visits the pages of a publication, at a path, as they are served for it alone. */
export function pageVisits(usual: BrowserContextOptions = {}) {
  const open = sharedBrowser();
  return async (publicationFor: () => Publication, path = "/", options: BrowserContextOptions = {}) => {
    const stage = servePages(publicationFor);
    const visit = await open({ ...usual, ...options });
    const url = stage.site.baseUrl;
    const answer = await visit.page.goto(url + path);
    await visit.page.waitForLoadState("load");
    return {
      ...visit,
      url,
      answer,
      async [Symbol.asyncDispose]() {
        await visit[Symbol.asyncDispose]();
        stage.stop();
      },
    };
  };
}
