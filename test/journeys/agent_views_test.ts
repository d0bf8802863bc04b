/** The views of MCP Apps in a host: the reference bridge from npm, in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import axe from "axe-core";
import { isWithoutBrowser } from "../support/browser.ts";
import { insightsOf } from "../support/insights_of.ts";
import { endpointOf, PLUMBER, review } from "../support/mcp_endpoint.ts";
import { publicationOf } from "../support/publication_of.ts";
import { sharedBrowser } from "./visits.ts";

const REVIEWS = [
  review({ id: "new", date: "2026-05-02", rating: 5, text: "The drain runs again" }),
  review({ id: "evil", date: "2026-05-01", rating: 1, text: "<img src=x onerror=alert(1)> drain" }),
  review({ id: "old", date: "2025-05-01", rating: 4, text: "Our boiler is quiet" }),
];
const publication = publicationOf(PLUMBER, REVIEWS, { insights: insightsOf(PLUMBER, REVIEWS) });

describe.skipIf(isWithoutBrowser())("in a host of MCP Apps", () => {
  const open = sharedBrowser();
  let server: ReturnType<typeof Bun.serve>;

  beforeAll(async () => {
    const built = await Bun.build({
      entrypoints: [join(import.meta.dir, "../support/app_host.browser.ts")],
      target: "browser",
    });
    const script = await built.outputs[0]?.text();
    const { handle } = endpointOf(publication, { baseUrl: "http://localhost" });
    server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      idleTimeout: 0,
      fetch(request) {
        const { pathname } = new URL(request.url);
        if (pathname === "/mcp") return handle(request);
        if (pathname === "/host.js") return new Response(script, { headers: { "Content-Type": "text/javascript" } });
        const html = "<!doctype html><title>host</title><body><script type=module src=/host.js></script>";
        return new Response(html, { headers: { "Content-Type": "text/html" } });
      },
    });
  });
  afterAll(() => server?.stop(true));

  /** The host once it has handed the answer to the view. */
  async function hostWith(tool: string, args: object, options = "") {
    const watch = await open({ viewport: { width: 800, height: 900 } });
    const query = new URLSearchParams({ tool, arguments: JSON.stringify(args) });
    await watch.page.goto(`http://127.0.0.1:${server.port}/host?${query}${options}`);
    await watch.page.waitForSelector("body[data-answered]");
    const view = watch.page.frameLocator("iframe");
    // Clients of the revisions with sessions ask for a stream, which a server may refuse; browsers note every 405.
    const complaints = () => watch.complaints.filter((text) => !text.includes("405"));
    return { ...watch, view, complaints };
  }

  test("search_reviews is a list with the words marked, in the host's colours and at its own height", async () => {
    await using host = await hostWith("search_reviews", { query: "drain" });
    const { page, view, complaints } = host;
    await view.locator("article").first().waitFor();
    expect(await view.locator("article").count()).toBe(2);
    expect(await view.locator("mark").allInnerTexts()).toEqual(["drain", "drain"]);
    expect(await view.locator("html").getAttribute("data-theme")).toBe("dark");
    expect(await page.title()).toBe("text/html;profile=mcp-app");
    await page.waitForFunction(() => Number.parseInt(document.querySelector("iframe")?.style.height ?? "0", 10) > 300);
    expect(complaints()).toEqual([]);
  });

  test("get_business is the rating card", async () => {
    await using host = await hostWith("get_business", {});
    const { view, complaints } = host;
    await view.locator(".rating-value").waitFor();
    expect(await view.locator("h1").textContent()).toBe("Ocean Plumbing");
    expect(await view.locator(".rating-value").textContent()).toBe("3.3");
    expect(complaints()).toEqual([]);
  });

  test("get_review_stats is a chart of before and after", async () => {
    const args = { since: "2026-01-01", compare_until: "2025-12-31" };
    await using host = await hostWith("get_review_stats", args);
    const { view, complaints } = host;
    await view.locator(".compared").waitFor();
    expect(await view.locator(".compared h2").allInnerTexts()).toEqual(["Before", "After"]);
    expect(await view.locator(".compared .rating-value").allInnerTexts()).toEqual(["4.0", "3.0"]);
    expect(complaints()).toEqual([]);
  });

  test("a link is opened by the host, at the public address", async () => {
    await using host = await hostWith("search_reviews", { rating: 5 });
    const { page, view } = host;
    await view.locator("a.date").click();
    await page.waitForSelector("body[data-opened]");
    expect(await page.locator("body").getAttribute("data-opened")).toBe("https://reviews.plumber.example/reviews/new");
  });

  test("a host that reads no resources for its views has the answer's words in them, and a refusal's too", async () => {
    await using plain = await hostWith("search_reviews", { query: "boiler" }, "&plain");
    await plain.view.locator("pre").waitFor();
    expect(await plain.view.locator("pre").textContent()).toContain("Our boiler is quiet");
    await using refused = await hostWith("search_reviews", { rating: 9 });
    await refused.view.locator("pre").waitFor();
    expect(await refused.view.locator("pre").textContent()).toContain("rating must be");
  });

  test("axe finds nothing in a view", async () => {
    for (const [tool, args] of [
      ["search_reviews", { query: "drain" }],
      ["get_business", {}],
      ["get_review_stats", { since: "2026-01-01", compare_until: "2025-12-31" }],
    ] as const) {
      await using host = await hostWith(tool, args);
      const { page, view } = host;
      await view.locator("main :not(.quiet)").first().waitFor();
      const frame = page.frames()[1];
      await frame?.evaluate(axe.source);
      const found = await frame?.evaluate(() =>
        (globalThis as unknown as { axe: typeof axe }).axe.run({
          rules: { "page-has-heading-one": { enabled: false } },
        } as never),
      );
      expect(found?.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
    }
  });
});
