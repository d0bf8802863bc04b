/** The API reference without its scripts, and the addresses that lead to it. */
import { describe, expect, test } from "bun:test";
import { operations } from "../../src/server/app/mod.ts";
import { appOf, getOf } from "../support/app_of.ts";
import { pageAt, richPublication, siteAt } from "../support/page_stage.ts";

describe("/docs without scripts", () => {
  test("lists every documented operation with its sentence, and no page", async () => {
    const { html } = await pageAt(richPublication(), "/docs");
    const listed = [...html.matchAll(/<dt><code>(.*?)<\/code><\/dt><dd>(.*?)<\/dd>/g)].map(([, call = "", words]) => [
      call.replaceAll(/<[^>]*>/g, ""),
      words,
    ]);
    const documented = operations.filter(({ tag }) => tag !== undefined);
    expect(listed.sort()).toEqual(documented.map((each) => [`${each.method} ${each.path}`, each.summary]).sort());
  });

  test("links to documents that open without parameters, below the base address of a business", async () => {
    const { html } = await pageAt(richPublication(), "/docs", { site: await siteAt("https://firms.example/b/alder") });
    expect(html).toContain('<a href="/b/alder/reviews.json">');
    expect(html).toContain('data-document="/b/alder/.well-known/openapi.json" data-base="/b/alder"');
    expect(html).not.toContain("<code>POST <a");
    expect(html).not.toMatch(/href="[^"]*\{/);
    expect(html).not.toMatch(/(?:href|src)="\/(?!b\/alder\/)/);
  });

  test("allows styles in elements on this page alone, and nothing from elsewhere", async () => {
    const { headers } = await pageAt(richPublication(), "/docs");
    expect(headers?.["Content-Security-Policy"]).toBe(
      "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    const elsewhere = await pageAt(richPublication(), "/developers");
    expect(elsewhere.headers?.["Content-Security-Policy"]).not.toContain("unsafe-inline");
  });
});

describe("the usual addresses", () => {
  const app = appOf(richPublication(), { site: { baseUrl: "https://firms.example/b/alder" } });

  test.each(["/swagger", "/openapi", "/docs/reviews", "/docs/guide-websub"])("%s leads to /docs", async (path) => {
    const { status, headers } = await getOf(app, path);
    expect([status, headers.get("location")]).toEqual([308, "/b/alder/docs"]);
  });

  test("/openapi.json is the document, and is not in it", async () => {
    const document = await (await getOf(app, "/openapi.json")).json();
    expect(document).toEqual(await (await getOf(app, "/.well-known/openapi.json")).json());
    expect(document.paths).not.toHaveProperty("/openapi.json");
  });
});
