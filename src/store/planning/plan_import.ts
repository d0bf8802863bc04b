/** What an import will do, as a value: a byte for each draft, and from it page by page the reviews that are written. */
import type { DraftReview } from "../../import/mod.ts";
import { type Business, mentionResolver } from "../../review/mod.ts";
import { type Analyst, analyzeBatches, findingsOf, withAnalyses } from "../analyze.ts";
import { MARK_KEY, type MarkKey, markKeyOf, markWriter } from "../contact_hashes.ts";
import { type EditionState, instantOfChange, instantOfRank } from "../edition_store.ts";
import type { JoinableReview, ReviewReads, StoredBusiness } from "../review_store.ts";
import type { Store } from "../store.ts";
import {
  type ChangedField,
  changedFields,
  isEdited,
  mergeDraft,
  newStoredReview,
  type StoredReview,
  UNSEEN_FIELDS,
} from "../stored_review.ts";
import { type ChangedJoin, findJoins, type Planned, type TouchedReview } from "./join_copies.ts";
import {
  allAdded,
  type DraftJudgement,
  type Drafts,
  judgeDrafts,
  type Merging,
  type OnOverwrite,
  pagesOf,
  VERDICT,
} from "./judge_drafts.ts";
import { analysisWanted } from "./match_drafts.ts";

/** An update to a stored review, with the fields that differ. */
export interface PlannedChange {
  readonly draft: DraftReview;
  readonly before: StoredReview;
  readonly after: StoredReview;
  readonly fields: readonly ChangedField[];
}

/** A draft that an import skips because its review was taken down. */
interface SuppressedDraft {
  readonly draft: DraftReview;
  /** The id it was taken down under. */
  readonly id: string;
}

/** What every plan of an import says. */
interface PlanBasis {
  /** The plan holds for this state of the store only. */
  readonly base: EditionState;
  /** The instant of the change, epoch milliseconds. */
  readonly at: number;
  readonly business: StoredBusiness;
  readonly businessChanged: boolean;
  /** What the marks of authors are hashed with. */
  readonly markKey: MarkKey;
  /** Whether the sample data give way to the owner's own. */
  readonly replacesSample: boolean;
}

/** What an import will do, without the reviews that are written: their drafts may be more than memory should hold. */
export interface ImportOutline extends PlanBasis, DraftJudgement {}

/** Reviews that an import writes, some at a time, in the order of the drafts. */
export interface PlannedPage {
  readonly added: readonly StoredReview[];
  readonly changed: readonly PlannedChange[];
}

/** What an import will do, to the last review. */
export interface ImportPlan extends PlanBasis, PlannedPage {
  readonly unchanged: number;
  /** Drafts of reviews that were taken down and stay so. */
  readonly suppressed: readonly SuppressedDraft[];
  /** Reviews missing from a file that replaces the set. */
  readonly removed: readonly StoredReview[];
  /** Reviews, kept and new, that begin or cease to be copies of others; those that are written have it in their rows. */
  readonly joins: readonly ChangedJoin[];
}

/** Whether a plan has nothing to do. */
export function isEmptyPlan(plan: ImportPlan | ImportOutline): boolean {
  if (plan.businessChanged || plan.removed.length > 0) return false;
  return "joins" in plan
    ? plan.added.length + plan.changed.length + plan.joins.length === 0
    : plan.verdicts.every((verdict) => verdict === VERDICT.none);
}

/** Input for planning an import. */
export interface ImportRequest {
  readonly drafts: Drafts;
  /** The business to save; called with the stored one, or null when only the sample is stored. */
  readonly businessAfter: (stored: Business | null) => Business;
  /** The owner's words on the insights; null keeps the stored ones. */
  readonly insightsOverrides: Readonly<Record<string, unknown>> | null;
  /** Whether the drafts are all there shall be. */
  readonly replace: boolean;
  /** See `MergeOptions.complete`. */
  readonly complete: boolean;
  /** Whether the drafts are of the authors themselves, whose reviews no other import changes. Default false. */
  readonly isAuthors?: boolean;
  /** Called with a draft that has nothing in common but its id with the review it would change; may throw. */
  readonly onOverwrite?: OnOverwrite | undefined;
  readonly analystFor: (business: Business) => Analyst;
  /** A new random key, 64 hexadecimal digits: kept where the installation has none yet. */
  readonly newKey: string;
}

