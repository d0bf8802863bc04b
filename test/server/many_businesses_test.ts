/** Many businesses in one process: each request is answered by the business that its address names, and by no other. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { openBusinessList } from "../../src/server/open_store.ts";
import { Firms } from "../support/firms.ts";
import { eventually } from "../support/wait.ts";

const firms = new Firms();
const { shop } = firms;
const ask = firms.ask.bind(firms);

const ADDRESSES = {
  ace: "https://ace.test",
  bee: "https://bee.test",
  north: "https://chain.test/north",
  "north-west": "https://chain.test/north/west",
};

beforeAll(async () => {
  for (const [id, baseUrl] of Object.entries(ADDRESSES)) await firms.addReviewed(id, `${baseUrl}/`);
  await using list = await openBusinessList(firms.env.DATABASE_URL ?? "");
  await list.saveSettings("bee", () => ({ WITNESSES: "a b" }));
  await firms.serve();
});

afterAll(() => firms[Symbol.asyncDispose]());

const reviewsAt = async (baseUrl: string) => {
  let answer = await ask(`${baseUrl}/reviews.json`);
  // Its first publication may take a busy machine longer than a request waits.
  while (answer.status === 503) answer = await ask(`${baseUrl}/reviews.json`);
  const { reviews } = (await answer.json()) as { reviews: { url: string }[] };
  return reviews.map(({ url }) => url);
};

test.each(Object.entries(ADDRESSES))(
  "%s is answered from its own store at %s, by the longest base path",
  async (id, baseUrl) => {
    expect(await reviewsAt(baseUrl)).toEqual([`${baseUrl}/reviews/of-${id}`]);
    const found = (await (await ask(`${baseUrl}/api/reviews/search?limit=1`)).json()) as { reviews: { url: string }[] };
    expect(found.reviews.map(({ url }) => url)).toEqual([`${baseUrl}/reviews/of-${id}`]);
  },
);

test("an unknown address is answered with 421", async () => {
  const answer = await ask("https://nobody.test/");
  expect(answer.status).toBe(421);
  expect(await answer.json()).toMatchObject({ issues: [{ code: "misdirected" }] });
});

test("/healthz and /readyz are the process's at any host, and /metrics is on the owner's listener, without names of businesses", async () => {
  await ask("https://ace.test/feed.xml");
  for (const path of ["/healthz", "/readyz"]) expect((await ask(`https://nobody.test${path}`)).status).toBe(200);
  const metrics = await firms.server.figures();
  expect(metrics).toMatch(/^goodword_reviews [1-9]/m);
  expect(metrics).toMatch(/^goodword_businesses 4$/m);
  for (const id of Object.keys(ADDRESSES)) expect(metrics).not.toContain(id);
  const former = await ask("https://bee.test/metrics");
  expect([former.status, await former.text()]).toEqual([404, expect.stringContaining("CONSOLE_PORT")]);
});

test("each line of the log about a business names it", async () => {
  await ask("https://bee.test/feed.xml");
  expect(firms.server.log()).toMatch(/"Published"[^\n]*"business":"bee"/);
});

test("the owner's listener answers at /ask with 200 for the name of a business, and with 404 otherwise", async () => {
  const [, port] = await firms.server.logged(/"Owner's listener"[^\n]*?:\/\/[^\n"]*?:(\d+)"/);
  const answerFor = async (query: string) => (await fetch(`http://127.0.0.1:${port}/ask${query}`)).status;
  for (const name of ["ace.test", "chain.test", "CHAIN.test"]) expect(await answerFor(`?domain=${name}`)).toBe(200);
  for (const query of ["?domain=nobody.test", "?domain=", "", "?domain=ace.test.", "?domain=test"]) {
    expect(await answerFor(query)).toBe(404);
  }
});

test("what is added, moved, renamed and removed shows on a running server", async () => {
  await firms.add("new");
  const isAt = (address: string, status: number) =>
    eventually(`${status} at ${address}`, async () => (await ask(address)).status === status);
  // Before its first import, too, though as a draft.
  await isAt("https://new.test", 200);
  const robotsAt = async (path: string) => (await ask(`https://new.test${path}`)).headers.get("X-Robots-Tag");
  expect([await robotsAt("/"), await robotsAt("/docs"), await robotsAt("/llms.txt")]).toEqual(Array(3).fill("noindex"));
  expect((await ask("https://new.test/sitemap.xml")).status).toBe(404);
  await firms.importInto("new", { id: "of-new" });
  await isAt("https://new.test/reviews/of-new", 200);
  expect([await robotsAt("/"), await robotsAt("/docs")]).toEqual([null, null]);
  expect((await ask("https://new.test/sitemap.xml")).status).toBe(200);
  expect((await shop.run("business", "move", "new", "--base-url", "https://newer.test/")).code).toBe(0);
  await isAt("https://newer.test", 200);
  await isAt("https://new.test", 421);
  expect(await reviewsAt("https://newer.test")).toEqual(["https://newer.test/reviews/of-new"]);
  expect((await shop.run("business", "rename", "new", "renamed")).code).toBe(0);
  await isAt("https://newer.test", 200);
  expect((await shop.run("business", "remove", "renamed")).code).toBe(0);
  await isAt("https://newer.test", 421);
});

test("a stored setting of an earlier release is named in the log with its business", () => {
  expect(firms.server.log()).toMatch(/WITNESSES is no longer a setting[^\n]*"business":"bee"/);
});

test("a business that invites customers can be renamed and removed while the server runs", async () => {
  await firms.addReviewed("inviting");
  const setting = ["settings", "set", "INVITATIONS", "links", "--business", "inviting"];
  expect(await shop.run(...setting)).toMatchObject({ code: 0 });
  await eventually("a report is taken", async () => {
    const body = new URLSearchParams({ reason: "abuse", text: "This never happened", email: "" });
    return (await ask("https://inviting.test/reviews/of-inviting/report", { method: "POST", body })).status === 200;
  });
  expect(await shop.run("business", "rename", "inviting", "asking")).toMatchObject({ code: 0 });
  expect(await shop.run("business", "remove", "asking")).toMatchObject({ code: 0 });
});

test("a change of a business shows while others are read", async () => {
  await ask("https://ace.test/feed.xml");
  await firms.importInto(
    "ace",
    { id: "of-ace" },
    { id: "second", date: "2026-05-02", text: "Came back for the boiler" },
  );
  await eventually("the second review", async () => (await reviewsAt("https://ace.test")).length === 2);
  expect(await reviewsAt("https://bee.test")).toEqual(["https://bee.test/reviews/of-bee"]);
});

test("what was published of a business is kept beside its database, and answered from after a start", async () => {
  await ask("https://bee.test/feed.xml");
  await firms.server.kill();
  await firms.serve();
  expect(await reviewsAt("https://bee.test")).toEqual(["https://bee.test/reviews/of-bee"]);
  expect(firms.server.log()).toMatch(/"Published"[^\n]*"business":"bee"[^\n]*"loaded_ms"/);
  rmSync(shop.path("shops/bee.sqlite.publication"));
});
