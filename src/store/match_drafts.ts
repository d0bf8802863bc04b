/**
 * Finds the stored review, if any, that a draft is a new copy of: by its id, else by its id at the source.
 *
 * @module
 */
import { sql } from "drizzle-orm";
import type { DraftReview } from "../import/mod.ts";
import { reviewIdOf } from "../review/mod.ts";
import type { Store } from "./mod.ts";
import { reviews } from "./schema.ts";
import type { StoredReview } from "./stored_review.ts";

export interface MatchedDraft {
  readonly id: string;
  readonly draft: DraftReview;
  readonly before: StoredReview | undefined;
}

/** Drafts looked up at a time; one statement each. */
const CHUNK = 1000;

/** Each draft with its id and the review it is a copy of, in order. */
export function* matchDrafts(store: Store, drafts: readonly DraftReview[]): Generator<MatchedDraft> {
  for (let start = 0; start < drafts.length; start += CHUNK) {
    const chunk = drafts.slice(start, start + CHUNK);
    const ids = chunk.map(reviewIdOf);
    const byId = new Map(reviewsById(store, ids).map((review) => [review.id, review]));
    const bySource = new Map(
      reviewsBySource(store, chunk).map((review) => [sourceKey(review.source, review.sourceId), review]),
    );
    for (const [at, draft] of chunk.entries()) {
      const before = byId.get(ids[at]!) ?? bySource.get(sourceKey(draft.sourceName, draft.sourceId));
      yield { id: before?.id ?? ids[at]!, draft, before };
    }
  }
}

/** One key for (source, source id); no review has the key of a missing source id. */
export function sourceKey(source: string, sourceId: string | null): string {
  return sourceId === null ? "" : `${source}\0${sourceId}`;
}

function reviewsById(store: Store, ids: readonly string[]): StoredReview[] {
  return store
    .select()
    .from(reviews)
    .where(sql`${reviews.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .all();
}

function reviewsBySource(store: Store, drafts: readonly DraftReview[]): StoredReview[] {
  const keys = drafts.flatMap(({ sourceName, sourceId }) => (sourceId === null ? [] : [[sourceName, sourceId]]));
  if (keys.length === 0) return [];
  return store
    .select()
    .from(reviews)
    .where(
      sql`(${reviews.source}, ${reviews.sourceId}) IN
        (SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(keys)})) AND ${reviews.sourceId} IS NOT NULL`,
    )
    .all();
}
