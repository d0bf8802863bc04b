/** Photographs of jobs over HTTP: read when they are asked for, cached for ever, gone once they are taken away. */
import { describe, expect, test } from "bun:test";
import { publicBusiness } from "../../src/review/mod.ts";
import { appOf, getOf } from "../support/app_of.ts";
import { CLIENT } from "../support/client.ts";
import { businessOf } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";

const PHOTO = {
  id: "p1",
  digest: "0123456789abcdef",
  sizes: [
    { width: 1600, height: 1200 },
    { width: 640, height: 480 },
  ],
  caption: null,
  service: null,
  technician: null,
  date: null,
};
const PATH = "/photos/0123456789abcdef-640.webp";

function stage(files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>) {
  const asked: string[] = [];
  const readPhoto = async (name: string) => {
    asked.push(name);
    return files[name] ?? null;
  };
  const kept = { ...businessOf({}), job_photos: [PHOTO] };
  const business = publicBusiness(kept, (name) => `https://reviews.example/photos/${name}`);
  return { asked, app: appOf(publicationOf(business, []), { photos: { readPhoto } }) };
}

describe("GET /photos/{name}", () => {
  const bytes = new Uint8Array(100_000).fill(7);

  test("serves the stored bytes, cacheable for ever and uncompressed", async () => {
    const { app } = stage({ "0123456789abcdef-640.webp": bytes });
    const request = new Request(`http://goodword.test${PATH}`, { headers: { "Accept-Encoding": "gzip, zstd, br" } });
    const response = await app(request, CLIENT);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("image/webp");
    expect(response.headers.get("Cache-Control")).toBe("max-age=31536000, immutable");
    expect(response.headers.get("Content-Encoding")).toBeNull();
    expect(response.headers.get("Content-Security-Policy")).toBe("default-src 'none'");
    expect(await response.bytes()).toEqual(bytes);
  });

  test("reads nothing for who has it already", async () => {
    const { app, asked } = stage({ "0123456789abcdef-640.webp": bytes });
    const ETag = (await getOf(app, PATH)).headers.get("ETag") ?? "";
    const request = new Request(`http://goodword.test${PATH}`, { headers: { "If-None-Match": ETag } });
    expect((await app(request, CLIENT)).status).toBe(304);
    expect(asked).toHaveLength(1);
  });

  test("answers 404 for a deleted file that is still published", async () => {
    expect((await getOf(stage({}).app, PATH)).status).toBe(404);
  });

  test.each([
    "/photos/fedcba9876543210-640.webp",
    "/photos/0123456789abcdef-1.webp",
    "/photos/%22%0A.webp",
    "/photos/x",
  ])("is 404 for %s, of which the store is not even asked", async (path) => {
    const { app, asked } = stage({});
    expect((await getOf(app, path)).status).toBe(404);
    expect(asked).toEqual([]);
  });
});
