/**
 * Finds what reviewers keep mentioning beyond the aspects and the catalog: one and two words that stand together, by how
 * far they tell few stars from many.
 *
 * @module
 */
import type { Business } from "../../review/mod.ts";
import { aspectNamedBy } from "../reading/aspect_of_words.ts";
import { isOfOtherLanguage } from "../reading/other_language_words.ts";
import { singular, stem } from "../reading/stem.ts";
import type { TalliedReview } from "./counted_review.ts";
import type { TopicInsight } from "./dataset.ts";
import { MIN_REVIEWS } from "./figures.ts";
import type { Context } from "./overall_insights.ts";
import { partOf } from "./receipts.ts";
import { meanOf, type Sample, without } from "./statistics.ts";
import { Tally } from "./tally.ts";
import type { TextCounts } from "./text_counts.ts";
import type { TopicCounts, TopicKey } from "./topic_counts.ts";

const MAX_TOPICS = 12;
const MAX_CANDIDATES = 24;
/** Two words belong together when they meet this much more often than by chance, in powers of two. */
const MIN_COHESION = 1.5;
const MAX_COHESION = 5;
/** Words shorter than this are initials, codes and abbreviations. */
const MIN_LETTERS = 4;

/** The runs of words that many reviews use: what may become a topic, the likeliest first. */
export function topicCandidates(counts: TopicCounts, business: Business): string[] {
  const isNamed = namesIn(business);
  const { total } = counts;
  const ranked = [...counts.between(Math.max(MIN_REVIEWS, total * 0.005), total * 0.3)]
    .map(({ key, count }) => ({ key, count, words: counts.wordsOf(key), weight: weightOf(key, counts) }))
    .filter(({ words, weight }) => weight > 0 && isNoun(words) && !isNamed(words))
    .sort((a, b) => b.weight - a.weight || (a.words < b.words ? -1 : 1));
  return withoutCovered(ranked.slice(0, 4 * MAX_CANDIDATES))
    .slice(0, MAX_CANDIDATES)
    .map(({ words }) => words);
}

function weightOf(key: TopicKey, counts: TopicCounts): number {
  const count = counts.count(key);
  const parts = counts.partsOf(key);
  if (parts === null) return count;
  const expected = (counts.count(parts[0]) * counts.count(parts[1])) / counts.total;
  const cohesion = Math.log2(count / expected);
  return cohesion < MIN_COHESION ? 0 : count * Math.min(cohesion, MAX_COHESION);
}

/** Whether words may be what somebody speaks of: no verb by its ending, no code, no word of another language. */
function isNoun(words: string): boolean {
  const all = words.split(" ");
  const last = all.at(-1) ?? "";
  if (all.some((word) => word.length < MIN_LETTERS || /\d/.test(word) || isOfOtherLanguage(word))) return false;
  return (
    !/[^e]ed$|[^aeiou]ies$|ly$|(?<!build|ceil|pip|plumb|wir|heat|cool|park|clean|roof|hous|floor|light)ing$/.test(
      last,
    ) && !/(ed|ly)$/.test(all[0] ?? "")
  );
}

/** Whether words name the business, somebody, a place or a service: these have figures of their own. */
function namesIn({ name, technicians, services, service_areas }: Business): (words: string) => boolean {
  const named = [
    name,
    ...technicians.flatMap((t) => [t.name, ...t.aliases]),
    ...service_areas.flatMap((a) => [a.name, ...a.aliases]),
  ];
  const names = new Set(named.flatMap(wordsOf).flatMap((word) => [word, singular(word)]));
  const phrases = services.flatMap((service) => [service.name, ...service.keywords]).map((phrase) => stemsOf(phrase));
  const ofServices = new Set(phrases);
  return (words) => words.split(" ").some((word) => names.has(word)) || ofServices.has(stemsOf(words));
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word !== "");
}

function stemsOf(text: string): string {
  return wordsOf(text).map(stem).sort().join(" ");
}

interface Ranked {
  readonly words: string;
  readonly count: number;
}

