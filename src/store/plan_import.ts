/**
 * Decides what an import will do, without doing it: the same plan feeds the dry run and the transaction.
 *
 * @module
 */
import type { DraftReview } from "../import/mod.ts";
import { type Business, mentionResolver } from "../review/mod.ts";
import { type Analyst, findingsOf } from "./analyst.ts";
import { readFormerSources } from "./former_sources.ts";
import type { ImportPlan, PlannedChange, SuppressedDraft } from "./import_plan.ts";
import { isEmptyPlan } from "./import_plan.ts";
import { instantOfChange, instantOfRank } from "./instants.ts";
import { joinWithin } from "./join_plan.ts";
import { MARK_KEY, markKeyOf, markWriter } from "./marks.ts";
import { type MatchedDraft, matchDrafts } from "./match_drafts.ts";
import type { ReviewReads, StoredBusiness } from "./ports/reviews.ts";
import type { Store } from "./ports/store.ts";
import {
  changedFields,
  isEdited,
  type MergeOptions,
  mergeDraft,
  newStoredReview,
  type StoredReview,
  UNSEEN_FIELDS,
} from "./stored_review.ts";
import { type FindSuppression, findSuppressions } from "./suppressions.ts";

/** Input for planning an import. */
export interface ImportRequest {
  readonly drafts: readonly DraftReview[];
  /** The business to save; called with the stored one, or null when only the sample is stored. */
  readonly businessAfter: (stored: Business | null) => Business;
  /** The owner's words on the insights; null keeps the stored ones. */
  readonly insightsOverrides: Readonly<Record<string, unknown>> | null;
  /** Whether the drafts are all there shall be. */
  readonly replace: boolean;
  /** See `MergeOptions.complete`. */
  readonly complete: boolean;
  readonly analystFor: (business: Business) => Analyst;
  /** A new random key, 64 hexadecimal digits: kept where the installation has none yet. */
  readonly newKey: string;
}

/** Plans an import against the store as it stands. Reads only. The first import of one's own replaces the sample. */
export function planImport(store: Store, request: ImportRequest): Promise<ImportPlan> {
  return store.reviews.read((reads) => planWithin(reads, request));
}

async function planWithin(reads: ReviewReads, request: ImportRequest): Promise<ImportPlan> {
  const ground = await groundOf(reads, request);
  const { stored } = ground;
  const plan = await planOver(reads, request, ground);
  if (stored === null || !isOnSample(stored, request)) return plan;
  return isEmptyPlan({ ...plan, businessChanged: false }) && request.drafts.length > 0
    ? { ...plan, business: stored, businessChanged: false }
    : planAfresh(reads, request, ground);
}

/** The current revision, and the instant of the change. */
export interface Ground extends Pick<ImportPlan, "base" | "at" | "markKey"> {
  readonly stored: StoredBusiness | null;
}

/** What a plan stands on. */
export async function groundOf(reads: ReviewReads, { newKey }: Pick<ImportRequest, "newKey">): Promise<Ground> {
  const base = await reads.state();
  const markKey = markKeyOf(await reads.setting(MARK_KEY), newKey);
  return { stored: await reads.business(), base, at: instantOfChange(reads.now, base), markKey };
}

/** Whether an import of one's own meets the sample. */
export function isOnSample(
  stored: StoredBusiness | null,
  { businessAfter }: Pick<ImportRequest, "businessAfter">,
): boolean {
  return stored?.profile.is_sample === true && !businessAfter(null).is_sample;
}

