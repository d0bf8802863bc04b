/**
 * `bun run test:fuzz`: mutated requests to every operation, damaged import files, hostile texts through every output,
 * answers that nobody reads.
 *
 * The seed fixes all of it; a finding prints the line that plays it again.
 */
import { Workshop } from "../../test/support/command_line.ts";
import { optionsOf } from "../options.ts";
import { flood } from "./flood.ts";
import { hostileTexts } from "./hostile_texts.ts";
import { damagedImports } from "./import_files.ts";
import { ATTACKS, leaveUnread, thousandReviews } from "./unread_answers.ts";

/** `only` is one of requests, imports, texts, unread; `request` the number of one request or import to play again. */
const { requests, imports, texts, only, request, seed } = optionsOf({
  requests: 20_000,
  imports: 1000,
  texts: 200,
  only: "",
  request: "",
});
const from = Number(request);
const countOf = (given: number) => (request === "" ? given : 1);
const chosen = only === "" && request !== "" ? "requests" : only;
const isChosen = (name: string) => chosen === "" || chosen === name;
let failed = 0;

if (isChosen("requests")) {
  using shop = new Workshop();
  const { findings, answers, slowestMs, moreMemoryMiB } = await flood({
    seed,
    requests: countOf(requests),
    from,
    database: shop.database,
  });
  const counts = [...answers].sort().map(([answer, count]) => `${answer}: ${count}`);
  console.log(`${counts.join(", ")}; slowest ${slowestMs} ms; ${moreMemoryMiB} MiB more memory`);
  report("requests", findings);
}
if (isChosen("imports")) report("imports", await damagedImports(seed, countOf(imports), from));
if (isChosen("texts")) report("texts", await hostileTexts(seed, texts));
if (isChosen("unread")) {
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
