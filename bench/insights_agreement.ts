/**
 * Prints how the engine's judgements agree with careful readers, each figure beside its goal, on what was read and on what was held back.
 *
 * `bun run bench --only insights-accuracy`, or `bun bench/insights_agreement.ts [FOLDER]`: FOLDER holds the labelled files,
 * ../shared/data/insights by default. `--readers JUDGE`: reviews in the folder JUDGE that two readers labelled apart, instead; the labels that
 * only one of them gave are left out and counted.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { figuresOf } from "./insights_accuracy.ts";
import {
  agreement,
  blameAmongMany,
  calibrationError,
  type JudgedReview,
  judgedReviews,
  twiceRead,
} from "./insights_judges.ts";

const judge = process.argv[2] === "--readers" ? (process.argv[3] ?? "") : null;
const folder = (judge === null ? process.argv[2] : null) ?? join(import.meta.dir, "../../shared/data/insights");

if (judge !== null) reportTwice(judge);
else if (!existsSync(join(folder, "stars_plumbers_de.jsonl"))) console.log(`SKIPPED: no labelled files in ${folder}`);
else {
  report("read", await judgedReviews(folder, "read"));
  const [held, last] = [await judgedReviews(folder, "held_back"), await judgedReviews(folder, "labelled_last")];
  report("held back", [...held, ...last]);
  report("held back, without the last", held);
  report("labelled last", last);
  for (const part of ["read", "held_back"] as const) reportMany(part);
  const other = figuresOf(folder);
  for (const name of ["stars_auc", "rest.acc", "rest.f1", "home.acc"]) print(name, other[name] ?? Number.NaN);
}

function report(title: string, reviews: readonly JudgedReview[]): void {
  const { positive, negative, wrongSigns, unclear, bands } = agreement(reviews);
  console.log(`${title}: ${reviews.length} reviews, ${unclear} judgements unclear`);
  print(`${title}: negative judgements right, real star mix`, negative.rightInLife / negative.saidInLife);
  print(`${title}: negative judgements right, as labelled`, negative.right / negative.said);
  print(`${title}: complaints found with the right sign (${negative.must})`, negative.found / negative.must);
  print(`${title}: positive judgements right, real star mix`, positive.rightInLife / positive.saidInLife);
  print(`${title}: praise found with the right sign (${positive.must})`, positive.found / positive.must);
  print(`${title}: wrong signs`, wrongSigns / (positive.said + negative.said));
  print(`${title}: calibration error`, calibrationError(bands));
  const all = bands.reduce((sum, { weight }) => sum + weight, 0);
  console.log("  certainty | share | mean | agreed");
  for (const [i, { weight, certainty, agreed }] of bands.entries()) {
    if (weight === 0) continue;
    const cells = [weight / all, certainty / weight, agreed / weight].map((own) => own.toFixed(2));
    console.log(`  0.${i}0 - 0.${i}9 | ${cells.join(" | ")}`);
  }
}

function reportTwice(judge: string): void {
  const { reviews, agreed, open } = twiceRead(judge);
  const ofBlame = (claims: readonly string[]) => claims.filter((claim) => claim.endsWith("negative")).length;
  console.log(`${reviews.length} reviews: both readers found ${agreed.length}, one found ${open.length}`);
  console.log(`complaints: both found ${ofBlame(agreed)}, one found ${ofBlame(open)}`);
  for (const [title, of] of [
    ["all", () => true],
    ["1 to 3 stars", (stars: number) => stars <= 3],
    ["4 and 5 stars", (stars: number) => stars >= 4],
    ["5 stars", (stars: number) => stars === 5],
  ] as const) {
    const { positive, negative, wrongSigns, unclear } = agreement(reviews.filter(({ stars }) => of(stars)));
    const said = positive.said + negative.said;
    const share = (part: number, whole: number) => `${(part / whole).toFixed(3)} (${part} of ${whole})`;
    console.log(`${title}:`);
    for (const [name, own] of [
      ["complaints", negative],
      ["praise", positive],
    ] as const) {
      console.log(`  ${name} found                                ${share(own.found, own.must)}`);
      console.log(
        `  ${name} right, of what both readers judge    ${share(own.right - own.optional, own.said - own.optional)}`,
      );
      console.log(`  ${name} right, where one reader is enough    ${share(own.right, own.said)}`);
    }
    console.log(`  wrong signs ${share(wrongSigns, said)}, unclear ${share(unclear, said + unclear)}`);
  }
}

function reportMany(part: "read" | "held_back"): void {
  const { reviews: many, blame } = blameAmongMany(folder, part);
  console.log(`${part}: complaints found in ${many} reviews of four and five stars: ${blame.length}`);
  for (const line of blame) console.log(`    ${line}`);
}

function print(name: string, value: number): void {
  console.log(`  ${name.padEnd(62)} ${value.toFixed(3)}`);
}
