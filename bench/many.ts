/**
 * Measures a process that serves many businesses: its memory, first answers of businesses that are not in memory, its start and what
 * it takes idle, and what readers notice of a large import into one of them.
 */
import { Database } from "bun:sqlite";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { openBusinessFolder } from "../src/store/sqlite/business_folder.ts";
import { type BenchOptions, type Figure, median, type PartReport, quantile } from "./figures.ts";
import { randomNumbers } from "./generate_reviews.ts";
import { environment, MAIN, type Server, startGoodword, type Workplace } from "./prepared.ts";
import {
  answered,
  cpuMilliseconds,
  freePort,
  peakResidentBytes,
  residentBytes,
  run,
  SERVER_CORE,
} from "./processes.ts";
import { untilFirstByte } from "./start_up.ts";

const REVIEWS = 200;
/** What a server may hold, and its resident memory beyond that, in MB. */
const BESIDE_MB = 160;
/** Reads of businesses chosen by chance, after all were read once. */
const MIXED_READS = 3000;
const PATHS = ["/", "/api/feed.json", "/reviews.json", "/feed.xml", "/api/reviews/search?query=leak", "/insights.json"];
/** What is asked first of a business that is not in memory. */
const COLD_PATHS = ["/", "/reviews.json", "/api/feed.json"];
const COLD_READS = 150;
/** First a server loads and compiles what answers. */
const WARM_READS = 20;
const BETWEEN_COLD_MS = 20;
const STARTS = 7;
/** After a start, before a server is idle, in milliseconds. */
const SETTLED_MS = 6000;
const IDLE_SECONDS = 20;
/** Businesses that are read while reviews are imported into another. */
const READ = 12;
const IDLE_MS = 10_000;
/** Between two requests of a reader, in milliseconds. */
const READ_EVERY_MS = 10;
const READ_PATHS = ["/healthz", "/api/reviews/search?query=leak&limit=5", "/"];

/** So many businesses, and what they may take. */
interface Size {
  readonly businesses: number;
  readonly limitMb: number;
}

const SMALL: readonly Size[] = [{ businesses: 60, limitMb: 128 }];
const LARGE: readonly Size[] = [
  { businesses: 2000, limitMb: 840 },
  { businesses: 5000, limitMb: 1840 },
];

export async function benchMany(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const figures: Figure[] = [];
  for (const [at, size] of (isFull ? LARGE : SMALL).entries()) {
    const folder = await folderOf(place, size.businesses);
    figures.push(...(await memory(folder, size)));
    if (at > 0) continue;
    figures.push(...(await firstAnswers(folder, size)));
    figures.push(...(await starts(folder, size)), await idle(folder, size));
  }
  const reviews = isFull ? 100_000 : 5000;
  figures.push(...(await besideImport(place, reviews, isFull ? 5 : 1)), ...(await repliesBesideImport(place, reviews)));
  const [load = 0] = loadavg();
  return {
    part: `Many businesses of ${REVIEWS} reviews in one process`,
    figures,
    notes: [
      `load ${load.toFixed(1)}`,
      ...(isFull ? [] : ["--full takes 2,000 and 5,000 businesses, and 100,000 reviews"]),
    ],
  };
}

/** Copies of one database, each under a name and at an address of its own. */
async function folderOf(place: Workplace, businesses: number): Promise<string> {
  const folder = place.path(`many-${businesses}`);
  if (existsSync(join(folder, `${idOf(businesses - 1)}.sqlite`))) return folder;
  mkdirSync(folder, { recursive: true });
  const from = await place.database(REVIEWS);
  await using list = openBusinessFolder(folder);
  for (let number = 0; number < businesses; number++) {
    const path = join(folder, `${idOf(number)}.sqlite`);
    copyFileSync(from, path);
    rename(path, `Bench Home Services ${number}`);
    await list.add(idOf(number), baseUrlOf(number));
  }
  return folder;
}

function rename(path: string, name: string): void {
  using database = new Database(path);
  const [{ profile }] = database.query<{ profile: string }, []>("SELECT profile FROM business").all() as [
    { profile: string },
  ];
  database.query("UPDATE business SET profile = ?").run(JSON.stringify({ ...JSON.parse(profile), name }));
}

const idOf = (number: number) => `b${number}`;
const hostOf = (number: number) => `b${number}.test`;
const baseUrlOf = (number: number) => `http://${hostOf(number)}`;