/** Plans an import against the store as it stands. Reads only. The first import of one's own replaces the sample. */
export function planImport(store: Store, request: ImportRequest): Promise<ImportPlan> {
  return store.reviews.read(async (reads) => planWithin(reads, await outlineWithin(reads, request), request));
}

/** The same without the reviews; null for a store that was never looked through for copies, which a plan does. */
export function outlineImport(store: Store, request: ImportRequest): Promise<ImportOutline | null> {
  return store.reviews.read(async (reads) => {
    const wasJoined = (await reads.setting(JOINED_UNDER)) === JOINING || (await reads.tallies()).length === 0;
    return wasJoined ? outlineWithin(reads, request) : null;
  });
}

export async function outlineWithin(reads: ReviewReads, request: ImportRequest): Promise<ImportOutline> {
  const base = await reads.state();
  const stored = await reads.business();
  const ground = {
    base,
    at: instantOfChange(reads.now, base),
    markKey: markKeyOf(await reads.setting(MARK_KEY), request.newKey),
  };
  const business = businessFrom(request, stored);
  const judgement = await judgeDrafts(reads, { ...request, merging: mergingOf({ ...ground, business }, request) });
  const businessChanged = JSON.stringify(business) !== JSON.stringify(stored);
  const outline = { ...ground, ...judgement, business, businessChanged, replacesSample: false };
  if (stored === null || !isOnSample(stored, request)) return outline;
  return isEmptyPlan({ ...outline, businessChanged: false }) && request.drafts.length > 0
    ? { ...outline, business: stored, businessChanged: false }
    : {
        ...{ ...ground, ...allAdded(request.drafts), business: businessFrom(request, null) },
        ...{ businessChanged: true, replacesSample: true },
      };
}

/** Whether an import of one's own meets the sample. */
function isOnSample(stored: StoredBusiness, { businessAfter }: Pick<ImportRequest, "businessAfter">): boolean {
  return stored.profile.is_sample === true && !businessAfter(null).is_sample;
}

/** The business as it will be kept. */
function businessFrom(
  request: Pick<ImportRequest, "businessAfter" | "insightsOverrides">,
  stored: StoredBusiness | null,
): StoredBusiness {
  return {
    profile: request.businessAfter(stored?.profile ?? null),
    insightsOverrides: request.insightsOverrides ?? stored?.insightsOverrides ?? null,
  };
}

/** How drafts are merged with what is kept. */
function mergingOf(
  { business, markKey }: Pick<PlanBasis, "business" | "markKey">,
  { complete, analystFor }: Pick<ImportRequest, "complete" | "analystFor">,
): Merging {
  const analyst = analystFor(business.profile);
  return {
    complete,
    resolveMentions: mentionResolver(business.profile),
    found: findingsOf(analyst),
    writeMarks: markWriter(markKey),
    analyst,
  };
}

async function planWithin(reads: ReviewReads, outline: ImportOutline, request: ImportRequest): Promise<ImportPlan> {
  const { verdicts: _, targets: __, suppressed: numbers, ...basis } = outline;
  const added: StoredReview[] = [];
  const changed: PlannedChange[] = [];
  for await (const page of plannedPages(reads, outline, request)) {
    added.push(...page.added);
    changed.push(...page.changed);
  }
  const suppressed = suppressedDrafts(numbers, request.drafts);
  return joinWithin(reads, { ...basis, added, changed, suppressed });
}

function suppressedDrafts(numbers: ImportOutline["suppressed"], drafts: Drafts): SuppressedDraft[] {
  const found = new Map(numbers.map(({ number }) => [number, [] as DraftReview[]]));
  for (const { page, first } of found.size === 0 ? [] : pagesOf(drafts)) {
    for (const [offset, draft] of page.entries()) found.get(first + offset)?.push(draft);
  }
  return numbers.flatMap(({ number, id }) => (found.get(number) ?? []).map((draft) => ({ draft, id })));
}

