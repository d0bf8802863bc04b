/**
 * What no import may bring back: reviews that were taken down, under whichever identity a file knows them.
 *
 * @module
 */
import type { DraftReview } from "../import/mod.ts";
import { recogniseSource } from "../review/mod.ts";
import { type FormerSources, formerIdsOf, keptContentHashes } from "./former_sources.ts";
import type { StoredRemoval } from "./ports/reviews.ts";
import { sourceKey } from "./source_key.ts";

/** The id under which a draft was taken down, if it was; `id` is the one it would get. */
export type FindSuppression = (draft: DraftReview, id: string) => string | undefined;

/** Indexes the removals that are still in force, for lookup by draft. */
export function findSuppressions(removals: readonly StoredRemoval[], former: FormerSources): FindSuppression {
  const rows = removals.filter(({ suppressed }) => suppressed);
  const ids = new Set(rows.map(({ id }) => id));
  const bySource = new Map(rows.map(({ id, source, sourceId }) => [sourceKey(recogniseSource(source), sourceId), id]));
  bySource.delete("");
  const byContent = new Map(rows.map(({ id, contentHash }) => [contentHash, id]));
  const unnumbered = rows.filter(({ sourceId }) => sourceId === null);
  const unnumberedByContent = new Map(unnumbered.map(({ id, contentHash }) => [contentHash, id]));
  // An id given by hand, or two of one source that differ, say that it is another review in the same words.
  const findByContent = (draft: DraftReview) => {
    if (rows.length === 0 || draft.id !== null) return undefined;
    const known = draft.sourceId === null ? byContent : unnumberedByContent;
    return firstOf(keptContentHashes(draft, former), (hash) => known.get(hash));
  };
  return (draft, id) => {
    if (ids.has(id)) return id;
    return (
      firstOf(formerIdsOf(draft, former), (each) => (ids.has(each) ? each : undefined)) ??
      bySource.get(sourceKey(draft.source, draft.sourceId)) ??
      findByContent(draft)
    );
  };
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
