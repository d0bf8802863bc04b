/** Exports: selections, codings, lengths and ranges of /reviews.csv and /reviews.ndjson. */
import { describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { PATHS } from "../../src/http/paths.ts";
import { aggregateRating, type Review } from "../../src/review/mod.ts";
import { appOf } from "../support/app_of.ts";
import { CLIENT } from "../support/client.ts";
import { businessOf, manyReviews, reviewOf } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";
import { SEARCH_VALUES } from "../support/search_values.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

/** Makes a few hundred reviews a selection of many megabytes. */
const LONG = "The same sentence again. ".repeat(1000);

const REVIEWS = [...manyReviews(600), reviewOf({ id: "umlaut", text: "Größe, Maß\nund Übermaß" })];
const app = appOf(publicationOf(businessOf(), REVIEWS));
const ask = (path: string, headers: Record<string, string> = {}) =>
  app(new Request(`http://goodword.test${path}`, { headers }), CLIENT);
const bytesOf = async (response: Response | Promise<Response>) => new Uint8Array(await (await response).arrayBuffer());
const idsIn = (ndjson: string) => ndjson.split("\n").flatMap((line) => (line ? [JSON.parse(line).id as string] : []));
const issuesOf = async (response: Response) => ((await response.json()) as { issues: object[] }).issues;

const EXPORTS = [PATHS.csv, PATHS.ndjson] as const;
const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };

describe.each(EXPORTS)("%s", (path) => {
  test.each(Object.entries(DECODERS))(
    "in %s is the same, with a tag of its own and its length",
    async (coding, decode) => {
      const identity = await ask(path);
      const coded = await ask(path, { "Accept-Encoding": coding });
      expect(coded.headers.get("content-encoding")).toBe(coding);
      expect(coded.headers.get("vary")).toBe("Accept-Encoding");
      expect(coded.headers.get("etag")).not.toBe(identity.headers.get("etag"));
      const bytes = await bytesOf(coded);
      const plain = await bytesOf(identity);
      expect(new Uint8Array(decode(bytes))).toEqual(plain);
      expect(bytes.length).toBeLessThan(plain.length / 2);
    },
  );

  test("is not sent again to a client that has it, in whichever coding", async () => {
    for (const coding of ["identity", ...Object.keys(DECODERS)]) {
      const tag = (await ask(path, { "Accept-Encoding": coding })).headers.get("etag") ?? "";
      expect((await ask(path, { "If-None-Match": tag })).status).toBe(304);
    }
  });

  test("gives any single range, of which the parts make up the whole", async () => {
    const whole = await bytesOf(ask(path));
    expect((await ask(path)).headers.get("accept-ranges")).toBe("bytes");
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(whole.length - 1), async (one, other) => {
        const first = Math.min(one, other);
        const last = Math.max(one, other);
        const answer = await ask(path, { Range: `bytes=${first}-${last}` });
        expect([answer.status, answer.headers.get("content-range")]).toEqual([
          206,
          `bytes ${first}-${last}/${whole.length}`,
        ]);
        expect(await bytesOf(answer)).toEqual(whole.slice(first, last + 1));
      }),
      { numRuns: 20 },
    );
    expect(await bytesOf(ask(path, { Range: "bytes=-9" }))).toEqual(whole.slice(-9));
    expect(await bytesOf(ask(path, { Range: `bytes=${whole.length - 3}-` }))).toEqual(whole.slice(-3));
  });

  test("a range at or beyond the end is 416, with the length and what to do", async () => {
    const { length } = await bytesOf(ask(path));
    for (const range of [`bytes=${length}-`, `bytes=${length + 5}-${length + 9}`, "bytes=-0"]) {
      const answer = await ask(path, { Range: range });
      expect([answer.status, answer.headers.get("content-range")]).toEqual([416, `bytes */${length}`]);
      expect(await issuesOf(answer)).toMatchObject([
        { code: "range_not_satisfiable", message: expect.stringContaining(`${length} bytes; ask for less`) },
      ]);
    }
  });

  test.each(["bytes=5-2", "bytes=0-1,3-4", "lines=1-2", "bytes=a-b", "bytes=-"])(
    "%s asks for no single range, and gets the whole",
    async (range) => {
      expect((await ask(path, { Range: range })).status).toBe(200);
    },
  );

  test("HEAD has no ranges", async () => {
    const head = new Request(`http://goodword.test${path}`, { method: "HEAD", headers: { Range: "bytes=0-9" } });
    expect((await app(head, CLIENT)).status).toBe(200);
  });

  test("a range request whose If-Range does not match gets the whole document", async () => {
    const tag = (await ask(path)).headers.get("etag") ?? "";
    const modified = (await ask(path)).headers.get("last-modified") ?? "";
    const statusFor = async (ifRange: string) => (await ask(path, { Range: "bytes=0-9", "If-Range": ifRange })).status;
    expect([await statusFor(tag), await statusFor(modified)]).toEqual([206, 206]);
    expect(await statusFor('"other"')).toBe(200);
    expect(await statusFor(`W/${tag}`)).toBe(200);
    expect(await statusFor("Thu, 01 Jan 2026 00:00:00 GMT")).toBe(200);
  });

  test("refuses unknown parameters, and lists or suggests the known ones", async () => {
    const answer = await ask(`${path}?ratng=5&limit=3`);
    expect(answer.status).toBe(400);
    expect(await issuesOf(answer)).toMatchObject([
      { path: ["ratng"], message: "unknown parameter ratng; did you mean rating?" },
      { path: ["limit"], message: expect.stringContaining("expected one of rating, min_rating") },
    ]);
    expect((await ask(`${path}?sentiment=negative`)).status).toBe(400);
    expect((await ask(`${path}?rating=9`)).status).toBe(400);
  });
});

