/**
 * How judgements of real reviews, by words and stars, agree with a careful reader's: on the reviews that were read while the engine was
 * made, and on those held back.
 *
 * A review of `stars_plumbers_de.jsonl` is held back when the first byte of SHA-256 of "goodword-judges-2:" and its id is even. The labels
 * stand in `test/insights/data/judges/`, the texts in the folder given: they have no licence.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { analyzeReview, type Judgement, judgementsOf, sideCertainty } from "../src/insights/mod.ts";
import { ASPECT_IDS } from "../src/review/mod.ts";
import { CATALOG_BUSINESS } from "../test/insights/sample.ts";
import { readLines } from "./insights_accuracy.ts";

type Side = "positive" | "negative";
/** An aspect and a side of it, as `price_value negative`. */
type Claim = `${string} ${Side}`;

/** A real review with what a careful reader finds in it. */
export interface JudgedReview {
  readonly text: string;
  readonly stars: number;
  readonly must: readonly Claim[];
  readonly may: readonly Claim[];
}

/** The share of reviews of one to five stars that a firm of the trade has. */
const MIX = [0.015, 0.005, 0.01, 0.02, 0.95];
const CODES = "pu sc re co pr ex wo pb sp $ cl ho".split(" ");
export const JUDGES = join(import.meta.dir, "../test/insights/data/judges");

/** Whether a review must not be looked at while the engine is made. */
export function isHeldBack(id: string): boolean {
  return (createHash("sha256").update(`goodword-judges-2:${id}`).digest()[0] ?? 0) % 2 === 0;
}

interface PlumberReview {
  readonly id: string;
  readonly text_en: string;
  readonly stars: number;
}

const plumbers = (folder: string) => readLines<PlumberReview>(join(folder, "stars_plumbers_de.jsonl"));

/** The parts of the labelled reviews: those read, those held back, and those labelled when the engine 2.3.0 was done. */
export type Part = "read" | "held_back" | "labelled_last";

/** The labelled reviews of one part; with those read comes the labelled set that was there before. */
export async function judgedReviews(folder: string, part: Part): Promise<JudgedReview[]> {
  const byId = new Map(plumbers(folder).map((review) => [review.id, review]));
  const lines = (await Bun.file(join(JUDGES, `${part}.txt`)).text()).split("\n");
  const own = lines.flatMap((line): JudgedReview[] => {
    const [id = "", must = "", may = ""] = line.split("|").map((cell) => cell.trim());
    const review = byId.get(id);
    return review ? [{ text: review.text_en, stars: review.stars, must: claims(must), may: claims(may) }] : [];
  });
  return part === "read" ? [...realReviews(folder), ...own] : own;
}

export function claims(codes: string): Claim[] {
  return codes.split(/\s+/).flatMap((code): Claim[] => {
    const aspect = ASPECT_IDS[CODES.indexOf(code.slice(0, -1))];
    return aspect === undefined ? [] : [`${aspect} ${code.endsWith("-") ? "negative" : "positive"}`];
  });
}

type Label = { readonly aspect: string; readonly label: Side | "mixed" };

function realReviews(folder: string): JudgedReview[] {
  const told = ({ aspect, label }: Label): Claim[] =>
    label === "mixed" ? [`${aspect} positive`, `${aspect} negative`] : [`${aspect} ${label}`];
  return readLines<{ text: string; stars: number; aspects: Label[]; optional: Label[] }>(
    join(folder, "real_home_labelled.jsonl"),
  ).map(({ text, stars, aspects, optional }) => ({
    text,
    stars,
    must: aspects.flatMap(told),
    may: optional.flatMap(told),
  }));
}

/** A line of one reader's labels, in the folder of a judge. */
interface Labels {
  readonly id: string;
  readonly opinions: readonly { readonly aspect: string; readonly sign: Side }[];
}

/**
 * Reviews that two readers labelled apart: `to_label.jsonl`, `reader_a.jsonl` and `reader_b.jsonl` of a folder. What both find must be
 * found, what one finds may be; and how many claims there are of each.
 */
export function twiceRead(folder: string) {
  const claimsOf = (name: string) =>
    new Map(
      readLines<Labels>(join(folder, `reader_${name}.jsonl`)).map(({ id, opinions }) => [
        id,
        new Set(opinions.map(({ aspect, sign }): Claim => `${aspect} ${sign}`)),
      ]),
    );
  const a = claimsOf("a");
  const b = claimsOf("b");
  const reviews = readLines<{ id: string; rating: number; text: string }>(join(folder, "to_label.jsonl")).map(
    ({ id, rating, text }): JudgedReview => {
      const one = a.get(id) ?? new Set<Claim>();
      const other = b.get(id) ?? new Set<Claim>();
      const must = [...one.intersection(other)];
      const may = [...one.symmetricDifference(other)];
      return { text, stars: rating, must, may };
    },
  );
  return { reviews, agreed: reviews.flatMap(({ must }) => must), open: reviews.flatMap(({ may }) => may) };
}

