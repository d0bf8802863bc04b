/**
 * What an import costs beside what it cannot do without: the bare driver's prepared upserts, and the analysis.
 *
 *     bun bench/import.ts [--full]
 */
import { Database } from "bun:sqlite";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { type ImportReading, readImport } from "../src/import/mod.ts";
import { importRequest } from "../src/owner/carry_out_import.ts";
import { analystFor } from "../src/publication/publishing/analyst.ts";
import type { Store } from "../src/store/mod.ts";
import { analyzePlan, type ImportPlan, planImport, saveImport } from "../src/store/planning/mod.ts";
import { openDatabase } from "../src/store/sqlite/mod.ts";
import type { BenchOptions } from "./bench_options.ts";
import { type Figure, median, type PartReport, tableOf } from "./figures.ts";
import { environment, MAIN, Workplace } from "./prepared.ts";
import { usageOf } from "./processes.ts";

const ROUNDS = 3;

export async function benchImport(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const figures: Figure[] = [];
  for (const size of isFull ? [10_000, 100_000] : [10_000]) figures.push(...(await measure(place, size)));
  return { part: "Import", figures, notes: ["the analysis is the same work for every store, so it is told apart"] };
}

async function measure(place: Workplace, size: number): Promise<Figure[]> {
  const bytes = readFileSync(await place.reviewsFile(size));
  const reading = timed(() => readImport([{ name: "bench.json", bytes }], { today: "2026-12-31" }));
  const analyzed = await analyse(reading.value);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(place, reading.value, analyzed.value));
  const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
  const rate = (ms: number) => (size * 1000) / ms;
  const storing = of("planMs") + of("saveMs");
  return [
    { name: `${size}: read and check`, value: rate(reading.ms), unit: "rows/s" },
    { name: `${size}: analyse`, value: rate(analyzed.ms), unit: "rows/s" },
    {
      name: `${size}: plan and save`,
      value: storing,
      unit: "ms",
      beside: { name: "bare upserts", value: of("bareMs") },
    },
    { name: `${size}: over the bare upserts`, value: storing - of("bareMs"), unit: "ms", goal: { atMost: 500 } },
    { name: `${size}: again, nothing changed`, value: rate(of("againMs")), unit: "rows/s", goal: { atLeast: 200_000 } },
    ...(await measureProcesses(place, size)),
  ];
}

/** Whole processes in turns, from their start to their end, in processor time. */
async function measureProcesses(place: Workplace, size: number): Promise<Figure[]> {
  const file = await place.reviewsFile(size);
  const [bare, own] = [place.path("bare.sqlite"), place.path("import.sqlite")];
  const rounds: {
    readonly bareMs: number;
    readonly ownMs: number;
    readonly againMs: number;
    readonly peakMb: number;
  }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await removeDatabases(bare, own);
    await openDatabase(bare)[Symbol.asyncDispose]();
    const floor = await usageOf(["bun", `${import.meta.dir}/bare_import.ts`, file, bare]);
    const command = ["bun", MAIN, "import", "--quiet", file];
    const first = await usageOf(command, { env: environment(own) });
    const again = await usageOf(command, { env: environment(own) });
    rounds.push({ bareMs: floor.cpuMs, ownMs: first.cpuMs, againMs: again.cpuMs, peakMb: first.peakBytes / 1e6 });
  }
  const rate = (ms: readonly number[]) => (size * 1000) / median(ms);
  return [
    {
      name: `${size}: whole process, by processor time`,
      value: rate(rounds.map(({ ownMs }) => ownMs)),
      unit: "rows/s",
      beside: { name: "one that only upserts", value: rate(rounds.map(({ bareMs }) => bareMs)) },
      ratio: median(rounds.map(({ bareMs, ownMs }) => bareMs / ownMs)),
      goal: { atLeast: 0.2 },
    },
    { name: `${size}: whole process again`, value: rate(rounds.map(({ againMs }) => againMs)), unit: "rows/s" },
    { name: `${size}: memory at its most`, value: median(rounds.map(({ peakMb }) => peakMb)), unit: "MB" },
  ];
}

async function removeDatabases(...paths: readonly string[]): Promise<void> {
  for (const path of paths) for (const suffix of ["", "-wal", "-shm"]) await rm(path + suffix, { force: true });
}

/** The plan of a first import, analysed. */
async function analyse(reading: ImportReading): Promise<{ value: ImportPlan; ms: number }> {
  await using store = openDatabase(":memory:");
  const plan = await planImport(store, requestOf(reading));
  return timedAsync(() => analyzePlan(plan, analystFor(plan.business.profile)));
}

interface Round {
  readonly bareMs: number;
  readonly planMs: number;
  readonly saveMs: number;
  readonly againMs: number;
}

async function measureRound(place: Workplace, reading: ImportReading, analyzed: ImportPlan): Promise<Round> {
  const [bare, own] = [place.path("bare.sqlite"), place.path("import.sqlite")];
  await removeDatabases(bare, own);
  await openDatabase(bare)[Symbol.asyncDispose]();
  const { ms: bareMs } = timed(() => upsertBare(bare, analyzed));
  await using store = openDatabase(own);
  const { ms: planMs } = await timedAsync(() => planImport(store, requestOf(reading)));
  const { ms: saveMs } = await timedAsync(() => save(store, analyzed));
  const again = await timedAsync(() => planImport(store, requestOf(reading)));
  if (again.value.unchanged !== analyzed.added.length) throw new Error("The second import found something to change");
  return { bareMs, planMs, saveMs, againMs: again.ms };
}

function timed<T>(work: () => T): { value: T; ms: number } {
  const start = performance.now();
  const value = work();
  return { value, ms: performance.now() - start };
}

async function timedAsync<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
}

function requestOf(reading: ImportReading) {
  return importRequest(reading, { replace: false, analystFor });
}

async function save(store: Store, plan: ImportPlan): Promise<void> {
  const result = await saveImport(store, plan, { command: "bench", files: [] });
  if (result.kind !== "saved") throw new Error("Somebody else wrote to the bench's database");
}

/** The same rows with the same indexes, pragmas and one transaction, by nothing but the driver. */
function upsertBare(path: string, { added }: ImportPlan): void {
  const database = new Database(path, { strict: true });
  const pragmas = ["journal_mode = WAL", "synchronous = FULL", "secure_delete = ON"];
  for (const pragma of pragmas) database.run(`PRAGMA ${pragma}`);
  const columns = [
    ...["id", "source", "source_id", "source_url", "date", "rating", "title", "text", "language", "author_name"],
    ...["is_anonymous", "verification_method", "verification_date", "evidence", "given_mentions", "reply_text"],
    ...["reply_date", "withheld", "edited", "created_at", "updated_at", "analysis", "analysis_key"],
  ];
  const upsert = database.prepare(`
    INSERT INTO reviews (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})
    ON CONFLICT (id) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(", ")}`);
  const insertAll = database.transaction(() => {
    for (const it of added) {
      upsert.run(
        ...[it.id, it.source, it.sourceId, it.sourceUrl, it.date, it.rating, it.title, it.text, it.language],
        ...[it.authorName, it.isAnonymous, it.verificationMethod, it.verificationDate, it.evidence],
        ...[JSON.stringify(it.givenMentions), it.replyText, it.replyDate, it.withheld, it.edited],
        ...[it.createdAt, it.updatedAt, it.analysis, it.analysisKey],
      );
    }
  });
  insertAll.immediate();
  database.close();
}

if (import.meta.main) {
  await using place = new Workplace();
  console.log(tableOf(await benchImport(place, { isFull: process.argv.includes("--full") })));
}
