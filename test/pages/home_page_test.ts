import { describe, expect, test } from "bun:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { pageAssets } from "../../src/pages/mod.ts";
import { FRAMES } from "../../src/server/picture_frames.ts";
import {
  businessOf,
  insightsOf,
  manyReviews,
  pageAt,
  reviewOf,
  richPublication,
  siteAt,
} from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";

describe("the home page", () => {
  test("shows the business, its kind and place, and how to reach it", async () => {
    const { html } = await pageAt(richPublication(), "/");
    expect(html).toContain('<h1 id="business-name" dir="auto">Alder &amp; Sons Plumbing</h1>');
    expect(html).toContain("Plumber in <bdi>Port Avery, MN</bdi>");
    expect(html).toContain('href="tel:+12185550142">Call <bdi class="telephone">(218) 555-0142</bdi>');
    expect(html).toContain(">alder.example</a>");
  });

  test("has the count alone in its title where a long name leaves no room for more", async () => {
    const verification = { method: "operator_attested", strength: null, date: null } as const;
    const reviews = manyReviews(5).map((review, at) => ({ ...review, ...(at === 0 && { verification }) }));
    const titleOf = async (name: string) =>
      /<title>([^<]*)</.exec((await pageAt(richPublication(reviews, businessOf({ name })), "/es/")).html)?.[1];
    expect(await titleOf("Hobart")).toBe("Hobart: 5 reseñas, 4 de ellas verificadas");
    expect(await titleOf("Hobart y Vesely, fontanería y calefacción")).toBe(
      "Hobart y Vesely, fontanería y calefacción: 5 reseñas",
    );
  });

  test("shows the mean rating with a name for the stars, the count and the period", async () => {
    const { html } = await pageAt(richPublication(), "/");
    expect(html).toContain('<strong class="rating-value">4.4</strong>');
    expect(html).toContain('aria-label="4.4 out of 5 stars"');
    expect(html).toContain('<a href="/?sort=newest" data-count="50">50 verified reviews</a>');
    expect(html).toContain("March 2025 to March 2026");
  });

  test("shows the distribution as a table whose rows lead to the reviews they count", async () => {
    const { html } = await pageAt(richPublication(), "/");
    expect(html).toContain('<a href="/?rating=5">5 stars</a>');
    expect(html).toContain('80%</span></td><td class="figure"><a href="/?rating=5" data-count="40">40</a></td>');
  });

  test("shows each sentence of the summary with one of a customer that speaks to it, praise and blame", async () => {
    const reviews = [
      reviewOf({ id: "good", text: "On the dot." }),
      reviewOf({ id: "bad", rating: 1, text: "Too dear." }),
      ...manyReviews(3),
    ];
    const { html } = await pageAt(richPublication(reviews), "/");
    expect(html).toMatch(
      /<a href="\/\?mentions_aspect=punctuality" data-count="13">13<\/a> reviews praise punctuality\.<\/p><ul class="quotes"><li><q dir="auto">On the dot\.<\/q>/,
    );
    expect(html).toMatch(/Prices are criticised in 4 of 7\.<\/p><ul class="quotes"><li><q dir="auto">Too dear\.<\/q>/);
  });

  test("shows the owner's summary as the owner's", async () => {
    const insights = insightsOf([]);
    const summary = { ...insights.summary, source: "owner" as const, text: "We do what we say." };
    const page = await pageAt(publicationOf(businessOf(), manyReviews(5), { insights: { ...insights, summary } }), "/");
    expect(page.html).toContain(
      '<p class="summary">We do what we say.</p><p class="quiet">Written by the business.</p>',
    );
  });

  test("shows every aspect with its counts in words, and all figures as a table", async () => {
    const { html } = await pageAt(richPublication(), "/");
    const words = html.replaceAll(/<\/?a[^>]*>/g, "");
    expect(words).toContain("12 praise · 1 criticise");
    expect(words).toContain("13 reviews mention it: 12 positive and 1 negative. These reviews average 4.5 stars.");
    expect(words).toContain(
      '<th scope="row">Punctuality</th><td>13</td><td>12</td><td>0</td><td>0</td><td>1</td><td>4.5</td>',
    );
    expect(html).toContain(
      '<a href="/?mentions_aspect=punctuality&amp;sentiment=negative" data-count="1">1</a> negative',
    );
  });

  test("shows the trend as a picture, in words and as a table", async () => {
    const { html } = await pageAt(richPublication(), "/");
    expect(html).toContain("Average rating over time: from 4.1 in Q3 2025 to 4.3 in Q1 2026");
    expect(html).toMatch(/<th scope="row">Q4 2025<\/th><td>4\.2<\/td><td><a href="[^"]+" data-count="5">5<\/a><\/td>/);
  });

  test("names technicians and services from five reviews on, each list with the most named first", async () => {
    const { html } = await pageAt(richPublication(manyReviews(9)), "/");
    const listed = [...html.matchAll(/<li><span><a href="([^"]*)"><bdi>([^<]*)<\/bdi><\/a><\/span>/g)].map(
      (match) => match[2],
    );
    expect(listed).toEqual(["Marcus Bell", "Drain cleaning"]);
  });

  test("leaves to the page for developers how to follow: both feeds, the hub and the MCP server", async () => {
    const home = await pageAt(richPublication(), "/");
    expect(home.html).toContain('<a href="/developers">');
    expect(home.html).not.toContain("WebSub");
    const { html } = await pageAt(richPublication(), "/developers");
    for (const path of ["/feed.xml", "/api/feed.json", "/api/websub/hub", "/mcp"]) {
      expect(html).toContain(`>https://reviews.example${path}</code>`);
    }
    expect(html).toContain('<link rel="alternate" type="application/atom+xml"');
  });

  test("states that the business publishes the reviews and controls the site", async () => {
    const { html } = await pageAt(richPublication(), "/");
    expect(html).toContain("<bdi>Alder &amp; Sons Plumbing</bdi>, which controls this site.");
  });

  test("labels sample data, and only sample data", async () => {
    const sample = await pageAt(richPublication(manyReviews(3), businessOf({ is_sample: true })), "/");
    const own = await pageAt(richPublication(), "/");
    expect(sample.html).toContain("<strong>Sample data.</strong>");
    expect(own.html).not.toContain("Sample data.");
  });

  test("has its own address and picture in Open Graph tags", async () => {
    const { html } = await pageAt(richPublication(manyReviews(3)), "/");
    expect(html).toContain('<meta property="og:url" content="https://reviews.example/">');
    expect(html).toContain(`<meta property="og:image" content="https://reviews.example/share.png">`);
  });

  test("shows the newest four and the longest critical review before any analysis", async () => {
    const reviews = manyReviews(50).map((review) =>
      review.id === "r14"
        ? { ...review, text: `${review.text} ${"Nobody called, and the boiler leaked again. ".repeat(3)}` }
        : review,
    );
    const { html } = await pageAt(richPublication(reviews), "/");
    const before = html.slice(0, html.indexOf("What customers say"));
    const ids = [...before.matchAll(/<article class="review" id="review-(\w+)"/g)].map((match) => match[1]);
    expect(ids).toEqual(["r0", "r1", "r2", "r3", "r14"]);
    expect(html.match(/<article/g)).toHaveLength(5);
    expect(html).toContain('<a class="button quiet-button" href="/?sort=newest" data-count="50">All 50 reviews</a>');
    expect(html.match(/id="review-r14"/g)).toHaveLength(1);
  });

  test("offers chips for aspects and replies, each a search with its number", async () => {
    const { html } = await pageAt(richPublication(manyReviews(20)), "/");
    const chips = /<nav class="chips".*?<\/nav>/s.exec(html)?.[0] ?? "";
    for (const [search, count] of [
      ["mentions_aspect=punctuality", 13],
      ["has_reply=true", 4],
    ]) {
      expect(chips).toContain(`<a href="/?${search}" data-count="${count}">`);
    }
  });

  test.each([
    ["/", "Read the full reply"],
    ["/de/", "Ganze Antwort lesen"],
    ["/es/", "Leer la respuesta completa"],
    ["/fr/", "Lire la réponse complète"],
  ])("leads from the beginning of a long reply on %s to the whole of it", async (path, words) => {
    const long = { text: `${"Dana will visit you on Thursday. ".repeat(20)}Free of charge.`, date: null };
    const short = { text: "Thank you!", date: null };
    const reviews = [reviewOf({ id: "long", reply: long }), reviewOf({ id: "short", reply: short })];
    const { html } = await pageAt(richPublication(reviews), path);
    const more = [...html.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].filter(([, , text]) => text === words);
    expect(more.map(([, href]) => href)).toEqual(["/reviews/long"]);
  });

  test("offers orders from the second review on, since one has none", async () => {
    const ordersOf = async (count: number) =>
      (await pageAt(richPublication(manyReviews(count)), "/")).html.includes('<nav class="orders');
    expect([await ordersOf(1), await ordersOf(2)]).toEqual([false, true]);
  });

  test("has a part about the business only where something is known", async () => {
    const nothing = {
      description: null,
      url: null,
      founded: null,
      address: null,
      service_areas: [],
      license_ids: [],
      opening_hours: [],
    };
    const cases: [Parameters<typeof businessOf>[0], boolean][] = [
      [{}, false],
      [{ description: "Drains and boilers." }, true],
      [{ url: "https://alder.example" }, true],
      [{ license_ids: ["PC-1"] }, true],
      [{ founded: 1998 }, true],
    ];
    for (const [known, isShown] of cases) {
      const { html } = await pageAt(publicationOf(businessOf({ ...nothing, ...known }), manyReviews(3)), "/");
      expect([known, html.includes('<h2 id="about">')]).toEqual([known, isShown]);
    }
  });

  test("is complete without reviews and without insights", async () => {
    const page = await pageAt(publicationOf(businessOf(), []), "/");
    expect(page.status).toBe(200);
    expect(page.html).toContain("There are no reviews here yet.");
  });

  test("without reviews has no search and no summary, and counts the reviews that are held back", async () => {
    const { html } = await pageAt(richPublication([]), "/");
    expect(html).not.toMatch(/<search|What customers say/);
    expect(html).toContain('<a href="/verification">3 reviews were received but are held back</a>');
  });

  test("shows a telephone number that cannot be dialled as text", async () => {
    const { html } = await pageAt(publicationOf(businessOf({ telephone: "ask at the desk" }), []), "/");
    expect(html).toContain('<p class="actions"><bdi>ask at the desk</bdi>');
  });

  test("gives each text its language and lets it choose its direction", async () => {
    const hebrew = reviewOf({ text: "עבודה מצוינת", language: "he", reply: { text: "Merci !", date: null } });
    const { html } = await pageAt(richPublication([hebrew], businessOf({ language: "fr" })), "/");
    expect(html).toContain('<blockquote lang="he" dir="auto">');
    expect(html).toContain('<div lang="fr" dir="auto"><p>Merci !</p>');
  });

  test.each([
    ["that is very long", "very long ", 900, 40],
    ["of very many lines", "line\n", 200, 30],
  ])("cuts a text %s in the list and leads to the whole", async (_, part, times, left) => {
    const { html } = await pageAt(publicationOf(businessOf(), [reviewOf({ text: part.repeat(times) })]), "/");
    expect(html).toContain("Read the full review");
    const shown = /<blockquote.*?<\/blockquote>/s.exec(html)?.[0] ?? "";
    expect(shown.split(part.trim()).length - 1).toBe(left);
  });

  test("never links to an address that is not of the web", async () => {
    const review = reviewOf({ source: { name: "odd", url: "javascript:alert(1)" } });
    const { html } = await pageAt(richPublication([review], businessOf({ url: "javascript:alert(2)" })), "/");
    expect(html).not.toContain('href="javascript:');
  });

  test("weighs less than 30 kB compressed, style sheet and script included, 60 kB with the largest pictures", async () => {
    const { html } = await pageAt(richPublication(manyReviews(200)), "/");
    const assets = pageAssets.filter(({ path }) => html.includes(path));
    const bytes = [new TextEncoder().encode(html), ...(await Promise.all(assets.map(({ read }) => read())))];
    const sizeAs = (compress: typeof gzipSync) => bytes.reduce((sum, body) => sum + compress(body).length, 0);
    expect(assets).toHaveLength(3);
    expect(sizeAs(gzipSync)).toBeLessThan(30_000);
    expect(sizeAs(brotliCompressSync) + FRAMES.logo.maxBytes + FRAMES.photo.maxBytes).toBeLessThan(60_000);
  });

  test("keeps its links below the folder of the base address", async () => {
    const site = await siteAt("https://alder.example/reviews-of-us");
    const { html } = await pageAt(richPublication(), "/", { site });
    const links = [...html.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map((match) => match[1]!);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((link) => !link.startsWith("/reviews-of-us/"))).toEqual([]);
  });
});
