/** Text with labelled terms that the term model learns from: this project's own, and sentences of restaurant reviews. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const OWN = join(import.meta.dir, "../../test/insights/data");
/** Files of reviews with the terms they mention, and of sentences with one term each. */
const REVIEWS =
  "home_services labelled_tuning labelled_held_out voices_one_tuning voices_two_tuning voices_one_held_out voices_two_held_out voices_three_held_out";
const TERMS = "labelled_terms labelled_fresh labelled_pairs";

/** The sides of a term, as columns. */
export const LABELS = ["positive", "neutral", "negative"] as const;

/** A term in a text and how the text comes off toward it. */
export interface LabelledTerm {
  readonly text: string;
  readonly term: string;
  /** UTF-16 offset. */
  readonly start: number;
  /** A place in {@link LABELS}. */
  readonly label: number;
}

interface Line extends Omit<LabelledTerm, "label"> {
  readonly label: string;
}

/** Terms of the text written for this project. */
export function ownTerms(): LabelledTerm[] {
  const lines = <Own>(name: string) =>
    readFileSync(join(OWN, `${name}.jsonl`), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Own);
  const reviews = REVIEWS.split(" ").flatMap((name) => lines<{ text: string; mentions: Omit<Line, "text">[] }>(name));
  const mentions = reviews.flatMap(({ text, mentions: own }) => own.map((mention) => ({ ...mention, text })));
  return [...mentions, ...TERMS.split(" ").flatMap((name) => lines<Line>(name))].flatMap(labelled);
}

/** Where a copy of the MAMS repository keeps its sentences. */
const MAMS = "data/MAMS-ATSA/raw/train.xml";

/**
 * Terms of the training sentences of MAMS (https://github.com/siat-nlp/MAMS-for-ABSA, Apache-2.0); null without a copy of
 * it. Sentences that the SemEval sets hold, too, are left out: those are measured with and have no licence.
 */
export function mamsTerms(folder: string | undefined): LabelledTerm[] | null {
  const path = folder === undefined ? null : join(folder, MAMS);
  if (path === null || !existsSync(path)) return null;
  const leftOut = new Set(
    readFileSync(join(import.meta.dir, "mams_left_out.txt"), "utf8")
      .trim()
      .split("\n"),
  );
  return readFileSync(path, "utf8")
    .split("<sentence>")
    .slice(1)
    .flatMap((sentence) => {
      const text = plain(/<text>([\s\S]*?)<\/text>/.exec(sentence)?.[1] ?? "");
      if (leftOut.has(digestOf(text))) return [];
      return [...sentence.matchAll(TERM)].flatMap(([, from = "", label = "", written = ""]) => {
        const term = plain(written);
        const start = text.startsWith(term, Number(from)) ? Number(from) : text.indexOf(term);
        return start < 0 ? [] : labelled({ text, term, start, label });
      });
    });
}

const TERM = /<aspectTerm from="(\d+)" polarity="(\w+)" term="([^"]*)"/g;

function labelled({ text, term, start, label }: Line): LabelledTerm[] {
  const column = (LABELS as readonly string[]).indexOf(label);
  return column < 0 ? [] : [{ text, term, start, label: column }];
}

/** The same for the same letters and digits, however a sentence is spaced and marked. */
function digestOf(text: string): string {
  const letters = text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return createHash("sha256").update(letters).digest("hex").slice(0, 12);
}

function plain(xml: string): string {
  return xml.replace(
    /&(amp|quot|apos|lt|gt);/g,
    (_, name: string) => ({ amp: "&", quot: '"', apos: "'", lt: "<", gt: ">" })[name] ?? "",
  );
}
