/** The card as print shops take it. */
import { describe, expect, test } from "bun:test";
import { renderCardPdf } from "../../src/pages/widgets/card_pdf.ts";
import { renderDrawing } from "../../src/server/workers/render_drawing.ts";
import { businessOf, manyReviews, pageAt, richPublication, SITE } from "../support/page_stage.ts";

/** The document of a business, and what its page is drawn by. */
async function cardOf(business: Parameters<typeof businessOf>[0], reviews = manyReviews(50)) {
  const { body } = await renderCardPdf(richPublication(reviews, businessOf(business)), SITE, renderDrawing);
  const file = Buffer.from(body).toString("latin1");
  const from = file.indexOf("stream\n") + 7;
  const packed = Buffer.from(file.slice(from, file.indexOf("\nendstream")), "latin1");
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return { file, content: await new Response(unpacked).text() };
}

const inCountry = (country: string) => ({
  address: { street_address: null, locality: "Springfield", region: null, postal_code: null, country },
});

describe("The card as PDF", () => {
  test.each([
    ["US", "0 0 269.0079 161.0079", "8.5039 8.5039 260.5039 152.5039"],
    ["CA", "0 0 269.0079 161.0079", "8.5039 8.5039 260.5039 152.5039"],
    ["DE", "0 0 257.9528 172.9134", "8.5039 8.5039 249.4488 164.4094"],
  ])("has the size of business cards in %s, and 3 mm around it to be cut off", async (country, whole, trimmed) => {
    const { file } = await cardOf(inCountry(country));
    expect(file).toContain(`/MediaBox [${whole}] /BleedBox [${whole}] /TrimBox [${trimmed}]`);
  });

  test("has no font and no picture: its letters are outlines, each within the trimmed card", async () => {
    const name = "HVAC WWWWWWWWWWWW & Söhne Sanitärtechnik Übung";
    const { file, content } = await cardOf({ name, ...inCountry("DE") });
    expect(file).not.toMatch(/\/Font|\/XObject|\/Image/);
    expect(content).not.toMatch(/\b(?:BT|Tf|Tj|Do)\b/);
    const letters = [...content.matchAll(/^q 0\.05 0 0 0\.05 ([-\d.]+) ([-\d.]+) cm/gm)];
    const texts = [name, "4.4", "50 verified reviews", "As of June 2026", "Read all reviews", "reviews.example"];
    expect(letters).toHaveLength(texts.join("").replaceAll(" ", "").length);
    expect(letters.filter(([, x, y]) => Number(x) < 4 || Number(x) > 81 || Number(y) < 8 || Number(y) > 52)).toEqual(
      [],
    );
    // The code begins 50 mm from the left and its quiet zone is 3 mm wide.
    const inName = letters.filter(([, , y]) => Number(y) < 24);
    expect(Math.max(...inName.map(([, x]) => Number(x)))).toBeLessThan(50);
  });

  test.each(["A", "abc אבג (def)", "Łódź", "5"])("has every letter of %s, also of a single one", async (name) => {
    const count = async (text: string) => {
      const { content } = await cardOf({ name: text, ...inCountry("DE") });
      return content.match(/^q 0\.05 0 0 0\.05 /gm)?.length ?? 0;
    };
    expect((await count(name)) - (await count("MM"))).toBe(name.replaceAll(" ", "").length - 2);
  });

  test("has the bar in the business's colour reach over the edge, and black as ink of its own", async () => {
    const { content } = await cardOf({ color: "#0f5c4d", ...inCountry("DE") });
    expect(content).toContain("q 1 0 0 1 -3 -3 cm 0.0588 0.3608 0.302 rg 0 0 m 91 0 l 91 5.5 l 0 5.5 l h f Q");
    expect(content.match(/ g /g)?.length).toBeGreaterThan(50);
    expect(content).not.toContain(" 0 0 0 rg ");
  });

  test("has neither stars nor a month where nothing is rated", async () => {
    const { content } = await cardOf({}, []);
    expect(content).not.toContain(" S Q");
  });

  test("has a title in every script, and no date that would make each copy another", async () => {
    const { file } = await cardOf({ name: "Łódź (س) \\" });
    const [, digits = ""] = /\/Title <feff(\w+)>/.exec(file) ?? [];
    const units = digits.match(/.{4}/g)?.map((unit) => Number.parseInt(unit, 16)) ?? [];
    expect(String.fromCharCode(...units)).toBe("Card with the rating of Łódź (س) \\");
    expect(file).toBe((await cardOf({ name: "Łódź (س) \\" })).file);
  });

  test("has its objects at the offsets in its table", async () => {
    const { file } = await cardOf({});
    const offsets = [...file.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
    expect(offsets).toHaveLength(5);
    for (const [at, offset] of offsets.entries()) expect(file.slice(offset)).toStartWith(`${at + 1} 0 obj`);
    const table = Number(/startxref\n(\d+)/.exec(file)?.[1]);
    expect(file.slice(table)).toStartWith("xref\n0 6\n");
  });

  test.each(["/card.pdf", "/de/card.pdf"])("is at %s", async (path) => {
    const { status, mediaType, cacheable } = await pageAt(richPublication(), path);
    expect({ status, mediaType, cacheable }).toEqual({ status: 200, mediaType: "application/pdf", cacheable: true });
  });
});
