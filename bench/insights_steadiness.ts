/**
 * Measures how steady what is said is: how often one review more or less changes it, and how often dates that were dealt
 * out anew tell a direction.
 *
 * `bun bench/insights_steadiness.ts [FILE]...`: generated reviews, and those of the files, as `goodword import` takes them; with
 * `--headlines FILE...` only how each file is summed up, to be read aloud.
 */
import { basename } from "node:path";
import { readImport } from "../src/import/mod.ts";
import { type AnalysedReview, analyzeReview, foundMentions } from "../src/insights/mod.ts";
import { CATALOG_BUSINESS } from "../test/insights/sample.ts";
import { build, PRAISED, REVIEWS, shuffled } from "../test/insights/steady_sample.ts";
import { randomNumbers } from "./generate_reviews.ts";

const CASES = 200;
const SHUFFLES = 30;

const files = process.argv.slice(2).filter((word) => word !== "--headlines");
if (process.argv.includes("--headlines")) {
  for (const file of files) console.log(headline(basename(file), await readReviews(file)));
} else {
  await report("generated, one in five critical", REVIEWS);
  await report("generated, one in twenty critical", PRAISED);
  for (const file of files) await report(basename(file), await readReviews(file));
}

function headline(name: string, reviews: readonly AnalysedReview[]): string {
  const { summary, overall } = build(reviews);
  return `${name}: ${reviews.length} reviews, ${overall.average_rating} stars: "${summary.headline}"`;
}

async function readReviews(file: string): Promise<AnalysedReview[]> {
  const bytes = await Bun.file(file).bytes();
  const { records } = readImport([{ name: basename(file), bytes }], { today: "2100-01-01", source: "unknown" });
  return records.map(({ review: { date, rating, text } }, i) => {
    const id = `r${i}`;
    const analysis = analyzeReview({ id, title: null, text, author_name: null }, CATALOG_BUSINESS);
    return { id, date, rating, text, mentions: foundMentions(analysis, CATALOG_BUSINESS), analysis };
  });
}

async function report(name: string, reviews: readonly AnalysedReview[]): Promise<void> {
  const places = Array.from({ length: CASES }, (_, i) => Math.floor((i * reviews.length) / CASES));
  const fewer = places.map((place) => reviews.filter((_, at) => at !== place));
  const more = places.map((place) => [
    ...reviews,
    ...reviews.slice(place, place + 1).map((own) => ({ ...own, id: `${own.id}x` })),
  ]);
  console.log(headline(name, reviews));
  for (const [what, sets] of [
    ["less", fewer],
    ["more", more],
  ] as const) {
    const { headlines, improvements } = changes(reviews, sets);
    console.log(`  one review ${what}: headline ${headlines} of ${CASES}, improvements ${improvements} of ${CASES}`);
  }
  const { told, compared } = directionsOfShuffled(reviews);
  console.log(
    `  shuffled dates: ${told} directions of ${compared} (${((100 * told) / Math.max(1, compared)).toFixed(1)} %)`,
  );
}

function changes(reviews: readonly AnalysedReview[], sets: readonly (readonly AnalysedReview[])[]) {
  const whole = build(reviews).summary;
  const others = sets.map((set) => build(set).summary);
  return {
    headlines: others.filter(({ headline }) => withoutStars(headline) !== withoutStars(whole.headline)).length,
    improvements: others.filter(({ improvements }) => improvements.join() !== whole.improvements.join()).length,
  };
}

/** A mean of stars has to change when it crosses a tenth; what is praised has not. */
function withoutStars(headline: string): string {
  return headline.replace(/\d\.\d/, "");
}

function directionsOfShuffled(reviews: readonly AnalysedReview[]) {
  const random = randomNumbers(5);
  const dates = reviews.map(({ date }) => date);
  const directions = Array.from({ length: SHUFFLES }, () => {
    const dealt = shuffled(dates, random);
    const { aspects, topics } = build(reviews.map((review, i) => ({ ...review, date: dealt[i] ?? review.date })));
    return [...aspects, ...topics].map(({ direction }) => direction);
  }).flat();
  const compared = directions.filter((direction) => direction !== "insufficient_data");
  return { told: compared.filter((direction) => direction !== "no_clear_change").length, compared: compared.length };
}
