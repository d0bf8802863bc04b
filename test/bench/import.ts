/**
 * What an import costs beside what it cannot do without: the bare driver's prepared upserts, and the analysis.
 *
 * `bun test/bench/import.ts [reviews]`, 10,000 when left out.
 *
 * @module
 */
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { analystFor } from "../../src/analyst.ts";
import { closeDatabase, openDatabase } from "../../src/bun/database.ts";
import { importRequest } from "../../src/cli/import_request.ts";
import { type ImportReading, readImport } from "../../src/import/mod.ts";
import { analyzePlan, type ImportPlan, planImport, type Store, saveImport } from "../../src/store/mod.ts";
import { generatedBusiness, generateReviews } from "./generate_reviews.ts";

const count = Number(process.argv[2] ?? 10_000);
const folder = mkdtempSync(join(tmpdir(), "goodword-bench-"));
try {
  const bytes = generateFile(count);
  const reading = timed("read and check the file", () =>
    readImport([{ name: "bench.json", bytes }], { today: "2026-12-31" }),
  );
  const store = openDatabase(join(folder, "goodword.sqlite"));
  const request = requestOf(reading.value);
  const plan = timed("plan", () => planImport(store, request));
  const analysed = timed("analyse", () => analyzePlan(plan.value, analystFor(plan.value.business.profile)));
  const upsertMs = timed("bare driver, prepared upserts", () =>
    upsertBare(join(folder, "bare.sqlite"), analysed.value),
  ).ms;
  const saved = timed("save", () => save(store, analysed.value));
  const again = timed("plan again, nothing changed", () => planImport(store, requestOf(reading.value)));
  if (again.value.unchanged !== count) throw new Error(`${again.value.unchanged} unchanged, expected ${count}`);
  closeDatabase(store);

  const overMs = plan.ms + saved.ms - upsertMs;
  const storing = (plan.ms + saved.ms) / upsertMs;
  console.log(
    `\nplan + save over bare upserts: ${overMs.toFixed(0)} ms more, ${storing.toFixed(2)} times (goal at 100,000: 500 ms)`,
  );
  console.log(`nothing changed: ${rate(count, again.ms)} rows/s (goal 200,000)`);
  console.log(`whole import: ${rate(count, reading.ms + plan.ms + analysed.ms + saved.ms)} rows/s`);
} finally {
  rmSync(folder, { recursive: true });
}

function timed<T>(what: string, work: () => T): { value: T; ms: number } {
  const start = performance.now();
  const value = work();
  const ms = performance.now() - start;
  console.log(`${what.padEnd(32)} ${ms.toFixed(0).padStart(6)} ms  ${rate(count, ms).padStart(9)} rows/s`);
  return { value, ms };
}

function rate(rows: number, ms: number): string {
  return Math.round((rows * 1000) / ms).toLocaleString("en-US");
}

function generateFile(reviews: number): Uint8Array {
  const text = JSON.stringify({ business: generatedBusiness, reviews: [...generateReviews(reviews, 1)] });
  return new TextEncoder().encode(text);
}

function requestOf(reading: ImportReading) {
  return importRequest(reading, { replace: false, analystFor, now: Date.now() });
}

function save(store: Store, plan: ImportPlan): void {
  const result = saveImport(store, plan, { command: "bench", files: [] });
  if (result.kind !== "saved") throw new Error("Somebody else wrote to the bench's database");
}

/** The same rows with the same indexes, pragmas and one transaction, by nothing but the driver. */
function upsertBare(path: string, { added }: ImportPlan): void {
  closeDatabase(openDatabase(path));
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
