/**
 * Counts for each phrase of the English lexicon how often it takes the side of the stars where it fires, on text it was not made from: its
 * side as it is meant there, a negator before it included. Phrases that name an aspect of home services are counted in texts of that trade only.
 *
 * `bun scripts/audit_lexicon.ts FOLDER [--all | --write]` reads every `*.jsonl` of FOLDER with `{text, stars}` or `{text, label}`, and the
 * sentences that the learned model is made from. It prints how many phrases fired at all, and those that two reviews more contradict
 * than bear out; `--all` prints every phrase that fired; `--write` keeps their counts in `phrase_statistics.tsv`. What is printed is read by somebody before a phrase is dropped: in reviews of
 * four stars, blame may well be meant.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { english } from "../src/insights/analysis/languages.ts";
import { phraseLists, readPhrases, wordClasses } from "../src/insights/analysis/lexicon.ts";
import { PhraseTrie } from "../src/insights/analysis/phrase_trie.ts";
import { readText } from "../src/insights/analysis/sentiment.ts";
import { readSentences } from "../test/insights/labelled_sentences.ts";

interface Entry {
  readonly list: string;
  readonly pattern: string;
  readonly value: number;
  /** Texts in which it fired and took their side, and in which it did not. */
  borneOut: number;
  contradicted: number;
}

/** Files of reviews of home services. */
const OF_TRADE = /home|plumbers/;
/** Lists of phrases of that trade. */
const TRADE_LISTS = new Set<string>(["home", "outcome", "narrative"]);

const entries: Entry[] = [];
const firm = new PhraseTrie<Entry>(wordClasses(english()));
const loose = new PhraseTrie<Entry>(wordClasses(english()));
for (const { name: list, tsv, isLoose } of phraseLists(english())) {
  for (const { pattern, value } of readPhrases(tsv)) {
    const entry = { list, pattern, value, borneOut: 0, contradicted: 0 };
    entries.push(entry);
    (isLoose ? loose : firm).add(pattern, entry);
  }
}

const [folder, option] = process.argv.slice(2);
if (folder !== undefined) for (const own of starred(folder)) count(own);
for (const own of written()) count(own);
report();
if (option === "--write") write();

interface Sided {
  readonly text: string;
  readonly side: number;
  readonly isOfTrade: boolean;
}

function* starred(path: string): Generator<Sided> {
  for (const name of readdirSync(path).filter((each) => each.endsWith(".jsonl"))) {
    for (const line of readFileSync(join(path, name), "utf8").trim().split("\n")) {
      const { text, text_en, stars, label } = JSON.parse(line) as Record<string, string | undefined> & {
        stars?: number;
      };
      const side = stars === undefined ? sideOf(label) : Math.sign(stars - 3);
      if (side !== 0) yield { text: text ?? text_en ?? "", side, isOfTrade: OF_TRADE.test(name) };
    }
  }
}

function sideOf(label: string | undefined): number {
  return label === "positive" ? 1 : label === "negative" ? -1 : 0;
}

function* written(): Generator<Sided> {
  for (const { text, sides } of readSentences("training_sentences")) {
    if (sides.length > 0) yield { text, side: sides.some((side) => side % 2 === 1) ? -1 : 1, isOfTrade: true };
  }
}

/** Each phrase once a text, as the engine takes them: a looser one where it takes in two words more. */
function count({ text, side, isOfTrade }: Sided): void {
  const { tokens, opinions } = readText(text);
  const fired = new Map<Entry, boolean>();
  for (let at = 0; at < tokens.length; ) {
    const own = firm.longestAt(tokens, at);
    const other = loose.longestAt(tokens, at);
    const match = own && other && other.to - own.to > 1 ? other : (own ?? other);
    const opinion = match && opinions.find(({ from, to }) => from === at && to === match.to);
    const counts = match && (isOfTrade || !TRADE_LISTS.has(match.value.list));
    if (counts && (opinion || match.value.value === 0))
      fired.set(match.value, Math.sign(opinion?.value ?? 0) === side || fired.get(match.value) === true);
    at = match ? match.to : at + 1;
  }
  for (const [entry, isBorneOut] of fired) {
    if (isBorneOut) entry.borneOut++;
    else entry.contradicted++;
  }
}

function report(): void {
  const fired = entries.filter(({ borneOut, contradicted }) => borneOut + contradicted > 0);
  const lead = ({ borneOut, contradicted }: Entry) => borneOut - contradicted;
  const sided = fired.filter(({ value }) => value !== 0);
  process.stdout.write(
    `${entries.length} phrases, ${fired.length} fired, ${sided.filter((own) => lead(own) > 0).length} borne out\n`,
  );
  const shown = option === "--all" ? sided : sided.filter((own) => lead(own) <= -2);
  for (const own of shown.sort((a, b) => lead(a) - lead(b))) {
    process.stdout.write(
      `${lead(own)}\t${own.list}\t${own.value}\t+${own.borneOut} -${own.contradicted}\t${own.pattern}\n`,
    );
  }
}

/** The counts of every phrase beside the lexicon, those that never fired by zeros. */
function write(): void {
  const rows = entries.map(({ list, value, borneOut, contradicted, pattern }) =>
    [list, value, borneOut, contradicted, pattern].join("\t"),
  );
  const head = ["list", "value", "borne_out", "contradicted", "pattern"].join("\t");
  const file = join(import.meta.dir, "../test/insights/data/phrase_statistics.tsv");
  writeFileSync(file, `${[head, ...rows].join("\n")}\n`);
}
