/** Licence and terms stand in every format (RFC 4287 section 4.2.10, RFC 4946, RFC 8288). */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { reviewOf } from "../support/command_line.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { eventually } from "../support/wait.ts";

const LICENSE = { name: "CC-BY-4.0", url: "https://creativecommons.org/licenses/by/4.0/" };
const SOURCES = [{ name: "google", terms: "https://google.test/terms" }];

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  const file = `${server.databasePath}.json`;
  const business = { name: "Ace", license: "cc-by-4.0", sources: [{ name: "Google Maps", terms: SOURCES[0]?.terms }] };
  await Bun.write(file, JSON.stringify({ business, reviews: [reviewOf({ id: "r1" })] }));
  expect((await server.command("import", file)).code).toBe(0);
  const isServed = async () => (await (await server.get("/reviews.json")).text()).includes('"Ace"');
  await eventually("the import", async () => ((await isServed()) ? true : undefined));
});
afterAll(() => server[Symbol.asyncDispose]());

const PATHS = ["/reviews.json", "/insights.json", "/feed.xml", "/api/feed.json", "/api/updates.json", "/reviews.csv"];
const ANSWERS = [
  "/reviews.ndjson",
  "/api/reviews/search",
  "/api/reviews/since/2020-01-01",
  "/api/changes",
  "/api/reviews/r1",
];

test.each([...PATHS, ...ANSWERS])("%s links to the licence and names the revision it was made of", async (path) => {
  const { headers } = await server.get(path);
  expect(headers.get("link")).toContain(`<${LICENSE.url}>; rel="license"`);
  const insights = (await (await server.get("/insights.json")).json()) as { revision: string };
  expect(headers.get("goodword-revision")).toBe(insights.revision);
});

test("documents and feeds state licence and sources in their own formats", async () => {
  const json = async (path: string) =>
    (await (await server.get(path)).json()) as Record<string, Record<string, unknown>>;
  expect((await json("/reviews.json")).business).toMatchObject({ license: LICENSE, sources: SOURCES });
  for (const path of ["/api/feed.json", "/api/updates.json"]) {
    expect((await json(path))._goodword).toMatchObject({ license: LICENSE, sources: SOURCES });
  }
  const atom = await (await server.get("/feed.xml")).text();
  expect(atom).toContain(
    `<rights>Published under CC-BY-4.0, ${LICENSE.url}. Reviews from google stay under https://google.test/terms.</rights>`,
  );
  expect(atom).toContain(`<link rel="license" href="${LICENSE.url}"/>`);
});

test("every answer of one moment names one revision: bodies, headers, errors and pages", async () => {
  const revisionOf = async (path: string) => ((await (await server.get(path)).json()) as { revision: string }).revision;
  const bodies = [
    "/reviews.json",
    "/insights.json",
    "/api/reviews/search",
    "/api/reviews/since/2020-01-01",
    "/api/changes",
  ];
  const named = await Promise.all(bodies.map(revisionOf));
  const paths = [
    "/",
    "/reviews/r1",
    "/verification",
    "/healthz",
    "/nowhere",
    "/api/reviews/search?rating=9",
    "/badge.svg",
  ];
  for (const path of paths) named.push((await server.get(path)).headers.get("goodword-revision") ?? "none");
  expect(new Set(named).size).toBe(1);
});
