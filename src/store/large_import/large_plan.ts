/**
 * What an import will do that is larger than memory should hold: a verdict for each draft, made page by page without writing.
 *
 * The same as `planImport()` decides, without the reviews themselves; these are made again while they are written.
 *
 * @module
 */
import { type DraftReview, KeyTable, type RecordList } from "../../import/mod.ts";
import { mentionResolver, reviewIdOf } from "../../review/mod.ts";
import { findingsOf } from "../analyst.ts";
import { type FormerSources, readFormerSources } from "../former_sources.ts";
import { kindOf } from "../join_drafts.ts";
import { JOINED_UNDER, JOINING } from "../join_plan.ts";
import { markWriter } from "../marks.ts";
import { type MatchedDraft, matchByContent, matchById } from "../match_drafts.ts";
import { businessFrom, type Ground, groundOf, type ImportRequest, isOnSample, isToBeAnalyzed } from "../plan_import.ts";
import type { ReviewReads, StoredBusiness } from "../ports/reviews.ts";
import type { Store } from "../ports/store.ts";
import { changedFields, type MergeOptions, mergeDraft } from "../stored_review.ts";
import { type FindSuppression, findSuppressions } from "../suppressions.ts";

/** As an `ImportRequest`, with drafts that may be outside of memory. */
export interface LargeImportRequest extends Omit<ImportRequest, "drafts"> {
  readonly drafts: RecordList<DraftReview>;
}

/** What becomes of a draft. Those that an id was known of are written before those that only their words could tell. */
export const VERDICT = { none: 0, added: 1, changed: 2, addedUnknown: 3, changedUnknown: 4, unknown: 5 } as const;

/** What an import will do. It holds for one state of the store only. */
export interface LargePlan extends Ground {
  readonly business: StoredBusiness;
  readonly businessChanged: boolean;
  readonly replacesSample: boolean;
  /** A verdict for each draft. */
  readonly verdicts: Uint8Array;
  /** The ids of the reviews that drafts change, by the number of the draft. */
  readonly targets: ReadonlyMap<number, string>;
  readonly unchanged: number;
  readonly suppressed: number;
}

/** What is compared with what. */
export type Merging = MergeOptions & { readonly prepare: () => Promise<void> };

/** Null where only a plan of the whole can tell: files that replace the set, and stores that were never looked through for copies. */
export function planLargeImport({ reviews }: Store, request: LargeImportRequest): Promise<LargePlan | null> {
  return reviews.read(async (reads) => {
    const ground = await groundOf(reads, request);
    const replacesSample = isOnSample(ground.stored, request);
    const wasJoined = (await reads.setting(JOINED_UNDER)) === JOINING;
    const isEmpty = replacesSample || (await reads.tallies()).length === 0;
    if (request.replace || !(wasJoined || isEmpty)) return null;
    const business = businessFrom(request, replacesSample ? null : ground.stored);
    const businessChanged = replacesSample || JSON.stringify(business) !== JSON.stringify(ground.stored);
    const head = { ...ground, business, businessChanged, replacesSample };
    // Nothing can be found in an empty store.
    if (replacesSample || (isEmpty && (await reads.removals()).length === 0)) {
      return { ...head, ...allAdded(request.drafts) };
    }
    const judge = new DraftJudge(reads, request, mergingOf(head, request));
    return { ...head, ...(await judge.judge()) };
  });
}

/** Whether a plan has nothing to write. */
export function isEmptyLargePlan({ businessChanged, verdicts }: LargePlan): boolean {
  return !businessChanged && verdicts.every((verdict) => verdict === VERDICT.none);
}

/** How drafts are merged with what is kept. */
export function mergingOf(
  { business, markKey }: Pick<LargePlan, "business" | "markKey">,
  { complete, analystFor }: Pick<ImportRequest, "complete" | "analystFor">,
): Merging {
  const analyst = analystFor(business.profile);
  return {
    complete,
    resolveMentions: mentionResolver(business.profile),
    found: findingsOf(analyst),
    writeMarks: markWriter(markKey),
    prepare: async () => analyst.prepare?.(),
  };
}

type Judged = Pick<LargePlan, "verdicts" | "targets" | "unchanged" | "suppressed">;

function allAdded(drafts: RecordList<DraftReview>): Judged {
  const verdicts = new Uint8Array(drafts.length).fill(VERDICT.added);
  return { verdicts, targets: new Map(), unchanged: 0, suppressed: 0 };
}

class DraftJudge {
  readonly #verdicts: Uint8Array;
  readonly #targets = new Map<number, string>();
  /** The reviews that drafts are copies of; their hashes say enough. */
  readonly #taken = new KeyTable();
  /** Unknown drafts that were taken down, as far as their own id can tell. */
  readonly #down = new Set<number>();
  #unknown = 0;
  #unchanged = 0;
  #suppressed = 0;

