/** Photographs of jobs on the profile, on the pages of what they show, and in structured data. */
import { describe, expect, test } from "bun:test";
import { publicBusiness, type StoredPhoto } from "../../src/review/mod.ts";
import { appOf, getOf } from "../support/app_of.ts";
import { businessOf } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";

const photo = (id: string, said: Partial<StoredPhoto>): StoredPhoto => ({
  id,
  digest: id.repeat(16),
  sizes: [
    { width: 1600, height: 1200 },
    { width: 640, height: 480 },
  ],
  caption: null,
  service: null,
  technician: null,
  date: null,
  ...said,
});

function publishedWith(photos: readonly StoredPhoto[]) {
  const catalog = {
    services: [{ id: "drains", name: "drain cleaning", keywords: [] }],
    technicians: [
      { id: "ana", name: "Ana", aliases: [], public: true },
      { id: "bob", name: "Bob", aliases: [], public: false },
    ],
  };
  const kept = { ...businessOf(catalog), job_photos: photos };
  const business = publicBusiness(kept, (name) => `https://reviews.example/photos/${name}`);
  return appOf(publicationOf(business, []));
}

const stripOf = (html: string) => /<section class="photos".*?<\/section>/s.exec(html)?.[0] ?? "";

const PHOTOS = [
  photo("a", { caption: 'Before & after "the" <flood>', service: "drains", date: "2026-05-02" }),
  photo("b", { service: "drains", technician: "bob" }),
  photo("c", { technician: "ana" }),
];

describe("Photographs of jobs", () => {
  test("stand on the profile with their sizes, loaded when they are seen, each a link to its larger copy", async () => {
    const strip = stripOf(await (await getOf(publishedWith(PHOTOS), "/")).text());
    const images = strip.match(/<img[^>]*>/g) ?? [];
    expect(images).toHaveLength(3);
    for (const image of images) expect(image).toMatch(/width="640" height="480" loading="lazy"/);
    expect(strip).toContain(
      '<a href="/photos/aaaaaaaaaaaaaaaa-1600.webp"><img src="/photos/aaaaaaaaaaaaaaaa-640.webp"',
    );
  });

  test("have their caption as alternative text, else the service in the language of the page", async () => {
    const app = publishedWith(PHOTOS);
    const alts = async (path: string) =>
      [...stripOf(await (await getOf(app, path)).text()).matchAll(/alt="([^"]*)"/g)].map(([, alt]) => alt);
    expect(await alts("/")).toEqual([
      "Before &amp; after &quot;the&quot; &lt;flood>",
      "Photo of a drain cleaning job",
      "Photo of a job",
    ]);
    expect((await alts("/de/"))[1]).toBe("Foto eines Auftrags: drain cleaning");
  });

  test("stand on the page of their service and of their technician", async () => {
    const app = publishedWith(PHOTOS);
    const digests = async (path: string) =>
      [...stripOf(await (await getOf(app, path)).text()).matchAll(/href="\/photos\/(.)/g)].map(([, id]) => id);
    expect(await digests("/services/drains")).toEqual(["a", "b"]);
    expect(await digests("/technicians/ana")).toEqual(["c"]);
  });

  test("do not name technicians who may not be named, or services that are no longer offered", () => {
    const kept = { ...businessOf({}), job_photos: [photo("d", { service: "roofs", technician: "bob" })] };
    const { photos } = publicBusiness(kept, (name) => `https://reviews.example/${name}`);
    expect(photos).toMatchObject([{ service: null, technician: null, width: 1600, preview: { width: 640 } }]);
  });

  test("are images of the business in structured data, and leave a page without them as it was", async () => {
    const jsonLd = async (photos: readonly StoredPhoto[]) => {
      const html = await (await getOf(publishedWith(photos), "/")).text();
      return /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
    };
    const image = {
      "@type": "ImageObject",
      contentUrl: "https://reviews.example/photos/cccccccccccccccc-1600.webp",
      thumbnailUrl: "https://reviews.example/photos/cccccccccccccccc-640.webp",
    };
    expect(JSON.parse(await jsonLd(PHOTOS.slice(2)))).toMatchObject({ image: [image] });
    expect(await jsonLd([])).not.toContain('"image"');
    expect(publicBusiness(businessOf({}), (name) => name)).not.toHaveProperty("photos");
  });
});
