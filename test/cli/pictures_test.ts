/** Logo and photograph of the profile: fetched with an import, and set by `goodword logo` and `goodword photo`. */
import { describe, expect, test } from "bun:test";
import type { PictureReading, StoredProfile } from "../../src/review/mod.ts";
import { preparePhoto, preparePicture } from "../../src/server/pictures.ts";
import { Workshop } from "../support/command_line.ts";
import { pngOf } from "../support/png.ts";

const LOGO = "https://ace.example/logo.png";
const PHOTO = {
  url: "https://ace.example/team.jpg",
  description: "The six of us beside the van",
  author: "Ana Ruiz",
  license: "CC-BY-4.0",
};
const LICENSE = { name: "CC-BY-4.0", url: "https://creativecommons.org/licenses/by/4.0/" };
const PICTURE: PictureReading = { kind: "picture", picture: { width: 20, height: 10, webp: "UklGRg==" } };

/** A workshop with this business, how its import ended, and which pictures were fetched for it. */
async function shopOf(business: object, fetched: PictureReading = PICTURE) {
  const shop = new Workshop();
  const asked: string[] = [];
  const fetch = async (url: string, kind: string) => {
    asked.push(`${kind} ${url}`);
    return fetched;
  };
  shop.context = { pictures: { fetch, prepare: preparePicture, preparePhoto } };
  shop.write("team.png", await pngOf(40, 20));
  return { shop, asked, imported: await importOf(shop, business) };
}

function importOf(shop: Workshop, business: object) {
  shop.write("business.json", JSON.stringify({ business: { name: "Ace", ...business } }));
  return shop.run("import", "business.json");
}

async function keptIn(shop: Workshop) {
  const stored = await shop.withStore((store) => store.reviews.read((reads) => reads.business()));
  const { photo, photo_image, logo_image } = (stored?.profile ?? {}) as Partial<StoredProfile>;
  return { photo, widths: { logo: logo_image?.width, photo: photo_image?.width } };
}

describe.each([
  { kind: "logo", named: { logo: LOGO }, unnamed: { logo: null }, url: LOGO, instead: "pages show initials instead" },
  { kind: "photo", named: { photo: PHOTO }, unnamed: { photo: null }, url: PHOTO.url, instead: "pages show none" },
] as const)("goodword import of a profile that names a $kind", ({ kind, named, unnamed, url, instead }) => {
  test("fetches it, once", async () => {
    const { shop, asked, imported } = await shopOf(named);
    using _ = shop;
    expect(imported.code).toBe(0);
    expect((await importOf(shop, named)).out).toContain("0 new");
    expect(asked).toEqual([`${kind} ${url}`]);
    expect((await keptIn(shop)).widths[kind]).toBe(20);
  });

  test("imports without it when it cannot be fetched, with the reason", async () => {
    const { shop, imported } = await shopOf(named, { kind: "refused", reason: "HTTP 404" });
    using _ = shop;
    expect([imported.code, imported.out]).toEqual([
      0,
      expect.stringContaining(`Cannot use the ${kind} at ${url}: HTTP 404; ${instead}`),
    ]);
  });

  test("deletes the copy when the profile no longer names it", async () => {
    const { shop } = await shopOf(named);
    using _ = shop;
    await importOf(shop, unnamed);
    expect((await keptIn(shop)).widths[kind]).toBeUndefined();
  });
});

test("goodword import refuses a photograph without author and description", async () => {
  const { shop, imported } = await shopOf({ photo: { url: PHOTO.url } });
  using _ = shop;
  expect(imported.code).toBe(1);
  for (const field of ["description", "author"]) expect(imported.err).toContain(`business.photo.${field} is missing`);
});

describe("goodword logo", () => {
  test("shows the logo in a file, and initials again with --remove", async () => {
    const { shop } = await shopOf({});
    using _ = shop;
    shop.write("logo.png", await pngOf(960, 384));
    expect((await shop.run("logo", "logo.png")).out).toBe("The pages show the logo, 480 by 192 pixels; revision 2\n");
    expect((await keptIn(shop)).widths.logo).toBe(480);
    expect((await shop.run("logo", "logo.png")).out).toBe("Nothing to change\n");
    expect((await shop.run("logo", "--remove")).out).toBe("The pages show initials; revision 3\n");
    expect((await keptIn(shop)).widths.logo).toBeUndefined();
  });

  test("stays when the business is imported again, an export of ours included", async () => {
    const { shop } = await shopOf({});
    using _ = shop;
    await shop.run("logo", "team.png");
    await importOf(shop, { name: "Ace Ltd", logo: null });
    expect((await keptIn(shop)).widths.logo).toBe(40);
  });

  test("refuses what is no picture, and a profile without an address", async () => {
    const { shop } = await shopOf({});
    using _ = shop;
    shop.write("logo.pdf", "%PDF-1.7");
    const refused = await shop.run("logo", "logo.pdf");
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining("it is no PNG, JPEG, WebP or SVG picture"),
    ]);
    expect((await shop.run("logo")).err).toContain("The profile has no logo; name a file");
  });
});

describe("goodword photo", () => {
  const said = ["--description", PHOTO.description, "--author", PHOTO.author];

  test("shows the photograph in a file, and none again with --remove", async () => {
    const { shop } = await shopOf({});
    using _ = shop;
    const shown = await shop.run("photo", "team.png", ...said, "--license", LICENSE.url);
    expect(shown.out).toBe("The profile shows the photograph, 40 by 20 pixels; revision 2\n");
    expect(await keptIn(shop)).toMatchObject({
      photo: { ...PHOTO, url: null, license: LICENSE },
      widths: { photo: 40 },
    });
    expect((await shop.run("photo", "--remove")).out).toBe("The profile shows no photograph; revision 3\n");
    expect(await keptIn(shop)).toEqual({ photo: null, widths: { logo: undefined, photo: undefined } });
  });

  test("keeps the profile's description unless an option replaces it; --license none removes the licence", async () => {
    const { shop } = await shopOf({ photo: PHOTO });
    using _ = shop;
    await shop.run("photo", "team.png", "--author", "Bo", "--license", "none");
    expect((await keptIn(shop)).photo).toEqual({ ...PHOTO, url: null, author: "Bo", license: null });
  });

  test("refuses one of which nothing is known, and a profile without an address", async () => {
    const { shop } = await shopOf({});
    using _ = shop;
    expect((await shop.run("photo", "team.png")).err).toContain("business.photo.description is missing");
    expect((await shop.run("photo", "team.png", ...said, "--license", "mine")).err).toContain("business.photo.license");
    expect((await shop.run("photo")).err).toContain("The profile has no photograph; name a file");
  });
});
