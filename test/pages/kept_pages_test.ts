import { expect, test } from "bun:test";
import { PATHS } from "../../src/http/paths.ts";
import { keptPageAt } from "../../src/pages/mod.ts";
import { appOf, getOf } from "../support/app_of.ts";
import { manyReviews, richPublication } from "../support/page_stage.ts";

const publication = richPublication(manyReviews(5));
const app = appOf(publication);

function shown({ status, headers }: Response): object {
  return { status, headers: [...headers].filter(([name]) => name !== "date").sort() };
}

test("a page that was rendered is answered like a document, with what the router's answer has", async () => {
  for (const path of [PATHS.badge, "/verification", "/es/verification"]) {
    expect(keptPageAt(publication, path)).toBeUndefined();
    const routed = await getOf(app, path);
    const ask = (headers: Record<string, string> = {}) =>
      keptPageAt(publication, path)?.respond(new Request(`http://goodword.test${path}`, { headers })) ?? routed;
    expect(ask()).not.toBe(routed);
    expect(shown(ask())).toEqual(shown(routed));
    expect(await ask().text()).toBe(await routed.text());
    const unchanged = ask({ "If-None-Match": routed.headers.get("etag") ?? "" });
    const revision = publication.contentDigest;
    expect([unchanged.status, unchanged.headers.get("goodword-revision")]).toEqual([304, revision]);
    const refused = ask({ Range: "bytes=9999999-" });
    expect([refused.status, refused.headers.get("goodword-revision")]).toEqual([416, revision]);
  }
});
