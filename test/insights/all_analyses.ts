/**
 * One digest of what the engine finds in all text of this folder, so that a change that is to change nothing can show it.
 * `bun test/insights/all_analyses.ts` writes it, after a change of the engine's version.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { analyzeReview, ENGINE_VERSION } from "../../src/insights/mod.ts";
import { readSentences } from "./labelled_sentences.ts";
import { CATALOG_BUSINESS } from "./sample.ts";

const DATA = join(import.meta.dir, "data");
export const DIGEST_FILE = join(DATA, "all_analyses.json");

/** What no review of the folder holds: other scripts, emoji, cut negations, figures. */
const ODD = [
  "",
  "Café naïve won’t WON'T don t it‘s 👍🏽 :-) <3 … !!! --- a-b a - b",
  "Quoted $1,400.50, charged 2k at 10:30am; half seven, 24/7, 3rd",
  "Sehr freundlich und schnell, gerne wieder!",
  "ТОП сервис",
  "x".repeat(9_000),
];

export function digestOfAnalyses(): string {
  const hash = createHash("sha256");
  for (const text of texts()) {
    const input = { id: "r", title: null, text, translation: null, author_name: "Jane D." };
    hash.update(`${JSON.stringify(analyzeReview(input, CATALOG_BUSINESS))}\n`);
  }
  return hash.digest("hex");
}

function texts(): string[] {
  const lines = (name: string) => readFileSync(join(DATA, name), "utf8").trim().split("\n");
  const files = readdirSync(DATA).sort();
  const labelled = files.filter((name) => name.endsWith(".jsonl")).flatMap(lines);
  return [
    ...ODD,
    ...labelled.map((line) => (JSON.parse(line) as { text: string }).text),
    ...["training_sentences", "plain_sentences"].flatMap(readSentences).map(({ text }) => text),
  ];
}

if (import.meta.main) {
  writeFileSync(DIGEST_FILE, `${JSON.stringify({ engine: ENGINE_VERSION, digest: digestOfAnalyses() })}\n`);
}