interface Counted {
  must: number;
  found: number;
  said: number;
  right: number;
  /** Of those right, the ones that may be found and need not be. */
  optional: number;
  /** The same two in the mix of stars as in life. */
  saidInLife: number;
  rightInLife: number;
}

/** Judgements of one band of certainty, weighed as in life. */
export interface Band {
  weight: number;
  certainty: number;
  agreed: number;
}

/** What was found in labelled reviews. */
export interface Agreement {
  readonly positive: Counted;
  readonly negative: Counted;
  readonly wrongSigns: number;
  readonly unclear: number;
  /** Ten bands, of 0 to 0.09 and so on. */
  readonly bands: readonly Band[];
}

/** Compares the judgements of labelled reviews with their labels. */
export function agreement(reviews: readonly JudgedReview[]): Agreement {
  const none = (): Counted => ({ must: 0, found: 0, said: 0, right: 0, optional: 0, saidInLife: 0, rightInLife: 0 });
  const counts = { positive: none(), negative: none() };
  const bands: Band[] = Array.from({ length: 10 }, () => ({ weight: 0, certainty: 0, agreed: 0 }));
  let [wrongSigns, unclear] = [0, 0];
  const byStars = Map.groupBy(reviews, ({ stars }) => stars);
  for (const { text, stars, must, may } of reviews) {
    const weight = (MIX[stars - 1] ?? 0) / (byStars.get(stars)?.length ?? 1);
    const allowed = new Set([...must, ...may]);
    const said = judged(text, stars);
    for (const side of ["positive", "negative"] as const) {
      const own = counts[side];
      const claimed = said.filter(({ sides }) => sides.includes(side)).map(({ aspect }): Claim => `${aspect} ${side}`);
      const wanted = must.filter((claim) => claim.endsWith(side));
      own.must += wanted.length;
      own.found += wanted.filter((claim) => claimed.includes(claim)).length;
      for (const claim of claimed) {
        const isRight = allowed.has(claim);
        own.said++;
        own.saidInLife += weight;
        if (isRight) own.right++;
        if (isRight && !must.includes(claim)) own.optional++;
        if (isRight) own.rightInLife += weight;
        if (!isRight && [...allowed].some((other) => other.split(" ")[0] === claim.split(" ")[0])) wrongSigns++;
      }
    }
    for (const { aspect, certainty, sides, likelier } of said) {
      if (sides.length === 0) unclear++;
      const band = bands[Math.min(9, Math.floor(certainty * 10))];
      if (band === undefined || sides.length > 1) continue;
      band.weight += weight;
      band.certainty += certainty * weight;
      band.agreed += allowed.has(`${aspect} ${sides[0] ?? likelier}`) ? weight : 0;
    }
  }
  return { ...counts, wrongSigns, unclear, bands };
}

interface Judged extends Pick<Judgement, "aspect" | "certainty"> {
  readonly sides: readonly Side[];
  /** The side of an unclear one. */
  readonly likelier: Side;
}

export function judged(text: string, stars: number): Judged[] {
  const analysis = analyzeReview({ id: "r", title: null, text, author_name: null }, CATALOG_BUSINESS);
  return judgementsOf(analysis, stars).map(({ aspect, sentiment, certainty }) => {
    const vote = analysis.aspects.find(([id]) => id === aspect);
    const isPraise = vote && sideCertainty(vote, "positive", stars) >= sideCertainty(vote, "negative", stars);
    const likelier = isPraise ? "positive" : "negative";
    if (sentiment === "unclear") return { aspect, certainty, sides: [], likelier };
    return { aspect, certainty, sides: sentiment === "mixed" ? ["positive", "negative"] : [sentiment], likelier };
  });
}

/** Mean distance of certainty and agreement over the bands. */
export function calibrationError(bands: readonly Band[]): number {
  const all = bands.reduce((sum, { weight }) => sum + weight, 0);
  return bands.reduce((sum, { certainty, agreed }) => sum + Math.abs(certainty - agreed), 0) / all;
}

/** Judgements that blame something in reviews of four and five stars, labelled or not, and the number of such reviews. */
export function blameAmongMany(folder: string, part: "read" | "held_back"): { reviews: number; blame: string[] } {
  const many = plumbers(folder).filter(({ id, stars }) => stars >= 4 && isHeldBack(id) === (part === "held_back"));
  const blame = many.flatMap(({ id, text_en, stars }) =>
    judged(text_en, stars)
      .filter(({ sides }) => sides.includes("negative"))
      .map(({ aspect, certainty }) => `${id} ${stars} stars: ${aspect} ${certainty}`),
  );
  return { reviews: many.length, blame };
}
