import { describe, expect, test } from "bun:test";
import { renderErrorPage } from "../../src/pages/error_page.tsx";
import type { Review } from "../../src/review/mod.ts";
import { appOf, getOf } from "../support/app_of.ts";
import { CLIENT } from "../support/client.ts";
import { businessOf, manyReviews, pageAt, reviewOf, richPublication, SITE, siteAt } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";

describe("the page of a review", () => {
  test("shows the whole text, the reply, how it was verified and when", async () => {
    const review = reviewOf({
      id: "one",
      title: "Quick",
      text: "First paragraph.\n\nSecond paragraph.",
      reply: { text: "Thank you.", date: "2026-05-04" },
    });
    const { status, html } = await pageAt(richPublication([review]), "/reviews/one");
    expect(status).toBe(200);
    expect(html).toContain("<p>First paragraph.</p><p>Second paragraph.</p>");
    expect(html).toContain("Thank you.");
    expect(html).toContain("Verified customer: completed job");
    expect(html).toContain("Checked on 3 May 2026.");
    expect(html).toContain('<link rel="canonical" href="https://reviews.example/reviews/one"');
  });

  test.each([
    ["en", 0, "Published since 3 March 2026 and not changed since: entry 1,204 of the public log."],
    ["en", 1, "the review or its reply changed once: entry 1,204 of the public log."],
    ["es", 0, "Publicada desde el 3 de marzo de 2026 y sin cambios desde entonces: entrada 1204 del registro público."],
    ["fr", 2, "l’avis ou sa réponse a changé 2 fois"],
    ["de", 2, "die Bewertung oder die Antwort wurde 2-mal geändert: Eintrag 1.204 im öffentlichen Protokoll."],
  ])("reports in %s what the log holds of it after %i changes", async (language, logChanges, line) => {
    const site = await siteAt(SITE.baseUrl, language);
    const logged = {
      logIndex: 1204,
      logSalt: "A".repeat(43),
      logSince: Date.parse("2026-03-03T10:00:00Z"),
      logChanges,
    };
    const publication = publicationOf(businessOf(), [reviewOf({ id: "one" })], { logged });
    const { html } = await pageAt(publication, "/reviews/one", { site });
    expect(html).toContain(line);
    expect(html).toContain('href="/api/reviews/one/proof"');
    const unlogged = publicationOf(businessOf(), [reviewOf({ id: "one" })]);
    expect((await pageAt(unlogged, "/reviews/one", { site })).html).not.toContain("/proof");
  });

  test("shows no day that its source does not show, in no face of the page", async () => {
    const source = { name: "direct", url: null };
    const review = reviewOf({ id: "one", date: "2025-03-01", date_precision: "month", source });
    const { html } = await pageAt(richPublication([review]), "/reviews/one");
    expect(html).toContain('<time datetime="2025-03">March 2025</time>');
    expect(html).toContain('"datePublished":"2025-03"');
    expect(html).toContain("for Alder &amp; Sons Plumbing, March 2025.");
    expect(html).not.toMatch(/1 March 2025|2025-03-01/);
  });

  test("shows a translation below the customer's words, labelled with its source in the page's language", async () => {
    const translation = { text: "Very punctual.\n\nAnd clean.", language: "en" };
    const review = reviewOf({ id: "one", text: "Muy puntuales.", language: "es", translation });
    const { html } = await pageAt(richPublication([review]), "/reviews/one");
    const shown = /<div class="translation">.*?<\/div><\/div>/s.exec(html)?.[0];
    expect(shown).toContain('<p class="quiet">Translated by Google</p><div lang="en" dir="auto">');
    expect(shown).toContain("<p>Very punctual.</p><p>And clean.</p>");
    expect(html.indexOf("Muy puntuales.</p>")).toBeLessThan(html.indexOf("Translated by Google"));
    expect((await pageAt(richPublication([review]), "/")).html).not.toContain("Translated by Google");
    const site = await siteAt(SITE.baseUrl, "de");
    expect((await pageAt(richPublication([review]), "/reviews/one", { site })).html).toContain("Übersetzt von Google");
  });

  test("never shows a translation as the customer's words, where it is all there is", async () => {
    const review = reviewOf({
      id: "one",
      text: "",
      language: null,
      translation: { text: "Very punctual.", language: null },
    });
    for (const path of ["/", "/reviews/one"]) {
      const { html } = await pageAt(richPublication([review]), path);
      expect(html).toContain('Translated by Google</p><div lang dir="auto"><p>Very punctual.</p>');
      expect(html).not.toMatch(/Stars only|<blockquote|"reviewBody"/);
    }
  });

  test("labels a judgement that was read in the translation, without a quote", async () => {
    const review = reviewOf({
      id: "one",
      text: "Muy puntuales.",
      translation: { text: "Very punctual.", language: "en" },
      aspects: [{ aspect: "punctuality", sentiment: "positive", certainty: 1, quote: "" }],
    });
    const { html } = await pageAt(richPublication([review]), "/reviews/one");
    expect(html).toContain("<dd>Read in the translation.</dd>");
    expect(html).not.toContain("The business corrected");
    const quoted = { aspect: "punctuality", sentiment: "positive", certainty: 0.97, quote: "Right on time." } as const;
    const corrected = { aspect: "honesty", sentiment: "negative", certainty: 1, quote: "" } as const;
    const read = reviewOf({ ...review, text: "Right on time.", aspects: [quoted, corrected] });
    expect((await pageAt(richPublication([read]), "/reviews/one")).html).toContain("The business corrected");
  });

  test("begins its title with the customer's words, cut to what a tab shows", async () => {
    const titleOf = async (text: string) => {
      const { html } = await pageAt(richPublication([reviewOf({ id: "one", text })]), "/reviews/one");
      return /<title>([^<]*)</.exec(html)?.[1];
    };
    expect(await titleOf("On time.\nFair price.")).toBe("“On time. Fair price.” – Alder &amp; Sons Plumbing");
    expect(await titleOf("word ".repeat(99))).toBe("“word word word word word word word…” – Alder &amp; Sons Plumbing");
    expect(await titleOf("x".repeat(99))).toMatch(/^“x{30,40}…” – Alder/);
    expect(await titleOf("")).toBe("5 out of 5 stars, review of Alder &amp; Sons Plumbing, 1 May 2026");
  });

  test("does not call verified what only the business attests", async () => {
    const verification = { method: "operator_attested", strength: null, date: null } as const;
    const publication = richPublication([reviewOf({ id: "one", verification })]);
    for (const path of ["/", "/reviews/one"]) {
      const { html } = await pageAt(publication, path);
      const [, description] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
      expect(description).toMatch(/Confirmed only by the business; Google does not check|1 review from Google/);
      expect(description).not.toMatch(/verified/i);
    }
  });

  test("links the technicians and services it mentions to their pages", async () => {
    const review = reviewOf({
      id: "one",
      mentions: {
        entities: [],
        technicians: ["Dana Okafor", "Not In The Catalog"],
        services: ["drains"],
        service_areas: [],
      },
    });
    const { html } = await pageAt(richPublication([review]), "/reviews/one");
    expect(html).toContain('<a href="/technicians/dana"><bdi>Dana Okafor</bdi></a>');
    expect(html).toContain('<a href="/services/drains"><bdi>Drain cleaning</bdi></a>');
    expect(html).not.toContain("Not In The Catalog");
  });

  test("explains each judgement: its words, its side, its certainty, and a link to similar ones", async () => {
    const review = reviewOf({
      text: "Dana came at eight sharp. The bill was high, though.",
      mentions: { entities: [], technicians: ["Dana Okafor"], services: ["drains"], service_areas: [] },
      aspects: [
        { aspect: "punctuality", sentiment: "positive", certainty: 0.97, quote: "came at eight sharp" },
        { aspect: "price_value", sentiment: "unclear", certainty: 0.7, quote: "The bill was high" },
        { aspect: "honesty", sentiment: "negative", certainty: 1, quote: "" },
      ],
    });
    const { html } = await pageAt(richPublication([review]), "/reviews/r1");
    const why = (/<details class="row" id="why".*?<\/details>/s.exec(html)?.[0] ?? "").replaceAll(
      /<(?!a |\/a|q)[^>]*>/g,
      "",
    );
    expect(why).toContain(
      '<a href="/?mentions_aspect=punctuality&amp;sentiment=positive">Punctuality</a> praised 97% certain',
    );
    expect(why).toContain('<q dir="auto">came at eight sharp');
    expect(why).toContain("Not certain enough to count as praise");
    expect(why).toContain("The business corrected this judgement.");
    expect(why).toContain('<a href="/technicians/dana">Dana Okafor</a> mentioned<q dir="auto">Dana');
    expect(why).toContain("Named in the imported file.");
    expect(html).toContain("Dana <mark>came at eight sharp</mark>. <mark>The bill was high</mark>, though.");
  });

  test.each([
    [
      "reviews@alder.example",
      "mailto:reviews@alder.example?subject=Report%20of%20review%20r1&amp;body=https%3A%2F%2Freviews.example%2Freviews%2Fr1",
    ],
    [
      "https://alder.example/report?a=1",
      "https://alder.example/report?a=1&amp;review=https%3A%2F%2Freviews.example%2Freviews%2Fr1",
    ],
  ])("offers to report the review to %s", async (report_to, href) => {
    const { html } = await pageAt(richPublication([reviewOf()], businessOf({ report_to })), "/reviews/r1");
    expect(html).toContain(`<a href="${href}" rel="nofollow">Report this review</a>`);
    expect((await pageAt(richPublication([reviewOf()]), "/reviews/r1")).html).not.toContain("Report this review");
  });

  test("states that only stars were given, and when the author changed the text", async () => {
    const review = reviewOf({ id: "one", text: "", edited: true, updated_at: "2026-05-20T08:00:00.000Z" });
    const { html } = await pageAt(richPublication([review]), "/reviews/one");
    expect(html).toContain("Stars only, no text.");
    expect(html).toContain("this version is from 20 May 2026");
  });

  test("states since when the review is gone from the site where it was written", async () => {
    const { html } = await pageAt(richPublication([reviewOf({ gone_at_source: "2026-05-20" })]), "/reviews/r1");
    expect(html).toContain("No longer on Google, as of 20 May 2026");
    expect((await pageAt(richPublication([reviewOf()]), "/reviews/r1")).html).not.toContain("No longer on");
  });

  test("leads to the next newer and the next older review", async () => {
    const { html } = await pageAt(richPublication(manyReviews(3)), "/reviews/r1");
    expect(html).toContain('<a rel="prev" href="/reviews/r0">');
    expect(html).toContain('rel="next" href="/reviews/r2">');
  });

  test("answers 410 for a removed review, with the date", async () => {
    const { status, html } = await pageAt(richPublication(), "/reviews/gone");
    expect(status).toBe(410);
    expect(html).toContain("This review was taken down");
    expect(html).toContain('<time datetime="2026-04-02">2 April 2026</time>');
  });

  test.each([
    ["en", "Withdrawn by its author on "],
    ["de", "vom Verfasser zurückgezogen"],
    ["es", "Retirada por su autor el "],
    ["fr", "Retiré par son auteur le "],
  ])("names in %s the author's decision and its day, and no reasons of the firm", async (language, words) => {
    const site = await siteAt(SITE.baseUrl, language);
    const removals = [{ id: "mine", removed_at: "2026-04-02T08:00:00.000Z", by: "author" as const }];
    const { status, html } = await pageAt(publicationOf(businessOf(), [reviewOf()], { removals }), "/reviews/mine", {
      site,
    });
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? "";
    expect(status).toBe(410);
    expect(main).toContain(words);
    expect(main).toContain('<time datetime="2026-04-02">');
    expect(main).not.toContain("/verification");
  });

  test("of a copy at another site redirects browsers and programs to the review that counts, cacheable for a minute", async () => {
    const joinedCopies = [
      { id: "copy", countedId: "r1" },
      { id: "lost", countedId: "withheld" },
    ];
    const get = appOf(publicationOf(businessOf(), [reviewOf({ id: "r1" })], { joinedCopies }));
    for (const accept of ["text/html", "application/json"]) {
      const request = new Request("http://goodword.test/reviews/copy", { headers: { accept } });
      const { status, headers } = await get(request, CLIENT);
      expect([status, headers.get("location")]).toEqual([308, "/reviews/r1"]);
      expect(headers.get("cache-control")).toBe("max-age=60");
      expect(headers.get("access-control-allow-origin")).toBe("*");
    }
    expect((await getOf(get, "/reviews/lost")).status).toBe(404);
  });

  test("answers 404 for a review that never was", async () => {
    const { status, html, cacheable } = await pageAt(richPublication(), "/reviews/never");
    expect(status).toBe(404);
    expect(cacheable).toBe(false);
    expect(html).toContain("Page not found");
  });
});