const KNOWN: ReadonlySet<number> = new Set([VERDICT.added, VERDICT.changed]);
const UNKNOWN: ReadonlySet<number> = new Set([VERDICT.addedUnknown, VERDICT.changedUnknown]);
export const WRITTEN: ReadonlySet<number> = new Set([...KNOWN, ...UNKNOWN]);
const ADDED: ReadonlySet<number> = new Set([VERDICT.added, VERDICT.addedUnknown]);

/** The reviews that an import writes; those that only their words could tell come last. */
export async function* plannedPages(
  reads: ReviewReads,
  outline: ImportOutline,
  request: ImportRequest,
): AsyncGenerator<PlannedPage> {
  const planner = new PagePlanner(reads, outline, request);
  for (const meant of [KNOWN, UNKNOWN]) {
    if (!outline.verdicts.some((verdict) => meant.has(verdict))) continue;
    for (const numbered of pagesOf(request.drafts)) {
      const planned = await planner.plan(numbered, meant);
      if (planned.added.length + planned.changed.length > 0) yield planned;
    }
  }
}

/** Makes reviews of drafts, as a judgement has it. */
export class PagePlanner {
  readonly #merging: Merging;
  readonly #ranks = { added: 0, changed: 0 };

  constructor(
    private readonly reads: ReviewReads,
    private readonly outline: ImportOutline,
    request: ImportRequest,
  ) {
    this.#merging = mergingOf(outline, request);
  }

