/**
 * What PostgreSQL does for a core second: rows of an import, by client and server together, and claims of deliveries, by the server.
 * And what a server saves that loads a publication which another has built.
 *
 *     bun bench/postgres.ts [--full]
 */
import { readdirSync, readFileSync } from "node:fs";
import { SQL } from "bun";
import { publishDatabase } from "../src/server/publisher/publish_database.ts";
import type { Store } from "../src/store/mod.ts";
import { openPostgres } from "../src/store/postgres/mod.ts";
import { change, storedReview } from "../test/store/contract/place.ts";
import { startPostgres } from "../test/support/postgres_server.ts";
import type { BenchOptions } from "./bench_options.ts";
import { type Figure, median, type PartReport, tableOf } from "./figures.ts";

const ROUNDS = 3;
const TOPIC = "https://reviews.example/feed.xml";
/** Claims of one turn. */
const BATCH = 500;
/** Ticks of a clock of /proc in a second. */
const TICKS = 100;

export async function benchPostgres({ isFull }: BenchOptions): Promise<PartReport> {
  const part = "PostgreSQL";
  const server = await startPostgres();
  if (typeof server === "string") return { part, figures: [], notes: [server] };
  using _ = server;
  const size = isFull ? 50_000 : 10_000;
  await using store = await openPostgres(server.url);
  const admin = new SQL({ url: server.url, max: 1 });
  const cpu = new ServerCpu(await postmasterOf(admin));
  const rows: number[] = [];
  const claims: number[] = [];
  const settled: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rows.push(await rowsPerCpuSecond(store, admin, cpu, size));
    const turns = await claimsPerCoreSecond(store, admin, cpu, size);
    claims.push(turns.claims);
    settled.push(turns.settled);
  }
  const shared = await sharedPublication(server.url, store, admin, cpu);
  await admin.close();
  const figure = (name: string, rates: readonly number[], atLeast: number): Figure => {
    return { name: `${size}: ${name}`, value: median(rates), unit: "/s", goal: { atLeast } };
  };
  return {
    part,
    figures: [
      figure("rows imported, per CPU second of client and server", rows, 30_000),
      figure("deliveries claimed, per core second of the server", claims, 5000),
      { name: `${size}: claimed and settled`, value: median(settled), unit: "/s" },
      { name: `${size}: publication built and stored, CPU of client and server`, value: shared.built, unit: "ms" },
      {
        name: `${size}: loaded by another server instead, CPU of client and server`,
        value: shared.loaded,
        unit: "ms",
        beside: { name: "built", value: shared.built },
        ratio: shared.loaded / shared.built,
        goal: { atMost: 0.2 },
      },
    ],
    notes: ["analysis is not counted; fsync is off, as it costs time and no CPU"],
  };
}

async function rowsPerCpuSecond(store: Store, admin: SQL, cpu: ServerCpu, size: number): Promise<number> {
  await admin.unsafe("truncate reviews");
  const text = "They came on time, found the leak behind the boiler and left the cellar cleaner than it was. ".repeat(
    3,
  );
  const reviews = Array.from({ length: size }, (_, at) =>
    storedReview({
      id: `r${at}`,
      sourceId: `${at}`,
      text: `${at} ${text}`,
      analysis: `[${at},"en",0,1,1]`,
      analysisKey: "v",
    }),
  );
  return size / (await cpu.secondsOf(() => store.reviews.write((writes) => writes.saveReviews(reviews))));
}

