/**
 * Sources that earlier releases kept as files spelled them, "google maps", and that have one id since, `google`.
 *
 * The ids of reviews without an id of their own were made from that spelling, so what is looked for by its id is looked
 * for by the ids it had, too.
 *
 * @module
 */
import type { DraftReview } from "../import/mod.ts";
import { contentHash, keptContentHash, type ReviewContent, recogniseSource, reviewIdOf } from "../review/mod.ts";
import type { ReviewReads } from "./ports/reviews.ts";

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
