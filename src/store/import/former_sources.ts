/**
 * Sources that release 1.0.0 kept as files spelled them, "google maps", and that its upgrade to 1.1.0 gave one id, `google`.
 * The ids of reviews without an id of their own, and the digests of removed ones, were made from that spelling, so they are
 * looked for by it, too.
 */
import type { DraftReview } from "../../import/mod.ts";
import { contentHash, keptContentHash, type ReviewContent, reviewIdOf } from "../../review/mod.ts";
import type { ReviewReads } from "../store.ts";

/** The spellings that reviews were kept under, by the id of their source. */
export type FormerSources = ReadonlyMap<string, readonly string[]>;

/** The setting that holds them, as JSON of the map's entries. */
const FORMER_SOURCES = "former_sources";

/** What the upgrade noted; empty for a store that release 1.0.0 has not written. */
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
