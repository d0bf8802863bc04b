/**
 * Finds the topics that reviewers often mention beyond the aspects and the catalog: single words and pairs, ranked by how well
 * they separate low ratings from high ones.
 */

import type { AspectId } from "../../review/aspects.ts";
import type { Business } from "../../review/mod.ts";
import { foldText } from "../../review/text.ts";
import type { TopicVote } from "../analysis/analysis.ts";
import { english, languageCalled } from "../analysis/languages.ts";
import type { ReadLanguage } from "../analysis/lexeme.ts";
import { plain } from "../analysis/match_technicians.ts";
import { aspectNamedBy, isOfOtherLanguage, usesOf } from "../analysis/word_use.ts";
import type { TopicInsight } from "./dataset.ts";
import { MIN_REVIEWS, type SampleSums, sampleMean, without } from "./figures.ts";
import type { Context } from "./overall_insights.ts";
import { filtersOfExpression, partOf } from "./search_links.ts";
import { Tally } from "./tally.ts";
import type { JudgedText } from "./text_counts.ts";

const MAX_TOPICS = 12;
/** Fewer reviews than this do not keep mentioning it. */
const MIN_TOPIC_REVIEWS = 5;
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
  const ranked = counts
    .between(Math.max(MIN_REVIEWS, total * 0.005), total * 0.3)
    .map(({ words, count }) => ({ count, words, weight: weightOf(words, counts) }))
    .filter(({ words, weight }) => weight > 0 && isNoun(words) && !isNamed(words))
    .sort((a, b) => b.weight - a.weight || (a.words < b.words ? -1 : 1));
  return withoutCovered(ranked.slice(0, 4 * MAX_CANDIDATES))
    .slice(0, MAX_CANDIDATES)
    .map(({ words }) => words);
}

function weightOf(words: string, counts: TopicCounts): number {
  const count = counts.count(words);
  const [first = "", second] = words.split(" ");
  if (second === undefined) return count;
  const expected = (counts.count(first) * counts.count(second)) / counts.total;
  const cohesion = Math.log2(count / expected);
  return cohesion < MIN_COHESION ? 0 : count * Math.min(cohesion, MAX_COHESION);
}

/** Whether words can be a topic: no verb by its ending, no code, no word of another language. */
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
  const joined = wordsOf(name).map((word, i, all) => word + (all[i + 1] ?? ""));
  const names = new Set(
    [...named.flatMap(wordsOf), ...joined].flatMap((word) => [word, english().data.singular(word), plain(word)]),
  );
  const phrases = services.flatMap((service) => [service.name, ...service.keywords]).map((phrase) => stemsOf(phrase));
  // A word of a service's name alone ("leak" of leak detection) is counted with the service.
  const ofServices = new Set(phrases.flatMap((stems) => [stems, ...stems.split(" ")]));
  return (words) => words.split(" ").some((word) => names.has(word)) || ofServices.has(stemsOf(words));
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word !== "");
}

