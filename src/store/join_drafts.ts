/**
 * Finds the review that a draft is a copy of where only one of the two knows an id: the same review as a spreadsheet
 * without ids and as an export with them.
 *
 * They are one when source, date, rating, author and words are the same, and the words tell enough. Two different ids
 * of one source are never one review, nor are two ids given by hand. A review is joined once.
 *
 * @module
 */
import { sql } from "drizzle-orm";
import type { DraftReview } from "../import/mod.ts";
import { contentId, isMadeId, keptContentHash } from "../review/mod.ts";
import { reviews } from "../sql/schema.ts";
import type { Store } from "./store.ts";
import type { StoredReview } from "./stored_review.ts";

/** The id of the review that each draft joins; `taken` are ids that other drafts of the import are copies of. */
export function joinDrafts(
  store: Store,
  drafts: readonly DraftReview[],
  taken: ReadonlySet<string>,
): ReadonlyMap<DraftReview, string> {
  const joined = new Map<DraftReview, string>();
  if (drafts.length === 0) return joined;
  const index = new DraftIndex(drafts);
  for (const stored of storedWithin(store, drafts)) {
    if (taken.has(stored.id)) continue;
    const draft = index.alike(stored).find((each) => !joined.has(each) && mayBeOne(each, stored));
    if (draft !== undefined) joined.set(draft, stored.id);
  }
  return joined;
}

/** What of a stored review decides. */
type Known = Pick<
  StoredReview,
  "id" | "source" | "sourceId" | "date" | "rating" | "text" | "authorName" | "isAnonymous"
>;

function mayBeOne({ sourceId, contentHash: hash }: DraftReview, stored: Known): boolean {
  if (sourceId === null) return true;
  return stored.sourceId === null && (!isMadeId(stored.id) || stored.id === contentId(hash));
}

/** Drafts by what they say. Hashing is the slow part, so only what has its day and stars in common is hashed. */
class DraftIndex {
  readonly #days = new Set<string>();
  readonly #byWords: ReadonlyMap<string, readonly DraftReview[]>;

  constructor(drafts: readonly DraftReview[]) {
    const byWords = new Map<string, DraftReview[]>();
    for (const draft of drafts) {
      const hash = keptContentHash(draft);
      if (hash === null) continue;
      this.#days.add(dayOf(draft.date, draft.rating));
      byWords.set(hash, [...(byWords.get(hash) ?? []), draft]);
    }
    this.#byWords = byWords;
  }

  alike(stored: Known): readonly DraftReview[] {
    const hash = this.#days.has(dayOf(stored.date, stored.rating)) ? storedContentHash(stored) : null;
    return hash === null ? [] : (this.#byWords.get(hash) ?? []);
  }
}

/** Null when the review says too little to be known by it. */
export function storedContentHash(stored: Omit<Known, "id" | "sourceId">): string | null {
  return keptContentHash({ ...stored, sourceName: stored.source });
}

function dayOf(date: string, rating: number): string {
  return `${date} ${rating}`;
}

/** Rows read at a time. */
const PAGE = 1000;

/** Stored reviews of the days that drafts speak of, in the order they were first saved. */
function* storedWithin(store: Store, drafts: readonly DraftReview[]): Generator<Known> {
  const days = drafts.map(({ date }) => date).sort();
  const { id, source, sourceId, date, rating, text, authorName, isAnonymous, number } = reviews;
  const columns = { id, source, sourceId, date, rating, text, authorName, isAnonymous, number };
  for (let after = 0; ; ) {
    const page = store
      .select(columns)
      .from(reviews)
      .where(sql`${number} > ${after} AND ${date} BETWEEN ${days[0]} AND ${days.at(-1)}`)
      .orderBy(number)
      .limit(PAGE)
      .all();
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.number;
  }
}
