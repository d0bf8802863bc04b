/**
 * The short form in which an analysis is kept beside its review: an array by place, names as numbers, and nothing
 * written for what was not found.
 *
 * @module
 */
import { type AspectVote, ENGINE_VERSION, type EntityVote, type ReviewAnalysis, type TopicVote } from "./analysis.ts";
import { ASPECT_IDS } from "./aspects.ts";

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

/** Some 300 characters for a dense text. Of the engine's version it says nothing: that is kept beside it. */
export function writeAnalysis(analysis: ReviewAnalysis): string {
  const { digest, language, sentiment, label, technicians, services, service_areas, topics } = analysis;
  const aspects = analysis.aspects.map(
    ([id, mentions, praise, from, to, blame, start, end, conceded, ...phrases]): AspectCode => [
      ...([ASPECT_IDS.indexOf(id), mentions, praise, from, to - from, blame, start, end - start, conceded] as const),
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

/** Turns the parsed arrays themselves into votes. */
function aspectVotes(codes: readonly AspectCode[]): readonly AspectVote[] {
  for (const code of codes as unknown as (string | number)[][]) {
    code[0] = ASPECT_IDS[code[0] as number] ?? "";
    code[4] = (code[3] as number) + (code[4] as number);
    code[7] = (code[6] as number) + (code[7] as number);
  }
  return codes as unknown as readonly AspectVote[];
}
