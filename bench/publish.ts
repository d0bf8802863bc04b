/**
 * Bench of publishing: time and peak memory of `publishEdition`, each size in a process of its own.
 *
 * `bun bench/publish.ts [COUNT...]`: 10,000 and 100,000 reviews by default. Their texts are made of the labelled
 * home-services reviews, since words of no language have neither aspects nor topics.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { analystFor, publishEdition } from "../src/publication/publishing/mod.ts";
import { documentSize } from "../src/publication/review_pieces.ts";
import { openDatabase } from "../src/store/sqlite/mod.ts";
import { type GeneratedReview, generatedBusiness, generateReviews } from "./generate_reviews.ts";
import { type LabelledReview, readLines } from "./insights_accuracy.ts";
import { environment, MAIN, Workplace } from "./prepared.ts";
import { peakResidentBytes, residentBytes, run } from "./processes.ts";

const [first, ...rest] = process.argv.slice(2);
if (first === "--one") await publishOnce(rest[0]!);
else await benchPublish(first === undefined ? [10_000, 100_000] : [first, ...rest].map(Number));

async function benchPublish(sizes: readonly number[]): Promise<void> {
  await using place = new Workplace();
  for (const size of sizes) {
    const database = await telling(place, size);
    console.log(`${size}: ${(await run(["bun", import.meta.path, "--one", database])).trim()}`);
  }
}

async function publishOnce(path: string): Promise<void> {
  await using store = openDatabase(path, { create: false });
  const before = residentBytes(process.pid);
  const start = performance.now();
  const cpu = process.cpuUsage();
  const { parts } = await store.editions.read((edition) =>
    publishEdition(edition, { site: { baseUrl: "http://localhost" }, analystOf: analystFor }),
  );
  const milliseconds = Math.round(performance.now() - start);
  const { user, system } = process.cpuUsage(cpu);
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  console.log(
    `${milliseconds} ms (${Math.round((user + system) / 1000)} ms of CPU), at most ${megabytes(peakResidentBytes(process.pid))} MB, ` +
      `${megabytes(before)} MB of them before; documents of ${megabytes(documentSize(parts.data.document))} MB`,
  );
}

/** A database of reviews that say something. */
async function telling(place: Workplace, size: number): Promise<string> {
  const path = place.path(`telling-${size}.sqlite`);
  if (existsSync(path)) return path;
  const file = place.path(`telling-${size}.json`);
  await Bun.write(file, JSON.stringify({ business: generatedBusiness, reviews: [...tellingReviews(size)] }));
  await run(["bun", MAIN, "import", "--quiet", file], { env: environment(path) });
  return path;
}

/** Generated reviews with texts of some 400 characters, each with a few words of its own. */
function* tellingReviews(size: number): Iterable<GeneratedReview> {
  const files = ["home_services", "labelled_tuning", "labelled_held_out"];
  const parts = files
    .flatMap((name) => readLines<LabelledReview>(join(import.meta.dir, "../test/insights/data", `${name}.jsonl`)))
    .map(({ text }) => text);
  let i = 0;
  for (const review of generateReviews(size, 1)) {
    let text = `${review.text.slice(0, 24).trim()}. `;
    for (let k = 0; text.length < 380; k++) text += `${parts[(i * 7 + k * (i % 31) + k) % parts.length]} `;
    yield { ...review, text: text.slice(0, 420).trim() };
    i++;
  }
}