function environmentOf(folder: string, limitMb: number, own: Readonly<Record<string, string>> = {}) {
  const database = { DATABASE_URL: `folder:${folder}`, MEMORY_LIMIT: `${limitMb}MB` };
  return { ...environment(folder), ...database, CONSOLE_PORT: "off", ...own };
}

async function serve(
  env: Readonly<Record<string, string>>,
  { isPinned = false }: { readonly isPinned?: boolean } = {},
): Promise<Server> {
  const server = startGoodword("", { env, ...(isPinned && { core: SERVER_CORE }) });
  await answered(server, `${server.url}/healthz`);
  return server;
}

async function read({ url }: Server, number: number, path: string): Promise<void> {
  const answer = await fetch(url + path, { headers: { Host: hostOf(number) } });
  await answer.bytes();
  if (answer.status !== 200) throw new Error(`${hostOf(number)}${path} answers ${answer.status}`);
}

/** What all take that are read once, then what they take that are read by chance. */
async function memory(folder: string, { businesses, limitMb }: Size): Promise<Figure[]> {
  const port = freePort();
  await using server = await serve(environmentOf(folder, limitMb, { CONSOLE_PORT: String(port) }));
  const goal = { atMost: ((limitMb + BESIDE_MB) * 2 ** 20) / 1e6 };
  const begun = performance.now();
  for (let number = 0; number < businesses; number++) await read(server, number, "/");
  const seconds = (performance.now() - begun) / 1000;
  const once = peakResidentBytes(server.pid) / 1e6;
  const random = randomNumbers(5);
  for (let reads = 0; reads < MIXED_READS; reads++) {
    await read(server, Math.floor(random() * businesses), PATHS[reads % PATHS.length] ?? "/");
  }
  const held = await metric(port, "goodword_businesses_held");
  return [
    { name: `${businesses}, all read once: most memory`, value: once, unit: "MB", goal },
    { name: `${businesses}, after ${MIXED_READS} mixed reads: most`, value: peakMb(server), unit: "MB", goal },
    { name: `${businesses}, then`, value: residentBytes(server.pid) / 1e6, unit: "MB" },
    { name: `${businesses}, of which in memory`, value: held, unit: "" },
    { name: `${businesses}, all read once`, value: seconds, unit: "s" },
  ];
}

function peakMb({ pid }: Server): number {
  return peakResidentBytes(pid) / 1e6;
}

async function metric(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1]);
}

/** Each business is asked once, at an address that changes from one to the next. */
async function firstAnswers(folder: string, { businesses, limitMb }: Size): Promise<Figure[]> {
  await using server = await serve(environmentOf(folder, limitMb));
  const waits = COLD_PATHS.map(() => [] as number[]);
  const most = Math.min(businesses, WARM_READS + COLD_READS * COLD_PATHS.length);
  for (let number = 0; number < most; number++) {
    const at = number % COLD_PATHS.length;
    const begun = performance.now();
    await read(server, number, COLD_PATHS[at] ?? "/");
    if (number >= WARM_READS) waits[at]?.push(performance.now() - begun);
    await Bun.sleep(BETWEEN_COLD_MS);
  }
  return COLD_PATHS.flatMap((path, at): Figure[] => [
    { name: `not in memory: first answer of ${path}, median`, value: median(waits[at] ?? []), unit: "ms" },
    { name: `the same, p99`, value: quantile(waits[at] ?? [], 0.99), unit: "ms", goal: { atMost: 150 } },
  ]);
}

async function starts(folder: string, { businesses, limitMb }: Size): Promise<Figure[]> {
  const times: { readonly ms: number; readonly cpuMs: number }[] = [];
  for (let round = 0; round < STARTS; round++) {
    const env = environmentOf(folder, limitMb);
    times.push(await untilFirstByte({ command: ["bun", MAIN], env, host: hostOf(round) }));
  }
  const name = `start with ${businesses} to the first feed`;
  return [
    { name, value: median(times.map(({ ms }) => ms)), unit: "ms", goal: { atMost: 1000 } },
    { name: `${name}, CPU`, value: median(times.map(({ cpuMs }) => cpuMs)), unit: "ms" },
  ];
}

async function idle(folder: string, { businesses, limitMb }: Size): Promise<Figure> {
  await using server = await serve(environmentOf(folder, limitMb));
  await Bun.sleep(SETTLED_MS);
  const before = cpuMilliseconds(server.pid);
  const begun = performance.now();
  await Bun.sleep(IDLE_SECONDS * 1000);
  const share = (cpuMilliseconds(server.pid) - before) / (performance.now() - begun);
  return { name: `${businesses} that nobody reads`, value: share * 100, unit: "% of a core", goal: { atMost: 2 } };
}