  constructor(
    private readonly reads: ReviewReads,
    private readonly request: LargeImportRequest,
    private readonly merging: Merging,
  ) {
    this.#verdicts = new Uint8Array(request.drafts.length);
  }

  async judge(): Promise<Judged> {
    const former = await readFormerSources(this.reads);
    const findSuppression = findSuppressions(await this.reads.removals(), former);
    for (const { page, first } of pagesOf(this.request.drafts)) {
      const numbers = numbersOf(page, first);
      const { matched, unknown } = await matchById(this.reads, page, former);
      await this.#judgeMatched(matched, { numbers, findSuppression, isKnown: true });
      for (const draft of unknown) this.#noteUnknown(draft, numberOf(numbers, draft), findSuppression);
      for (const { before } of matched) if (before !== undefined) this.#take(before.id);
    }
    if (this.#unknown > 0) await this.#judgeUnknown(former, findSuppression);
    return {
      verdicts: this.#verdicts,
      targets: this.#targets,
      unchanged: this.#unchanged,
      suppressed: this.#suppressed + this.#down.size,
    };
  }

  async #judgeMatched(matched: readonly MatchedDraft[], { numbers, findSuppression, isKnown }: Judging): Promise<void> {
    if (matched.some(isToBeAnalyzed)) await this.merging.prepare();
    for (const { id, draft, before } of matched) {
      const number = numberOf(numbers, draft);
      if (findSuppression(draft, id) !== undefined) {
        this.#verdicts[number] = VERDICT.none;
        this.#suppressed++;
      } else if (before === undefined) {
        this.#verdicts[number] = isKnown ? VERDICT.added : VERDICT.addedUnknown;
      } else if (changedFields(before, mergeDraft(before, draft, this.merging)).length === 0) {
        this.#verdicts[number] = VERDICT.none;
        this.#unchanged++;
      } else {
        this.#verdicts[number] = isKnown ? VERDICT.changed : VERDICT.changedUnknown;
        this.#targets.set(number, before.id);
      }
    }
  }

  #noteUnknown(draft: DraftReview, number: number, findSuppression: FindSuppression): void {
    this.#unknown++;
    this.#verdicts[number] = VERDICT.unknown;
    if (findSuppression(draft, reviewIdOf(draft)) !== undefined) this.#down.add(number);
  }

  #take(id: string): void {
    this.#taken.set(id, 0, () => true);
  }

  /** Those whose kind no kept review has are new; of the others the words decide, and they are held for that. */
  async #judgeUnknown(former: FormerSources, findSuppression: FindSuppression): Promise<void> {
    const kinds = await this.#freeKinds();
    const numbers = new Map<DraftReview, number>();
    for (const { page, first } of pagesOf(this.request.drafts)) {
      for (const [offset, draft] of page.entries()) {
        const number = first + offset;
        if (this.#verdicts[number] !== VERDICT.unknown) continue;
        if (kinds.has(kindOf(draft))) numbers.set(draft, number);
        else this.#verdicts[number] = this.#down.has(number) ? VERDICT.none : VERDICT.addedUnknown;
      }
    }
    if (numbers.size === 0) return;
    for (const number of numbers.values()) this.#down.delete(number);
    const taken = { has: (id: string) => this.#isTaken(id) };
    const matched = await matchByContent(this.reads, [...numbers.keys()], { taken, former });
    await this.#judgeMatched(matched, { numbers, findSuppression, isKnown: false });
  }

  #isTaken(id: string): boolean {
    return this.#taken.find(id, () => true) !== undefined;
  }

  /** Of the reviews that no draft is a copy of yet. */
  async #freeKinds(): Promise<ReadonlySet<string>> {
    const kinds = new Set<string>();
    for await (const page of this.reads.reviewsBetween(FIRST_DAY, LAST_DAY)) {
      for (const review of page) if (!this.#isTaken(review.id)) kinds.add(kindOf(review));
    }
    return kinds;
  }
}

const [FIRST_DAY, LAST_DAY] = ["0001-01-01", "9999-12-31"];

interface Judging {
  readonly numbers: ReadonlyMap<DraftReview, number>;
  readonly findSuppression: FindSuppression;
  /** Whether an id told which review a draft is. */
  readonly isKnown: boolean;
}

/** The pages of drafts, each with the number of its first. */
export function* pagesOf(
  drafts: RecordList<DraftReview>,
): Generator<{ readonly page: readonly DraftReview[]; readonly first: number }> {
  let first = 0;
  for (const page of drafts.pages()) {
    yield { page, first };
    first += page.length;
  }
}

function numbersOf(page: readonly DraftReview[], first: number): ReadonlyMap<DraftReview, number> {
  return new Map(page.map((draft, offset) => [draft, first + offset]));
}

function numberOf(numbers: ReadonlyMap<DraftReview, number>, draft: DraftReview): number {
  const number = numbers.get(draft);
  if (number === undefined) throw new Error("A draft was matched that is not of this page");
  return number;
}
