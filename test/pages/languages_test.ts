/** The pages in several languages: which address speaks which, and that no fixed word is written elsewhere than in a catalogue. */
import { describe, expect, test } from "bun:test";
import { catalogueOf, LANGUAGES } from "../../src/languages/mod.ts";
import type { Review } from "../../src/review/mod.ts";
import { markedWords } from "../support/catalogues.ts";
import { insightsOf } from "../support/insights_of.ts";
import { businessOf, manyReviews, pageAt, reviewOf, richPublication, SITE, siteAt } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";

describe("A page in a language", () => {
  test("declares it in lang, and links to pages in the same language", async () => {
    const { html } = await pageAt(richPublication(), "/es/verification");
    expect(html).toContain('<html lang="es" dir="ltr">');
    expect(html).toContain('<h1 id="title">Cómo se verifican las reseñas</h1>');
    const links = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href ?? "");
    const others = links.filter((href) => !/^\/es\//.test(href));
    expect(others.sort()).toEqual([
      "/de/verification",
      "/developers",
      "/fr/verification",
      "/insights.json",
      "/insights.json",
      "/verification",
    ]);
  });

  test("states the language of customers' words where it is another than its own", async () => {
    const quotes = async (path: string) =>
      [...(await pageAt(richPublication(), path)).html.matchAll(/<q [^>]*>/g)].join();
    expect(await quotes("/de/")).toContain('<q lang="en" dir="auto">');
    expect(await quotes("/")).toMatch(/^<q dir="auto">(,<q dir="auto">)*$/);
    expect((await pageAt(richPublication(), "/de/")).html).toContain('<span lang="en">on time</span> (4)');
    expect((await pageAt(richPublication(), "/")).html).toContain("<span>on time</span> (4)");
  });

  test("names itself and the same page in every other language, so that search engines show the right one", async () => {
    const { html } = await pageAt(richPublication(), "/fr/verification");
    const at = (path: string) => `https://reviews.example${path}`;
    expect(html).toContain(`<link rel="canonical" href="${at("/fr/verification")}">`);
    const alternates = [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)].map(
      ([, language, href]) => [language, href],
    );
    expect(Object.fromEntries(alternates)).toEqual({
      en: at("/verification"),
      es: at("/es/verification"),
      fr: at("/fr/verification"),
      de: at("/de/verification"),
      "x-default": at("/verification"),
    });
  });

  test("is in the language of the business where its address names none, and known by that address alone", async () => {
    const german = richPublication(manyReviews(3), businessOf({ language: "de" }));
    const site = await siteAt(SITE.baseUrl, "de");
    const { html } = await pageAt(german, "/verification", { site });
    expect(html).toContain('<html lang="de" dir="ltr">');
    const named = await pageAt(german, "/de/verification", { site });
    expect(named.html).toBe(html);
    const english = await pageAt(german, "/en/verification", { site });
    expect(english.html).toContain('<html lang="en" dir="ltr">');
    expect(english.html).toContain('href="/en/verification"');
  });

  test("writes numbers, shares and means as the language does", async () => {
    const { html } = await pageAt(richPublication(manyReviews(50)), "/de/verification");
    expect(html.replaceAll(/<[^>]*>/g, "")).toContain(
      "50 veröffentlichte Bewertungen (100\u00a0%), im Durchschnitt 4,4 Sterne",
    );
  });
});