function stemsOf(text: string): string {
  return wordsOf(text)
    .map((word) => english().data.stem(word))
    .sort()
    .join(" ");
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

/** So many texts show how a word is used. */
const MAX_LOOKED_AT = 300;
/** A thing is spoken of as one in so many uses; what is mostly written with capitals is a name. */
const AS_THING = 0.1;
const AS_NAME = 0.5;

/** What is kept of the reviews whose words hold a topic. */
export class TopicTally {
  readonly words: string;
  /** The stars of the reviews, and for quotes the judged words that hold the topic. */
  readonly tally = new Tally();
  /** Reviews that are not counted until it is known whether the words are a topic: most candidates become no topic. */
  #waiting: JudgedText[] | null = [];
  #isTopic = false;
  #language = english();
  readonly #aspects = new Map<AspectId, number>();

  constructor(words: string) {
    this.words = words;
  }

  add(text: JudgedText): void {
    if (this.#waiting !== null) this.#waiting.push(text);
    else if (this.#isTopic) this.#count(text);
  }

  /** Returns whether the reviews so far show the words to be a topic; if not, none is ever counted. */
  decide(): boolean {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    this.#language = languageOfMost(waiting);
    const written = waiting.slice(0, MAX_LOOKED_AT).map(({ review }) => review.text);
    const { found, asThing, asName } = usesOf(this.words, written, this.#language);
    const isThing = asThing > found * AS_THING && asName < found * AS_NAME;
    this.#isTopic = isThing && waiting.length >= MIN_TOPIC_REVIEWS;
    if (this.#isTopic) for (const text of waiting) this.#count(text);
    return this.#isTopic;
  }

  #count({ review, judgements }: JudgedText): void {
    const { tally, words } = this;
    tally.add(review, null);
    const quoted = judgements.find(
      (own) => tally.wants(review, own) && foldText(review.text.slice(own.start, own.end)).includes(words),
    );
    if (quoted !== undefined) tally.quote(review, quoted);
    for (const { aspect } of judgements) this.#aspects.set(aspect, (this.#aspects.get(aspect) ?? 0) + 1);
  }

  /** As its language writes it. */
  get name(): string {
    return this.#language.data.capitalisesNouns ? this.words.replace(/(?<!\p{L})\p{L}/gu, capital) : this.words;
  }

  /** The aspect that the words name, if at least half of the reviews mention that aspect. */
  get aspectId(): AspectId | null {
    const named = aspectNamedBy(this.words, this.#language);
    const speaking = named === null ? 0 : (this.#aspects.get(named) ?? 0);
    return speaking * 2 >= this.tally.reviews ? named : null;
  }
}

/** The language that most of some reviews are read in. */
function languageOfMost(texts: readonly JudgedText[]): ReadLanguage {
  const [most] = [...Map.groupBy(texts, ({ review }) => review.language)].sort(([, a], [, b]) => b.length - a.length);
  return languageCalled(most?.[0] ?? "") ?? english();
}

/** The topics that reviewers keep mentioning; those that most surely separate low ratings from high ones first. */
export function chosenTopics(topics: readonly TopicTally[], all: Tally): TopicTally[] {
  return topics
    .map((topic) => ({ topic, weight: separationOf(topic.tally.stars, all) }))
    .sort(
      ({ topic: one, weight }, { topic: other, weight: otherWeight }) =>
        otherWeight - weight || other.tally.reviews - one.tally.reviews || (one.words < other.words ? -1 : 1),
    )
    .slice(0, MAX_TOPICS)
    .map(({ topic }) => topic);
}

function capital(letter: string): string {
  return letter.toUpperCase();
}

/** How surely the stars of these reviews differ from the others', in steps, so that few reviews turn no order. */
function separationOf(stars: SampleSums, all: Tally): number {
  const others = without(all.stars, stars);
  const difference = Math.abs(sampleMean(stars) - sampleMean(others));
  return Math.round(difference * Math.sqrt((stars.count * others.count) / Math.max(1, all.reviews)) * 2);
}

export function topicInsights({ all, search, reportedUpTo }: Context, topics: readonly TopicTally[]): TopicInsight[] {
  return topics.map(({ words, name, tally, aspectId }) => ({
    id: words.replaceAll(" ", "-"),
    name,
    review_count: tally.reviews,
    href: search(filtersOfExpression(words)),
    ...partOf(tally.reviews, all.reviews),
    average_rating: tally.averageRating(),
    rating_impact: tally.ratingImpact(all, reportedUpTo),
    direction: tally.direction(reportedUpTo),
    aspect_id: aspectId,
    evidence: tally.evidence(),
  }));
}

/** How many texts use a word, or two words that stand together. */
export class TopicCounts {
  readonly #counts = new Map<string, number>();
  readonly #digests = new Set<number>();

  /** Counts every one and two words of a review's runs once; equal texts count once. */
  add(digest: number, topics: readonly TopicVote[]): void {
    if (topics.length === 0 || this.#digests.has(digest)) return;
    this.#digests.add(digest);
    const used = new Set<string>();
    for (const [run] of topics) {
      const words = run.split(" ");
      for (const [i, word] of words.entries()) used.add(word).add(words.slice(Math.max(0, i - 1), i + 1).join(" "));
    }
    for (const words of used) this.#counts.set(words, this.count(words) + 1);
  }

  /** Reviews that count. */
  get total(): number {
    return this.#digests.size;
  }

  /** Topics that at least `least` and at most `most` reviews use. */
  between(min: number, max: number): { readonly words: string; readonly count: number }[] {
    return [...this.#counts]
      .filter(([, count]) => count >= min && count <= max)
      .map(([words, count]) => ({ words, count }));
  }

  count(words: string): number {
    return this.#counts.get(words) ?? 0;
  }
}
