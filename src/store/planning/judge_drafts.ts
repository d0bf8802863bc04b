/**
 * Decides of each draft of an import what becomes of it, page by page: what is held of a draft is a byte, unless only
 * its words can tell which review it is.
 */
import { type DraftReview, KeyTable, type RecordList } from "../../import/mod.ts";
import { compareNames, nameWords, reviewIdOf } from "../../review/mod.ts";
import type { Analyst } from "../analyze.ts";
import { readErasedIds } from "../erasures.ts";
import type { ReviewReads } from "../review_store.ts";
import { changedFields, isAuthors, type MergeOptions, mergeDraft, type StoredReview } from "../stored_review.ts";
import { type FormerSources, readFormerSources } from "./former_sources.ts";
import {
  type FindSuppression,
  findSuppressions,
  kindOf,
  type MatchedDraft,
  matchByContent,
  matchById,
} from "./match_drafts.ts";

/** Drafts, perhaps more than memory should hold. */
export type Drafts = readonly DraftReview[] | RecordList<DraftReview>;

/** Whether drafts are more than memory should hold. */
export function isSpooled(drafts: Drafts): boolean {
  return "isSpooled" in drafts && drafts.isSpooled;
}

/** Drafts of a page, where memory holds them all. */
const PAGE = 1000;

export function* pagesOf(drafts: Drafts): Generator<{ readonly page: readonly DraftReview[]; readonly first: number }> {
  if (!("pages" in drafts)) {
    for (let first = 0; first < drafts.length; first += PAGE) yield { page: drafts.slice(first, first + PAGE), first };
    return;
  }
  let first = 0;
  for (const page of drafts.pages()) {
    yield { page, first };
    first += page.length;
  }
}

/** What becomes of a draft. Those that an id was known of are written before those that only their words could tell. */
export const VERDICT = { none: 0, added: 1, changed: 2, addedUnknown: 3, changedUnknown: 4, unknown: 5 } as const;

/** What becomes of drafts, by their numbers in the order of the files. */
export interface DraftJudgement {
  readonly verdicts: Uint8Array;
  /** The ids of the reviews that drafts change. */
  readonly targets: ReadonlyMap<number, string>;
  readonly unchanged: number;
  /** Drafts of reviews that were taken down, with the ids these had. */
  readonly suppressed: readonly { readonly number: number; readonly id: string }[];
  /** Reviews missing from a file that replaces the set. */
  readonly removed: readonly StoredReview[];
}

/** What drafts are compared by, and with what. */
export type Merging = MergeOptions & { readonly analyst: Analyst };

/** Receives a draft, and the kept review of the same id that is another customer's in every respect. */
export type OnOverwrite = (draft: DraftReview, before: StoredReview) => void;

interface JudgeOptions {
  readonly onOverwrite?: OnOverwrite | undefined;
  readonly drafts: Drafts;
  /** Whether the drafts are all there shall be. */
  readonly replace: boolean;
  /** See `ImportRequest.isAuthors`. */
  readonly isAuthors?: boolean;
  readonly merging: Merging;
}

/** Compares drafts with what is kept. */
export async function judgeDrafts(reads: ReviewReads, options: JudgeOptions): Promise<DraftJudgement> {
  const removals = await reads.removals();
  // Nothing can be found in an empty store.
  const isErased = await readErasedIds(reads);
  if (removals.length === 0 && isErased === null && (await reads.tallies()).length === 0) {
    return allAdded(options.drafts);
  }
  const former = await readFormerSources(reads);
  const findSuppression = findSuppressions(removals, former, isErased ?? undefined);
  return new DraftJudge(reads, options, { former, findSuppression }).judge();
}

/** All are new, whatever is kept. */
export function allAdded(drafts: Drafts): DraftJudgement {
  const verdicts = new Uint8Array(drafts.length).fill(VERDICT.added);
  return { verdicts, targets: new Map(), unchanged: 0, suppressed: [], removed: [] };
}

interface Known {
  readonly former: FormerSources;
  readonly findSuppression: FindSuppression;
}

class DraftJudge {
  readonly #verdicts: Uint8Array;
  readonly #targets = new Map<number, string>();
  /** The reviews that drafts are copies of, by the hashes of their ids. */
  readonly #taken = new KeyTable();
  readonly #suppressed = new Map<number, string>();
  /** The same of drafts that no id is known of, as far as their own id can tell. */
  readonly #down = new Map<number, string>();
  readonly #seen = new Set<string>();
  /** The first and the last day of drafts that no id is known of. */
  #span: readonly [first: string, last: string] | null = null;
  #unchanged = 0;

  constructor(
    private readonly reads: ReviewReads,
    private readonly options: JudgeOptions,
    private readonly known: Known,
  ) {
    this.#verdicts = new Uint8Array(options.drafts.length);
  }

