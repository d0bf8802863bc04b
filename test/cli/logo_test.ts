import { describe, expect, test } from "bun:test";
import type { PictureReading } from "../../src/review/mod.ts";
import { preparePhoto } from "../../src/server/pictures.ts";
import { Workshop } from "../support/command_line.ts";
import { pngOf } from "../support/png.ts";

const ACE = { name: "Ace", logo: "https://ace.example/logo.png" };
const PICTURE: PictureReading = { kind: "picture", picture: { width: 20, height: 10, webp: "UklGRg==" } };

function fetching(shop: Workshop, answer: PictureReading = PICTURE) {
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    return answer;
  };
  shop.context = { pictures: { fetch, prepare: async () => PICTURE, preparePhoto } };
  return asked;
}

const logoOf = async (shop: Workshop) => {
  const business = await shop.withStore((store) => store.reviews.read((reads) => reads.business()));
  return (business?.profile as { logo_image?: { width: number } } | undefined)?.logo_image?.width;
};

describe("goodword import", () => {
  test("fetches the logo that the profile names, once", async () => {
    using shop = new Workshop();
    const asked = fetching(shop);
    shop.write("business.json", JSON.stringify({ business: ACE }));
    expect((await shop.run("import", "business.json")).code).toBe(0);
    expect((await shop.run("import", "business.json")).out).toContain("0 new");
    expect(asked).toEqual([ACE.logo]);
    expect(await logoOf(shop)).toBe(20);
  });

  test("imports without the logo when it cannot be fetched, with the reason", async () => {
    using shop = new Workshop();
    fetching(shop, { kind: "refused", reason: "HTTP 404" });
    shop.write("business.json", JSON.stringify({ business: ACE }));
    const { code, out } = await shop.run("import", "business.json");
    expect(code).toBe(0);
    expect(out).toContain("Cannot use the logo at https://ace.example/logo.png: HTTP 404; pages show initials instead");
  });

  test("deletes the copy when the profile no longer names the logo", async () => {
    using shop = new Workshop();
    fetching(shop);
    shop.write("business.json", JSON.stringify({ business: ACE }));
    await shop.run("import", "business.json");
    shop.write("business.json", JSON.stringify({ business: { ...ACE, logo: null } }));
    await shop.run("import", "business.json");
    expect(await logoOf(shop)).toBeUndefined();
  });
});

describe("goodword logo", () => {
  test("shows the logo in a file, and initials again with --remove", async () => {
    using shop = new Workshop();
    shop.write("business.json", JSON.stringify({ business: { name: "Ace" } }));
    await shop.run("import", "business.json");
    shop.write("logo.png", await pngOf(960, 384));
    const shown = await shop.run("logo", "logo.png");
    expect(shown.out).toBe("The pages show the logo, 480 by 192 pixels; revision 2\n");
    expect(await logoOf(shop)).toBe(480);
    expect((await shop.run("logo", "logo.png")).out).toBe("Nothing to change\n");
    expect((await shop.run("logo", "--remove")).out).toBe("The pages show initials; revision 3\n");
    expect(await logoOf(shop)).toBeUndefined();
  });

  test("stays when the business is imported again, an export of ours included", async () => {
    using shop = new Workshop();
    shop.write("business.json", JSON.stringify({ business: { name: "Ace" } }));
    await shop.run("import", "business.json");
    shop.write("logo.png", await pngOf(100, 100));
    await shop.run("logo", "logo.png");
    shop.write("business.json", JSON.stringify({ business: { name: "Ace Ltd", logo: null } }));
    await shop.run("import", "business.json");
    expect(await logoOf(shop)).toBe(100);
  });

  test("refuses what is no picture, and a profile without an address", async () => {
    using shop = new Workshop();
    shop.write("business.json", JSON.stringify({ business: { name: "Ace" } }));
    await shop.run("import", "business.json");
    shop.write("logo.pdf", "%PDF-1.7");
    const refused = await shop.run("logo", "logo.pdf");
    expect(refused.code).toBe(1);
    expect(refused.err).toContain("it is no PNG, JPEG, WebP or SVG picture");
    expect((await shop.run("logo")).err).toContain("The profile has no logo; name a file");
  });
});
