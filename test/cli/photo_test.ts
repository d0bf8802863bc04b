import { describe, expect, test } from "bun:test";
import type { KeptBusiness, PictureReading } from "../../src/review/mod.ts";
import { preparePhoto } from "../../src/server/pictures.ts";
import { Workshop } from "../support/command_line.ts";
import { pngOf } from "../support/png.ts";

const PHOTO = {
  url: "https://ace.example/team.jpg",
  description: "The six of us beside the van",
  author: "Ana Ruiz",
  license: "CC-BY-4.0",
};
const LICENSE = { name: "CC-BY-4.0", url: "https://creativecommons.org/licenses/by/4.0/" };
const PICTURE: PictureReading = { kind: "picture", picture: { width: 20, height: 10, webp: "UklGRg==" } };

async function shopWith(business: object) {
  const shop = new Workshop();
  const asked: string[] = [];
  const fetch = async (url: string, kind: string) => {
    asked.push(`${kind} ${url}`);
    return PICTURE;
  };
  shop.context = { pictures: { fetch, prepare: async () => PICTURE, preparePhoto } };
  shop.write("business.json", JSON.stringify({ business: { name: "Ace", ...business } }));
  const { code, out, err } = await shop.run("import", "business.json");
  return { shop, asked, code, out, err };
}

async function photoOf(shop: Workshop) {
  const stored = await shop.withStore((store) => store.reviews.read((reads) => reads.business()));
  const { photo, photo_image } = (stored?.profile ?? {}) as Partial<KeptBusiness>;
  return { photo, width: photo_image?.width };
}

describe("goodword import", () => {
  test("fetches the photograph that the profile names, and keeps whose it is", async () => {
    const { shop, asked } = await shopWith({ photo: PHOTO });
    using _ = shop;
    expect(asked).toEqual([`photo ${PHOTO.url}`]);
    expect(await photoOf(shop)).toEqual({ photo: { ...PHOTO, license: LICENSE }, width: 20 });
    await shop.run("import", "business.json");
    expect(asked).toHaveLength(1);
  });

  test("refuses a photograph without author and description", async () => {
    const { shop, code, err } = await shopWith({ photo: { url: PHOTO.url } });
    using _ = shop;
    expect(code).toBe(1);
    expect(err).toContain("business.photo.description is missing");
    expect(err).toContain("business.photo.author is missing");
  });

  test("deletes the copy when the profile no longer names the photograph", async () => {
    const { shop } = await shopWith({ photo: PHOTO });
    using _ = shop;
    shop.write("business.json", JSON.stringify({ business: { name: "Ace", photo: null } }));
    await shop.run("import", "business.json");
    expect(await photoOf(shop)).toEqual({ photo: null, width: undefined });
  });
});

describe("goodword photo", () => {
  const said = ["--description", PHOTO.description, "--author", PHOTO.author];

  test("shows the photograph in a file, and none again with --remove", async () => {
    const { shop } = await shopWith({});
    using _ = shop;
    shop.write("team.png", await pngOf(40, 20));
    const shown = await shop.run("photo", "team.png", ...said, "--license", LICENSE.url);
    expect(shown.err).toBe("");
    expect(shown.out).toBe("The profile shows the photograph, 20 by 10 pixels; revision 2\n");
    expect(await photoOf(shop)).toEqual({ photo: { ...PHOTO, url: null, license: LICENSE }, width: 20 });
    expect((await shop.run("photo", "--remove")).out).toBe("The profile shows no photograph; revision 3\n");
    expect(await photoOf(shop)).toEqual({ photo: null, width: undefined });
  });

  test("keeps the profile's description unless an option replaces it; --license none removes the licence", async () => {
    const { shop } = await shopWith({ photo: PHOTO });
    using _ = shop;
    shop.write("team.png", await pngOf(40, 20));
    await shop.run("photo", "team.png", "--author", "Bo", "--license", "none");
    expect((await photoOf(shop)).photo).toEqual({
      url: null,
      description: PHOTO.description,
      author: "Bo",
      license: null,
    });
  });

  test("refuses one of which nothing is known, and a profile without an address", async () => {
    const { shop } = await shopWith({});
    using _ = shop;
    shop.write("team.png", await pngOf(40, 20));
    expect((await shop.run("photo", "team.png")).err).toContain("business.photo.description is missing");
    expect((await shop.run("photo", "team.png", ...said, "--license", "mine")).err).toContain("business.photo.license");
    expect((await shop.run("photo")).err).toContain("The profile has no photograph; name a file");
  });
});
