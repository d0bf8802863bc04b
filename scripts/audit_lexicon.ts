/**
 * Counts for each phrase of the English lexicon on which side of the stars it fires, on text it was not made from.
 *
 * `bun scripts/audit_lexicon.ts FOLDER [--all | --write]` reads every `*.jsonl` of FOLDER with `{text, stars}` or `{text, label}`, and the
 * sentences that the learned model is made from. It prints how many phrases fired at all, and those that two reviews more contradict
 * than bear out; `--all` prints every phrase that fired; `--write` keeps their counts in `phrase_statistics.tsv`. What is printed is read by somebody before a phrase is dropped: in reviews of
 * four stars, blame may well be meant.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOME_PHRASES } from "../src/insights/reading/lexicon/en/home_phrases.ts";
import { IDIOMS } from "../src/insights/reading/lexicon/en/idioms.ts";
import { OPINION_PHRASES } from "../src/insights/reading/lexicon/en/opinion_phrases.ts";
import { OUTCOME_PHRASES } from "../src/insights/reading/lexicon/en/outcome_phrases.ts";
import { TELLING_PHRASES } from "../src/insights/reading/lexicon/en/telling_phrases.ts";
import { WORD_CLASSES } from "../src/insights/reading/lexicon/en/word_classes.ts";
import { PhraseTrie } from "../src/insights/reading/phrase_trie.ts";
import { tokenize } from "../src/insights/reading/tokens.ts";

interface Entry {
  readonly list: string;
  readonly pattern: string;
  readonly value: number;
  /** Texts in which it fired that praise, and that blame. */
  praising: number;
  blaming: number;
}

const entries: Entry[] = [];
const firm = new PhraseTrie<Entry>(WORD_CLASSES);
const loose = new PhraseTrie<Entry>(WORD_CLASSES);
for (const [, value, patterns] of HOME_PHRASES) enter(firm, "home", value, patterns);
for (const [value, patterns] of IDIOMS) enter(firm, "idioms", value, patterns);
for (const [value, patterns] of OPINION_PHRASES) enter(firm, "opinion", value, patterns);
for (const [, value, patterns] of OUTCOME_PHRASES) enter(loose, "outcome", value, patterns);
for (const [, value, patterns] of TELLING_PHRASES) enter(loose, "telling", value, patterns);

const [folder, option] = process.argv.slice(2);
if (folder !== undefined) for (const [text, side] of starred(folder)) count(text, side);
for (const [text, side] of written()) count(text, side);
report();
if (option === "--write") write();

function enter(trie: PhraseTrie<Entry>, list: string, value: number, patterns: readonly string[]): void {
  for (const pattern of patterns) {
    const entry = { list, pattern, value, praising: 0, blaming: 0 };
    entries.push(entry);
    trie.add(pattern, entry);
  }
}

function* starred(path: string): Generator<[text: string, side: number]> {
  for (const name of readdirSync(path).filter((each) => each.endsWith(".jsonl"))) {
    for (const line of readFileSync(join(path, name), "utf8").trim().split("\n")) {
      const { text, text_en, stars, label } = JSON.parse(line) as Record<string, string | undefined> & {
        stars?: number;
      };
      const side = stars === undefined ? sideOf(label) : Math.sign(stars - 3);
      if (side !== 0) yield [text ?? text_en ?? "", side];
    }
  }
}

function sideOf(label: string | undefined): number {
  return label === "positive" ? 1 : label === "negative" ? -1 : 0;
}

function* written(): Generator<[text: string, side: number]> {
  const path = join(import.meta.dir, "../test/insights/data/training_sentences.txt");
  for (const line of readFileSync(path, "utf8").trim().split("\n")) {
    const [codes = "", text = ""] = line.split("|").map((part) => part.trim());
    if (codes !== "") yield [text, codes.includes("-") ? -1 : 1];
  }
}

/** Each phrase once a text, as the engine takes them: a looser one where it takes in two words more. */
function count(text: string, side: number): void {
  const tokens = tokenize(text);
  const fired = new Set<Entry>();
  for (let at = 0; at < tokens.length; ) {
    const [own, other] = [firm.longestAt(tokens, at), loose.longestAt(tokens, at)];
    const match = own && other && other.to - own.to > 1 ? other : (own ?? other);
    if (match) fired.add(match.value);
    at = match ? match.to : at + 1;
  }
  for (const entry of fired) {
    if (side > 0) entry.praising++;
    else entry.blaming++;
  }
}

function report(): void {
  const fired = entries.filter(({ praising, blaming }) => praising + blaming > 0);
  const lead = ({ value, praising, blaming }: Entry) => (value > 0 ? praising - blaming : blaming - praising);
  const sided = fired.filter(({ value }) => value !== 0);
  process.stdout.write(
    `${entries.length} phrases, ${fired.length} fired, ${sided.filter((own) => lead(own) > 0).length} borne out\n`,
  );
  const shown = option === "--all" ? sided : sided.filter((own) => lead(own) <= -2);
  for (const own of shown.sort((a, b) => lead(a) - lead(b))) {
    process.stdout.write(`${lead(own)}\t${own.list}\t${own.value}\t+${own.praising} -${own.blaming}\t${own.pattern}\n`);
  }
}

/** The counts of every phrase beside the lexicon, those that never fired by zeros. */
function write(): void {
  const rows = entries.map(({ list, value, praising, blaming, pattern }) =>
    [list, value, praising, blaming, pattern].join("\t"),
  );
  const head = ["list", "value", "praising", "blaming", "pattern"].join("\t");
  const file = join(import.meta.dir, "../src/insights/reading/lexicon/en/phrase_statistics.tsv");
  writeFileSync(file, `${[head, ...rows].join("\n")}\n`);
}
