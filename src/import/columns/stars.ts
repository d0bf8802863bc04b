/** Ratings as tools and people write them: `4,0`, `4/5`, `80 %`, `★★★★☆`, `FIVE`. Never converted to stars unless the owner asks for it. */

import { foldName } from "../../review/mod.ts";
import { Unreadable } from "../raw_review.ts";
import { isFilled, isScale } from "../reading.ts";
import { meaningsOf } from "../words.ts";

type WrittenRating =
  | {
      readonly kind: "value";
      readonly value: number;
      readonly best: number | null;
    }
  | { readonly kind: "recommendation" }
  | { readonly kind: "none" };

export interface RatingRule {
  readonly best: number;
  readonly isRounded: boolean;
  /** Whether the owner stated the scale. If not, a rating above five is refused. */
  readonly isScaleStated: boolean;
}

export const STARS_ONLY: RatingRule = { best: 5, isRounded: false, isScaleStated: false };

const NUMBERS = meaningsOf<"1" | "2" | "3" | "4" | "5">("number");

const STAR =
  "(?:-?(?:stars?|stern(?:e|en)?|[ée]toiles?|estrellas?|stell[ae]|estrelas?|sterren|ster|gwiazdk?[aiy]?|gwiazdek|зв[её]зд[аы]?|stj[äa]rn(?:a|or))|★|⭐️?)";
const OUT_OF = "(?:/|out of|of|von|sur|de|su|van|z|из|av|em)";
const NUMERAL = new RegExp(
  `^(?:rated |rating:? |bewertung:? |note:? )?(\\d+(?:[.,]\\d+)?) ?(?:${STAR} ?)?(?:${OUT_OF} ?(\\d{1,3})(?:[.,]0)? ?)?${STAR}?(?:[- ](?:ratings?|reviews?|bewertung))?$`,
  "iu",
);
const PERCENT = /^(\d{1,3}(?:[.,]\d+)?) ?%$/;
const WORDS = new RegExp(`^(\\p{L}+?)[_ ]?(?:${STAR})?$`, "iu");
const GLYPHS = /^([★⭐🌟]️?)+½?([☆✩]*)$/u;
const RECOMMENDED =
  /^(?:recommend(?:s|ed)?|yes|true|positive|empfohlen|ja|recommandé?e?|oui|recomendado|s[ií]|consigliato|👍)$/iu;
const NOT_RECOMMENDED =
  /^(?:(?:doesn'?t|does not|do not|don'?t|would not|not) recommend(?:ed)?|no|false|negative|nicht empfohlen|nein|ne recommande pas|non|no recomendado|👎)$/iu;

/** Reads a recommendation as yes or no; null for anything else. */
export function readRecommendation(cell: unknown): boolean | null {
  if (typeof cell === "boolean") return cell;
  const word = String(cell ?? "").trim();
  if (word === "1" || RECOMMENDED.test(word)) return true;
  return word === "0" || NOT_RECOMMENDED.test(word) ? false : null;
}

export function readWrittenRating(cell: unknown): WrittenRating {
  if (typeof cell === "number") return { kind: "value", value: cell, best: null };
  if (typeof cell === "boolean") return { kind: "recommendation" };
  if (typeof cell !== "string" || cell.length > 60) return { kind: "none" };
  const text = cell.trim();
  const plain = Number(text.replace(",", "."));
  if (text !== "" && /^-?\d/.test(text) && !Number.isNaN(plain)) return { kind: "value", value: plain, best: null };
  const percent = PERCENT.exec(text)?.[1];
  if (percent !== undefined) return { kind: "value", value: numberOf(percent), best: 100 };
  const [, value, best] = NUMERAL.exec(text) ?? [];
  if (value !== undefined)
    return { kind: "value", value: numberOf(value), best: best === undefined ? impliedBest(text) : Number(best) };
  if (GLYPHS.test(text)) return glyphs(text);
  const word = NUMBERS.get(foldName(WORDS.exec(text)?.[1] ?? ""));
  if (word !== undefined) return { kind: "value", value: Number(word), best: 5 };
  return readRecommendation(text) === null ? { kind: "none" } : { kind: "recommendation" };
}