/** A topic is dropped when a better one shares its words and has nearly as many reviews. */
function withoutCovered(ranked: readonly Ranked[]): Ranked[] {
  const kept: Ranked[] = [];
  for (const topic of ranked) {
    const words = topic.words.split(" ");
    const isCovered = kept.some((other) => {
      const shares = words.some((word) => other.words.split(" ").includes(word));
      return shares && (words.length > 1 || topic.count < other.count * 1.6);
    });
    if (!isCovered) kept.push(topic);
  }
  return kept;
}

export interface Topic {
  readonly words: string;
  readonly tally: Tally;
}

/** A word that texts hold far more often than reviewers use it is part of other words ("gate" of "navigate"). */
const MOST_INSIDE = 1.5;
/** So many texts show whether it is. */
const MOST_LOOKED_AT = 300;

/** The topics with the reviews whose text holds them; those that tell few stars from many most surely come first. */
export function topicTallies({ topics }: TextCounts, all: Tally): Topic[] {
  return [...topics]
    .filter(([words, reviews]) => reviews.length >= MIN_REVIEWS && isWhole(words, reviews))
    .map(([words, reviews]) => ({ words, reviews, weight: tellingOf(starsOf(reviews), all) }))
    .sort((a, b) => b.weight - a.weight || b.reviews.length - a.reviews.length || (a.words < b.words ? -1 : 1))
    .slice(0, MAX_TOPICS)
    .map(({ words, reviews }) => ({ words, tally: tallyOf(words, reviews) }));
}

function starsOf(reviews: readonly TalliedReview[]): Sample {
  let sum = 0;
  let squares = 0;
  for (const { rating } of reviews) {
    sum += rating;
    squares += rating * rating;
  }
  return { count: reviews.length, sum, squares };
}

function isWhole(words: string, reviews: readonly TalliedReview[]): boolean {
  const looked = reviews.slice(0, MOST_LOOKED_AT);
  return words.includes(" ") || standing(words, looked) * MOST_INSIDE >= looked.length;
}

/** In how many texts a word stands by itself, in singular or plural. */
function standing(word: string, reviews: readonly TalliedReview[]): number {
  const alone = new RegExp(`(?<!\\p{L})${word}(e?s)?(?!\\p{L})`, "iu");
  return reviews.reduce((count, { text }) => count + Number(alone.test(text)), 0);
}

/** How surely the stars of these reviews differ from the others', in steps, so that few reviews turn no order. */
function tellingOf(stars: Sample, all: Tally): number {
  const others = without(all.stars, stars);
  const difference = Math.abs(meanOf(stars) - meanOf(others));
  return Math.round(difference * Math.sqrt((stars.count * others.count) / Math.max(1, all.reviews)) * 2);
}

function tallyOf(words: string, reviews: readonly TalliedReview[]): Tally {
  const tally = new Tally();
  for (const review of reviews) {
    tally.add(review, null);
    const sentiment = review.rating >= 4 ? "positive" : "negative";
    const vote = { sentiment, certainty: 1 } as const;
    if (tally.wants(review, vote)) tally.quote(review, { ...vote, ...sentenceWith(review.text, words) });
  }
  return tally;
}

const SENTENCE_END = /[.!?\n]/;

/** The sentence that names a topic; none when it is too long. */
function sentenceWith(text: string, words: string): { start: number; end: number } {
  const lower = text.toLowerCase();
  const at = lower.indexOf(words);
  // A few letters change their length in lower case; offsets would be wrong.
  if (at < 0 || text.length !== lower.length) return { start: 0, end: 0 };
  let start = at;
  let end = at + words.length;
  while (start > 0 && !SENTENCE_END.test(text[start - 1] ?? "")) start--;
  while (end < text.length && !SENTENCE_END.test(text[end - 1] ?? "")) end++;
  while (text[start] === " ") start++;
  return end - start > 240 ? { start: 0, end: 0 } : { start, end };
}

export function topicInsights({ all, search, reportedUpTo }: Context, topics: readonly Topic[]): TopicInsight[] {
  return topics.map(({ words, tally }) => ({
    id: words.replaceAll(" ", "-"),
    name: words,
    review_count: tally.reviews,
    href: search({ query: words }),
    ...partOf(tally.reviews, all.reviews),
    average_rating: tally.averageRating(),
    rating_impact: tally.ratingImpact(all, reportedUpTo),
    direction: tally.direction(reportedUpTo),
    aspect_id: aspectNamedBy(words),
    evidence: tally.evidence(),
  }));
}
