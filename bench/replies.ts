/**
 * Measures the processor time of one reply, until every document, feed and search shows it and their codings are there:
 * in one process, and of a whole server with its event loop and its compiler. What a server does afterwards, collecting
 * garbage above all, is told apart.
 *
 *     bun bench/replies.ts --one DATABASE
 */

import { Database } from "bun:sqlite";
import { replyToReview } from "../src/owner/reply.ts";
import { withKeptGrams } from "../src/publication/mod.ts";
import { analystFor, keptParts, type PublishedParts, publishEdition } from "../src/publication/publishing/mod.ts";
import { openDatabase } from "../src/store/sqlite/mod.ts";
import type { BenchOptions } from "./bench_options.ts";
import { type Figure, median, type PartReport } from "./figures.ts";
import { environment, MAIN, type Server, startGoodword, type Workplace, wholePublished } from "./prepared.ts";
import { cpuMilliseconds, run } from "./processes.ts";

const REPLIES = 5;
const GOAL_MS = 150;
/** Long enough for a reply's build, its codings and what is collected of them. */
const WINDOW_MS = 8000;
const POLL_MS = 20;
const DATE = "2026-07-01";

export async function benchReplies(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const figures: Figure[] = [];
  for (const size of isFull ? [10_000, 100_000] : [10_000]) {
    const goal = { atMost: GOAL_MS };
    const inOneProcess = await ofOneProcess(await place.copyOfDatabase(size));
    figures.push({ name: `${size}: a reply, in one process`, value: inOneProcess, unit: "ms of CPU", goal });
    const { shownMs, windowMs, idleMs } = await ofServer(await place.copyOfDatabase(size));
    const beside = { name: "idle", value: idleMs };
    figures.push({
      name: `${size}: a reply, whole server until all shows it`,
      value: shownMs,
      unit: "ms of CPU",
      goal,
    });
    figures.push({ name: `${size}: with what follows in 8 s`, value: windowMs, unit: "ms of CPU", beside });
  }
  const notes = [`medians of ${REPLIES} replies, the first left out; the server's without what it takes idle`];
  return { part: "One reply", figures, notes };
}

async function ofOneProcess(database: string): Promise<number> {
  return Number(await run(["bun", import.meta.path, "--one", database]));
}

/** Publishes as the worker and the event loop do, but without either. @returns milliseconds, the median */
async function publishReplies(path: string): Promise<number> {
  await using store = openDatabase(path, { create: false });
  const publish = (before: ReturnType<typeof keptParts> | null) =>
    store.editions.read((edition) =>
      publishEdition(edition, { site: { baseUrl: "http://localhost" }, analystOf: analystFor, before }),
    );
  const first = await publish(null);
  let parts: PublishedParts = { ...first.parts, index: first.index(), ...coded(first) };
  const times: number[] = [];
  for (const id of idsOf(path, REPLIES + 1)) {
    await replyToReview(store, { id, text: `Thank you. (${id})`, date: DATE, now: Date.parse(`${DATE}T12:00:00Z`) });
    const before = process.cpuUsage();
    const next = await publish(keptParts(parts));
    const index = withKeptGrams(next.parts.index, next.parts.planned, parts.index.segments);
    next.index();
    parts = { ...next.parts, index, ...coded(next) };
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return median(times.slice(1));
}

type Publishing = Awaited<ReturnType<typeof publishEdition>>;

/** The large document with its compressed coding. */
function coded({ parts: { documents }, codedReviews }: Publishing): Pick<PublishedParts, "documents" | "gzipPieces"> {
  const { document, gzipPieces } = codedReviews();
  return { documents: documents.map((each) => (each.path === document.path ? document : each)), gzipPieces };
}

interface ReplyCost {
  /** Until everything shows it. */
  readonly shownMs: number;
  /** In a window that begins with it. */
  readonly windowMs: number;
}

async function ofServer(database: string): Promise<ReplyCost & { readonly idleMs: number }> {
  await using server = startGoodword(database, {});
  await wholePublished(server);
  // As somebody who keeps a copy does.
  await (await fetch(`${server.url}/reviews.json`)).bytes();
  await quiet(server);
  const before = cpuMilliseconds(server.pid);
  await Bun.sleep(WINDOW_MS);
  const idleMs = cpuMilliseconds(server.pid) - before;
  const costs: ReplyCost[] = [];
  for (const id of idsOf(database, REPLIES + 1)) costs.push(await costOfReply(server, { id, database, idleMs }));
  const [, ...counted] = costs;
  return {
    shownMs: median(counted.map(({ shownMs }) => shownMs)),
    windowMs: median(counted.map(({ windowMs }) => windowMs)),
    idleMs,
  };
}

interface Replying {
  readonly id: string;
  readonly database: string;
  /** What the server takes in a window in which nothing happens. */
  readonly idleMs: number;
}

/** Both without what the server takes idle. */
async function costOfReply(server: Server, { id, database, idleMs }: Replying): Promise<ReplyCost> {
  const text = `Thank you. (${id})`;
  const former = await codedTag(server);
  const [startedAt, before] = [performance.now(), cpuMilliseconds(server.pid)];
  const used = () => cpuMilliseconds(server.pid) - before - (idleMs * (performance.now() - startedAt)) / WINDOW_MS;
  await run(["bun", MAIN, "reply", id, text, "--date", DATE], { env: environment(database) });
  for (let tag = former; tag === former || tag === null; tag = await codedTag(server)) await Bun.sleep(POLL_MS);
  const shownMs = used();
  await Bun.sleep(startedAt + WINDOW_MS - performance.now());
  const windowMs = used();
  const shown = await (await fetch(`${server.url}/api/reviews/${id}`)).text();
  if (!shown.includes(text)) throw new Error(`The reply to ${id} is not shown`);
  return { shownMs, windowMs };
}

/** The entity tag of the large document's compressed coding, which is made last; null until it is there. */
async function codedTag({ url }: Server): Promise<string | null> {
  const { headers } = await fetch(`${url}/reviews.json`, { method: "HEAD", headers: { "accept-encoding": "gzip" } });
  return headers.get("content-encoding") === "gzip" ? headers.get("etag") : null;
}

/** Until what a start leaves to do is done, and its worker has ended. */
async function quiet(server: Server): Promise<void> {
  for (let calm = 0; calm < 3; ) {
    const before = cpuMilliseconds(server.pid);
    await Bun.sleep(WINDOW_MS);
    calm = cpuMilliseconds(server.pid) - before < WINDOW_MS / 20 ? calm + 1 : 0;
  }
}

/** Reviews far from one another. */
function idsOf(path: string, count: number): readonly string[] {
  using database = new Database(path, { readonly: true });
  const ids = database.query<{ id: string }, []>("SELECT id FROM reviews ORDER BY date, id").all();
  return Array.from({ length: count }, (_, at) => ids[Math.floor(((at + 0.5) * ids.length) / count)]!.id);
}

const [first, path] = process.argv.slice(2);
if (import.meta.main && first === "--one") console.log(await publishReplies(path!));
