/**
 * What is kept of a review once it was analysed, its stored form, and which of two engine versions may replace it.
 * Sentiments are integers, thousandths of -1 to 1, so that sums are exact and no order of reviews changes a figure.
 */
import { ASPECT_IDS, type AspectId } from "../../review/aspects.ts";
import type { Catalog, Mentions } from "../../review/mod.ts";

/**
 * Raised with every change of rules or word lists; analyses of an older version are to be redone. The major version is that of
 * the stored form, the list of aspects included: an engine can read what a newer one of its major version has written, which
 * lets an old and a new release share one database.
 */
export const ENGINE_VERSION = "2.15.0";

/** The side a whole text takes; "mixed" when it both praises and blames. */
export type VoteLabel = "positive" | "mixed" | "neutral" | "negative";

/**
 * The evidence in a review's words about an aspect, without its stars: the number of mentions, and for praise and for blame the
 * log-odds in hundredths ({@link NO_EVIDENCE} if there is no evidence) with the place of the quote in the text.
 */
export type AspectVote = readonly [
  id: AspectId,
  mentions: number,
  praise: number,
  praiseStart: number,
  praiseEnd: number,
  blame: number,
  blameStart: number,
  blameEnd: number,
  /** Whether the blame is worded as an exception. */
  conceded: 0 | 1,
  ...phrases: string[],
];

/** Place of the first phrase in a vote. */
export const FIRST_PHRASE = 9;

/** Nothing in the words speaks for a side. */
export const NO_EVIDENCE = -999;

/** An entity of the catalog found in the text, the sentiment around it and the place of the quote. */
export type EntityVote = readonly [id: string, sentiment: number, start: number, end: number];

/** One to three words that may become a topic, as may each two and each one of them. */
export type TopicVote = readonly [words: string];

/**
 * The stored analysis of one review. It depends on the text, the catalog and the engine version, never on the star
 * rating.
 */
export interface ReviewAnalysis {
  readonly engine: string;
  /** Hash of the text and its translation: equal texts, equal digests. */
  readonly digest: number;
  /** BCP 47; "und" if it is unknown, "" if there is no text. */
  readonly language: string;
  readonly is_truncated: boolean;
  /** What was read is the source's translation: nothing of it is quoted. */
  readonly is_translated: boolean;
  /** Sentiment of the whole text; null when it was not analysed. */
  readonly sentiment: number | null;
  readonly label: VoteLabel | null;
  readonly aspects: readonly AspectVote[];
  readonly technicians: readonly EntityVote[];
  /** Technicians who share a first name that the text mentions. None of them is credited. */
  readonly ambiguous_technicians: readonly string[];
  readonly services: readonly EntityVote[];
  readonly service_areas: readonly EntityVote[];
  readonly topics: readonly TopicVote[];
}

/** Thousandths of a sentiment, never -0. */
export function thousandths(sentiment: number): number {
  return Math.round(sentiment * 1000) || 0;
}

const LABELS = ["positive", "mixed", "neutral", "negative"] as const;

/** Aspect by number, mentions, evidence, start and length of the quote of both sides, whether conceded, phrases. */
type AspectCode = readonly [
  aspect: number,
  mentions: number,
  praise: number,
  praiseStart: number,
  praiseLength: number,
  blame: number,
  blameStart: number,
  blameLength: number,
  conceded: 0 | 1,
  ...phrases: string[],
];

const TRUNCATED = 1;
const TRANSLATED = 2;

/** Empty lists at the end are left out. */
type Code = readonly [
  digest: number,
  language: string,
  /** {@link TRUNCATED} and {@link TRANSLATED}, added up. */
  flags: number,
  sentiment: number | null,
  label: number,
  aspects?: readonly AspectCode[],
  topics?: readonly TopicVote[],
  services?: readonly EntityVote[],
  technicians?: readonly EntityVote[],
  areas?: readonly EntityVote[],
  ambiguous?: readonly string[],
];