/** What readers of others notice while reviews are imported into one, in turns with nothing happening. */
async function besideImport(place: Workplace, reviews: number, rounds: number): Promise<Figure[]> {
  const stage = await importStage(place, reviews);
  const others = Array.from({ length: READ }, (_, number) => hostOf(number));
  const measured: { readonly idleMs: number; readonly busyMs: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    await using server = await serve(stage.env);
    for (let number = 0; number < READ; number++) await read(server, number, "/");
    await readUntil(server.url, Bun.sleep(2000), others);
    const idleMs = quantile(await readUntil(server.url, Bun.sleep(IDLE_MS), others), 0.99);
    const busyMs = quantile(await readUntil(server.url, importInto(stage, server), others), 0.99);
    measured.push({ idleMs, busyMs });
  }
  return [
    {
      name: `p99 of others while ${reviews} are imported`,
      value: median(measured.map(({ busyMs }) => busyMs)),
      unit: "ms",
      beside: { name: "idle", value: median(measured.map(({ idleMs }) => idleMs)) },
      ratio: median(measured.map(({ idleMs, busyMs }) => busyMs / idleMs)),
      goal: { atMost: 1.5 },
    },
  ];
}

/** How long each request took until `done`, one after the other, in milliseconds; each business is asked in turn. */
async function readUntil(url: string, done: Promise<unknown>, hosts: readonly string[]): Promise<number[]> {
  const waited: number[] = [];
  let isDone = false;
  const end = done.finally(() => {
    isDone = true;
  });
  for (let turn = 0; !isDone; turn++) {
    const begun = performance.now();
    const headers = { Host: hosts[turn % hosts.length] ?? "" };
    await (await fetch(url + READ_PATHS[turn % READ_PATHS.length], { headers })).bytes();
    waited.push(performance.now() - begun);
    await Bun.sleep(READ_EVERY_MS);
  }
  await end;
  return waited;
}

/** How soon readers see the replies of other owners during an import. Each reply is a process: readers are not timed at the same time. */
async function repliesBesideImport(place: Workplace, reviews: number): Promise<Figure[]> {
  const stage = await importStage(place, reviews);
  const shown: number[] = [];
  await using server = await serve(stage.env);
  await replyUntil(importInto(stage, server), { server, env: stage.env, shown });
  return [
    { name: "others' replies visible after, most", value: Math.max(...shown), unit: "s", goal: { atMost: 2 } },
    { name: "others' replies visible after, median", value: median(shown), unit: "s" },
  ];
}

interface ImportStage {
  readonly folder: string;
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
}

async function importStage(place: Workplace, reviews: number): Promise<ImportStage> {
  const folder = await folderOf(place, READ);
  return { folder, file: await place.reviewsFile(reviews), env: environmentOf(folder, 512) };
}

/** Resolves once readers are given what was imported. */
async function importInto({ folder, file, env }: ImportStage, server: Server): Promise<void> {
  const target = await emptyBusiness(folder);
  await run(["bun", MAIN, "import", "--quiet", file, "--business", target], { env });
  await until(async () => (await fetch(server.url, { headers: { Host: `${target}.test` } })).status === 200);
}

/** A business whose reviews are imported. One that was filled before is taken off. */
async function emptyBusiness(folder: string): Promise<string> {
  await using list = openBusinessFolder(folder);
  const number = (await list.list()).length;
  if (number > READ) await list.remove(`large${number - 1}`);
  const id = `large${(await list.list()).length}`;
  await list.add(id, `http://${id}.test`);
  return id;
}

interface Replying {
  readonly server: Server;
  readonly env: Readonly<Record<string, string>>;
  /** Seconds from the end of each command until readers were given its reply. */
  readonly shown: number[];
}

async function replyUntil(done: Promise<unknown>, { server, env, shown }: Replying): Promise<void> {
  let isDone = false;
  void done.finally(() => {
    isDone = true;
  });
  for (let turn = 1; !isDone; turn++) {
    const number = turn % READ;
    const text = `Thank you, ${turn} times ${server.pid}`;
    await run(["bun", MAIN, "reply", "r0000000", text, "--business", idOf(number)], { env });
    const begun = performance.now();
    const headers = { Host: hostOf(number) };
    await until(async () =>
      (await (await fetch(`${server.url}/api/reviews/r0000000`, { headers })).text()).includes(text),
    );
    shown.push((performance.now() - begun) / 1000);
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await Bun.sleep(20);
}
