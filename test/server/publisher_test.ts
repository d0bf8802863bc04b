/** The running server and the commands of other processes on the same database. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { type RunningServer, startServer } from "../support/server.ts";

const shop = new Workshop();
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ databasePath: shop.database });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  shop[Symbol.dispose]();
});

interface Seen {
  readonly path: string;
  readonly texts: ReadonlySet<string>;
  readonly count: number;
}

const DOCUMENTS = ["/reviews.json", "/api/feed.json", "/api/reviews/search?limit=100", "/reviews.ndjson"];

/** The words that the reviews of a document consist of. */
async function look(path: string): Promise<Seen> {
  const body = await (await server.get(path)).text();
  const texts = [...body.matchAll(/"(?:content_)?text":"(\w+) \d+"/g)].map(([, word]) => word ?? "");
  return { path, texts: new Set(texts), count: texts.length };
}

function fileOf(word: string, count: number): string {
  const reviews = Array.from({ length: count }, (_, at) => ({ id: `${word}${at}`, text: `${word} ${at}` }));
  return shop.write(`${word}.json`, reviewsFile(...reviews));
}

/** Looks at documents in turn until one shows `word`, then once at each. */
async function watch(word: string): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (let at = 0; !seen.at(-1)?.texts.has(word); at++) seen.push(await look(DOCUMENTS[at % DOCUMENTS.length]!));
  for (const path of DOCUMENTS) seen.push(await look(path));
  return seen;
}

test("an import of another process is seen without a restart, in every document at once and never in part", async () => {
  await server.command("import", fileOf("old", 700), "--replace", "--remove-missing");
  await watch("old");
  const watched = watch("new");
  const imported = await server.command("import", fileOf("new", 900), "--replace", "--remove-missing");
  expect(imported).toMatchObject({ code: 0, err: "" });
  const seen = await watched;
  for (const { texts } of seen) expect(texts.size).toBe(1);
  const words = seen.map(({ texts }) => [...texts][0]);
  const change = words.indexOf("new");
  expect(words.slice(change)).toEqual(words.slice(change).map(() => "new"));
  expect(seen.slice(-DOCUMENTS.length).map(({ count }) => count)).toEqual([900, 50, 100, 900]);
});

test("what is removed is gone from every document, and its permalink answers 410", async () => {
  await server.command("import", fileOf("kept", 3), "--replace", "--remove-missing");
  await watch("kept");
  await server.command("remove", "kept1", "--reason", "privacy");
  const removed = async () => (await server.get("/reviews/kept1")).status;
  let status = await removed();
  while (status === 200) status = await removed();
  expect(status).toBe(410);
  for (const path of DOCUMENTS) expect((await look(path)).count).toBe(2);
  const since = (await (await server.get("/api/reviews/since/2020-01-01")).json()) as { removed: { id: string }[] };
  expect(since.removed.map(({ id }) => id)).toContain("kept1");
  expect(await (await server.get("/feed.xml")).text()).toContain("<at:deleted-entry");
});
