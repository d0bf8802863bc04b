/**
 * Finds reviews that earlier releases kept several times, since files spelled their source in several ways.
 *
 * @module
 */
import { countedOf, type WeighedCopy } from "../review/copies/mod.ts";
import { keptContentHash, recogniseSource, type StoredReview } from "../review/mod.ts";

/** What tells whether two reviews are one. */
export type SpelledReview = WeighedCopy &
  Pick<StoredReview, "sourceId" | "rating" | "authorName" | "isAnonymous" | "replyText">;

/** One review that is kept several times. */
export interface Twins {
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
