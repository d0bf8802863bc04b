/**
 * How judgements of reviews in other languages than English agree with a careful reader's, language by language.
 *
 * German: real reviews of plumbers in the customers' own words, with the labels that readers of the translations gave for the English
 * engine (`test/insights/data/judges/`), and composed ones, of complaints among praise. Spanish and French: composed for this project
 * (`test/insights/data/languages/`). What {@link isHeldOut} names was put aside before the lists were written.
 *
 * `bun bench/insights_languages.ts FOLDER [--read] [--misses]`: FOLDER holds `stars_plumbers_de.jsonl`; `--read` measures on what the
 * lists were tuned on, `--misses` lists what went wrong there.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { readLines } from "./insights_accuracy.ts";
import { agreement, claims, JUDGES, type JudgedReview, judged } from "./insights_judges.ts";

const COMPOSED = join(import.meta.dir, "../test/insights/data/languages");

/** Composed reviews: every second one. */
const isHeldOut = (line: number) => line % 2 === 0;

/** Real reviews: so many of each row of stars, the first by a hash of their ids. */
const HELD_OUT_BY_STARS = [
  { stars: [1, 2, 3], count: 40 },
  { stars: [4], count: 12 },
  { stars: [5], count: 68 },
] as const;
const SHORTEST = 30;

interface German {
  readonly id: string;
  readonly text_de: string;
  readonly stars: number;
}

function heldOutIds(reviews: readonly German[]): ReadonlySet<string> {
  const keyOf = ({ id }: German) => createHash("sha256").update(`goodword-tongues-de:${id}`).digest("hex");
  const ordered = reviews
    .filter(({ text_de }) => text_de.trim().length >= SHORTEST)
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return new Set(
    HELD_OUT_BY_STARS.flatMap(({ stars, count }) => {
      const own = ordered.filter((review) => (stars as readonly number[]).includes(review.stars));
      return own.slice(0, count).map(({ id }) => id);
    }),
  );
}

async function realGerman(folder: string, isRead: boolean): Promise<JudgedReview[]> {
  const reviews = readLines<German>(join(folder, "stars_plumbers_de.jsonl"));
  const held = heldOutIds(reviews);
  const byId = new Map(reviews.filter(({ id }) => held.has(id) !== isRead).map((review) => [review.id, review]));
  const files = ["read", "held_back", "labelled_last"].map((name) => Bun.file(join(JUDGES, `${name}.txt`)).text());
  return (await Promise.all(files))
    .join("\n")
    .split("\n")
    .flatMap((line): JudgedReview[] => {
      const [id = "", must = "", may = ""] = line.split("|").map((cell) => cell.trim());
      const review = byId.get(id);
      return review ? [{ text: review.text_de, stars: review.stars, must: claims(must), may: claims(may) }] : [];
    });
}

async function composed(language: string, isRead: boolean): Promise<JudgedReview[]> {
  const text = await Bun.file(join(COMPOSED, `${language}.txt`)).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines
    .filter((_, at) => isHeldOut(at) !== isRead)
    .map((line) => {
      const [stars = "", must = "", may = "", text = ""] = line.split("|");
      return { text, stars: Number(stars), must: claims(must), may: claims(may) };
    });
}

function share(part: number, whole: number): string {
  return whole === 0 ? "none" : `${(part / whole).toFixed(3)} (${part} of ${whole})`;
}

function print(name: string, reviews: readonly JudgedReview[]): void {
  const { positive, negative, wrongSigns, unclear } = agreement(reviews);
  const said = positive.said + negative.said;
  const of = (stars: (own: number) => boolean) => agreement(reviews.filter((review) => stars(review.stars))).negative;
  const many = of((stars) => stars >= 4);
  const few = of((stars) => stars < 4);
  console.log(`${name}: ${reviews.length} reviews`);
  console.log(`  aspects said that a reader finds, goal 0.85:  ${share(positive.right + negative.right, said)}`);
  console.log(`  criticism that a reader finds, goal 0.90:     ${share(negative.right, negative.said)}`);
  console.log(`  complaints found, goal 0.60:                  ${share(negative.found, negative.must)}`);
  console.log(`    at 1 to 3 stars:                            ${share(few.found, few.must)}`);
  console.log(`    at 4 and 5 stars:                           ${share(many.found, many.must)}`);
  console.log(`  praise found:                                 ${share(positive.found, positive.must)}`);
  console.log(`  wrong signs, goal 0.03 at most:               ${share(wrongSigns, said)}`);
  console.log(`  unclear:                                      ${share(unclear, said + unclear)}`);
}

function printMisses(reviews: readonly JudgedReview[]): void {
  for (const { text, stars, must, may } of reviews) {
    const said = judged(text, stars).flatMap(({ aspect, sides }) => sides.map((side) => `${aspect} ${side}`));
    const wrong = said.filter((claim) => ![...must, ...may].some((own) => own === claim));
    const missed = must.filter((claim) => !said.includes(claim));
    if (wrong.length + missed.length === 0) continue;
    console.log(`${stars} wrong [${wrong}] missed [${missed}] ${text.replace(/\s+/g, " ").slice(0, 400)}`);
  }
}

if (import.meta.main) {
  const folder = process.argv[2] ?? "";
  const isRead = process.argv.includes("--read");
  const only = process.argv.find((word) => word.startsWith("--only="))?.slice(7);
  const sets: [name: string, reviews: JudgedReview[]][] = [
    ["German, real", await realGerman(folder, isRead)],
    ["German, composed", await composed("de", isRead)],
    ["Spanish, composed", await composed("es", isRead)],
    ["French, composed", await composed("fr", isRead)],
  ];
  for (const [name, reviews] of sets.filter(([name]) => name.startsWith(only ?? ""))) {
    print(name, reviews);
    if (isRead && process.argv.includes("--misses")) printMisses(reviews);
  }
}
