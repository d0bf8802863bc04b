import { describe, expect, test } from "bun:test";
import { brandColors, brandShades, PAPER, themePath } from "../../src/pages/brand.ts";
import { initialsOf } from "../../src/pages/components/business_card.tsx";
import { contrastOf, parseColor } from "../../src/review/mod.ts";
import { businessOf, manyReviews, pageAt, richPublication } from "../support/page_stage.ts";

const STEPS = ["00", "33", "66", "99", "cc", "ff"];
const COLORS = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)));
/** `--soft` and `--ink` of page.css. */
const TEXTS = { light: ["#57636b", "#1a2024"], dark: ["#a3aeb3", "#e7e9e5"] } as const;

describe.each(["light", "dark"] as const)("the shades of a brand colour on %s paper", (scheme) => {
  const { paper, raised, notice } = PAPER[scheme];

  test("stand on the grounds of page.css", async () => {
    const css = await Bun.file(new URL("../../src/pages/assets/page.css", import.meta.url)).text();
    const [light = "", dark = ""] = [...css.matchAll(/:root \{(.*?)\}/gs)].map(([, rule]) => rule);
    const of = (name: string) => new RegExp(`--${name}: (#\\w{6});`).exec(scheme === "light" ? light : dark)?.[1];
    expect({ paper, raised, notice }).toEqual({
      paper: parseColor(of("paper") ?? ""),
      raised: parseColor(of("raised") ?? ""),
      notice: parseColor(of("notice") ?? ""),
    });
  });

  test("can be read as links, in notices, on buttons and on the business's own ground, whatever the colour", () => {
    const unreadable = COLORS.filter((color) => {
      const { accent, accentSoft, onAccent } = brandShades(color, scheme);
      const pairs = [
        ...[paper, raised, notice, accentSoft, onAccent].map((ground) => contrastOf(accent, ground)),
        ...TEXTS[scheme].map((text) => contrastOf(parseColor(text), accentSoft)),
      ];
      return Math.min(...pairs) < 4.5;
    });
    expect(unreadable).toEqual([]);
  });
});

test("a colour with enough contrast is used unchanged", () => {
  expect(brandShades("#0f5c4d", "light").accent).toEqual(parseColor("#0f5c4d"));
});

test.each(["/badge.svg?name=true", "/badge.svg?theme=auto", "/card.svg"])(
  "%s has the colour of the business, darker where it could not be read",
  async (path) => {
    const { accent } = brandColors("#ffe45c", "light");
    expect((await pageAt(richPublication(manyReviews(5), businessOf({ color: "#ffe45c" })), path)).html).toContain(
      accent,
    );
    expect(accent).not.toBe("#ffe45c");
    expect((await pageAt(richPublication(manyReviews(5)), path)).html).not.toContain(accent);
  },
);

describe("the style sheet of the brand colour", () => {
  const colored = richPublication(manyReviews(3), businessOf({ color: "#c2185b" }));

  test("is linked by every page of a business that has a colour, and by no other", async () => {
    const link = `<link rel="stylesheet" href="${themePath("#c2185b")}">`;
    for (const path of ["/", "/?rating=5", "/reviews/r1", "/verification", "/developers"]) {
      expect((await pageAt(colored, path)).html).toContain(link);
      expect((await pageAt(richPublication(), path)).html).not.toContain("/assets/theme/");
    }
  });

  test("may be kept forever, and is still there after the colour has changed", async () => {
    for (const color of ["#c2185b", "#00aa55"]) {
      const { status, mediaType, headers } = await pageAt(colored, themePath(color));
      expect({ status, mediaType }).toEqual({ status: 200, mediaType: "text/css; charset=utf-8" });
      expect(headers?.["Cache-Control"]).toBe("max-age=31536000, immutable");
    }
  });

  test("is at no other address", async () => {
    for (const name of ["c2185b-0000000000", "c2185b", "zzzzzz-0000000000"]) {
      expect((await pageAt(colored, `/assets/theme/${name}`)).status).toBe(404);
    }
  });
});

test.each([
  ["Hobart & Vesely Plumbing", "HV"],
  ["brook plumbing", "B"],
  ["Ace", "A"],
  ["سباكة النور", "س"],
  ["24/7 Drains", "D"],
  ["!!!", ""],
])("the initials of %p are %p", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
