import { expect, test } from "bun:test";
import { picturePath } from "../../src/pages/brand.ts";
import { preparePicture } from "../../src/server/pictures.ts";
import { businessOf, manyReviews, pageAt } from "../support/page_stage.ts";
import { pngOf } from "../support/png.ts";
import { publicationOf } from "../support/publication_of.ts";

const reading = await preparePicture(await pngOf(640, 256), "logo");
const logo = reading.kind === "picture" ? reading.picture : null;
const publication = publicationOf(businessOf(), manyReviews(3), { logo });
const path = logo === null ? "" : picturePath("logo", logo);

test("a business with a logo shows its own copy, with its size, and no initials", async () => {
  const { html } = await pageAt(publication, "/");
  expect(html).toContain(`<img class="logo" src="${path}" width="480" height="192" alt>`);
  expect(html).not.toContain('<span class="logo"');
});

test("the copy is a picture and nothing else, and may be kept forever", async () => {
  const { status, mediaType, headers, body } = await pageAt(publication, path);
  expect({ status, mediaType }).toEqual({ status: 200, mediaType: "image/webp" });
  expect(headers?.["Cache-Control"]).toBe("max-age=31536000, immutable");
  expect(headers?.["Content-Security-Policy"]).toBe("default-src 'none'");
  expect(
    Buffer.from(body as Uint8Array)
      .subarray(8, 12)
      .toString(),
  ).toBe("WEBP");
});

test("another logo is at another address", async () => {
  expect((await pageAt(publication, "/assets/logo/0000000000.webp")).status).toBe(404);
  expect((await pageAt(publicationOf(businessOf(), manyReviews(3)), path)).status).toBe(404);
});