describe("the page of an error", () => {
  test("shows the id of a fault and nothing else of it", () => {
    const { status, body } = renderErrorPage(SITE, 500, { faultId: "f-17" });
    expect(status).toBe(500);
    expect(String(body)).toContain("Reference: <code>f-17</code>");
    expect(String(body)).toContain("Something went wrong");
  });
});

describe("how a review was verified", () => {
  const markOf = async (verification: Review["verification"]) => {
    const { html } = await pageAt(richPublication([reviewOf({ id: "one", verification })]), "/reviews/one");
    return /<a class="verified[^>]*>[\s\S]*?<\/a>/.exec(html)?.[0] ?? "";
  };

  test("looks different for each method, and is missing where only the business attests", async () => {
    const marks = await Promise.all([
      markOf({ method: "job_record", strength: "contact", date: "2026-05-03" }),
      markOf({ method: "invitation", strength: null, date: "2026-05-03" }),
      markOf({ method: "platform", strength: null, date: null }),
      markOf({ method: "operator_attested", strength: null, date: null }),
    ]);
    expect(new Set(marks.map((mark) => /<path d="[^"]*"/.exec(mark)?.[0])).size).toBe(4);
    expect(marks[0]).toContain("Verified customer: completed job, by contact");
    expect(marks[3]).toContain("Confirmed only by the business; Google does not check");
    expect(marks[3]).not.toContain("<svg");
    expect(marks[3]).not.toMatch(/verified(?!\s+by-operator)/i);
  });
});