  /** Those of a page that have one of the verdicts that are meant. */
  async plan(
    { page, first }: { readonly page: readonly DraftReview[]; readonly first: number },
    meant: ReadonlySet<number>,
  ): Promise<PlannedPage> {
    const { at, verdicts, targets } = this.outline;
    const added: StoredReview[] = [];
    const merged: { readonly draft: DraftReview; readonly id: string }[] = [];
    for (const [offset, draft] of page.entries()) {
      const verdict = verdicts[first + offset] ?? VERDICT.none;
      if (!meant.has(verdict)) continue;
      if (ADDED.has(verdict))
        added.push(newStoredReview(draft, instantOfRank(at, this.#ranks.added++), this.#merging.writeMarks));
      else merged.push({ draft, id: targets.get(first + offset) ?? "" });
    }
    const changed = (await changesOf(this.reads, merged, this.#merging)).map((change) =>
      changeTo(change, instantOfRank(at, this.#ranks.changed++)),
    );
    return { added, changed };
  }
}

/** The changes that drafts make, not dated yet. */
async function changesOf(
  reads: ReviewReads,
  page: readonly { readonly draft: DraftReview; readonly id: string }[],
  merging: Merging,
): Promise<PlannedChange[]> {
  if (page.length === 0) return [];
  const wanted = analysisWanted(page.map(({ draft }) => draft));
  const kept = await reads.reviewsById([...new Set(page.map(({ id }) => id))], wanted);
  const found = new Map(kept.map((review) => [review.id, review]));
  const matched = page.map(({ draft, id }) => {
    const before = found.get(id);
    if (before === undefined) throw new Error(`The review ${id} that a draft changes is gone`);
    return { id, draft, before };
  });
  return matched.map(({ draft, before }) => {
    const after = mergeDraft(before, draft, merging);
    return { draft, before, after, fields: changedFields(before, after) };
  });
}

/** The change, dated where readers see it. */
function changeTo(change: PlannedChange, at: number): PlannedChange {
  const { before, after, fields } = change;
  const isVisible = fields.some((field) => !UNSEEN_FIELDS.has(field));
  const edited = after.edited || isEdited(before, after);
  const updatedAt = isVisible ? at : after.updatedAt;
  // What was found may be of another text, or was not read.
  return { ...change, after: { ...after, edited, updatedAt, analysis: null, analysisKey: null } };
}

/** Under this name stands that all reviews kept before were once looked through for copies. */
export const JOINED_UNDER = "joined_under";
/** Raise it when copies are found by another rule. */
export const JOINING = "4";

export async function joinWithin(reads: ReviewReads, plan: Omit<ImportPlan, "joins">): Promise<ImportPlan> {
  const lookup = plan.replacesSample ? emptied(reads) : reads;
  const joins = await findJoins(lookup, await touchedBy(plan, lookup), plannedBy(plan));
  const byId = new Map(joins.map((join) => [join.before.id, join]));
  return {
    ...plan,
    joins,
    added: plan.added.map((review) => joined(review, byId.get(review.id))),
    changed: plan.changed.map((change) => ({ ...change, after: joinedChange(change, byId, plan.at) })),
  };
}

type Lookup = Pick<ReviewReads, "joinableBetween" | "setting">;

/** A store whose reviews are gone. */
function emptied({ setting }: ReviewReads): Lookup {
  return {
    setting,
    joinableBetween: async () => [],
  };
}

/** The first import of this release looks through all that earlier ones have kept. */
async function touchedBy(
  { added, changed, removed }: Omit<ImportPlan, "joins">,
  lookup: Lookup,
): Promise<TouchedReview[]> {
  const written = [...added, ...changed.flatMap(({ before, after }) => [before, after]), ...removed];
  if ((await lookup.setting(JOINED_UNDER)) === JOINING) return written;
  return [...written, ...(await lookup.joinableBetween("0001-01-01", "9999-12-31"))];
}

function plannedBy({ added, changed, removed }: Omit<ImportPlan, "joins">): Planned {
  return new Map<string, JoinableReview | null>([
    ...removed.map(({ id }) => [id, null] as const),
    ...added.map((review) => [review.id, review] as const),
    ...changed.map(({ after }) => [after.id, after] as const),
  ]);
}

function joined(review: StoredReview, join: ChangedJoin | undefined): StoredReview {
  return join === undefined ? review : { ...review, copyOf: join.copyOf, alsoAt: join.alsoAt };
}

function joinedChange({ after }: PlannedChange, byId: ReadonlyMap<string, ChangedJoin>, at: number): StoredReview {
  const join = byId.get(after.id);
  return join === undefined ? after : { ...joined(after, join), updatedAt: at };
}

/** Reviews handed to the analyst at a time. */
const BATCH = 500;

/**
 * The plan with every review that it adds or changes analysed: the slow part of an import, done before the transaction
 * so that the write lock is held for the writing alone. `onProgress` receives the number done.
 */
export async function analyzePlan(
  plan: ImportPlan,
  analyst: Analyst,
  onProgress?: (done: number) => void,
): Promise<ImportPlan> {
  const added: StoredReview[] = [];
  const changed: PlannedChange[] = [];
  const total = plan.added.length + plan.changed.length;
  for await (const page of analyzedPages(batchesOf(plan), analyst, total)) {
    added.push(...page.added);
    changed.push(...page.changed);
    onProgress?.(added.length + changed.length);
  }
  return { ...plan, added, changed };
}

/** Pages whose reviews are analysed, some of them ahead of the one that is written; of `total` reviews in all. */
export async function* analyzedPages(
  pages: Iterable<PlannedPage> | AsyncIterable<PlannedPage>,
  analyst: Analyst,
  total: number,
): AsyncGenerator<PlannedPage> {
  for await (const [{ added, changed }, analyses] of analyzeBatches(analyst, pages, { total, reviewsOf: writtenBy })) {
    const written = withAnalyses(writtenBy({ added, changed }), analyst, analyses);
    const afters = written.slice(added.length);
    yield {
      added: written.slice(0, added.length),
      changed: changed.map((change, at) => ({ ...change, after: afters[at] ?? change.after })),
    };
  }
}

/** The reviews of a page as they will be kept. */
export function writtenBy({ added, changed }: PlannedPage): StoredReview[] {
  return [...added, ...changed.map(({ after }) => after)];
}

function* batchesOf({ added, changed }: PlannedPage): Generator<PlannedPage> {
  for (let start = 0; start < added.length + changed.length; start += BATCH) {
    const from = Math.max(0, start - added.length);
    const to = Math.max(0, start + BATCH - added.length);
    yield { added: added.slice(start, start + BATCH), changed: changed.slice(from, to) };
  }
}
