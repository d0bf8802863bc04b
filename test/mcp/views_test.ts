/** MCP Apps: views that hosts show beside answers, had as resources, while the answers stay what they are. */
import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { insightsOf } from "../support/insights_of.ts";
import { endpointOf, modern, PLUMBER, type RpcBody, resultOf, review, sessionOn } from "../support/mcp_endpoint.ts";
import { htmlFaults } from "../support/page_faults.ts";
import { publicationOf } from "../support/publication_of.ts";

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)> \u202e drain`;
const REVIEWS = [
  review({ id: "new", date: "2026-05-02", rating: 5, text: "The drain runs again" }),
  review({
    id: "evil",
    date: "2026-05-01",
    rating: 1,
    title: HOSTILE,
    text: HOSTILE,
    author: { name: HOSTILE, is_anonymous: false },
  }),
  review({ id: "old", date: "2025-05-01", rating: 4, text: "Our boiler is quiet" }),
];
const publication = publicationOf(PLUMBER, REVIEWS, { insights: insightsOf(PLUMBER, REVIEWS) });

interface Content {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
  readonly _meta: Record<string, unknown>;
}

async function contentOf(uri: string): Promise<Content> {
  const { result } = await sessionOn(endpointOf(publication));
  const { contents } = (await result("resources/read", { uri })) as { contents: Content[] };
  return contents[0] as Content;
}
const htmlOf = async (uri: string) => (await contentOf(uri)).text;

const VIEWS = [
  "ui://goodword/rating",
  "ui://goodword/reviews",
  "ui://goodword/reviews?query=drain",
  "ui://goodword/comparison",
  "ui://goodword/comparison?since=2026-01-01&compare_until=2025-12-31",
  "ui://goodword/comparison?group_by=year",
];

describe("the tools", () => {
  test("name the view of their answers in _meta, by the name of the specification and the one before", async () => {
    const { result } = await sessionOn(endpointOf(publication));
    const { tools } = (await result("tools/list")) as {
      tools: { name: string; _meta?: { ui: { resourceUri: string } } }[];
    };
    const viewed = tools.flatMap(({ name, _meta }) => (_meta ? [[name, _meta.ui.resourceUri, _meta]] : []));
    expect(viewed).toMatchObject([
      ["get_business", "ui://goodword/rating", { "ui/resourceUri": "ui://goodword/rating" }],
      ["search_reviews", "ui://goodword/reviews", {}],
      ["get_review_stats", "ui://goodword/comparison", {}],
    ]);
  });

  test("answer hosts without views as ever: no HTML, and nothing of views among the resources", async () => {
    const { call, result } = await sessionOn(endpointOf(publication));
    const { text, structured } = await call("search_reviews", { query: "drain", rating: 5 });
    expect(text).toContain("The drain runs again");
    expect(JSON.stringify(structured)).not.toMatch(/ui:\/\/|html/);
    expect(JSON.stringify(await result("resources/list"))).not.toContain("ui://");
  });
});

describe.each(VIEWS)("%s", (uri) => {
  test("is HTML of MCP Apps that asks its host for nothing", async () => {
    const { mimeType, _meta, ...content } = await contentOf(uri);
    expect(content.uri).toBe(uri);
    expect(mimeType).toBe("text/html;profile=mcp-app");
    expect(_meta).toEqual({ ui: { csp: {}, prefersBorder: true } });
  });

  test("is valid HTML", async () => {
    expect(await htmlFaults(await htmlOf(uri), { "void-style": "off", "no-inline-style": "off" })).toEqual([]);
  });

  test("runs its own script alone, by its digest, and keeps hostile words as words", async () => {
    const html = await htmlOf(uri);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.replaceAll("&#39;", "'");
    const [script, ...others] = [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, code = ""]) => code);
    const digest = createHash("sha256")
      .update(script ?? "")
      .digest("base64");
    expect(others).toEqual([]);
    expect(policy).toStartWith("default-src 'none'; ");
    expect(policy).toContain(`script-src 'sha256-${digest}';`);
    expect(policy).not.toContain("unsafe");
    expect(html.replace(script ?? "", "")).not.toMatch(
      /<script>alert|<img|<[^>]* onerror=| style="|https?:\/\/(?!reviews\.plumber\.example|www\.w3\.org)/,
    );
  });
});

describe("readView()", () => {
  test("shows rating, reviews with the words marked, and both periods", async () => {
    expect(await htmlOf("ui://goodword/rating")).toContain("Ocean Plumbing</h1>");
    const reviews = await htmlOf("ui://goodword/reviews?query=drain&rating=5");
    expect(reviews).toContain("The <mark>drain</mark> runs again");
    expect(reviews).not.toContain("boiler");
    const compared = await htmlOf("ui://goodword/comparison?since=2026-01-01&compare_until=2025-12-31");
    expect(compared).toContain("<h2>Before</h2>");
    expect(compared).toContain("The mean is 1 lower: no more than chance may explain.");
  });

  test("shows nothing of an answer before it is known what was asked", async () => {
    expect(await htmlOf("ui://goodword/reviews")).toContain('<main><p class="quiet">Waiting for the answer</p></main>');
    expect(await htmlOf("ui://goodword/reviews?")).toContain("boiler");
  });

  test("refuses what its tool refuses, and views that are not there", async () => {
    const { rpc } = await sessionOn(endpointOf(publication));
    const errorOf = async (uri: string) => (await rpc("resources/read", { uri })).error;
    expect(await errorOf("ui://goodword/reviews?rating=9")).toMatchObject({ code: -32602 });
    expect((await errorOf("ui://goodword/reviews?colour=red"))?.message).toContain("colour");
    expect(await errorOf("ui://goodword/comparison?group_by=source&source=google")).toMatchObject({ code: -32602 });
    expect(await errorOf("ui://goodword/none")).toMatchObject({ code: -32002 });
  });

  test("gives clients of the newest revision the same", async () => {
    const uri = "ui://goodword/reviews?query=drain";
    const body = (await (await modern(endpointOf(publication), "resources/read", { uri })).json()) as RpcBody;
    expect(resultOf(body).contents).toMatchObject([{ text: await htmlOf(uri) }]);
  });
});
