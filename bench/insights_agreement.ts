/**
 * Measures how the engine's judgements agree with careful readers, on what was read and on what was held back.
 *
 * `bun bench/insights_agreement.ts --readers JUDGE` prints the same for reviews in the folder JUDGE that two readers labelled apart; the
 * labels that only one of them gave are left out and counted.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Figure, Goal, PartReport } from "./figures.ts";
import { LABELLED } from "./insights.ts";
import { figuresOf } from "./insights_accuracy.ts";
import {
  agreement,
  blameAmongMany,
  calibrationError,
  type JudgedReview,
  judgedReviews,
  twiceRead,
} from "./insights_judges.ts";

const TERM_GOALS: Readonly<Record<string, Goal>> = {
  stars_auc: { atLeast: 0.94 },
  "rest.acc": { atLeast: 0.7 },
  "home.acc": { atLeast: 0.88 },
};

export async function benchAgreement(): Promise<PartReport> {
  const part = "Judgements beside careful readers'";
  if (!existsSync(join(LABELLED, "stars_plumbers_de.jsonl")))
    return { part, figures: [], notes: [`SKIPPED: no labelled files in ${LABELLED}`] };
  const read = await judgedReviews(LABELLED, "read");
  const held = await judgedReviews(LABELLED, "held_back");
  const last = await judgedReviews(LABELLED, "labelled_last");
  const ofTerms = figuresOf(LABELLED);
  const reports = [
    reportOf("read", read),
    reportOf("held back", [...held, ...last], { isJudged: true }),
    reportOf("held back, without the last", held),
    reportOf("labelled last", last),
  ];
  const terms = Object.entries(TERM_GOALS).map(
    ([name, goal]): Figure => ({ name, value: ofTerms[name] ?? Number.NaN, unit: "", goal }),
  );
  return {
    part,
    figures: [...reports.flatMap(({ figures }) => figures), ...terms],
    notes: [...reports.flatMap(({ notes }) => notes), ...blameNotes("read"), ...blameNotes("held_back")],
  };
}

/** The figures of these reviews, beside their goals if these are what is judged by. */
function reportOf(
  title: string,
  reviews: readonly JudgedReview[],
  { isJudged = false }: { readonly isJudged?: boolean } = {},
): { readonly figures: readonly Figure[]; readonly notes: readonly string[] } {
  const { positive, negative, wrongSigns, unclear, bands } = agreement(reviews);
  const figure = (name: string, value: number, goal?: Goal): Figure => ({
    name: `${title}: ${name}`,
    value,
    unit: "",
    ...(isJudged && goal && { goal }),
  });
  const all = bands.reduce((sum, { weight }) => sum + weight, 0);
  return {
    figures: [
      figure("negative judgements right, real star mix", negative.rightInLife / negative.saidInLife, { atLeast: 0.9 }),
      figure("negative judgements right, as labelled", negative.right / negative.said),
      figure(`complaints found, of ${negative.must}`, negative.found / negative.must, { atLeast: 0.75 }),
      figure("positive judgements right, real star mix", positive.rightInLife / positive.saidInLife),
      figure(`praise found, of ${positive.must}`, positive.found / positive.must, { atLeast: 0.85 }),
      figure("wrong signs", wrongSigns / (positive.said + negative.said), { atMost: 0.03 }),
      figure("calibration error", calibrationError(bands), { atMost: 0.05 }),
    ],
    notes: [
      `${title}: ${reviews.length} reviews, ${unclear} judgements unclear; certainty | share | mean | agreed`,
      ...bands.flatMap(({ weight, certainty, agreed }, i) => {
        if (weight === 0) return [];
        const cells = [weight / all, certainty / weight, agreed / weight].map((own) => own.toFixed(2));
        return [`  0.${i}0 - 0.${i}9 | ${cells.join(" | ")}`];
      }),
    ],
  };
}

function blameNotes(part: "read" | "held_back"): string[] {
  const { reviews: many, blame } = blameAmongMany(LABELLED, part);
  return [`${part}: complaints found in ${many} reviews of four and five stars: ${blame.length}`, ...blame];
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

if (import.meta.main) reportTwice(process.argv[3] ?? "");
