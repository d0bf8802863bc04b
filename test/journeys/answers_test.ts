/** Answers over real servers: a short round of `soak/answers`, and what readers are given of an answer. */
import { expect, test } from "bun:test";
import { crowd, kills } from "../../soak/answers/plays.ts";
import { AnswerStage, submit } from "../../soak/answers/stage.ts";
import { startPostgres } from "../support/postgres_server.ts";
import { createSeededRandom } from "../support/seeded_random.ts";
import { skipUnless } from "../support/tools.ts";
import { eventually } from "../support/wait.ts";

test("forty submissions of one link at once make one review", async () => {
  expect((await crowd(40)).findings).toEqual([]);
});

const postgres = await startPostgres();
const isStarted = typeof postgres !== "string";

test.skipIf(skipUnless(isStarted, `answers over PostgreSQL: ${postgres}`))(
  "answers hold over two servers on PostgreSQL",
  async () => {
    if (typeof postgres === "string") return;
    using server = postgres;
    expect((await crowd(40, server.url)).findings).toEqual([]);
  },
);

test("every answer that got its 303 is there once, however servers are killed", async () => {
  expect((await kills(4, createSeededRandom(7).number)).findings).toEqual([]);
});

test("an answer stands in every document, feed and answer of the interface, and is gone when it is withdrawn", async () => {
  using stage = await AnswerStage.open({ links: 1, reviews: 30 });
  await using server = await stage.serve();
  const get = async (path: string) => (await fetch(server.url + path)).text();
  const faces = [
    "/reviews.json",
    "/reviews.csv",
    "/reviews.ndjson",
    "/api/feed.json",
    "/feed.xml",
    "/",
    "/api/changes",
  ];
  const [token = ""] = stage.tokens;
  expect(await submit(server, token, "Quokka-proof plumbing.")).toBe(303);
  await eventually("the answer", async () => (await get("/api/reviews/search?query=Quokka")).includes('"total":1'));
  for (const face of faces) expect(await get(face)).toContain("Quokka-proof");
  const found = JSON.parse(await get("/api/reviews/search?query=Quokka")).reviews[0];
  expect(found).toMatchObject({
    source: { name: "direct", url: null },
    verification: { method: "invitation", strength: "one_time_link" },
  });
  await fetch(`${server.url}/r/${token}/withdraw`, { method: "POST", body: new URLSearchParams({ remove: "yes" }) });
  await eventually("its removal", async () => (await get("/api/reviews/search?query=Quokka")).includes('"total":0'));
  for (const face of faces) expect(await get(face)).not.toContain("Quokka-proof");
  const gone = await fetch(`${server.url}/reviews/${found.id}`, { headers: { Accept: "text/html" } });
  expect([gone.status, await gone.text()]).toEqual([410, expect.stringContaining("Withdrawn by its author on ")]);
});
