/**
 * How many texts of about 300 characters the insights engine analyses in a second of processor time.
 *
 * Processor time, garbage collection and compilation included, is nearly the same on a busy machine as on a quiet one: two
 * threads that share a core still slow each other down. The median of many short rounds is taken.
 */
import { join } from "node:path";
import { analyzeReview } from "../src/insights/mod.ts";
import { CATALOG_BUSINESS } from "../test/insights/sample.ts";
import { median } from "./figures.ts";
import { type LabelledReview, readLines } from "./insights_accuracy.ts";

const OWN = join(import.meta.dir, "../test/insights/data");
const TEXTS = 4_000;
const ROUNDS = 120;
/** Rounds while the engine is still being compiled. */
const FIRST = 40;
const IN_ROUND = 200;

/** Texts of about 300 characters, all different, made of the labelled reviews. */
export function reviewTexts(count: number): string[] {
  const parts = ["home_services", "labelled_tuning", "labelled_held_out"]
    .flatMap((name) => readLines<LabelledReview>(join(OWN, `${name}.jsonl`)))
    .map(({ text }) => text);
  return Array.from({ length: count }, (_, i) => {
    let text = "";
    for (let k = 0; text.length < 280; k++) text += `${parts[(i * 7 + k * (i % 31) + k) % parts.length]} `;
    return text.slice(0, 320);
  });
}

export function analyse(id: string, text: string) {
  return analyzeReview({ id, title: null, text, author_name: "Jane D." }, CATALOG_BUSINESS);
}

/** Texts analysed a second of processor time. */
export function textsPerCpuSecond(): number {
  const all = reviewTexts(TEXTS);
  const speeds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const from = (round * IN_ROUND) % TEXTS;
    const before = process.cpuUsage();
    for (const [i, text] of all.slice(from, from + IN_ROUND).entries()) analyse(`r${from + i}`, text);
    const { user, system } = process.cpuUsage(before);
    speeds.push((IN_ROUND / (user + system)) * 1_000_000);
  }
  return Math.round(median(speeds.slice(FIRST)));
}
