/** Spellings of sources kept by release 1.0.0, such as "google maps": ids and digests of reviews without an id were made from them. */
import type { DraftReview } from "../../import/mod.ts";
import { contentHash, keptContentHash, type ReviewContent, reviewIdOf } from "../../review/mod.ts";
import type { ReviewReads } from "../store.ts";

export type FormerSources = ReadonlyMap<string, readonly string[]>;

const FORMER_SOURCES = "former_sources";

/** What the upgrade noted; empty for a store that release 1.0.0 has not written. */
export async function readFormerSources(reads: Pick<ReviewReads, "setting">): Promise<FormerSources> {
  return new Map(JSON.parse((await reads.setting(FORMER_SOURCES)) ?? "[]"));
}

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
