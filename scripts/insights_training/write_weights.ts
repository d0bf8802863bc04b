/** Writes what was learned as data files of the insights engine. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { featureKey, JOINS, SIDES } from "../../src/insights/analysis/sentence_model.ts";
import type { Fitted } from "./sentence_fit.ts";
import type { FittedTerms } from "./term_fit.ts";

const OUT = join(import.meta.dir, "../../src/insights/lexicon");

/** Features in the order of their keys, weights as bytes. */
export function writeModel({ rows, weights, bias }: Fitted): void {
  const named = [...rows].map(([name, row]) => ({ parts: name.split(" "), row }));
  const words = [...new Set(named.flatMap(({ parts }) => parts.slice(1)))].sort();
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
  const unit = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  const bytes = keyed.flatMap(({ row }) => [...weights.slice(row, row + SIDES)].map((own) => Math.round(own / unit)));
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
  write(
    "evidence_weights.ts",
    `/**
 * What turns a text's features into log-odds of praise and blame: made by \`scripts/train_insights.ts\`, but for the shares
 * by stars, which are stated (docs/decisions/0010-judgements.md).
 *
 * @module
 */

/** Weights of the features in the order of \`aspect_votes.ts\`. */
export const EVIDENCE = {
  praise: ${JSON.stringify(praise)},
  blame: ${JSON.stringify(blame)},
} as const;

/** Of all judgements in reviews of one to five stars, the share that blames. */
export const BLAME_BY_STARS = [0.96, 0.9, 0.65, 0.15, 0.015] as const;

/**
 * Reviews say more of what their stars say than sentences written for training do: log-odds added to blame at one to five
 * stars, and to praise.
 */
export const MORE = { blame: [1.7, 1.7, 0.6, 0, 0], praise: [0, 0, 0, 0.5, 0.7] } as const;

/** What is left of the stars' weight against blame that is said as an exception. */
export const CONCEDED = 0.15;
`,
  );
}

function rounded(weights: readonly number[]): number[] {
  return weights.map((weight) => Math.round(weight * 1000) / 1000);
}

function write(name: string, text: string): void {
  writeFileSync(join(OUT, name), text);
  Bun.spawnSync([process.execPath, "x", "biome", "format", "--write", join(OUT, name)]);
}