/** Some 300 characters for a dense text. The engine's version is not included, since it is stored separately. */
export function writeAnalysis(analysis: ReviewAnalysis): string {
  const { digest, language, sentiment, label, technicians, services, service_areas, topics } = analysis;
  const aspects = analysis.aspects.map(
    ([id, mentions, praise, from, to, blame, start, end, conceded, ...phrases]): AspectCode => [
      ASPECT_IDS.indexOf(id),
      mentions,
      praise,
      from,
      to - from,
      blame,
      start,
      end - start,
      conceded,
      ...phrases,
    ],
  );
  const lists = [aspects, topics, services, technicians, service_areas, analysis.ambiguous_technicians];
  while (lists.at(-1)?.length === 0) lists.pop();
  const sided = label === null ? -1 : LABELS.indexOf(label);
  const flags = (analysis.is_truncated ? TRUNCATED : 0) + (analysis.is_translated ? TRANSLATED : 0);
  return JSON.stringify([digest, language, flags, sentiment, sided, ...lists]);
}

/**
 * What {@link writeAnalysis} wrote, by this version of the engine or one that `isReadableEngine()` accepts. Read by
 * place: a publication reads every analysis, and taking arrays apart by patterns costs more than parsing them.
 */
export function readAnalysis(code: string): ReviewAnalysis {
  const parts = JSON.parse(code) as Code;
  return {
    engine: ENGINE_VERSION,
    digest: parts[0],
    language: parts[1],
    is_truncated: (parts[2] & TRUNCATED) !== 0,
    is_translated: (parts[2] & TRANSLATED) !== 0,
    sentiment: parts[3],
    label: LABELS[parts[4]] ?? null,
    aspects: parts[5] === undefined ? [] : aspectVotes(parts[5]),
    technicians: parts[8] ?? [],
    ambiguous_technicians: parts[10] ?? [],
    services: parts[7] ?? [],
    service_areas: parts[9] ?? [],
    topics: parts[6] ?? [],
  };
}

/** What is kept of a text without words; for those who need no finding, in the place of one that is outdated. */
export const NOTHING_FOUND = JSON.stringify([0, "", 0, null, -1] satisfies Code);

/** Turns the parsed arrays themselves into votes. */
function aspectVotes(codes: readonly AspectCode[]): readonly AspectVote[] {
  for (const code of codes as unknown as (string | number)[][]) {
    code[0] = ASPECT_IDS[code[0] as number] ?? "";
    code[4] = (code[3] as number) + (code[4] as number);
    code[7] = (code[6] as number) + (code[7] as number);
  }
  return codes as unknown as readonly AspectVote[];
}

/** Whether `kept` is a newer version than `own`; false for what is no version. */
export function isNewerEngine(kept: string, own: string): boolean {
  const keptParts = numbersOf(kept);
  const ownParts = numbersOf(own);
  const differing = keptParts.findIndex((part, at) => part !== ownParts[at]);
  return differing >= 0 && (keptParts[differing] ?? 0) > (ownParts[differing] ?? 0);
}

/** Whether the engine `own` can read what `kept` wrote, and would find nothing better itself. */
export function isReadableEngine(kept: string, own: string): boolean {
  return kept === own || (isNewerEngine(kept, own) && numbersOf(kept)[0] === numbersOf(own)[0]);
}

/** None for what is no version. */
function numbersOf(version: string): number[] {
  return /^\d+(\.\d+)*$/.test(version) ? version.split(".").map(Number) : [];
}

/** What the analysis found of the catalog, in the review's own terms; the caller lets the import's mentions win. */
export function foundMentions(analysis: ReviewAnalysis, catalog: Catalog): Mentions {
  const names = new Map(catalog.technicians.map(({ id, name }) => [id, name]));
  return {
    technicians: analysis.technicians.flatMap(([id]) => names.get(id) ?? []),
    services: analysis.services.map(([id]) => id),
    service_areas: analysis.service_areas.map(([id]) => id),
  };
}
