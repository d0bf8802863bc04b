/**
 * Decides what an import will do, without doing it: the same plan feeds the dry run and the transaction.
 *
 * @module
 */
import { sql } from "drizzle-orm";
import type { DraftReview } from "../import/mod.ts";
import { type Business, mentionResolver } from "../review/mod.ts";
import { reviews } from "../sql/schema.ts";
import { type Analyst, findingsOf } from "./analyst.ts";
import { type EditionState, instantOfChange, readBusiness, readEditionState, type StoredBusiness } from "./edition.ts";
import { type MatchedDraft, matchDrafts } from "./match_drafts.ts";
import type { Store } from "./store.ts";
import {
  type ChangedField,
  changedFields,
  type MergeOptions,
  mergeDraft,
  newStoredReview,
  type StoredReview,
} from "./stored_review.ts";
import { type FindSuppression, readSuppressions } from "./suppressions.ts";

export interface ImportRequest {
  readonly drafts: readonly DraftReview[];
  /** The business as it shall be; called with the stored one, or null when there is none but the sample. */
  readonly businessAfter: (stored: Business | null) => Business;
  /** The owner's words on the insights; null keeps the stored ones. */
  readonly insightsOverrides: Readonly<Record<string, unknown>> | null;
  /** Whether the drafts are all there shall be. */
  readonly replace: boolean;
  /** See `MergeOptions.complete`. */
  readonly complete: boolean;
  readonly analystFor: (business: Business) => Analyst;
  readonly now: number;
}

export interface PlannedChange {
  readonly draft: DraftReview;
  readonly before: StoredReview;
  readonly after: StoredReview;
  readonly fields: readonly ChangedField[];
}

export interface SuppressedDraft {
  readonly draft: DraftReview;
  /** The id it was taken down under. */
  readonly id: string;
}

/** What an import will do. Reviews are in the order of the drafts. */
export interface ImportPlan {
  /** The plan holds for this state of the store only. */
  readonly base: EditionState;
  /** The instant of the change, epoch milliseconds. */
  readonly at: number;
  readonly business: StoredBusiness;
  readonly businessChanged: boolean;
  readonly added: readonly StoredReview[];
  readonly changed: readonly PlannedChange[];
  readonly unchanged: number;
  /** Drafts of reviews that were taken down and stay so. */
  readonly suppressed: readonly SuppressedDraft[];
  /** Reviews missing from a file that replaces the set. */
  readonly removed: readonly StoredReview[];
  /** Whether the sample data give way to the owner's own. */
  readonly replacesSample: boolean;
}

/** Whether a plan has nothing to do. */
export function isEmptyPlan({ businessChanged, added, changed, removed }: ImportPlan): boolean {
  return !businessChanged && added.length + changed.length + removed.length === 0;
}

/** Plans an import against the store as it stands. Reads only. The first import of one's own replaces the sample. */
export function planImport(store: Store, request: ImportRequest): ImportPlan {
  const stored = readBusiness(store);
  const plan = planOver(store, request, stored);
  if (!stored?.profile.is_sample || request.businessAfter(null).is_sample) return plan;
  return isEmptyPlan({ ...plan, businessChanged: false }) && request.drafts.length > 0
    ? { ...plan, business: stored, businessChanged: false }
    : planAfresh(store, request);
}

function planOver(store: Store, request: ImportRequest, stored: StoredBusiness | null): ImportPlan {
  const base = readEditionState(store);
  const business = businessFrom(request, stored);
  const sorted = sortDrafts(matchDrafts(store, request.drafts), readSuppressions(store), {
    complete: request.complete,
    resolveMentions: mentionResolver(business.profile),
    found: findingsOf(request.analystFor(business.profile)),
    at: instantOfChange(request.now, base),
  });
  const { seen, ...decided } = sorted;
  return {
    base,
    at: instantOfChange(request.now, base),
    business,
    businessChanged: JSON.stringify(business) !== JSON.stringify(stored),
    ...decided,
    removed: request.replace ? reviewsOtherThan(store, seen) : [],
    replacesSample: false,
  };
}

/** The plan over a store whose sample data are gone. */
function planAfresh(store: Store, request: ImportRequest): ImportPlan {
  const base = readEditionState(store);
  const at = instantOfChange(request.now, base);
  return {
    base,
    at,
    business: businessFrom(request, null),
    businessChanged: true,
    added: request.drafts.map((draft, rank) => newStoredReview(draft, instantOfRank(at, rank))),
    changed: [],
    unchanged: 0,
    suppressed: [],
    removed: [],
    replacesSample: true,
  };
}

function businessFrom(request: ImportRequest, stored: StoredBusiness | null): StoredBusiness {
  return {
    profile: request.businessAfter(stored?.profile ?? null),
    insightsOverrides: request.insightsOverrides ?? stored?.insightsOverrides ?? null,
  };
}

interface Sorted extends Pick<ImportPlan, "added" | "changed" | "unchanged" | "suppressed"> {
  readonly seen: ReadonlySet<string>;
}

function sortDrafts(
  drafts: Iterable<MatchedDraft>,
  findSuppression: FindSuppression,
  options: MergeOptions & { readonly at: number },
): Sorted {
  const added: StoredReview[] = [];
  const changed: PlannedChange[] = [];
  const suppressed: SuppressedDraft[] = [];
  const seen = new Set<string>();
  let unchanged = 0;
  for (const { id, draft, before } of drafts) {
    seen.add(id);
    const removedId = findSuppression(draft, id);
    if (removedId !== undefined) suppressed.push({ draft, id: removedId });
    else if (before === undefined) added.push(newStoredReview(draft, instantOfRank(options.at, added.length)));
    else {
      const after = mergeDraft(before, draft, options);
      const fields = changedFields(before, after);
      if (fields.length === 0) unchanged++;
      else changed.push(changeTo(after, { draft, before, fields, at: instantOfRank(options.at, changed.length) }));
    }
  }
  return { added, changed, unchanged, suppressed, seen };
}

function changeTo(
  review: StoredReview,
  { draft, before, fields, at }: Omit<PlannedChange, "after"> & { readonly at: number },
): PlannedChange {
  // What the source calls a review is not published.
  const isVisible = fields.some((field) => field !== "sourceId");
  const edited = review.edited || fields.includes("text") || fields.includes("rating");
  return { draft, before, fields, after: { ...review, edited, updatedAt: isVisible ? at : review.updatedAt } };
}

/**
 * Feed validators complain of entries with equal `updated`, so the reviews of one import get instants a millisecond
 * apart, backwards from the change and within its second.
 */
export function instantOfRank(at: number, rank: number): number {
  return at - (rank % 1000);
}

function reviewsOtherThan(store: Store, ids: ReadonlySet<string>): StoredReview[] {
  return store
    .select()
    .from(reviews)
    .where(sql`${reviews.id} NOT IN (SELECT value FROM json_each(${JSON.stringify([...ids])}))`)
    .all();
}
