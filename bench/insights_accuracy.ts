/** Measures the engine against labelled files: accuracy, macro-F1, AUC and wrong signs. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { analyzeAspect, analyzeReview, analyzeText, judgementsOf } from "../src/insights/mod.ts";
import type { Business } from "../src/review/mod.ts";
import { CATALOG_BUSINESS } from "../test/insights/sample.ts";

interface Prediction {
  readonly truth: string;
  readonly label: string;
}

/** The lines of a JSON-lines file; none when the file is missing. */
export function readLines<Line>(path: string): Line[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

export function accuracy(predictions: readonly Prediction[]): number {
  return predictions.filter(({ truth, label }) => truth === label).length / predictions.length;
}

/** Share of wrong signs among the predictions where truth and label both have one. */
export function flipRate(predictions: readonly Prediction[]): number {
  const signed = predictions.filter(({ truth, label }) => truth !== "neutral" && label !== "neutral");
  return signed.filter(({ truth, label }) => truth !== label).length / signed.length;
}

export function macroF1(predictions: readonly Prediction[]): number {
  const labels = ["positive", "neutral", "negative"];
  const scores = labels.map((label) => {
    const hits = predictions.filter((p) => p.truth === label && p.label === label).length;
    const claimed = predictions.filter((p) => p.label === label).length;
    const real = predictions.filter((p) => p.truth === label).length;
    return claimed + real === 0 ? 0 : (2 * hits) / (claimed + real);
  });
  return scores.reduce((sum, score) => sum + score, 0) / labels.length;
}

/** Probability that a positive outranks a negative, ties counted half. */
export function auc(positive: readonly number[], negative: readonly number[]): number {
  let wins = 0;
  for (const a of positive) for (const b of negative) wins += a > b ? 1 : a === b ? 0.5 : 0;
  return wins / (positive.length * negative.length);
}

export interface LabelledReview {
  readonly id: string;
  readonly text: string;
  readonly overall: "positive" | "negative" | "neutral" | "mixed";
  readonly mentions: readonly { term: string; start: number; aspect: string; label: string }[];
  /** Ids of the technicians named; missing where nobody labelled them. */
  readonly technicians?: readonly string[];
}

/** Polarity of the labelled mentions of home-services reviews. */
export function mentionPredictions(
  reviews: readonly LabelledReview[],
): (Prediction & { text: string; term: string })[] {
  return reviews.flatMap(({ text, mentions }) =>
    mentions.map(({ term, start, label }) => ({
      truth: label,
      label: analyzeAspect(text, term, start).label,
      text,
      term,
    })),
  );
}

export function aspectPredictions(path: string): (Prediction & { text: string; term: string })[] {
  return readLines<{ text: string; term: string; start: number; label: string }>(path).map(
    ({ text, term, start, label }) => ({ truth: label, label: analyzeAspect(text, term, start).label, text, term }),
  );
}

export function textPredictions(path: string): (Prediction & { text: string })[] {
  return readLines<{ text: string; label: string }>(path).map(({ text, label }) => ({
    truth: label,
    label: analyzeText(text).label,
    text,
  }));
}

export function starsAuc(path: string): number {
  const lines = readLines<{ text: string; stars: number }>(path);
  const scores = (keep: (stars: number) => boolean) =>
    lines.filter(({ stars }) => keep(stars)).map(({ text }) => analyzeText(text).sentiment);
  return auc(
    scores((stars) => stars >= 4),
    scores((stars) => stars <= 2),
  );
}

/** The figures of a folder of labelled files, by name. */
export function figuresOf(folder: string): Record<string, number> {
  const at = (name: string) => join(folder, `${name}.jsonl`);
  const home = readLines<LabelledReview>(at("home_services"));
  const mentions = mentionPredictions(home);
  const sets = ["aspect_semeval14_rest", "aspect_semeval14_laptop", "aspect_mams"].map((n) => aspectPredictions(at(n)));
  const all = [mentions, ...sets];
  const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const clear = home.filter(({ overall }) => overall !== "mixed");
  const texts = clear.map(({ text, overall }) => ({ truth: overall, label: analyzeText(text).label }));
  const stars = ["stars_travel", "stars_hotel"].map((name) => starsAuc(at(name)));
  return {
    stars_travel: stars[0]!,
    stars_hotel: stars[1]!,
    stars_auc: mean(stars),
    "home.acc": accuracy(mentions),
    "home.flips": flipRate(mentions),
    "home_text.acc": accuracy(texts),
    "rest.acc": accuracy(sets[0]!),
    "laptop.acc": accuracy(sets[1]!),
    "mams.acc": accuracy(sets[2]!),
    "rest.f1": macroF1(sets[0]!),
    "laptop.f1": macroF1(sets[1]!),
    "mams.f1": macroF1(sets[2]!),
    aspect_acc: mean(all.map(accuracy)),
    aspect_macro_f1: mean(all.map(macroF1)),
    "uci.acc": accuracy(textPredictions(at("sent_uci_yelp"))),
    "boxes.acc": accuracy(textPredictions(at("sent_hotel_boxes"))),
  };
}

/** The stars that reviews written for this project would have. */
const STARS = { positive: 5, mixed: 3, neutral: 3, negative: 1 } as const;

interface Detection {
  readonly hits: number;
  readonly wrong: number;
  readonly missed: number;
}

/** Figures of a file labelled for this project: polarity, detection of aspects, technicians. */
export function ownFigures(path: string): Record<string, number> {
  const reviews = readLines<LabelledReview>(path);
  const predictions = mentionPredictions(reviews);
  const catalog = catalogFor(reviews);
  const analysed = reviews.map((review) => ({
    review,
    analysis: analyzeReview({ id: review.id, title: null, text: review.text, author_name: null }, catalog),
  }));
  const aspects = detection(
    analysed.map(({ review, analysis }) => [
      review.mentions.map(({ aspect }) => aspect),
      judgementsOf(analysis, STARS[review.overall])
        .filter(({ sentiment }) => sentiment !== "unclear")
        .map(({ aspect }) => aspect),
    ]),
  );
  const technicians = detection(
    analysed
      .filter(({ review }) => review.technicians)
      .map(({ review, analysis }) => [review.technicians ?? [], analysis.technicians.map(([id]) => id)]),
  );
  const clear = reviews.filter(({ overall }) => overall !== "mixed");
  const texts = clear.map(({ text, overall }) => ({ truth: overall, label: analyzeText(text).label }));
  return {
    reviews: reviews.length,
    mentions: predictions.length,
    polarity_accuracy: accuracy(predictions),
    wrong_signs: flipRate(predictions),
    text_accuracy: accuracy(texts),
    aspect_precision: aspects.hits / (aspects.hits + aspects.wrong),
    aspect_recall: aspects.hits / (aspects.hits + aspects.missed),
    technicians_right: technicians.hits,
    technicians_wrong: technicians.wrong,
    technicians_missed: technicians.missed,
  };
}

/** The usual business, or one that employs exactly the people labelled when it does not know them all. */
function catalogFor(reviews: readonly LabelledReview[]): Business {
  const known = new Set(CATALOG_BUSINESS.technicians.map(({ id }) => id));
  const labelled = new Set(reviews.flatMap(({ technicians }) => technicians ?? []));
  if ([...labelled].every((id) => known.has(id))) return CATALOG_BUSINESS;
  const technicians = [...labelled].map((id) => ({
    id,
    name: `${id[0]!.toUpperCase()}${id.slice(1)} Northside`,
    aliases: [],
    public: true,
  }));
  return { ...CATALOG_BUSINESS, technicians };
}

/** Counts over pairs of what is there and what was found. */
function detection(pairs: readonly (readonly [truth: readonly string[], found: readonly string[]])[]): Detection {
  let [hits, wrong, missed] = [0, 0, 0];
  for (const [truth, found] of pairs) {
    const real = new Set(truth);
    const claimed = new Set(found);
    hits += [...claimed].filter((id) => real.has(id)).length;
    wrong += [...claimed].filter((id) => !real.has(id)).length;
    missed += [...real].filter((id) => !claimed.has(id)).length;
  }
  return { hits, wrong, missed };
}

/** Polarity of a file of single terms. */
export function termFigures(path: string): Record<string, number> {
  const predictions = aspectPredictions(path);
  return { mentions: predictions.length, polarity_accuracy: accuracy(predictions), wrong_signs: flipRate(predictions) };
}

interface RealReview {
  readonly text: string;
  readonly stars: number;
  /** What must be found, and what may be. */
  readonly aspects: readonly { readonly aspect: string; readonly label: string }[];
  readonly optional: readonly { readonly aspect: string; readonly label: string }[];
}

/** How judgements of real reviews, by words and stars, agree with a careful reader's. */
export function realFigures(path: string): Record<string, number> {
  const sides = {
    positive: { must: 0, found: 0, said: 0, right: 0 },
    negative: { must: 0, found: 0, said: 0, right: 0 },
  };
  let wrongSigns = 0;
  for (const { text, stars, aspects, optional } of readLines<RealReview>(path)) {
    const analysis = analyzeReview({ id: "r", title: null, text, author_name: null }, CATALOG_BUSINESS);
    const said = new Map<string, string>(judgementsOf(analysis, stars).map((own) => [own.aspect, own.sentiment]));
    const agreed = new Map([...optional, ...aspects].map(({ aspect, label }) => [aspect, label]));
    for (const side of ["positive", "negative"] as const) {
      const own = sides[side];
      const must = aspects.filter(({ label }) => label === side);
      own.must += must.length;
      own.found += must.filter(({ aspect }) => said.get(aspect) === side).length;
      for (const [aspect, sentiment] of said) {
        if (sentiment !== side) continue;
        own.said++;
        const label = agreed.get(aspect);
        if (label === side || label === "mixed") own.right++;
        else if (label !== undefined) wrongSigns++;
      }
    }
  }
  const { positive, negative } = sides;
  return {
    "blame.precision": negative.right / negative.said,
    "blame.recall": negative.found / negative.must,
    "praise.precision": positive.right / positive.said,
    "praise.recall": positive.found / positive.must,
    wrong_signs: wrongSigns / (positive.said + negative.said),
  };
}
