import { describe, expect, test } from "bun:test";
import { appOf, getOf } from "../../support/app_of.ts";
import { CLIENT } from "../../support/client.ts";
import { businessOf, manyReviews, richPublication } from "../../support/page_stage.ts";

const app = appOf(richPublication(manyReviews(5)));
const inBrowser = (path: string) =>
  app(new Request(`http://goodword.test${path}`, { headers: { Accept: "text/html" } }), CLIENT);

describe("An address that names a language", () => {
  test("answers with the page in that language, with a tag of its own", async () => {
    const english = await getOf(app, "/verification");
    const spanish = await getOf(app, "/es/verification");
    expect(await english.text()).toContain('<html lang="en"');
    expect(await spanish.text()).toContain('<html lang="es"');
    expect(spanish.headers.get("etag")).not.toBe(english.headers.get("etag"));
    const again = await app(
      new Request("http://goodword.test/es/verification", {
        headers: { "If-None-Match": spanish.headers.get("etag") ?? "" },
      }),
      CLIENT,
    );
    expect(again.status).toBe(304);
  });

  test("answers HEAD as GET, without its body", async () => {
    const head = await app(new Request("http://goodword.test/es/verification", { method: "HEAD" }), CLIENT);
    const get = await getOf(app, "/es/verification");
    expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
    // The server sends the length of this body, and leaves it out.
    expect((await head.bytes()).length).toBe((await get.bytes()).length);
  });

  test("keeps the query of a search", async () => {
    expect((await getOf(app, "/fr/?rating=9")).status).toBe(400);
    expect((await getOf(app, "/fr/?query=drain")).status).toBe(200);
  });

  test("applies to pages, badge and embed only: documents for programs have one address", async () => {
    expect((await getOf(app, "/de/badge.svg")).status).toBe(200);
    expect((await getOf(app, "/de/embed.js")).status).toBe(200);
    for (const path of ["/de/insights.json", "/de/docs", "/de/api/reviews/search", "/de/healthz"]) {
      expect([path, (await getOf(app, path)).status]).toEqual([path, 404]);
    }
  });

  test("leads to the page of a review, and its picture, in the business's language", async () => {
    for (const path of ["/reviews/r3", "/reviews/r3/share.png", "/reviews/nobody"]) {
      const { status, headers } = await getOf(app, `/es${path}`);
      expect([status, headers.get("location")]).toEqual([308, path]);
    }
    const home = await (await getOf(app, "/es/")).text();
    expect(home).toContain('href="/reviews/r3"');
    expect(home).not.toContain("/es/reviews/");
  });

  test("leads nowhere in a language without a catalogue", async () => {
    for (const path of ["/it/verification", "/__proto__/verification", "/english/verification"]) {
      expect([path, (await getOf(app, path)).status]).toEqual([path, 404]);
    }
  });

  test("answers an unknown path in its language", async () => {
    expect(await (await inBrowser("/es/nowhere")).text()).toContain("Página no encontrada");
    expect(await (await inBrowser("/nowhere")).text()).toContain("Page not found");
  });

  test("takes no other method than the page does", async () => {
    const answer = await app(new Request("http://goodword.test/es/verification", { method: "POST" }), CLIENT);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});

test("a business of another language has its pages in that language, and in English below /en/", async () => {
  const german = appOf(richPublication(manyReviews(5), businessOf({ language: "de-AT" })));
  expect(await (await getOf(german, "/verification")).text()).toContain('<html lang="de" dir="ltr">');
  expect(await (await getOf(german, "/en/verification")).text()).toContain('<html lang="en" dir="ltr">');
});
