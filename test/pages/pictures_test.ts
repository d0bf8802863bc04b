/** Logo and photograph of the business: the site's own copies, where they are shown, and what stands beside them. */
import { describe, expect, test } from "bun:test";
import { picturePath } from "../../src/pages/brand.ts";
import type { Picture } from "../../src/review/mod.ts";
import { preparePicture } from "../../src/server/pictures.ts";
import { businessOf, manyReviews, pageAt } from "../support/page_stage.ts";
import { pngOf } from "../support/png.ts";
import { publicationOf } from "../support/publication_of.ts";

async function picture(kind: "logo" | "photo", width: number, height: number): Promise<Picture> {
  const reading = await preparePicture(await pngOf(width, height), kind);
  if (reading.kind !== "picture") throw new Error(`Refused: ${reading.reason}`);
  return reading.picture;
}
const logo = await picture("logo", 640, 256);
const photo = await picture("photo", 1200, 800);
const LICENSE = { name: "CC-BY-4.0", url: "https://creativecommons.org/licenses/by/4.0/" };
const PHOTO = { url: null, description: 'Six of us & the "van"', author: "Ana Ruiz", license: LICENSE };
const publicationWith = (said: { readonly license: typeof LICENSE | null } | null) =>
  publicationOf(businessOf({ photo: said && { ...PHOTO, ...said } }), manyReviews(8), { logo, photo });
const publication = publicationWith(PHOTO);
const path = picturePath("photo", photo);

describe.each([
  ["logo", picturePath("logo", logo)],
  ["photo", path],
])("the copy of the %s", (kind, copy) => {
  test("is a picture and nothing else, and may be kept forever", async () => {
    const { status, mediaType, headers, body } = await pageAt(publication, copy);
    expect({ status, mediaType }).toEqual({ status: 200, mediaType: "image/webp" });
    expect(headers?.["Cache-Control"]).toBe("max-age=31536000, immutable");
    expect(headers?.["Content-Security-Policy"]).toBe("default-src 'none'");
    expect(Buffer.from(body as Uint8Array).toString("latin1", 8, 12)).toBe("WEBP");
  });

  test("is at no other address", async () => {
    expect((await pageAt(publication, `/assets/${kind}/0000000000.webp`)).status).toBe(404);
    expect((await pageAt(publicationOf(businessOf(), manyReviews(3)), copy)).status).toBe(404);
  });
});

test("a business with a logo shows it with its size, one without its initials", async () => {
  const { html } = await pageAt(publication, "/");
  expect(html).toContain(`<img class="logo" src="${picturePath("logo", logo)}" width="480" height="192" alt>`);
  expect(html).not.toContain('<span class="logo"');
  const without = await pageAt(publicationOf(businessOf(), manyReviews(3)), "/");
  expect(without.html).toContain('<span class="logo" aria-hidden="true">AS</span>');
});

describe("A photograph of the business", () => {
  test("stands between call button and reviews with its size, what it shows, its author and its licence", async () => {
    const { html } = await pageAt(publication, "/");
    const [hero = "", photos = ""] = html.split('class="reviews first"')[0]?.split('<section class="photos"') ?? [];
    expect(hero).toContain('class="actions"');
    expect(photos).toContain(`src="${path}" width="960" height="640" alt="Six of us &amp; the &quot;van&quot;"`);
    expect(photos).toContain(`<bdi>Ana Ruiz</bdi>, <a href="${LICENSE.url}">CC-BY-4.0</a>`);
  });

  test("is in the structured data with its licence", async () => {
    const { html } = await pageAt(publication, "/");
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "{}";
    expect(JSON.parse(data).image).toEqual({
      "@type": "ImageObject",
      contentUrl: `https://reviews.example${path}`,
      width: 960,
      height: 640,
      caption: PHOTO.description,
      creditText: "Ana Ruiz",
      copyrightNotice: "© Ana Ruiz",
      license: LICENSE.url,
    });
  });

  test("has no credit where no licence asks for one, and is not shown where nothing is known of it", async () => {
    const { html } = await pageAt(publicationWith({ license: null }), "/de/");
    expect(html).toContain(path);
    expect(html).not.toContain("<bdi>Ana Ruiz");
    expect((await pageAt(publicationWith(null), "/")).html).not.toContain('class="photos"');
  });
});