describe("A selection", () => {
  const filters = Object.entries(SEARCH_VALUES).filter(([name]) => !["limit", "sentiment"].includes(name));

  test.each(filters)("by %s=%j has what the search finds, in its order", async (name, value) => {
    const query = new URLSearchParams({ [name]: String(value) });
    if (name === "sort") query.set("sort", "lowest");
    const ndjson = await (await ask(`${PATHS.ndjson}?${query}`)).text();
    query.set("limit", "100");
    const found: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      if (cursor !== "") query.set("cursor", cursor);
      const page = (await (await ask(`${PATHS.search}?${query}`)).json()) as {
        reviews: { id: string }[];
        next_cursor: string | null;
      };
      found.push(...page.reviews.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(idsIn(ndjson)).toEqual(found);
  });

  test("of nothing is a CSV with its header alone", async () => {
    const csv = await (await ask(`${PATHS.csv}?query=xyzzy`)).text();
    expect(csv).toMatch(/^id,date,rating,.*\r\n$/);
  });

  test("is sent while it is written, and is the same, once a minute's budget of memory is used up", async () => {
    const clock = createVirtualClock();
    const pages = publicationOf(
      businessOf(),
      [...manyReviews(400)].map((review) => ({ ...review, text: LONG })),
    );
    const busy = appOf(pages, { clock });
    const lengthOf = async () => {
      const answer = await busy(new Request(`http://goodword.test${PATHS.ndjson}?min_rating=1`), CLIENT);
      const isRanged = answer.headers.get("accept-ranges") === "bytes";
      return { isRanged, bytes: (await answer.arrayBuffer()).byteLength };
    };
    const first = await lengthOf();
    expect(first.isRanged).toBe(true);
    const fitting = Math.floor((64 << 20) / first.bytes) - 1;
    for (let more = 0; more < fitting; more++) await lengthOf();
    expect(await lengthOf()).toEqual({ ...first, isRanged: false });
    await clock.advance(60_000, async () => {});
    expect(await lengthOf()).toEqual(first);
  });

  test("that is too large to be made whole is written slice by slice, as its client reads it", async () => {
    let written = 0;
    const reviews = [...manyReviews(900)].map((review) => ({ ...review, text: LONG }));
    const source = publicationOf(businessOf(), reviews);
    const reviewAt = (ordinal: number) => {
      written++;
      return source.reviewAt(ordinal);
    };
    const counted = { ...source, reviewAt };
    const answer = await appOf(counted)(new Request(`http://goodword.test${PATHS.csv}?min_rating=1`), CLIENT);
    expect([answer.status, written]).toEqual([200, 0]);
    const reader = answer.body?.getReader();
    await reader?.read();
    expect(written).toBeLessThan(10);
    await reader?.cancel();
  });

  test("excel=1 begins with a byte order mark and is otherwise the same", async () => {
    const plain = await bytesOf(ask(PATHS.csv));
    const marked = await bytesOf(ask(`${PATHS.csv}?excel=1`));
    expect(marked.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf));
    expect(marked.slice(3)).toEqual(plain);
  });
});

describe("/reviews.json?provenance=", () => {
  const mixed = REVIEWS.map((review, at) => ({
    ...review,
    provenance: at % 3 === 0 ? ("invitation" as const) : review.provenance,
  }));
  const publication = publicationOf(businessOf(), mixed);
  const some = appOf(publication);
  const get = (path: string) => some(new Request(`http://goodword.test${path}`), CLIENT);

  test("gives the reviews that came so, with their own rating and the revision of all", async () => {
    const answer = await get("/reviews.json?provenance=invitation");
    const { business, aggregate_rating, revision, reviews } = JSON.parse(await answer.text());
    const chosen = mixed.filter(({ provenance }) => provenance === "invitation");
    expect(reviews.map(({ id }: Review) => id).sort()).toEqual(chosen.map(({ id }) => id).sort());
    expect(aggregate_rating).toEqual(
      aggregateRating(
        chosen.map(({ rating, source, verification }) => ({
          rating,
          source: source.name,
          verification: verification.method,
        })),
      ),
    );
    expect([business.name, revision]).toEqual([businessOf().name, publication.contentDigest]);
    const again = { headers: { "If-None-Match": answer.headers.get("etag") ?? "" } };
    const request = new Request("http://goodword.test/reviews.json?provenance=invitation", again);
    expect((await some(request, CLIENT)).status).toBe(304);
  });

  test("finds as many as the search, and refuses an unknown provenance", async () => {
    const { total } = await (await get("/api/reviews/search?provenance=unknown&limit=1")).json();
    expect(JSON.parse(await (await get("/reviews.json?provenance=unknown")).text()).reviews).toHaveLength(total);
    expect(await (await get("/reviews.json?provenance=export")).text()).toEndWith('"reviews":[\n]}\n');
    expect((await get("/reviews.json?provenance=heaven")).status).toBe(400);
  });
});
