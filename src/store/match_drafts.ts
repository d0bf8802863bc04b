/**
 * Finds the stored review, if any, that a draft is a new copy of: by its id, else by its id at the source, else by what it
 * says.
 *
 * @module
 */
import type { DraftReview } from "../import/mod.ts";
import { reviewIdOf } from "../review/mod.ts";
import { type FormerSources, formerIdsOf } from "./former_sources.ts";
import { DraftJoiner, type JoinOptions } from "./join_drafts.ts";
import type { AnalysisWanted, ReviewReads, SourceKey } from "./ports/reviews.ts";
import { sourceKey } from "./source_key.ts";
import type { StoredReview } from "./stored_review.ts";

/** A draft with its final id and the stored review it updates; `before` is undefined for a new review. */
export interface MatchedDraft {
  readonly id: string;
  readonly draft: DraftReview;
  readonly before: StoredReview | undefined;
}

/** What of the store a match is looked for in. */
export type DraftLookup = Pick<ReviewReads, "reviewsById" | "reviewsBySourceId" | "reviewsBetween">;

/** Drafts looked up at a time. */
const CHUNK = 1000;

/**
 * Each draft with its id and the review it is a copy of, page by page. Those without an id of their own whose identity is
 * not known come last, since they may be copies of reviews that no other draft is. Of the stored review the analysis is
 * left out unless what it found has to be compared with the draft.
 */
export async function* matchDrafts(
  lookup: DraftLookup,
  drafts: readonly DraftReview[],
  former: FormerSources = new Map(),
): AsyncGenerator<readonly MatchedDraft[]> {
  const taken = new Set<string>();
  const left: DraftReview[] = [];
  for (let start = 0; start < drafts.length; start += CHUNK) {
    const { matched, unknown } = await matchById(lookup, drafts.slice(start, start + CHUNK), former);
    left.push(...unknown);
    for (const { before } of matched) if (before !== undefined) taken.add(before.id);
    yield matched;
  }
  yield await matchByContent(lookup, left, { taken, former });
}

/** Drafts that are matched by an id, and those without one of their own that are known by none. */
export interface MatchedById {
  readonly matched: readonly MatchedDraft[];
  readonly unknown: readonly DraftReview[];
}

/** Matches a page of drafts by their ids and those of their sources. */
export async function matchById(
  lookup: DraftLookup,
  drafts: readonly DraftReview[],
  former: FormerSources,
): Promise<MatchedById> {
  const wanted = analysisWanted(drafts);
  const formerIds = drafts.flatMap((draft) => formerIdsOf(draft, former));
  const byId = await lookup.reviewsById([...new Set([...drafts.map(reviewIdOf), ...formerIds])], wanted);
  const bySourceId = await lookup.reviewsBySourceId(drafts.flatMap(keyAtSource), wanted);
  return matchChunk(drafts, { byId, bySourceId, former });
}

interface Found {
  readonly byId: readonly StoredReview[];
  readonly bySourceId: readonly StoredReview[];
  readonly former: FormerSources;
}

/** Matches drafts with stored reviews that were found by their ids, and those found by the sources' ids. */
function matchChunk(drafts: readonly DraftReview[], found: Found): MatchedById {
  const byId = new Map(found.byId.map((review) => [review.id, review]));
  const bySource = new Map(found.bySourceId.map((review) => [sourceKey(review.source, review.sourceId), review]));
  const matched: MatchedDraft[] = [];
  const unknown: DraftReview[] = [];
  for (const draft of drafts) {
    const id = reviewIdOf(draft);
    const before =
      byId.get(id) ??
      bySource.get(sourceKey(draft.source, draft.sourceId)) ??
      formerIdsOf(draft, found.former).flatMap((each) => byId.get(each) ?? [])[0];
    if (before === undefined && draft.id === null) unknown.push(draft);
    else matched.push({ id: before?.id ?? id, draft, before });
  }
  return { matched, unknown };
}

/** Matches drafts that no id is known of with the reviews of their days that no other draft is a copy of. */
export async function matchByContent(
  lookup: DraftLookup,
  drafts: readonly DraftReview[],
  options: JoinOptions,
): Promise<readonly MatchedDraft[]> {
  const joined = await join(lookup, drafts, options);
  const ids = [...joined.values()];
  const found = ids.length === 0 ? [] : await lookup.reviewsById(ids, analysisWanted([...joined.keys()]));
  const byId = new Map(found.map((review) => [review.id, review]));
  return drafts.map((draft) => {
    const before = byId.get(joined.get(draft) ?? "");
    return { id: before?.id ?? reviewIdOf(draft), draft, before };
  });
}

async function join(lookup: DraftLookup, drafts: readonly DraftReview[], options: JoinOptions) {
  const joiner = new DraftJoiner(drafts, options);
  const days = drafts.map(({ date }) => date).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first !== undefined && last !== undefined) {
    for await (const page of lookup.reviewsBetween(first, last)) joiner.show(page);
  }
  return joiner.joined;
}

function keyAtSource({ source, sourceId }: DraftReview): SourceKey[] {
  return sourceId === null ? [] : [{ source, sourceId }];
}

/** What an export names may be what we found ourselves, where the import had given nothing. */
export function analysisWanted(drafts: readonly DraftReview[]): AnalysisWanted {
  return {
    withoutMentions: drafts.some(({ mentions }) => mentions !== null),
    withoutLanguage: drafts.some(({ language }) => language !== null),
  };
}
