/**
 * Finds the review that a draft is a copy of where only one of the two knows an id: the same review as a spreadsheet
 * without ids and as an export with them.
 *
 * They are one when source, date, rating, author and words are the same, and the words tell enough. Two different ids
 * of one source are never one review, nor are two ids given by hand. A review is joined once.
 *
 * @module
 */
import type { DraftReview } from "../import/mod.ts";
import { contentId, isMadeId, keptContentHash } from "../review/mod.ts";
import { type FormerSources, formerIdsOf } from "./former_sources.ts";
import type { KnownReview } from "./ports/reviews.ts";

/** What is known of the store's reviews beside themselves. */
export interface JoinOptions {
  /** Ids that other drafts of the import are copies of. */
  readonly taken: ReadonlySet<string>;
  readonly former: FormerSources;
}

/** Joins drafts with reviews; show it the stored ones in the order they were first saved. */
export class DraftJoiner {
  readonly #index: DraftIndex;
  readonly #taken: ReadonlySet<string>;
  readonly #former: FormerSources;
  readonly #joined = new Map<DraftReview, string>();

  constructor(drafts: readonly DraftReview[], { taken, former }: JoinOptions) {
    this.#index = new DraftIndex(drafts);
    this.#taken = taken;
    this.#former = former;
  }

  /** Joins each of some stored reviews with the first draft that is a copy of it, if one is left. */
  show(reviews: readonly KnownReview[]): void {
    for (const stored of reviews) {
      if (this.#taken.has(stored.id)) continue;
      const alike = this.#index.alike(stored);
      const draft = alike.find((each) => !this.#joined.has(each) && mayBeOne(each, stored, this.#former));
      if (draft !== undefined) this.#joined.set(draft, stored.id);
    }
  }

  /** The id of the review that each joined draft is a copy of. */
  get joined(): ReadonlyMap<DraftReview, string> {
    return this.#joined;
  }
}

function mayBeOne(draft: DraftReview, stored: KnownReview, former: FormerSources): boolean {
  if (draft.sourceId === null) return true;
  return stored.sourceId === null && (!isMadeId(stored.id) || isMadeOf(draft, stored.id, former));
}

/** Whether an id was made of what a draft says. */
function isMadeOf(draft: DraftReview, id: string, former: FormerSources): boolean {
  return id === contentId(draft.contentHash) || formerIdsOf({ ...draft, sourceId: null }, former).includes(id);
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

  alike(stored: KnownReview): readonly DraftReview[] {
    const hash = this.#days.has(dayOf(stored.date, stored.rating)) ? storedContentHash(stored) : null;
    return hash === null ? [] : (this.#byWords.get(hash) ?? []);
  }
}

/** Null when the review says too little to be known by it. */
export function storedContentHash(stored: Omit<KnownReview, "id" | "sourceId">): string | null {
  return keptContentHash(stored);
}

function dayOf(date: string, rating: number): string {
  return `${date} ${rating}`;
}
