/** The text written for this project that the insights engine learns from, with its labels. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ASPECT_IDS } from "../../src/review/aspects.ts";
import { PLAIN_FACTS, PLAIN_SPEECH } from "../../test/insights/analysis/plain_speech.ts";

const DATA = join(import.meta.dir, "../../test/insights/data");

/** Labelled reviews of several sentences. */
const REVIEWS =
  "home_services labelled_tuning labelled_held_out voices_one_tuning voices_one_held_out voices_two_tuning voices_two_held_out voices_three_held_out";
/** Those that no phrase was written from. */
const FRESH = new Set(["voices_three_held_out"]);

/** A text and the sides of aspects that it takes, numbered as the columns of the sentence model. */
export interface Labelled {
  /** Whether the rules' phrases were written without it: only such text says what a phrase is worth. */
  readonly isFresh: boolean;
  /** A single sentence rather than a review. */
  readonly isSentence: boolean;
  readonly text: string;
  /** `at` is where the label stands; null for the whole text. */
  readonly labels: readonly { readonly side: number; readonly at: number | null }[];
}

/** All labelled text, always in the same order. */
export function readLabelled(): Labelled[] {
  const lines = (name: string) => readFileSync(join(DATA, name), "utf8").trim().split("\n");
  const short = new Map("pu sc re co pr ex wo pb sp $ cl ho".split(" ").map((code, i) => [code, i]));
  const sentences = lines("training_sentences.txt").map((line): Labelled => {
    const [codes = "", text = ""] = line.split("|").map((part) => part.trim());
    const labels = codes.split(" ").filter(Boolean);
    return {
      isFresh: true,
      isSentence: true,
      text,
      labels: labels.map((code) => ({
        side: short.get(code.slice(0, -1))! * 2 + (code.endsWith("-") ? 1 : 0),
        at: null,
      })),
    };
  });
  const plain = ASPECT_IDS.flatMap((aspect, i) => [
    ...PLAIN_SPEECH[aspect].praise.map(
      (text): Labelled => ({ isFresh: false, isSentence: true, text, labels: [{ side: i * 2, at: null }] }),
    ),
    ...PLAIN_SPEECH[aspect].blame.map(
      (text): Labelled => ({ isFresh: false, isSentence: true, text, labels: [{ side: i * 2 + 1, at: null }] }),
    ),
  ]);
  const facts = PLAIN_FACTS.map((text): Labelled => ({ isFresh: false, isSentence: true, text, labels: [] }));
  const reviews = REVIEWS.split(" ").flatMap((name) =>
    lines(`${name}.jsonl`).map((line): Labelled => {
      const { text, mentions } = JSON.parse(line) as {
        text: string;
        mentions: { aspect: string; label: string; start: number }[];
      };
      const sided = mentions.filter(({ label }) => label === "positive" || label === "negative");
      return {
        isFresh: FRESH.has(name),
        isSentence: false,
        text,
        labels: sided.map(({ aspect, label, start }) => ({
          side: (ASPECT_IDS as readonly string[]).indexOf(aspect) * 2 + (label === "negative" ? 1 : 0),
          at: start,
        })),
      };
    }),
  );
  return [...sentences, ...plain, ...facts, ...reviews];
}
