/**
 * This tree beside an earlier commit of it, in turns, seen from outside: `bun run bench --compare REF`.
 *
 * A ratio is ours over theirs, the median of the rounds' pairs; what stands behind it are the quartiles of the pairs. On a
 * machine that others use, a ratio means nothing unless its quartiles are narrow.
 */
import { type Build, checkOut, OUR_BUILD } from "./builds.ts";
import { compareCommands } from "./compare_commands.ts";
import { compareReads } from "./compare_reads.ts";
import { type BenchOptions, type Figure, median, type PartReport, quantile } from "./figures.ts";
import type { Workplace } from "./prepared.ts";

/** A change that costs more than this has to explain it. */
const LIMIT = 1.03;

/** One figure of a build, measured once in each round. */
export interface Measure {
  readonly name: string;
  readonly unit: string;
  measure(build: Build): Promise<number>;
}

export async function benchCompare(place: Workplace, { isFull }: BenchOptions, ref: string): Promise<PartReport> {
  await using theirs = await checkOut(ref, place);
  const rounds = isFull ? 15 : 7;
  const compare = (measures: readonly Measure[]) => inTurns(measures, OUR_BUILD, theirs, rounds);
  const figures = [
    ...(await compareCommands(place, compare)),
    ...(await compareReads(place, OUR_BUILD, theirs, compare)),
  ];
  return {
    part: `This tree beside ${ref}`,
    figures,
    notes: ["a ratio is ours over theirs, with the quartiles of its pairs"],
  };
}

/** Measures everything of both builds in each round; who goes first alternates, and the first round only warms up. */
async function inTurns(measures: readonly Measure[], ours: Build, theirs: Build, rounds: number): Promise<Figure[]> {
  const pairs = measures.map(() => ({ ours: [] as number[], theirs: [] as number[] }));
  for (let round = 0; round <= rounds; round++) {
    for (const [at, measure] of measures.entries()) {
      const pair = await measurePair(measure, ours, theirs, round % 2 === 0);
      if (round === 0) continue;
      pairs[at]?.ours.push(pair.ours);
      pairs[at]?.theirs.push(pair.theirs);
    }
  }
  return measures.flatMap((measure, at) => pairs.slice(at, at + 1).map((pair) => figureOf(measure, pair)));
}

async function measurePair({ measure }: Measure, ours: Build, theirs: Build, isOursFirst: boolean) {
  if (isOursFirst) {
    const first = await measure(ours);
    return { ours: first, theirs: await measure(theirs) };
  }
  const first = await measure(theirs);
  return { ours: await measure(ours), theirs: first };
}

function figureOf({ name, unit }: Measure, { ours, theirs }: { ours: number[]; theirs: number[] }): Figure {
  const ratios = ours.map((value, at) => value / (theirs[at] ?? Number.NaN));
  return {
    name,
    unit,
    value: median(ours),
    beside: { name: "before", value: median(theirs) },
    ratio: median(ratios),
    quartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    goal: { atMost: LIMIT },
  };
}
