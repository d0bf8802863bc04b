/**
 * Measures `/api/changes`: reading all of it page by page beside paging through a search for everything, and what live clients
 * cost.
 */
import { connect, type Socket } from "node:net";
import type { BenchOptions } from "./bench_options.ts";
import type { Figure, PartReport } from "./figures.ts";
import { startGoodword, type Workplace, wholePublished } from "./prepared.ts";
import { cpuMicroseconds, residentBytes } from "./processes.ts";

const LIVE = 1000;
const ROUNDS = 2;

interface Server {
  readonly pid: number;
  readonly url: string;
}

export async function benchChanges(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const figures: Figure[] = [];
  for (const size of isFull ? [10_000, 100_000] : [10_000]) {
    await using server = startGoodword(await place.database(size), {});
    await wholePublished(server);
    figures.push(await replayBesideSearch(server, size));
    if (size === 10_000) figures.push(await liveClients(server));
  }
  return { part: "Changes", figures, notes: [`a review is told ${ROUNDS} times by each way, in turns`] };
}

async function replayBesideSearch(server: Server, size: number): Promise<Figure> {
  let [changes, search] = [0, 0];
  for (let round = 0; round <= ROUNDS; round++) {
    const one = await cpuOf(server, () =>
      walk(server, "/api/changes?limit=100", "after", ({ cursor, more }) => (more ? cursor : null)),
    );
    const other = await cpuOf(server, () =>
      walk(server, "/api/reviews/search?limit=100", "cursor", ({ next_cursor }) => next_cursor),
    );
    // The first round warms up.
    if (round > 0) [changes, search] = [changes + one, search + other];
  }
  const micros = (sum: number) => sum / (size * ROUNDS);
  return {
    name: `${size}: CPU to tell a review, by pages from the start`,
    value: micros(changes),
    unit: "us",
    beside: { name: "pages of a search", value: micros(search) },
    ratio: search / changes,
    goal: { atLeast: 1 },
  };
}

interface Page {
  readonly cursor: string;
  readonly more: boolean;
  readonly next_cursor: string | null;
}

async function walk(
  server: Server,
  path: string,
  parameter: string,
  next: (page: Page) => string | null,
): Promise<void> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const from = cursor === "" ? "" : `&${parameter}=${encodeURIComponent(cursor)}`;
    cursor = next((await (await fetch(server.url + path + from)).json()) as Page);
  }
}

async function cpuOf({ pid }: Server, work: () => Promise<void>): Promise<number> {
  const before = cpuMicroseconds(pid);
  await work();
  return cpuMicroseconds(pid) - before;
}

/** Clients that have all and wait for more. */
async function liveClients(server: Server): Promise<Figure> {
  const { cursor } = (await (await fetch(`${server.url}/api/changes?limit=1`)).json()) as Page;
  const [form, revision, at] = /^([^-]+)-(\d+)-(\w+)/.exec(cursor)?.slice(1) ?? [];
  const latest = `${form}-${revision}-${at}`;
  await Bun.sleep(1000);
  const before = residentBytes(server.pid);
  const sockets = await Promise.all(Array.from({ length: LIVE }, () => follow(server, latest)));
  await Bun.sleep(2000);
  const bytes = residentBytes(server.pid) - before;
  for (const socket of sockets) socket.destroy();
  return { name: `${LIVE} live clients`, value: bytes / 1e6, unit: "MB", goal: { atMost: 50 } };
}

/** A connection of its own: `fetch` would hold no more than some hundred. Resolves once the stream has begun. */
function follow({ url }: Server, after: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const request = `GET /api/changes?after=${after} HTTP/1.1\r\nHost: ${hostname}\r\nAccept: text/event-stream\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.once("data", () => resolve(socket)).once("error", reject);
  });
}
