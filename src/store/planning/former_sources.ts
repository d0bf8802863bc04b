/**
 * Sources that earlier releases kept as files spelled them, "google maps", and that have one id since, `google`. The
 * ids of reviews without an id of their own were made from that spelling, so what is looked for by its id is looked
 * for by those ids, too.
 */
import type { DraftReview } from "../../import/mod.ts";
import {
  contentHash,
  countedOf,
  keptContentHash,
  type ReviewContent,
  recogniseSource,
  reviewIdOf,
  type StoredReview,
  type WeighedCopy,
} from "../../review/mod.ts";
import type { ReviewReads } from "../review_store.ts";

/** The spellings that reviews were kept under, by the id of their source. */
export type FormerSources = ReadonlyMap<string, readonly string[]>;

/** The setting that holds them, as JSON of the map's entries. */
export const FORMER_SOURCES = "former_sources";

/** Those of spellings that are no ids themselves. */
export function formerSourcesOf(spellings: readonly string[]): FormerSources {
  const former = [...new Set(spellings)].filter((spelling) => recogniseSource(spelling) !== spelling).sort();
  return Map.groupBy(former, recogniseSource);
}

/** What a migration of the store has noted; empty for a store that no earlier release has written. */
export async function readFormerSources(reads: Pick<ReviewReads, "setting">): Promise<FormerSources> {
  return new Map(JSON.parse((await reads.setting(FORMER_SOURCES)) ?? "[]"));
}

/** The ids that a draft without one would have had. */
export function formerIdsOf(draft: DraftReview, former: FormerSources): string[] {
  if (draft.id !== null) return [];
  return spellingsOf(draft, former).map((source) => {
    return reviewIdOf({ id: null, source, sourceId: draft.sourceId, contentHash: contentHash({ ...draft, source }) });
  });
}

/** What a review was known by where it had no id; see `keptContentHash()`. */
export function keptContentHashes(
  review: ReviewContent & { readonly isAnonymous: boolean },
  former: FormerSources,
): string[] {
  const sources = [review.source, ...spellingsOf(review, former)];
  return sources.flatMap((source) => keptContentHash({ ...review, source }) ?? []);
}

function spellingsOf({ source }: Pick<DraftReview, "source">, former: FormerSources): readonly string[] {
  return former.get(source) ?? [];
}

/** What tells whether two reviews are one. */
export type SpelledReview = WeighedCopy &
  Pick<StoredReview, "sourceId" | "rating" | "authorName" | "isAnonymous" | "replyText">;

/** One review that is kept several times. */
interface Twins {
  readonly kept: SpelledReview;
  readonly dropped: readonly SpelledReview[];
}

/**
 * Reviews of one source, under spellings that differ, that have one id there, or else date, stars, author and words in
 * common: what an import takes for one review. Under one spelling two reviews stay two. Order makes no difference.
 */
export function findTwins(reviews: readonly SpelledReview[]): Twins[] {
  const single = [...reviews].sort((one, other) => (one.id < other.id ? -1 : 1)).map((review) => [review]);
  const sets = uniteBy(contentKey, uniteBy(idKey, single));
  return sets.flatMap((set) => {
    const kept = countedOf(set);
    return kept === null || set.length === 1 ? [] : [{ kept, dropped: set.filter((each) => each !== kept) }];
  });
}

type Key = (review: SpelledReview) => string | null;

/** Unites sets that have a key in common, each with the first that it may be one with. */
function uniteBy(keyOf: Key, sets: readonly SpelledReview[][]): SpelledReview[][] {
  const byKey = new Map<string, SpelledReview[][]>();
  return sets.filter((set) => {
    const [first] = set;
    const key = first === undefined ? null : keyOf(first);
    if (key === null) return true;
    const earlier = byKey.get(key) ?? [];
    byKey.set(key, earlier);
    const same = earlier.find((each) => each.every((one) => set.every((other) => mayBeTwins(one, other))));
    if (same === undefined) earlier.push(set);
    else same.push(...set);
    return same === undefined;
  });
}

function mayBeTwins(one: SpelledReview, other: SpelledReview): boolean {
  if (one.source === other.source) return false;
  return one.sourceId === null || other.sourceId === null || one.sourceId === other.sourceId;
}

function idKey({ source, sourceId }: SpelledReview): string | null {
  return sourceId === null ? null : `${recogniseSource(source)}\0${sourceId}`;
}

function contentKey(review: SpelledReview): string | null {
  return keptContentHash({ ...review, source: recogniseSource(review.source) });
}
