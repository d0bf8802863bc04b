/**
 * Finds what reviewers keep mentioning beyond the aspects and the catalog: one and two words, by how many reviews use
 * them and how firmly the two belong together.
 *
 * @module
 */
import type { Business } from "../../review/mod.ts";
import { aspectNamedBy } from "../reading/aspect_of_words.ts";
import { labelOf } from "../reading/label.ts";
import type { Span } from "../reading/quote.ts";
import { singular, stem } from "../reading/stem.ts";
import type { TopicInsight } from "./dataset.ts";
import { MIN_REVIEWS, majorityLabel, ratingImpact, rounded } from "./figures.ts";
import type { Context } from "./overall_insights.ts";
import { Tally } from "./tally.ts";
import type { TopicCounts, TopicKey } from "./topic_counts.ts";

const MAX_TOPICS = 20;
/** Two words belong together when they meet this much more often than by chance, in powers of two. */
const MIN_COHESION = 1.5;
const MAX_COHESION = 5;

/** The leading topics, most telling first. */
export function findTopics(context: Context, counts: TopicCounts, business: Business): TopicInsight[] {
  const names = namesIn(business);
  const { total } = counts;
  const ranked = [...counts.between(Math.max(MIN_REVIEWS, total * 0.005), total * 0.3)]
    .map(({ key, count }) => ({ key, count, words: counts.wordsOf(key), weight: weightOf(key, counts) }))
    .filter(({ words, weight }) => weight > 0 && !words.split(" ").every((word) => names.has(word)))
    .sort((a, b) => b.weight - a.weight || (a.words < b.words ? -1 : 1));
  const chosen = withoutCovered(ranked.slice(0, 4 * MAX_TOPICS)).slice(0, MAX_TOPICS);
  return describe(context, counts, chosen, business);
}

function weightOf(key: TopicKey, counts: TopicCounts): number {
  const count = counts.count(key);
  const parts = counts.partsOf(key);
  if (parts === null) return count;
  const expected = (counts.count(parts[0]) * counts.count(parts[1])) / counts.total;
  const cohesion = Math.log2(count / expected);
  return cohesion < MIN_COHESION ? 0 : count * Math.min(cohesion, MAX_COHESION);
}

/** First names and place names are told as entities, not as topics. */
function namesIn({ name, technicians, service_areas }: Business): ReadonlySet<string> {
  const all = [
    name,
    ...technicians.flatMap((t) => [t.name, ...t.aliases]),
    ...service_areas.flatMap((a) => [a.name, ...a.aliases]),
  ];
  return new Set(
    all.flatMap((text) => text.toLowerCase().split(/[^a-z0-9']+/)).flatMap((word) => [word, singular(word)]),
  );
}

interface Ranked {
  readonly key: TopicKey;
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

function describe(
  context: Context,
  counts: TopicCounts,
  chosen: readonly Ranked[],
  business: Business,
): TopicInsight[] {
  const tallies = new Map(chosen.map(({ key, words }) => [key, { tally: new Tally(), locate: locatorOf(words) }]));
  for (const { key, sentiment, review } of counts.usesOf((key) => tallies.has(key))) {
    const { tally, locate } = tallies.get(key)!;
    tally.add(review, { sentiment, label: labelOf(sentiment / 1000), start: 0, end: 0, locate });
  }
  return chosen.map(({ key, words }) => topicInsight(context, words, tallies.get(key)!.tally, business));
}

function locatorOf(words: string): (text: string) => Span {
  return (text) => sentenceWith(text, words);
}

const SENTENCE_END = /[.!?\n]/;

/** The sentence that names a topic; none when it is written in another form or too long. */
function sentenceWith(text: string, words: string): Span {
  const lower = text.toLowerCase();
  const at = lower.indexOf(words);
  // A few letters change their length in lower case; offsets would be wrong.
  if (at < 0 || text.length !== lower.length) return { start: 0, end: 0 };
  let start = at;
  let end = at + words.length;
  while (start > 0 && !SENTENCE_END.test(text[start - 1]!)) start--;
  while (end < text.length && !SENTENCE_END.test(text[end - 1]!)) end++;
  while (text[start] === " ") start++;
  return end - start > 240 ? { start: 0, end: 0 } : { start, end };
}

function topicInsight(
  { all, analyzed, ratings }: Context,
  words: string,
  tally: Tally,
  business: Business,
): TopicInsight {
  const { sentiment } = tally.judgement(all.mean);
  return {
    id: words.replaceAll(" ", "-"),
    name: words,
    review_count: tally.reviews,
    share: analyzed === 0 ? 0 : rounded(tally.reviews / analyzed, 3),
    sentiment,
    label: sentiment === null ? null : majorityLabel(tally.counts),
    average_rating: tally.averageRating(),
    rating_impact: ratingImpact(tally.ratingSum, tally.reviews, ratings.sum, ratings.count),
    direction: tally.timeline.direction(),
    aspect_id: aspectNamedBy(words),
    service_id: serviceOf(words, business),
    evidence: tally.evidence(),
  };
}

function serviceOf(words: string, { services }: Business): string | null {
  const stems = new Set(words.split(" ").map(stem));
  const fits = (phrase: string) => {
    const own = phrase
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .map(stem);
    return own.length === stems.size && own.every((word) => stems.has(word));
  };
  return services.find(({ name, keywords }) => [name, ...keywords].some(fits))?.id ?? null;
}
