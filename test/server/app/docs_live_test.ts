/** The API reference as the whole service makes it: with names and answers of the publication. */
import { describe, expect, test } from "bun:test";
import { operationsOf } from "../../../src/pages/docs/openapi.ts";
import { liveAnswers } from "../../../src/pages/docs/samples.tsx";
import { appOf, getOf, servedOpenApi } from "../../support/app_of.ts";
import { businessOf, manyReviews, reviewOf, richPublication } from "../../support/page_stage.ts";

const textOf = async (app: ReturnType<typeof appOf>, path: string) =>
  (await (await getOf(app, path)).text()).replaceAll("&quot;", '"').replaceAll("&amp;", "&");

describe("the samples of /docs", () => {
  const newest = reviewOf({ id: "r_newest", date: "2026-05-20", text: `Quiet boiler. ${"Long. ".repeat(200)}` });
  const app = appOf(richPublication([newest, ...manyReviews(30)], businessOf({ color: "#c2185b" })));

  test("ask for a review, a technician and a service that are there", async () => {
    const pages = await Promise.all(
      ["reviews", "pages", "pictures", "site"].map((part) => textOf(app, `/docs/${part}`)),
    );
    const samples = pages.join("").matchAll(/data-copy="the curl of GET [^"]*"[^>]*>([^<]*)</g);
    const calls = [...samples].map(([, call]) => call ?? "");
    expect(calls).toContain("curl 'https://reviews.example/api/reviews/r_newest'");
    expect(calls).toContain("curl 'https://reviews.example/technicians/marcus'");
    expect(calls).toContain("curl 'https://reviews.example/api/reviews/since/2026-05-01'");
    // There is no logo to name.
    expect(calls.filter((call) => /\/(?:ID|THEME|DATE)\b/.test(call))).toEqual([]);
  });

  test("show what they answer now, shortened", async () => {
    const html = await textOf(app, "/docs/reviews");
    expect(html).toContain("<summary>Answer now, shortened</summary>");
    expect(html).toContain('"id": "r_newest"');
    expect(html).not.toContain("Long. ".repeat(40));
    expect(html).not.toContain('r_7hq2m4xk5aw3tbvd"\n');
  });
});

describe("liveAnswers()", async () => {
  const document = await servedOpenApi("https://reviews.example");
  const operations = operationsOf(document, document.paths ?? {});
  const answersOf = (answer: (path: string) => Response) =>
    liveAnswers(document, operations, async (path) => answer(path));

  test("asks for no page and no picture, so that no page of the reference asks for itself", async () => {
    const asked: string[] = [];
    await answersOf((path) => {
      asked.push(path);
      return new Response(null, { status: 404 });
    });
    expect(asked).toContain("/reviews.json");
    expect(asked.filter((path) => /^\/(?:docs|share|badge|$|show|verification)/.test(path))).toEqual([]);
  });

  test("leaves out what is not answered as documented", async () => {
    const answers = await answersOf(() => new Response("<h1>Sorry</h1>", { headers: { "Content-Type": "text/html" } }));
    expect(answers.size).toBe(0);
  });

  test("reads only the beginning of a document of any size", async () => {
    const line = `${JSON.stringify({ id: "r1", text: "Quick" })},\n`;
    let sent = 0;
    const endless = () => {
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.enqueue(new TextEncoder().encode(sent++ === 0 ? '{"total":9,"reviews":[\n' : line.repeat(100)));
        },
      });
      return new Response(body, { headers: { "Content-Type": "application/json" } });
    };
    const one = operations.filter(({ path }) => path === "/reviews.json");
    const answers = await liveAnswers(document, one, async () => endless());
    expect(JSON.parse([...answers.values()][0] ?? "")).toEqual({ total: 9, reviews: [{ id: "r1", text: "Quick" }] });
    expect(sent).toBeLessThan(600);
  });
});
