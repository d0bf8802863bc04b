/** One review by its id. */
import { describe, expect, test } from "bun:test";
import { PATHS, reviewDataPath } from "../../src/http/paths.ts";
import { appOf } from "../support/app_of.ts";
import { CLIENT } from "../support/client.ts";
import { businessOf, reviewOf } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";

const publication = publicationOf(businessOf(), [reviewOf({ id: "kept" })], {
  removals: [{ id: "gone", removed_at: "2026-05-20T08:00:00.000Z" }],
  joinedCopies: [{ id: "copy", countedId: "kept" }],
});
const app = appOf(publication);
const ask = (id: string, headers: Record<string, string> = {}) =>
  app(new Request(`http://goodword.test${reviewDataPath(id)}`, { headers }), CLIENT);

describe(PATHS.reviewData, () => {
  test("is the review as it stands in /reviews.json, with its place in the log, and validators", async () => {
    const answer = await ask("kept");
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect<unknown>(await answer.json()).toEqual({ ...publication.reviewAt(0), log: null });
    const again = await ask("kept", { "If-None-Match": answer.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
  });

  test("is JSON-LD for a client that prefers it, under another tag", async () => {
    const linked = await ask("kept", { Accept: "application/ld+json, application/json;q=0.5" });
    expect(linked.headers.get("content-type")).toBe("application/ld+json");
    expect(linked.headers.get("vary")).toBe("Accept, Accept-Encoding");
    expect(await linked.json()).toMatchObject({ "@type": "Review", itemReviewed: { name: businessOf().name } });
    expect((await ask("kept", { Accept: "*/*" })).headers.get("content-type")).toBe("application/json");
  });

  test("a copy of a review that counts redirects to it", async () => {
    const answer = await ask("copy");
    expect([answer.status, answer.headers.get("location")]).toEqual([
      308,
      `https://reviews.example${reviewDataPath("kept")}`,
    ]);
  });

  test("takes no parameters: one that is given is refused, as for reviews since a date, not ignored", async () => {
    for (const path of [reviewDataPath("kept"), "/api/reviews/since/2026-01-01"]) {
      const answer = await app(new Request(`http://goodword.test${path}?detail=full`), CLIENT);
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("takes none")]);
    }
    const both = await app(new Request("http://goodword.test/api/reviews/since/soon?limit=5"), CLIENT);
    expect(await both.json()).toMatchObject({ issues: [{ path: ["date"] }, { path: ["limit"] }] });
  });

  test("is 410 once it was taken down, 404 when it never was, 400 when no id can be like that", async () => {
    expect((await ask("gone")).status).toBe(410);
    expect((await ask("never")).status).toBe(404);
    expect((await ask("no%20id")).status).toBe(400);
  });
});
