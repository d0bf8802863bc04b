/** The text written for this project that the insights engine learns from, with its labels. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ASPECT_IDS } from "../../src/review/aspects.ts";
import { readSentences } from "../../test/insights/labelled_sentences.ts";

const DATA = join(import.meta.dir, "../../test/insights/data");

/** Labelled reviews of several sentences. */
const REVIEWS =
  "home_services labelled_tuning labelled_held_out voices_one_tuning voices_one_held_out voices_two_tuning voices_two_held_out voices_three_held_out";
/** Those that no phrase was written from. */
const FRESH = new Set(["voices_three_held_out"]);

/** A text and the sides of aspects that it takes, numbered as the columns of the sentence model. */
export interface Labelled {
  /** Whether the rules' phrases were written without it: only such text measures a phrase's worth. */
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
  const sentences = ["training_sentences", "plain_sentences"].flatMap((name) =>
    readSentences(name).map(
      ({ text, sides }): Labelled => ({
        // Phrases were written from the plain ones.
        isFresh: name === "training_sentences",
        isSentence: true,
        text,
        labels: sides.map((side) => ({ side, at: null })),
      }),
    ),
  );
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
  return [...sentences, ...reviews];
}
