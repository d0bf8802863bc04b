/**
 * Measures the search index alone beside a full scan of the folded texts, class by class, in turns.
 *
 *     bun bench/search_engine.ts [--full]     10,000 reviews; with --full 100,000 too
 *
 * The scan gives the same answers: it looks at every review until the total is known. Times are microseconds; of each
 * query the better of two runs, on two indexes, so that neither finds the answer remembered and other processes weigh
 * less. The ratio is the scan's median over the index's.
 */
import { buildSearchIndex, SearchIndex, type SearchRequest, sizeOfIndex } from "../src/publication/search/mod.ts";
import { foldText } from "../src/review/mod.ts";
import { generateReviews, randomNumbers } from "./generate_reviews.ts";
import { benchColumns, type Columns } from "./review_columns.ts";
import { type QueryClass, searchClasses } from "./search_queries.ts";

const QUERIES_PER_CLASS = 400;
/** One query in this many is also put to the scan. */
const SCANNED_ONE_IN = 20;
const COUNTED_HITS = 1000;

function main(sizes: readonly number[]): void {
  for (const size of sizes) {
    const columns = benchColumns([...generateReviews(size, 1)]);
    const started = performance.now();
    const data = buildSearchIndex(columns);
    const buildMs = performance.now() - started;
    const indexBytes = sizeOfIndex(data) - data.texts.bytes.byteLength;
    console.log(
      `\n${size} reviews: built in ${buildMs.toFixed(0)} ms, ${(indexBytes / size).toFixed(0)} bytes of index`,
    );
    console.log("and", (data.texts.bytes.byteLength / size).toFixed(0), "bytes of text per review");
    console.log(row(["class", "p50", "p99", "max", "scan p50", "ratio"]));
    const index = new SearchIndex(data);
    const folded = Array.from({ length: size }, (_, ordinal) => foldText(columns.textAt(ordinal)));
    const classes = searchClasses(folded, randomNumbers(2), (request) => index.search(request).total);
    for (const queries of classes) {
      measureClass(queries, [new SearchIndex(data), new SearchIndex(data)], columns, folded);
    }
  }
}

function measureClass(
  { title, draw }: QueryClass,
  indexes: readonly SearchIndex[],
  columns: Columns,
  folded: readonly string[],
): void {
  const indexTimes: number[] = [];
  const scanTimes: number[] = [];
  for (let query = -QUERIES_PER_CLASS; query < QUERIES_PER_CLASS; query++) {
    const request = draw();
    const runs = indexes.map((index) => timed(() => index.search(request).total));
    if (query < 0) continue;
    const indexed = runs.reduce((a, b) => (a.us < b.us ? a : b));
    indexTimes.push(indexed.us);
    if (query % SCANNED_ONE_IN !== 0) continue;
    const scanned = timed(() => scan(request, columns, folded));
    scanTimes.push(scanned.us);
    if (scanned.result !== Math.min(indexed.result, scanned.result)) throw new Error(`Totals differ: ${title}`);
  }
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => quantile(indexTimes, share)) as [number, number, number];
  const scanP50 = quantile(scanTimes, 0.5);
  console.log(
    row([title, p50.toFixed(1), p99.toFixed(1), max.toFixed(1), scanP50.toFixed(1), (scanP50 / p50).toFixed(1)]),
  );
}

/** The total of a request, counted by looking at the reviews one by one. */
function scan(request: SearchRequest, columns: Columns, folded: readonly string[]): number {
  const needle = foldText(request.needle ?? "");
  const words = wordsOf(foldText(request.words ?? ""));
  const most = needle === "" && words.length === 0 ? Number.POSITIVE_INFINITY : COUNTED_HITS;
  let total = 0;
  for (let ordinal = 0; ordinal < folded.length && total < most; ordinal++) {
    const text = folded[ordinal]!;
    if (columns.passes(ordinal, request) && text.includes(needle) && hasWords(text, words)) total++;
  }
  return total;
}

function hasWords(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  // Most texts lack one of them in any place.
  if (!words.every((word) => text.includes(word))) return false;
  const has = new Set(wordsOf(text));
  return words.every((word) => has.has(word));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function timed(run: () => number): { us: number; result: number } {
  const started = performance.now();
  const result = run();
  return { us: (performance.now() - started) * 1000, result };
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

function row(cells: readonly string[]): string {
  return cells.map((cell, at) => (at === 0 ? cell.padEnd(44) : cell.padStart(10))).join("");
}

if (import.meta.main) main(process.argv.includes("--full") ? [10_000, 100_000] : [10_000]);