/** A word or star implies a scale of five, as in "3 stars"; a bare number does not. */
function impliedBest(text: string): number | null {
  return /\p{L}|★|⭐/u.test(text) ? 5 : null;
}

function numberOf(digits: string): number {
  return Number(digits.replace(",", "."));
}

function glyphs(text: string): WrittenRating {
  const filled = [...text.replaceAll("\ufe0f", "")].filter((glyph) => /[★⭐🌟]/u.test(glyph)).length;
  const empty = [...text].filter((glyph) => /[☆✩]/u.test(glyph)).length;
  const half = text.includes("½") ? 0.5 : 0;
  if (empty > 0 && filled + Math.ceil(half) + empty !== 5) return { kind: "none" };
  return filled + half <= 5 ? { kind: "value", value: filled + half, best: 5 } : { kind: "none" };
}

export class RatingEvidence {
  count = 0;
  readCount = 0;
  recommendations = 0;
  recommendation: unknown;
  over: number | null = null;
  overCount = 0;
  readonly overValues = new Set<number>();
  bestSeen = 0;
  overTenth = 0;
  zeros = 0;
  halves = 0;

  add(cell: unknown): void {
    if (!isFilled(cell)) return;
    this.count++;
    const written = readWrittenRating(cell);
    if (written.kind === "recommendation") {
      this.recommendations++;
      this.recommendation ??= cell;
    }
    if (written.kind !== "value") return;
    this.readCount++;
    const { value, best } = written;
    if (!Number.isInteger(value)) this.halves++;
    if (value === 0) this.zeros++;
    if (best === null && value > 5) {
      this.overCount++;
      this.over ??= value;
      if (this.overValues.size < 3) this.overValues.add(value);
      if (value <= 10) this.overTenth++;
      this.bestSeen = Math.max(this.bestSeen, value);
    }
  }

  /** The likely scale of the column; null for five stars. */
  get otherScale(): 10 | 100 | null {
    const isLikely = this.overCount >= 2 && (this.overValues.size >= 2 || this.overCount / this.readCount > 0.2);
    if (!isLikely || this.bestSeen > 100) return null;
    return this.overTenth * 10 >= this.overCount * 9 ? 10 : 100;
  }
}

const EXPECTED_WHOLE_NUMBER = "expected a whole number from 1 to 5";

export function starsOf(cell: unknown, { best: usual, isRounded, isScaleStated }: RatingRule): unknown {
  if (!isFilled(cell)) return undefined;
  const written = readWrittenRating(cell);
  if (written.kind === "recommendation") {
    return new Unreadable(cell, "expected stars; a recommendation is not converted to stars");
  }
  if (written.kind === "none") return typeof cell === "string" ? new Unreadable(cell, EXPECTED_WHOLE_NUMBER) : cell;
  const best = written.best ?? usual;
  if (best !== 5 && best !== usual)
    return new Unreadable(
      cell,
      isScale(best) ? `${EXPECTED_WHOLE_NUMBER}; --scale ${best} converts it` : EXPECTED_WHOLE_NUMBER,
    );
  const stars = (written.value * 5) / best;
  if (best !== 5 && (written.value > best || written.value < 0)) return new Unreadable(cell, `expected 0 to ${best}`);
  if (Number.isInteger(stars))
    return stars > 5 && stars <= 10 && !isScaleStated ? new Unreadable(written.value, "expected 1 to 5") : stars;
  if (isRounded) return Math.floor(stars + 0.5);
  const isHalf = Number.isInteger(stars * 2) && stars > 0 && stars < 5.5;
  const shown = best === 5 ? written.value : cell;
  return new Unreadable(
    shown,
    isHalf ? `${EXPECTED_WHOLE_NUMBER}; --round half-up rounds halves` : EXPECTED_WHOLE_NUMBER,
  );
}
