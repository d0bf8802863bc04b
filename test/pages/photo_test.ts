import { describe, expect, test } from "bun:test";
import { picturePath } from "../../src/pages/brand.ts";
import { preparePicture } from "../../src/server/pictures.ts";
import { businessOf, manyReviews, pageAt } from "../support/page_stage.ts";
import { pngOf } from "../support/png.ts";
import { publicationOf } from "../support/publication_of.ts";

const reading = await preparePicture(await pngOf(1200, 800), "photo");
const picture = reading.kind === "picture" ? reading.picture : null;
const path = picture === null ? "" : picturePath("photo", picture);
const LICENSE = { name: "CC-BY-4.0", url: "https://creativecommons.org/licenses/by/4.0/" };
const PHOTO = { url: null, description: 'Six of us & the "van"', author: "Ana Ruiz", license: LICENSE };

const withPhoto = (photo: typeof PHOTO | null) =>
  publicationOf(businessOf({ photo }), manyReviews(8), { photo: picture });

describe("A photograph of the business", () => {
  test("stands on the profile with its size, what it shows, its author and its licence", async () => {
    const { html } = await pageAt(withPhoto(PHOTO), "/");
    const figure = /<section class="photos".*?<\/section>/s.exec(html)?.[0] ?? "";
    expect(figure).toContain(`src="${path}" width="960" height="640" alt="Six of us &amp; the &quot;van&quot;"`);
    expect(figure).toContain(`<bdi>Ana Ruiz</bdi>, <a href="${LICENSE.url}">CC-BY-4.0</a>`);
  });

  test("comes after the call button and before the reviews", async () => {
    const { html } = await pageAt(withPhoto(PHOTO), "/");
    const [hero = "", photos = ""] = html.split('class="reviews first"')[0]?.split('<section class="photos"') ?? [];
    expect(hero).toContain('class="actions"');
    expect(photos).toContain(path);
  });

  test("is in the structured data with its licence", async () => {
    const { html } = await pageAt(withPhoto(PHOTO), "/");
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

  test("has no credit below it where it has no licence that asks for one", async () => {
    const { html } = await pageAt(
      publicationOf(businessOf({ photo: { ...PHOTO, license: null } }), [], { photo: picture }),
      "/de/",
    );
    expect(html).toContain(path);
    expect(html).not.toContain("<bdi>Ana Ruiz");
  });

  test("is a file of ours that may be kept forever", async () => {
    const { status, mediaType, headers } = await pageAt(withPhoto(PHOTO), path);
    expect({ status, mediaType }).toEqual({ status: 200, mediaType: "image/webp" });
    expect(headers?.["Cache-Control"]).toBe("max-age=31536000, immutable");
    expect((await pageAt(withPhoto(PHOTO), "/assets/photo/0000000000.webp")).status).toBe(404);
  });

  test("is not shown where nothing is known of it", async () => {
    expect((await pageAt(withPhoto(null), "/")).html).not.toContain('class="photos"');
  });
});
