/**
 * Finds the stored review, if any, that a draft is a new copy of: by its id, else by its id at the source.
 *
 * @module
 */
import { type SQL, sql } from "drizzle-orm";
import type { DraftReview } from "../import/mod.ts";
import { type Mentions, reviewIdOf } from "../review/mod.ts";
import { type SelectOptions, selectReviews } from "../sql/review_rows.ts";
import { joinDrafts } from "./join_drafts.ts";
import type { Store } from "./store.ts";
import type { StoredReview } from "./stored_review.ts";

export interface MatchedDraft {
  readonly id: string;
  readonly draft: DraftReview;
  readonly before: StoredReview | undefined;
}

/** Drafts looked up at a time; one statement each. */
const CHUNK = 1000;

/**
 * Each draft with its id and the review it is a copy of. Those without an id of their own whose identity is not known
 * come last, since they may be copies of reviews that no other draft is. Of the stored review the analysis is left out
 * unless what it found has to be compared with the draft.
 */
export function* matchDrafts(store: Store, drafts: readonly DraftReview[]): Generator<MatchedDraft> {
  const parsed = new Map<string, Mentions>();
  const taken = new Set<string>();
  const left: DraftReview[] = [];
  for (let start = 0; start < drafts.length; start += CHUNK) {
    const chunk = drafts.slice(start, start + CHUNK);
    const ids = chunk.map(reviewIdOf);
    const options = { analysisWhen: analysisNeeded(chunk), parsed };
    const byId = new Map(reviewsById(store, ids, options).map((review) => [review.id, review]));
    const bySource = new Map(
      reviewsBySource(store, chunk, options).map((review) => [sourceKey(review.source, review.sourceId), review]),
    );
    for (const [at, draft] of chunk.entries()) {
      const before = byId.get(ids[at]!) ?? bySource.get(sourceKey(draft.sourceName, draft.sourceId));
      if (before === undefined && draft.id === null) left.push(draft);
      else yield { id: before?.id ?? ids[at]!, draft, before };
      if (before !== undefined) taken.add(before.id);
    }
  }
  yield* matchByContent(store, left, { taken, parsed });
}

interface Matching {
  readonly taken: ReadonlySet<string>;
  readonly parsed: Map<string, Mentions>;
}

function* matchByContent(
  store: Store,
  drafts: readonly DraftReview[],
  { taken, parsed }: Matching,
): Generator<MatchedDraft> {
  const joined = joinDrafts(store, drafts, taken);
  const options = { analysisWhen: analysisNeeded([...joined.keys()]), parsed };
  const found = joined.size === 0 ? [] : reviewsById(store, [...joined.values()], options);
  const byId = new Map(found.map((review) => [review.id, review]));
  for (const draft of drafts) {
    const before = byId.get(joined.get(draft) ?? "");
    yield { id: before?.id ?? reviewIdOf(draft), draft, before };
  }
}

/** One key for (source, source id); no review has the key of a missing source id. */
export function sourceKey(source: string, sourceId: string | null): string {
  return sourceId === null ? "" : `${source}\0${sourceId}`;
}

/** What an export names may be what we found ourselves, where the import had given nothing. */
function analysisNeeded(drafts: readonly DraftReview[]): SQL {
  const mentions = drafts.some((draft) => draft.mentions !== null) ? sql`given_mentions IS NULL` : sql`0`;
  const language = drafts.some((draft) => draft.language !== null) ? sql`reviews.language IS NULL` : sql`0`;
  return sql`(${mentions} OR ${language})`;
}

function reviewsById(store: Store, ids: readonly string[], options: SelectOptions): StoredReview[] {
  const from = sql`FROM json_each(${JSON.stringify(ids)}) AS wanted JOIN reviews ON reviews.id = wanted.value`;
  return selectReviews(store, from, options);
}

function reviewsBySource(store: Store, drafts: readonly DraftReview[], options: SelectOptions): StoredReview[] {
  const keys = drafts.flatMap(({ sourceName, sourceId }) => (sourceId === null ? [] : [[sourceName, sourceId]]));
  if (keys.length === 0) return [];
  const from = sql`FROM json_each(${JSON.stringify(keys)}) AS wanted
    JOIN reviews ON reviews.source = wanted.value ->> 0 AND reviews.source_id = wanted.value ->> 1`;
  return selectReviews(store, from, options);
}
