/**
 * `bun run test:fuzz`: mutated requests to every operation, damaged import files, hostile texts through every output,
 * answers that nobody reads.
 *
 * The seed fixes all of it; a finding prints the line that plays it again.
 */
import { parseArgs } from "node:util";
import { Workshop } from "../../test/support/command_line.ts";
import { flood } from "./flood.ts";
import { hostileTexts } from "./hostile_texts.ts";
import { damagedImports } from "./import_files.ts";
import { ATTACKS, leaveUnread, thousandReviews } from "./unread_answers.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "20000" },
    imports: { type: "string", default: "1000" },
    texts: { type: "string", default: "200" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    /** One of requests, imports, texts, unread. */
    only: { type: "string" },
    /** The number of one request or import to play again. */
    request: { type: "string" },
  },
});
const seed = Number(values.seed);
const from = Number(values.request ?? 0);
const countOf = (given: string) => (values.request === undefined ? Number(given) : 1);
const chosen = values.only ?? (values.request === undefined ? null : "requests");
let failed = 0;
console.log(`seed ${seed}`);

if (chosen === null || chosen === "requests") {
  using shop = new Workshop();
  const { findings, answers, slowestMs, moreMemoryMiB } = await flood({
    seed,
    requests: countOf(values.requests),
    from,
    database: shop.database,
  });
  const counts = [...answers].sort().map(([answer, count]) => `${answer}: ${count}`);
  console.log(`${counts.join(", ")}; slowest ${slowestMs} ms; ${moreMemoryMiB} MiB more memory`);
  report("requests", findings);
}
if (chosen === null || chosen === "imports")
  report("imports", await damagedImports(seed, countOf(values.imports), from));
if (chosen === null || chosen === "texts") report("texts", await hostileTexts(seed, Number(values.texts)));
if (chosen === null || chosen === "unread") {
  using shop = await thousandReviews();
  for (const attack of ATTACKS) {
    const { moreMemoryMiB, healthP99Ms } = await leaveUnread(shop.database, attack);
    console.log(`${attack.name}: ${moreMemoryMiB} MiB more memory, /healthz p99 ${healthP99Ms} ms`);
    report(attack.name, [
      ...(moreMemoryMiB < 100 ? [] : [`memory grew by ${moreMemoryMiB} MiB, expected less than 100`]),
      ...(healthP99Ms < 100 ? [] : [`/healthz took ${healthP99Ms} ms at p99, expected less than 100`]),
    ]);
  }
}
process.exit(failed === 0 ? 0 : 1);

function report(name: string, findings: readonly string[]): void {
  failed += findings.length;
  for (const finding of findings.slice(0, 10)) console.log(`FAILED ${finding}`);
  console.log(findings.length === 0 ? `ok     ${name}` : `${findings.length} findings in ${name}`);
}
