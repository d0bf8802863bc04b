/**
 * Measures how soon a change is seen, and what readers of small documents notice of the building: at rest, while one
 * review is added, while a thousand are.
 *
 * A bare server that only answers hello is asked by the same reader: its delays are the machine's.
 */
import { join } from "node:path";
import { type BenchOptions, type Figure, median, type PartReport, quantile } from "./figures.ts";
import { type GeneratedReview, generatedBusiness, generateReviews } from "./generate_reviews.ts";
import { environment, MAIN, type Server, startGoodword, type Workplace, wholePublished } from "./prepared.ts";
import { answered, freePort, run, start } from "./processes.ts";
import { readDuring, type Waits } from "./small_reads.ts";

const HELLO = join(import.meta.dir, "peers/hello.ts");
const SMALL = "/feed.xml";
const IDLE_MS = 3000;
const POLL_MS = 5;
/** The newest generated review is older. */
const CHANGE_DATE = "2026-07-01";
const VISIBLE_SECONDS = new Map([
  [10_000, 0.3],
  [100_000, 1],
]);

export async function benchPublishing(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const figures: Figure[] = [];
  for (const size of isFull ? [10_000, 100_000] : [10_000]) {
    figures.push(...(await benchSize(place, size, isFull ? 5 : 3)));
  }
  const notes = [
    "seconds until visible count from the end of the import command, when the change is committed",
    "a wait counts from when the request was due; hello is a bare server asked by the same reader at the same time",
  ];
  return { part: "Publication: visible after, and small reads at the same time", figures, notes };
}

async function benchSize(place: Workplace, size: number, rounds: number): Promise<Figure[]> {
  const database = await place.copyOfDatabase(size);
  await using server = startGoodword(database, {});
  await using hello = await startHello();
  await wholePublished(server);
  const urls = [server.url + SMALL, hello.url];
  const idle = await readDuring(urls, () => Bun.sleep(IDLE_MS));
  const one: Change[] = [];
  const thousand: Change[] = [];
  for (let round = 0; round < rounds; round++) {
    one.push(await measureChange(place, server, database, urls, 1, `one${round}`));
    thousand.push(await measureChange(place, server, database, urls, 1000, `thousand${round}`));
  }
  const p99 = (waits: Waits, at: number) => quantile(waits[urls[at]!]!, 0.99);
  const idleP99 = p99(idle, 0);
  const waiting = (name: string, changes: readonly Change[]): Figure[] => {
    const value = median(changes.map(({ waits }) => p99(waits, 0)));
    const bare = median(changes.map(({ waits }) => p99(waits, 1)));
    const beside = { name: "idle", value: idleP99 };
    return [
      { name: `${size}: p99 ${name}`, value, unit: "ms", beside, ratio: value / idleP99, goal: { atMost: 1.5 } },
      { name: `${size}: p99 ${name}`, value, unit: "ms", beside: { name: "hello", value: bare }, ratio: value / bare },
    ];
  };
  const visible = (name: string, changes: readonly Change[]): Figure => {
    const value = median(changes.map(({ visibleSeconds }) => visibleSeconds));
    return { name: `${size}: ${name} visible after`, value, unit: "s", goal: { atMost: VISIBLE_SECONDS.get(size)! } };
  };
  return [
    visible("1 review", one),
    visible("1,000 reviews", thousand),
    { name: `${size}: p99 idle`, value: idleP99, unit: "ms", beside: { name: "hello", value: p99(idle, 1) } },
    ...waiting("while 1 review is published", one),
    ...waiting("while 1,000 are imported", thousand),
  ];
}

interface Change {
  readonly visibleSeconds: number;
  readonly waits: Waits;
}

/** Imports new reviews by the command and waits until readers see them and all is settled. */
async function measureChange(
  place: Workplace,
  server: Server,
  database: string,
  urls: readonly string[],
  count: number,
  name: string,
): Promise<Change> {
  const file = place.path(`${name}.json`);
  const reviews = Array.from(generateReviews(count, name.length + count), (it) => renamed(it, name));
  await Bun.write(file, JSON.stringify({ business: generatedBusiness, reviews }));
  const before = await tagOf(server, "/reviews.json");
  let visibleSeconds = Number.NaN;
  const waits = await readDuring(urls, async () => {
    await run(["bun", MAIN, "import", "--quiet", file], { env: environment(database) });
    const committed = performance.now();
    while ((await tagOf(server, "/reviews.json")) === before) await Bun.sleep(POLL_MS);
    visibleSeconds = (performance.now() - committed) / 1000;
    await wholePublished(server);
  });
  return { visibleSeconds, waits };
}

function renamed(review: GeneratedReview, name: string): GeneratedReview {
  const verification = { ...review.verification, date: CHANGE_DATE };
  return { ...review, id: `${name}-${review.id}`, date: CHANGE_DATE, verification };
}

async function tagOf({ url }: Server, path: string): Promise<string | null> {
  const headers = { "accept-encoding": "identity" };
  return (await fetch(url + path, { method: "HEAD", headers })).headers.get("etag");
}

async function startHello(): Promise<Server> {
  const port = freePort();
  const running = start(["bun", HELLO], { env: { PORT: String(port) } });
  const url = `http://127.0.0.1:${port}`;
  await answered(running, url);
  return { ...running, url };
}
