/** Writes what was learned as data files of the insights engine. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { featureKey, JOINS, NEGATING, SIDES } from "../../src/insights/analysis/sentence_model.ts";
import type { Fitted } from "./sentence_fit.ts";
import type { FittedTerms } from "./term_fit.ts";

const OUT = join(import.meta.dir, "../../src/insights/lexicon/en");

/** Features whose bytes are all smaller are dropped: a third of all, without a change on unseen text. */
const MIN_BYTE = 14;

/** Features in the order of their keys, weights as bytes. */
export function writeModel({ rows, weights, bias }: Fitted): void {
  const unit = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  const bytesAt = (row: number) => Array.from(weights.slice(row, row + SIDES), (own) => Math.round(own / unit));
  const named = [...rows]
    .filter(([, row]) => bytesAt(row).some((own) => Math.abs(own) >= MIN_BYTE))
    .map(([name, row]) => ({ parts: name.split(" "), row }));
  const words = [...new Set([NEGATING, ...named.flatMap(({ parts }) => parts.slice(1))])].sort();
  const numbers = new Map(words.map((word, i) => [word, i]));
  const keyed = named
    .map(({ parts: [join = "", first = "", second], row }) => ({
      key: featureKey(
        JOINS.indexOf(join as (typeof JOINS)[number]),
        numbers.get(first)!,
        second === undefined ? 0 : numbers.get(second)!,
      ),
      row,
    }))
    .sort((a, b) => a.key - b.key);
  const bytes = keyed.flatMap(({ row }) => bytesAt(row));
  const steps = keyed.map(({ key }, i) => (key - (i === 0 ? 0 : keyed[i - 1]!.key)).toString(36));
  const text = Buffer.from(Int8Array.from(bytes).buffer).toString("base64");
  write(
    "sentence_model.json",
    JSON.stringify({
      words: words.join(" "),
      keys: steps.join(" "),
      weights: text,
      unit: Number(unit.toPrecision(6)),
      bias: rounded([...bias]),
    }),
  );
  console.log(`${keyed.length} features, ${words.length} words, ${text.length} letters of weights`);
}

/** Words in the order of their letters, for each the weights of its places as bytes. */
export function writeTermModel({ praise, blame, words }: FittedTerms): void {
  const sorted = [...words].sort(([a], [b]) => (a < b ? -1 : 1));
  const weights = sorted.flatMap(([, own]) => [...own]);
  const unit = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  const text = Buffer.from(Int8Array.from(weights, (own) => Math.round(own / unit)).buffer).toString("base64");
  write(
    "term_model.json",
    JSON.stringify({
      praise: rounded(praise),
      blame: rounded(blame),
      words: sorted.map(([word]) => word).join(" "),
      weights: text,
      unit: Number(unit.toPrecision(6)),
    }),
  );
  console.log(`${sorted.length} words around terms, ${text.length} letters of weights`);
}

/** Writes what turns a text's features into log-odds. */
export function writeEvidence({ praise, blame }: Record<"praise" | "blame", readonly number[]>): void {
  console.log({ praise, blame });
  const path = join(OUT, "../evidence_weights.ts");
  const before = readFileSync(path, "utf8");
  const row = (side: string, weights: readonly number[]) => `  ${side}: [${weights.join(", ")}],`;
  const after = before
    .replace(/^ {2}praise: \[.*\],$/m, row("praise", praise))
    .replace(/^ {2}blame: \[.*\],$/m, row("blame", blame));
  writeFileSync(path, after);
}

function rounded(weights: readonly number[]): number[] {
  return weights.map((weight) => Math.round(weight * 1000) / 1000);
}

function write(name: string, text: string): void {
  writeFileSync(join(OUT, name), text);
  Bun.spawnSync([process.execPath, "x", "biome", "format", "--write", join(OUT, name)]);
}