describe("The summary of reviews of which many could not be read", async () => {
  const many = (count: number, fields: Partial<Review>) =>
    Array.from({ length: count }, (_, at) =>
      reviewOf({ ...fields, id: `${fields.text?.slice(0, 3)}${fields.rating}-${at}` }),
    );
  const polish = "Byli bardzo punktualni i wszystko było dobrze.";
  const reviews = [
    ...many(20, { rating: 5, text: "They were right on time." }),
    ...many(12, { rating: 1, text: "They overcharged us." }),
    ...many(20, { rating: 5, text: polish, language: "pl" }),
    ...many(2, { rating: 4, text: polish, language: "pl", translation: { text: "They came.", language: "en" } }),
  ];
  const summaryOf = async (language: string, kept = reviews) => {
    const publication = publicationOf(businessOf(), kept, { insights: insightsOf(businessOf(), kept) });
    const { html } = await pageAt(publication, `/${language}/`);
    return (/<section class="say".*?<\/section>/s.exec(html)?.[0] ?? "")
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ");
  };
  const beginning = (message: string) => message.slice(0, message.indexOf("{")).replaceAll(/\s+/g, " ").trimEnd();

  describe.each(LANGUAGES.map((language) => [language, catalogueOf(language).messages] as const))(
    "%s",
    (language, messages) => {
      test("gives the share of texts that was read and of translations, and limits its sentences to it", async () => {
        const text = await summaryOf(language);
        expect(text).toMatch(/\b63\s?%/);
        expect(text).toMatch(/\b2 te(?:xts|xte|xtos|xtes)\b/i);
        for (const key of ["say.praiseRead", "say.blameRead"] as const)
          expect(text).toContain(beginning(messages[key]));
      });

      test("refers to all customers, without a share, where everything was read", async () => {
        const text = await summaryOf(language, reviews.slice(0, 32));
        expect(text).not.toContain("%");
        for (const key of ["say.praise", "say.blame"] as const) expect(text).toContain(beginning(messages[key]));
        for (const key of ["say.praiseRead", "say.blameRead"] as const) {
          expect(text).not.toContain(beginning(messages[key]));
        }
      });
    },
  );
});

describe("No fixed word of a page is written elsewhere than in a catalogue:", () => {
  /** Texts that no catalogue contains, in a script that no catalogue uses. */
  const business = businessOf({
    name: "Ω",
    description: "Ω",
    url: null,
    services: [{ id: "drains", name: "Ω", keywords: [] }],
    technicians: [{ id: "marcus", name: "Ω", aliases: [], public: true }],
    service_areas: [{ id: "ω", name: "Ω", aliases: [] }],
    address: { street_address: "Ω", locality: "Ω", region: "Ω", postal_code: "1", country: null },
    license: { name: "Ω", url: "https://ω.example/" },
    sources: [{ name: "Ω", terms: "https://ω.example/" }],
    is_sample: true,
  });
  const reviews = manyReviews(50).map((review, at) =>
    reviewOf({
      ...review,
      text: "Ω",
      author: { name: "Ω", is_anonymous: false },
      source: { name: at % 2 === 0 ? "ω" : "direct", url: null },
      mentions: { entities: [], technicians: ["Ω"], services: ["drains"], service_areas: ["ω"] },
      reply: review.reply && { text: "Ω", date: null },
    }),
  );

  /** Names, and the words of the interface that pages quote. */
  const NAMES =
    /https:\/\/reviews\.example\/zz\/(?=[\s<])|\b(?:Goodword|insights\.json|on time|JSON Feed|JSON|Atom|English|Español|Français|Deutsch)\b/g;

  test.each([
    "/verification",
    "/nowhere",
    "/",
    "/?query=Ω&sort=oldest",
    "/?rating=9",
    "/?query=Ψ",
    "/reviews/r4",
    "/reviews/gone",
    "/technicians/marcus",
    "/services/drains",
  ])("%s", async (path) => {
    const site = { ...SITE, words: markedWords() };
    const { html } = await pageAt(richPublication(reviews, business), path, { site });
    expect(wordsOf(html.replaceAll(NAMES, ""))).toEqual([]);
  });

  /** Latin words that a reader sees or hears. */
  function wordsOf(html: string): string[] {
    const heard = [...html.matchAll(/ (?:alt|title|aria-label|placeholder|content)="([^"]*)"/g)]
      .map(([, text]) => text ?? "")
      .filter((text) => !/^(?:width=|light dark|#|website$|noindex$|summary|image\/png$|https?:)/.test(text));
    // Text for programs and from programs is English.
    const seen = html.replaceAll(/<script.*?<\/script>|<pre.*?<\/pre>|<li lang="en">.*?<\/li>/gs, "").split(/<[^>]*>/);
    return [...heard, ...seen].flatMap((text) => text.replaceAll(/&\w+;/g, " ").match(/[A-Za-zÀ-ɏ]{2,}/g) ?? []);
  }
});

test("every language that has a catalogue is offered on every page of the business", async () => {
  const { html } = await pageAt(richPublication(), "/verification");
  const offered = [...html.matchAll(/<a href="[^"]*" lang="(\w+)"/g)].map(([, language]) => language ?? "");
  expect(offered).toEqual([...LANGUAGES]);
});
