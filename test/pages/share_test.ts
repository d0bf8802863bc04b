/** What is shown elsewhere: pictures beside links, the printed card, badge and list. */
import { describe, expect, test } from "bun:test";
import decodeQR from "qr/decode.js";
import { drawable, ratingDrawing, reviewDrawing } from "../../src/pages/widgets/share_drawing.ts";
import type { DrawingPart } from "../../src/platform.ts";
import { businessOf, manyReviews, pageAt, reviewOf, richPublication, SITE, siteAt } from "../support/page_stage.ts";

const textsOf = (part: DrawingPart): string[] =>
  part.type === "text" ? [part.text] : part.type === "container" ? part.children.flatMap(textsOf) : [];

describe("The picture beside a link", () => {
  test("to the business shows its name, its rating and the number of reviews", () => {
    const texts = textsOf(ratingDrawing(richPublication(), SITE).root);
    expect(texts).toContain("Alder & Sons Plumbing");
    expect(texts).toContain("4.4");
    expect(texts).toContain("50 verified reviews");
  });

  test("shows that there are no reviews yet", () => {
    const texts = textsOf(ratingDrawing(richPublication([]), SITE).root);
    expect(texts).toContain("No verified reviews yet");
  });

  test("to a review shows the customer's words in one line, without emoji", () => {
    const publication = richPublication([reviewOf({ text: "Great 👍🏽 work!\n\nThanks." })]);
    const texts = textsOf(reviewDrawing(publication, publication.reviewAt(0), SITE).root);
    expect(texts).toContain("“Great work! Thanks.”");
    expect(texts).toContain("Verified customer: completed job");
  });

  test("leaves out a name or a text in letters that no font has, and no empty quotes or gaps with it", () => {
    const review = reviewOf({ author: { name: "王芳", is_anonymous: false }, text: "师傅很准时。OK！" });
    const publication = richPublication([review]);
    const texts = textsOf(reviewDrawing(publication, publication.reviewAt(0), SITE).root);
    expect(texts).toEqual(["Verified customer: completed job", "1 May 2026", "Alder & Sons Plumbing"]);
    expect(drawable("שלום, أهلا, Grüße 👍")).toBe("שלום, أهلا, Grüße");
  });

  test("speaks the language of the page", async () => {
    const texts = textsOf(ratingDrawing(richPublication(), await siteAt(SITE.baseUrl, "en", "de")).root);
    expect(texts).toContain("50 geprüfte Bewertungen");
  });

  test("is named by every page of the business, each review having its own", async () => {
    const imageOf = async (path: string) =>
      /<meta property="og:image" content="([^"]*)"/.exec((await pageAt(richPublication(), path)).html)?.[1];
    expect(await imageOf("/")).toBe("https://reviews.example/share.png");
    expect(await imageOf("/es/verification")).toBe("https://reviews.example/es/share.png");
    expect(await imageOf("/fr/technicians/dana")).toBe("https://reviews.example/fr/share.png");
    expect(await imageOf("/services/drains")).toBe("https://reviews.example/share.png");
    expect(await imageOf("/reviews/r3")).toBe("https://reviews.example/reviews/r3/share.png");
  });

  test("is 404 for an unknown review, technician or service", async () => {
    for (const path of ["/reviews/nobody", "/technicians/dana", "/services/drains"]) {
      expect((await pageAt(richPublication(), `${path}/share.png`)).status).toBe(404);
    }
    expect((await pageAt(richPublication(), "/reviews/r3/share.png")).mediaType).toBe("image/png");
  });
});

describe("The printed card", () => {
  test.each(["/card.svg", "/de/card.svg"])(
    "at %s has a code that leads to the reviews in its language",
    async (path) => {
      const { html, mediaType } = await pageAt(richPublication(), path);
      expect(mediaType).toBe("image/svg+xml");
      expect(read(html)).toBe(`https://reviews.example${path.replace("card.svg", "")}`);
    },
  );

  test("has the month of its rating, since paper does not change", async () => {
    expect((await pageAt(richPublication(), "/card.svg")).html).toMatch(/As of [A-Z][a-z]+ 20\d\d</);
  });

  test("keeps a rating before its stars, in any font", async () => {
    const uneven = manyReviews(7).map((review, at) => ({ ...review, rating: at < 5 ? 5 : 3 }));
    const { html } = await pageAt(richPublication(uneven), "/card.svg");
    const [, tight = ""] = /<text x="5" y="[\d.]+"[^>]* textLength="([\d.]+)"[^>]*>4\.4</.exec(html) ?? [];
    expect(5 + Number(tight)).toBeLessThan(22);
    expect(tight).not.toBe("");
  });

  test("keeps the letters of every name above the rating", async () => {
    const names = [
      "A",
      "Schmidt & Söhne Heizungs- und Sanitärtechnik GmbH & Co. KG Niederlassung",
      "شركة النور للسباكة",
      "W".repeat(120),
    ];
    for (const name of names) {
      const { html } = await pageAt(richPublication(manyReviews(5), businessOf({ name })), "/card.svg");
      const lines = [...html.matchAll(/<text x="5" y="([\d.]+)"[^>]*font-weight="700"/g)].map(([, y]) => Number(y));
      expect(lines.slice(0, -1).every((y) => y < 26)).toBe(true);
      expect(lines.length).toBeLessThanOrEqual(5);
    }
  });

  /** The text of the code in a picture, by the reader that comes with the library. */
  function read(svg: string): string {
    const [, size = "0", path = ""] = /viewBox="0 0 (\d+) \d+" shape-rendering[^>]*><path d="([^"]*)"/.exec(svg) ?? [];
    const scale = 4;
    const width = Number(size) * scale;
    const data = new Uint8Array(width * width * 4).fill(255);
    for (const [, x = "0", y = "0", length = "0"] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
      for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
        const from = (row * width + Number(x) * scale) * 4;
        for (let at = from; at < from + Number(length) * scale * 4; at++) data[at] = at % 4 === 3 ? 255 : 0;
      }
    }
    return decodeQR({ width, height: width, data });
  }
});

describe("The badge", () => {
  test.each([
    ["", 'height="56"'],
    ["?height=112", 'height="112"'],
    ["?name=true", "Alder &amp; Sons Plumbing</text>"],
    ["?theme=dark", 'fill="#1b2023"'],
    ["?theme=auto", "@media(prefers-color-scheme:dark)"],
  ])("asked for with %p has %p", async (query, wanted) => {
    expect((await pageAt(richPublication(), `/badge.svg${query}`)).html).toContain(wanted);
  });

  test("is as without a query where the query makes no sense", async () => {
    const plain = await pageAt(richPublication(), "/badge.svg");
    const odd = await pageAt(richPublication(), '/badge.svg?theme="><script>&height=1e9&name=maybe&utm=x');
    expect(odd.html).toBe(plain.html);
  });

  test("has a tick only where somebody else than the business shows that authors were customers", async () => {
    const attested = { method: "operator_attested", strength: null, date: null } as const;
    const own = richPublication([reviewOf({ verification: attested })]);
    expect((await pageAt(own, "/badge.svg")).html).not.toContain('stroke-width="2"');
    expect((await pageAt(richPublication(), "/badge.svg")).html).toContain('stroke-width="2"');
  });

  test("keeps a name that is code as text", async () => {
    const hostile = richPublication(manyReviews(3), businessOf({ name: '"><script>x</script>\u0000' }));
    const { html } = await pageAt(hostile, "/badge.svg?name=true");
    expect(html).not.toContain("<script");
    expect(html).not.toContain("\u0000");
  });
});
