/** Sentences of the text that the insights engine learns from: a line each, the sides that it takes of aspects before its text. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const CODES = "pu sc re co pr ex wo pb sp $ cl ho".split(" ");

export interface LabelledSentence {
  readonly text: string;
  /** Columns of the sentence model: twice the place of an aspect in `ASPECT_IDS`, and one more for blame. */
  readonly sides: readonly number[];
}

/**
 * Reads a file of `data/`: "training_sentences", or "plain_sentences", which are plain statements of customers about each aspect, in
 * praise and in blame, and facts that judge nothing.
 */
export function readSentences(name: string): LabelledSentence[] {
  const lines = readFileSync(join(import.meta.dir, "data", `${name}.txt`), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => {
    const [codes = "", text = ""] = line.split("|").map((part) => part.trim());
    const sides = codes.split(" ").filter(Boolean);
    return { text, sides: sides.map((code) => CODES.indexOf(code.slice(0, -1)) * 2 + (code.endsWith("-") ? 1 : 0)) };
  });
}
