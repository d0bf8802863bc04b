/** Answers to searches, which are written one after the other into the same memory. */
import { expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { PATHS } from "../../src/http/paths.ts";
import { appOf } from "../support/app_of.ts";
import { CLIENT } from "../support/client.ts";
import { businessOf, reviewOf } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";

const LONG = "The same sentence again. ".repeat(40);
/** Enough for answers that are compressed, and for one that has to have memory of its own. */
const reviews = Array.from({ length: 300 }, (_, at) =>
  reviewOf({ id: `r${at}`, rating: 1 + (at % 5), text: `${at} ${LONG.repeat(at % 5 === 4 ? 4 : 1)}` }),
);
const app = appOf(publicationOf(businessOf(), reviews));
const ask = (query: string, headers: Record<string, string> = {}) =>
  app(new Request(`http://goodword.test${PATHS.search}?${query}`, { headers }), CLIENT);

const QUERIES = ["rating=1", "rating=2&limit=60", "rating=5&limit=60", "rating=3&limit=1", "query=nowhere"];

test("an answer that is read after others were made is what it was", async () => {
  const alone: string[] = [];
  for (const query of QUERIES) alone.push(await (await ask(query)).text());
  const together = await Promise.all(QUERIES.map((query) => ask(query)));
  expect(await Promise.all(together.map((answer) => answer.text()))).toEqual(alone);
  expect(new Set(alone).size).toBe(QUERIES.length);
});

test("a later search does not change an answer that is still being compressed", async () => {
  const plain = await (await ask("rating=2&limit=60")).text();
  // More than are compressed at once: some wait while the next answer is made.
  const coded = Array.from({ length: 16 }, () => ask("rating=2&limit=60", { "Accept-Encoding": "gzip" }));
  await ask("rating=4&limit=60");
  for (const answer of await Promise.all(coded)) {
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(await answer.arrayBuffer()).toString()).toBe(plain);
  }
});

test("a page that is asked for again is what it was, with its link, also in another coding and behind a cursor", async () => {
  const shown = async (query: string) => {
    const answer = await ask(query);
    return [answer.headers.get("link"), await answer.text()] as const;
  };
  const first = await shown("rating=2");
  const cursor = JSON.parse(first[1]).next_cursor;
  const second = await shown(`rating=2&cursor=${cursor}`);
  expect(await shown("rating=2")).toEqual(first);
  expect(await shown(`rating=2&cursor=${cursor}`)).toEqual(second);
  expect(first[0]).toContain(`?rating=2&cursor=${cursor}>; rel="next"`);
  expect(second[1]).not.toBe(first[1]);
  const coded = await ask("rating=2&limit=60", { "Accept-Encoding": "gzip" });
  expect(gunzipSync(await coded.arrayBuffer()).toString()).toBe(await (await ask("rating=2&limit=60")).text());
});
