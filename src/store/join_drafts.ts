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
  readonly taken: { has(id: string): boolean };
  readonly former: FormerSources;
}

/** Joins drafts with reviews; show it the stored ones in the order they were first saved. */
export class DraftJoiner {
  readonly #index: DraftIndex;
  readonly #taken: JoinOptions["taken"];
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

type ByWords = ReadonlyMap<string | null, readonly DraftReview[]>;

/** Drafts by what they say. Hashing is the slow part, so only what has source, day and stars in common is hashed. */
class DraftIndex {
  readonly #byKind: ReadonlyMap<string, readonly DraftReview[]>;
  readonly #byWords = new Map<string, ByWords>();

  constructor(drafts: readonly DraftReview[]) {
    this.#byKind = Map.groupBy(drafts, kindOf);
  }

  alike(stored: KnownReview): readonly DraftReview[] {
    const kind = kindOf(stored);
    const drafts = this.#byKind.get(kind);
    const hash = drafts === undefined ? null : storedContentHash(stored);
    if (drafts === undefined || hash === null) return [];
    const byWords = this.#byWords.get(kind) ?? Map.groupBy(drafts, keptContentHash);
    this.#byWords.set(kind, byWords);
    return byWords.get(hash) ?? [];
  }
}

/** Null when the review says too little to be known by it. */
export function storedContentHash(stored: Omit<KnownReview, "id" | "sourceId">): string | null {
  return keptContentHash(stored);
}

/** What two copies have in common before their words are looked at. */
export function kindOf({ source, date, rating }: Pick<KnownReview, "source" | "date" | "rating">): string {
  return `${date} ${rating} ${source}`;
}
