/**
 * What the transparency log costs: one changed review, the first start on a database of before, and its reads beside nginx.
 *
 * A database whose business is the sample has no log: the same changes without it.
 */
import { Database } from "bun:sqlite";
import { mkdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { cpuUsage } from "node:process";
import { gzipSync } from "node:zlib";
import { checkLog } from "../src/owner/check_log.ts";
import { replyToReview } from "../src/owner/reply.ts";
import { openDatabase } from "../src/store/sqlite/mod.ts";
import type { BenchOptions } from "./bench_options.ts";
import { type Figure, geometricMean, median, type PartReport } from "./figures.ts";
import { hasNginx, startNginx } from "./nginx.ts";
import { startGoodword, type Workplace, wholePublished } from "./prepared.ts";
import { hasWrk, loadRound } from "./wrk.ts";

const CHANGES = 40;

export async function benchLog(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const size = isFull ? 100_000 : 10_000;
  const first = await firstStart(place, size);
  const [without, withLog] = [await changesOf(place, size, true), await changesOf(place, size, false)];
  const figures: Figure[] = [
    { name: `${size}: first start on a database of before, CPU`, value: first, unit: "ms", goal: { atMost: 2000 } },
    {
      ...{ name: `${size}: one changed review, CPU more`, value: withLog.cpuMs - without.cpuMs, unit: "ms" },
      ...{ beside: { name: "without", value: without.cpuMs }, goal: { atMost: 5 } },
    },
    {
      ...{
        name: `${size}: one changed review, bytes written more`,
        value: withLog.bytes - without.bytes,
        unit: "bytes",
      },
      ...{ beside: { name: "without", value: without.bytes }, goal: { atMost: 4096 } },
    },
  ];
  const reads = hasNginx() && hasWrk() ? await readsBesideNginx(place, isFull ? 7 : 3) : [];
  return { part: "Log", figures: [...figures, ...reads], notes: reads.length > 0 ? [] : ["SKIPPED: nginx and wrk"] };
}

/** CPU of entering all reviews into the log, in milliseconds. */
async function firstStart(place: Workplace, size: number): Promise<number> {
  const path = await place.copyOfDatabase(size);
  await rm(`${path}.log`, { recursive: true, force: true });
  {
    using database = new Database(path);
    for (const table of ["log_entries", "log_hashes"]) database.run(`DELETE FROM ${table}`);
    database.run("DELETE FROM keys WHERE name = 'log'");
    database.run("UPDATE reviews SET log_index = NULL, log_salt = NULL, log_since = NULL");
  }
  await using store = openDatabase(path);
  await store.reviews.read((reads) => reads.state());
  const before = cpuUsage();
  await store.reviews.write((writes) => writes.prepareLog());
  const ms = cpuMs(before);
  const { faults } = await checkLog(store);
  if (faults.length > 0) throw new Error(faults.join("; "));
  return ms;
}

/** CPU and bytes of one reply, on average. */
async function changesOf(place: Workplace, size: number, isSample: boolean) {
  const path = await place.copyOfDatabase(size);
  await rm(`${path}.log`, { recursive: true, force: true });
  {
    using database = new Database(path);
    database.run(`UPDATE business SET profile = json_set(profile, '$.is_sample', json('${isSample}'))`);
  }
  await using store = openDatabase(path);
  const ids = await store.editions.read(async ({ newest }) => (await newest(2 * CHANGES)).map(({ id }) => id));
  const reply = (id: string, at: number) =>
    replyToReview(store, { id, text: `Thank you ${at}`, date: "2026-11-24", now: Date.now() });
  // Whatever is loaded or copied with the first ones is no part of it.
  for (const [at, id] of ids.slice(CHANGES).entries()) await reply(id, at);
  const [before, written] = [cpuUsage(), bytesWritten()];
  for (const [at, id] of ids.slice(0, CHANGES).entries()) await reply(id, at);
  return { cpuMs: cpuMs(before) / CHANGES, bytes: (bytesWritten() - written) / CHANGES };
}

function cpuMs(before: NodeJS.CpuUsage): number {
  const { user, system } = cpuUsage(before);
  return (user + system) / 1000;
}

/** By all calls of write. */
function bytesWritten(): number {
  return Number(/^wchar: (\d+)$/m.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
}

async function readsBesideNginx(place: Workplace, rounds: number): Promise<Figure[]> {
  await using ours = startGoodword(await place.database(10_000));
  await wholePublished(ours);
  const paths = [
    "/log/checkpoint",
    "/log/tile/0/000",
    "/log/tile/0/039.p/16",
    "/log/tile/entries/000",
    "/log/tile/1/000.p/39",
  ];
  const files = await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(ours.url + path);
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      const bytes = await answer.bytes();
      return {
        path,
        contentType: (answer.headers.get("content-type") ?? "").replace(/;.*/, ""),
        bytes,
        gzipped: gzipSync(bytes),
      };
    }),
  );
  const folder = place.path("nginx-log");
  mkdirSync(folder, { recursive: true });
  await using theirs = await startNginx(folder, files);
  const figures: Figure[] = [];
  for (const path of paths) {
    const [ourUs, theirUs]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      const headers = { "Accept-Encoding": "identity" };
      ourUs.push((await loadRound(ours, { url: ours.url + path, headers })).cpuUs);
      theirUs.push((await loadRound(theirs, { url: theirs.url + path, headers })).cpuUs);
    }
    const [value, other] = [median(ourUs), median(theirUs)];
    figures.push({ name: path, value, unit: "us", beside: { name: "nginx", value: other }, ratio: other / value });
  }
  const ratios = figures.map(({ ratio = 0 }) => ratio);
  const goal = { atLeast: 0.9 };
  return [...figures, { name: "log, geometric mean", value: geometricMean(ratios), unit: "of nginx", goal }];
}