async function claimsPerCoreSecond(store: Store, admin: SQL, cpu: ServerCpu, size: number) {
  await admin.unsafe("truncate subscriptions");
  await admin.unsafe(
    `insert into subscriptions (topic, callback, callback_site, lease_until, created_at, acknowledged_revision)
     select $1, 'https://s' || n || '.example/', 's' || n || '.example', 9e15::bigint, 0, 0
     from generate_series(1, $2::int) as n`,
    [TOPIC, size],
  );
  await admin.unsafe("analyze subscriptions");
  let claimed: { readonly id: number }[] = [];
  const request = {
    claim: "bench",
    claimMs: 60_000,
    limit: BATCH,
    perDestination: 8,
    underWay: new Map(),
    longestWaitMs: 60_000,
  };
  const topics = [{ topic: TOPIC, digest: "d", revision: 1 }];
  const claimAll = async (): Promise<void> => {
    for (;;) {
      const turn = await store.subscriptions.settleAndClaimDeliveries([], { ...request, lane: "fresh", topics });
      if (turn.claimed.length === 0) return;
      claimed = [...claimed, ...turn.claimed];
    }
  };
  const settleAll = async (): Promise<void> => {
    for (let start = 0; start < claimed.length; start += BATCH) {
      const settlements = claimed.slice(start, start + BATCH).map(({ id }) => {
        return { id, outcome: "204", kind: "acknowledged" as const, digest: "d" };
      });
      await store.subscriptions.settleAndClaimDeliveries(settlements, { ...request, limit: 0, lane: "fresh", topics });
    }
  };
  const claimSeconds = await cpu.serverSecondsOf(claimAll);
  if (claimed.length !== size) throw new Error(`${claimed.length} of ${size} deliveries were claimed`);
  const settleSeconds = await cpu.serverSecondsOf(settleAll);
  return { claims: size / claimSeconds, settled: size / (claimSeconds + settleSeconds) };
}

/** CPU of a build, and of taking it over, in milliseconds; of the reviews that were imported last. */
async function sharedPublication(databasePath: string, store: Store, admin: SQL, cpu: ServerCpu) {
  await change(store);
  const site = { baseUrl: "https://reviews.example" };
  const order = {
    databasePath,
    site,
    isReadOnly: false,
    logKey: null,
    checksIntegrity: false,
    held: 0,
    othersHold: 0,
    before: null,
  };
  const publish = () => publishDatabase(order, () => {});
  // Analyses what nobody has analysed.
  await publish();
  const built: number[] = [];
  const loaded: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await admin.unsafe("truncate artefacts, artefact_pieces");
    built.push(1000 * (await cpu.secondsOf(publish)));
    loaded.push(1000 * (await cpu.secondsOf(publish)));
  }
  return { built: median(built), loaded: median(loaded) };
}

/** CPU that the processes of a PostgreSQL server take. */
class ServerCpu {
  constructor(private readonly postmaster: number) {}

  /** Seconds of client and server. */
  async secondsOf(work: () => Promise<unknown>): Promise<number> {
    const before = process.cpuUsage();
    const server = await this.serverSecondsOf(work);
    const { user, system } = process.cpuUsage(before);
    return server + (user + system) / 1e6;
  }

  async serverSecondsOf(work: () => Promise<unknown>): Promise<number> {
    const before = this.#ticks();
    await work();
    return Math.max(1, this.#ticks() - before) / TICKS;
  }

  /** Of the postmaster, of its children, and of those that have ended. */
  #ticks(): number {
    const sum = (numbers: readonly string[]) => numbers.reduce((all, number) => all + Number(number), 0);
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => statOf(Number(name)))
      .reduce((all, stat) => {
        if (stat?.pid === this.postmaster) return all + sum(stat.times);
        return stat?.parent === this.postmaster ? all + sum(stat.times.slice(0, 2)) : all;
      }, 0);
  }
}

async function postmasterOf(admin: SQL): Promise<number> {
  const [row] = await admin.unsafe("select pg_backend_pid() as pid");
  return statOf(Number(row?.pid))?.parent ?? 0;
}

/** Parent, and user, system, children's user and system ticks. See proc_pid_stat(5). */
function statOf(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { pid, parent: Number(fields[1]), times: fields.slice(11, 15) };
  } catch {
    // It has just ended.
    return null;
  }
}

if (import.meta.main) console.log(tableOf(await benchPostgres({ isFull: process.argv.includes("--full") })));