  async judge(): Promise<DraftJudgement> {
    const { drafts, replace } = this.options;
    for (const { page, first } of pagesOf(drafts)) {
      const numbers = new Map(page.map((draft, offset) => [draft, first + offset]));
      const { matched, unknown } = await matchById(this.reads, page, this.known.former);
      this.#judgeMatched(matched, numbers, this.#suppressed);
      for (const draft of unknown) this.#noteUnknown(draft, numberOf(numbers, draft));
      for (const { before } of matched) if (before !== undefined) this.#take(before.id);
    }
    if (this.#span !== null) await this.#judgeUnknown(this.#span);
    const down = [...this.#down].sort(([one], [other]) => one - other);
    return {
      verdicts: this.#verdicts,
      targets: this.#targets,
      unchanged: this.#unchanged,
      suppressed: [...this.#suppressed, ...down].map(([number, id]) => ({ number, id })),
      removed: replace ? (await this.reads.reviewsOtherThan([...this.#seen])).filter((each) => !isAuthors(each)) : [],
    };
  }

  #judgeMatched(
    matched: readonly MatchedDraft[],
    numbers: ReadonlyMap<DraftReview, number>,
    suppressed: Map<number, string>,
  ): void {
    const { merging, replace } = this.options;
    const isLeftAlone = (review: StoredReview) => isAuthors(review) && !this.options.isAuthors;
    const isKnown = suppressed === this.#suppressed;
    for (const { id, draft, before } of matched) {
      const number = numberOf(numbers, draft);
      const removedId = this.known.findSuppression(draft, id);
      this.#verdicts[number] = VERDICT.none;
      if (replace) this.#seen.add(id);
      if (removedId !== undefined) suppressed.set(number, removedId);
      else if (before === undefined) this.#verdicts[number] = isKnown ? VERDICT.added : VERDICT.addedUnknown;
      else if (isLeftAlone(before) || changedFields(before, mergeDraft(before, draft, merging)).length === 0)
        this.#unchanged++;
      else {
        if (isOverwritten(before, draft)) this.options.onOverwrite?.(draft, before);
        this.#verdicts[number] = isKnown ? VERDICT.changed : VERDICT.changedUnknown;
        this.#targets.set(number, before.id);
      }
    }
  }

  #noteUnknown(draft: DraftReview, number: number): void {
    const { date } = draft;
    const [first, last] = this.#span ?? [date, date];
    this.#span = [date < first ? date : first, date > last ? date : last];
    this.#verdicts[number] = VERDICT.unknown;
    const removedId = this.known.findSuppression(draft, reviewIdOf(draft));
    if (removedId !== undefined) this.#down.set(number, removedId);
  }

  #take(id: string): void {
    this.#taken.set(id, 0, () => true);
  }

  /** Those whose kind no kept review has are new; of the others the words decide, and they are held for that. */
  async #judgeUnknown(span: readonly [string, string]): Promise<void> {
    const { drafts } = this.options;
    const kinds = isSpooled(drafts) ? await this.#freeKinds(span) : null;
    const numbers = new Map<DraftReview, number>();
    for (const { page, first } of pagesOf(drafts)) {
      for (const [offset, draft] of page.entries()) {
        const number = first + offset;
        if (this.#verdicts[number] !== VERDICT.unknown) continue;
        if (kinds === null || kinds.has(kindOf(draft))) numbers.set(draft, number);
        else this.#verdicts[number] = this.#down.has(number) ? VERDICT.none : VERDICT.addedUnknown;
      }
    }
    if (numbers.size === 0) return;
    for (const number of numbers.values()) this.#down.delete(number);
    const taken = { has: (id: string) => this.#isTaken(id) };
    const matched = await matchByContent(this.reads, [...numbers.keys()], { taken, former: this.known.former });
    this.#judgeMatched(matched, numbers, this.#down);
  }

  #isTaken(id: string): boolean {
    return this.#taken.find(id, () => true) !== undefined;
  }

  /** Of the reviews of some days that no draft is a copy of yet. */
  async #freeKinds([first, last]: readonly [string, string]): Promise<ReadonlySet<string>> {
    const kinds = new Set<string>();
    for await (const page of this.reads.reviewsBetween(first, last)) {
      for (const review of page) if (!this.#isTaken(review.id)) kinds.add(kindOf(review));
    }
    return kinds;
  }
}

/** No edit changes author, day and words all at once; of authors without a name the stars decide. */
function isOverwritten(before: StoredReview, draft: DraftReview): boolean {
  if (before.date === draft.date || (before.text === draft.text && draft.text !== "")) return false;
  const names = [before, draft].map(({ isAnonymous, authorName }) => (isAnonymous ? [] : nameWords(authorName)));
  const [one = [], other = []] = names;
  const agreement = compareNames({ nameWords: one, wholeNameHash: null }, { nameWords: other, wholeNameHash: null });
  return agreement === "different" || (agreement === "unknown" && before.rating !== draft.rating);
}

function numberOf(numbers: ReadonlyMap<DraftReview, number>, draft: DraftReview): number {
  const number = numbers.get(draft);
  if (number === undefined) throw new Error("A draft was matched that is not of this page");
  return number;
}