async function planOver(reads: ReviewReads, request: ImportRequest, ground: Ground): Promise<ImportPlan> {
  const { base, at, stored, markKey } = ground;
  const business = businessFrom(request, stored);
  const former = await readFormerSources(reads);
  const analyst = request.analystFor(business.profile);
  const sorter = new DraftSorter(findSuppressions(await reads.removals(), former), {
    complete: request.complete,
    resolveMentions: mentionResolver(business.profile),
    found: findingsOf(analyst),
    writeMarks: markWriter(markKey),
    at,
  });
  for await (const page of matchDrafts(reads, request.drafts, former)) {
    if (page.some(isToBeAnalyzed)) await analyst.prepare?.();
    sorter.sort(page);
  }
  const { added, changed, unchanged, suppressed, seen } = sorter;
  const removed = request.replace ? await reads.reviewsOtherThan([...seen]) : [];
  return joinWithin(reads, {
    base,
    at,
    business,
    businessChanged: JSON.stringify(business) !== JSON.stringify(stored),
    markKey,
    ...{ added, changed, unchanged, suppressed, removed },
    replacesSample: false,
  });
}

/** Whether a draft is compared with what was found in a review that no server has analysed yet. */
export function isToBeAnalyzed({ draft, before }: MatchedDraft): boolean {
  if (before === undefined || before.analysis !== null) return false;
  const byMentions = draft.mentions !== null && before.givenMentions === null;
  return byMentions || (draft.language !== null && before.language === null);
}

/** The plan over a store whose sample data are gone. */
function planAfresh(reads: ReviewReads, request: ImportRequest, { base, at, markKey }: Ground): Promise<ImportPlan> {
  const writeMarks = markWriter(markKey);
  return joinWithin(reads, {
    base,
    at,
    business: businessFrom(request, null),
    businessChanged: true,
    markKey,
    added: request.drafts.map((draft, rank) => newStoredReview(draft, instantOfRank(at, rank), writeMarks)),
    changed: [],
    unchanged: 0,
    suppressed: [],
    removed: [],
    replacesSample: true,
  });
}

/** The business as it will be kept. */
export function businessFrom(
  request: Pick<ImportRequest, "businessAfter" | "insightsOverrides">,
  stored: StoredBusiness | null,
): StoredBusiness {
  return {
    profile: request.businessAfter(stored?.profile ?? null),
    insightsOverrides: request.insightsOverrides ?? stored?.insightsOverrides ?? null,
  };
}

type SortOptions = MergeOptions & { readonly at: number };

/** Decides of each draft what an import does with it. */
class DraftSorter {
  readonly added: StoredReview[] = [];
  readonly changed: PlannedChange[] = [];
  readonly suppressed: SuppressedDraft[] = [];
  /** Ids of all reviews that the drafts are, or would be. */
  readonly seen = new Set<string>();
  unchanged = 0;

  constructor(
    private readonly findSuppression: FindSuppression,
    private readonly options: SortOptions,
  ) {}

  sort(drafts: readonly MatchedDraft[]): void {
    for (const matched of drafts) this.#sortOne(matched);
  }

  #sortOne({ id, draft, before }: MatchedDraft): void {
    this.seen.add(id);
    const removedId = this.findSuppression(draft, id);
    if (removedId !== undefined) this.suppressed.push({ draft, id: removedId });
    else if (before === undefined) this.added.push(this.#newReview(draft));
    else this.#merge(draft, before);
  }

  #newReview(draft: DraftReview): StoredReview {
    return newStoredReview(draft, instantOfRank(this.options.at, this.added.length), this.options.writeMarks);
  }

  #merge(draft: DraftReview, before: StoredReview): void {
    const { options } = this;
    const after = mergeDraft(before, draft, options);
    const fields = changedFields(before, after);
    if (fields.length === 0) this.unchanged++;
    else {
      const at = instantOfRank(options.at, this.changed.length);
      this.changed.push(changeTo(after, { draft, before, fields, at }));
    }
  }
}

/** The change to a merged review, dated where readers see it. */
export function changeTo(
  review: StoredReview,
  { draft, before, fields, at }: Omit<PlannedChange, "after"> & { readonly at: number },
): PlannedChange {
  const isVisible = fields.some((field) => !UNSEEN_FIELDS.has(field));
  const edited = review.edited || isEdited(before, review);
  const updatedAt = isVisible ? at : review.updatedAt;
  // What was found may be of another text, or was not read.
  return { draft, before, fields, after: { ...review, edited, updatedAt, analysis: null, analysisKey: null } };
}
