/** What an import will do, as a table of changes that a preview shows and a save carries out. Reads only. */
import { GoodwordError } from "../../errors.ts";
import type { DraftReview } from "../../import/mod.ts";
import { type Business, cameByOwnLink, compareNames, mentionResolver, nameWords } from "../../review/mod.ts";
import { type Analyst, analyzeBatches, findingsOf } from "../analyze.ts";
import { CONTACT_HASH_KEY, contactHashWriter } from "../contact_hashes.ts";
import { type EditionState, instantOfChange, instantOfRank } from "../edition_store.ts";
import { readErased } from "../erasures.ts";
import type { ChangedReview, ImportChange, WrittenReview } from "../import_changes.ts";
import type { StoredBusiness } from "../review_store.ts";
import type { ReviewReads, Store } from "../store.ts";
import {
  changedFields,
  isEdited,
  type MergeOptions,
  mergeDraft,
  newStoredReview,
  type StoredReview,
  UNSEEN_FIELDS,
} from "../stored_review.ts";
import { readFormerSources } from "./former_sources.ts";
import { findCopiesOf, findJoins, type JoinLookup } from "./join_copies.ts";
import {
  asNewDrafts,
  type Drafts,
  findSuppressions,
  type MatchedDraft,
  matchDrafts,
  sourceKey,
} from "./match_drafts.ts";

export interface ImportRequest {
  readonly drafts: Drafts;
  /** The business to save; called with the stored one, or null when only the sample is stored. */
  readonly businessAfter: (stored: Business | null) => Business;
  /** The owner's words on the insights; null keeps the stored ones. */
  readonly insightsOverrides: Readonly<Record<string, unknown>> | null;
  readonly replace: boolean;
  /** Sources for which the drafts are complete: reviews missing from them vanished there before `day`. */
  readonly full?: { readonly sources: ReadonlySet<string>; readonly day: string } | undefined;
  readonly complete: boolean;
  /** Whether the drafts are of the authors themselves, whose reviews no other import changes. Default false. */
  readonly isFromAuthor?: boolean;
  /** Called with a draft that has nothing in common but its id with the review it would change; may throw. */
  readonly onOverwrite?: ((draft: DraftReview, before: StoredReview) => void) | undefined;
  readonly analystFor: (business: Business) => Analyst;
  /** A new random key, 64 hexadecimal digits: kept where the installation has none yet. */
  readonly newKey: string;
}

export interface PlanCounts extends ReturnType<ImportStaging["counts"]> {
  readonly unchanged: number;
}

export interface ImportGround {
  /** The plan holds for this state of the store only. */
  readonly base: EditionState;
  readonly at: number;
  readonly business: StoredBusiness;
  readonly businessChanged: boolean;
  /** What marks are hashed with, and whether it is yet to be kept. */
  readonly markKey: { readonly value: string; readonly isNew: boolean };
  /** Whether the sample data give way to the owner's own. */
  readonly replacesSample: boolean;
  readonly isFromAuthor: boolean;
}

type ImportStaging = ReturnType<Store["openStaging"]>;

export interface ImportPlan extends ImportGround, Disposable {
  readonly changes: ImportStaging;
  readonly counts: PlanCounts;
  readonly isEmpty: boolean;
}

/** Plans an import against the store as it stands. The first import of one's own replaces the sample. */
export async function planImport(store: Store, request: ImportRequest): Promise<ImportPlan> {
  const changes = store.openStaging();
  try {
    const plan = await store.reviews.read(async (reads) => {
      const ground = await groundOf(reads, request);
      const seen: Seen = { ids: [], knownSources: new Set() };
      const unchanged = await stageChanges(changes, judged(reads, ground, request, seen));
      const lookup = lookupOf(changes, reads, ground);
      if (!request.replace && !ground.replacesSample)
        await stageGone(changes, { reads, ground, request, lookup, seen });
      await stageJoins(changes, { reads, ground, lookup });
      return { ...ground, counts: { ...changes.counts(), unchanged } };
    });
    const isEmpty = !plan.businessChanged && changes.isEmpty;
    return { ...plan, changes, isEmpty, [Symbol.dispose]: () => changes[Symbol.dispose]() };
  } catch (error) {
    changes[Symbol.dispose]();
    throw error;
  }
}

async function groundOf(reads: ReviewReads, request: ImportRequest): Promise<ImportGround> {
  const base = await reads.state();
  const stored = await reads.business();
  const business = businessFrom(request, stored);
  const key = await reads.setting(CONTACT_HASH_KEY);
  const ground = {
    base,
    at: instantOfChange(reads.now, base),
    markKey: { value: key ?? request.newKey, isNew: key === undefined },
    business,
    businessChanged: JSON.stringify(business) !== JSON.stringify(stored),
    replacesSample: false,
    isFromAuthor: request.isFromAuthor === true,
  };
  const isOnSample = stored?.profile.is_sample === true && !request.businessAfter(null).is_sample;
  if (stored === null || !isOnSample) return ground;
  return request.drafts.length > 0 && (await isAllKept(judged(reads, ground, request)))
    ? { ...ground, business: stored, businessChanged: false }
    : { ...ground, business: businessFrom(request, null), businessChanged: true, replacesSample: true };
}

function businessFrom(
  { businessAfter, insightsOverrides }: ImportRequest,
  stored: StoredBusiness | null,
): StoredBusiness {
  return {
    profile: businessAfter(stored?.profile ?? null),
    insightsOverrides: insightsOverrides ?? stored?.insightsOverrides ?? null,
  };
}

interface Seen {
  readonly ids: string[];
  readonly knownSources: Set<string>;
}

function noteSeen(page: readonly MatchedDraft[], { ids, knownSources }: Seen): void {
  for (const { id, before } of page) {
    ids.push(id);
    if (before !== undefined) knownSources.add(before.source);
  }
}

interface Judged {
  readonly changes: readonly ImportChange[];
  readonly unchanged: number;
}

/** What becomes of each draft, and of the reviews that a replacing file leaves out, in the order of writing. `seen` collects the matches. */
async function* judged(
  reads: ReviewReads,
  ground: ImportGround,
  request: ImportRequest,
  seen: Seen = { ids: [], knownSources: new Set() },
): AsyncGenerator<Judged> {
  const removals = await reads.removals();
  const isErased = await readErased(reads, "review");
  const judge = new DraftJudge(ground, request);
  const hasNothing = removals.length === 0 && isErased === null && (await reads.tallies()).length === 0;
  if (ground.replacesSample || hasNothing) {
    for (const page of asNewDrafts(request.drafts)) yield judge.judge(page, () => undefined);
    return;
  }
  const former = await readFormerSources(reads);
  const findSuppression = findSuppressions(removals, former, isErased ?? (() => false));
  const renumbered = new RenumberedReviews();
  for await (const page of matchDrafts(reads, request.drafts, former)) {
    if (request.replace || request.full !== undefined) noteSeen(page, seen);
    const result = judge.judge(page, ({ draft, id }) => findSuppression(draft, id));
    await renumbered.note(reads, result.changes);
    yield result;
  }
  const left = request.replace
    ? (await reads.reviewsOtherThan(seen.ids)).filter((review) => !cameByOwnLink(review))
    : [];
  renumbered.check(new Set(left.map(({ id }) => id)));
  if (left.length === 0) return;
  yield {
    changes: left.map((before) => ({ kind: "removed", record: null, id: before.id, before, after: null })),
    unchanged: 0,
  };
}

class DraftJudge {
  readonly #merging: MergeOptions;
  readonly #ranks = { added: 0, changed: 0 };

  constructor(
    private readonly ground: ImportGround,
    private readonly request: ImportRequest,
  ) {
    const { markKey, business } = ground;
    this.#merging = {
      complete: request.complete,
      resolveMentions: mentionResolver(business.profile),
      found: findingsOf(request.analystFor(business.profile)),
      writeMarks: contactHashWriter(markKey.value),
    };
  }

  judge(page: readonly MatchedDraft[], findSuppression: (match: MatchedDraft) => string | undefined): Judged {
    const changes = page.flatMap((match) => {
      const removedId = findSuppression(match);
      if (removedId === undefined) return this.#changeBy(match) ?? [];
      return [{ kind: "kept_out", record: match.record, id: removedId, before: null, after: null } as const];
    });
    return { changes, unchanged: page.length - changes.length };
  }

  #changeBy({ record, draft, before }: MatchedDraft): ImportChange | null {
    const { at } = this.ground;
    if (before === undefined) {
      const after = newStoredReview(draft, instantOfRank(at, this.#ranks.added++), this.#merging.writeMarks);
      return { kind: "added", record, id: after.id, before: null, after };
    }
    if (cameByOwnLink(before) && !this.request.isFromAuthor) return null;
    const after = mergeDraft(before, draft, this.#merging);
    const fields = changedFields(before, after);
    if (fields.length === 0) return null;
    if (isOverwritten(before, draft)) this.request.onOverwrite?.(draft, before);
    const dated = datedChange({ before, after, fields }, instantOfRank(at, this.#ranks.changed++));
    return { kind: "changed", record, id: before.id, before, after: dated, fields };
  }
}

/** Reviews that get another id at their source: no two may have the same one. */
class RenumberedReviews {
  readonly #owners = new Map<string, string | null>();
  readonly #taking: { readonly after: StoredReview; readonly owner: string }[] = [];

  async note(reads: ReviewReads, changes: readonly ImportChange[]): Promise<void> {
    const renumbered = changes.filter(
      (change): change is ChangedReview =>
        change.kind === "changed" &&
        change.after.sourceId !== null &&
        sourceKey(change.after) !== sourceKey(change.before),
    );
    if (renumbered.length === 0) return;
    const wanted = renumbered.map(({ after }) => ({ source: after.source, sourceId: after.sourceId ?? "" }));
    const kept = await reads.reviewsBySourceId(wanted, { withoutMentions: false, withoutLanguage: false });
    for (const each of kept) if (!this.#owners.has(sourceKey(each))) this.#owners.set(sourceKey(each), each.id);
    for (const { id, before, after } of renumbered) {
      const owner = this.#owners.get(sourceKey(after)) ?? id;
      if (owner !== id) this.#taking.push({ after, owner });
      this.#owners.set(sourceKey(before), null);
      this.#owners.set(sourceKey(after), id);
    }
  }

  /** @throws {GoodwordError} `input_refused` where a change takes an id from a review that is not `removed` */
  check(removed: ReadonlySet<string>): void {
    const taken = this.#taking.find(({ owner }) => !removed.has(owner));
    if (taken === undefined) return;
    const { id, source, sourceId } = taken.after;
    const claim = `review ${JSON.stringify(id)} cannot have the id ${JSON.stringify(sourceId)} at ${source}`;
    const remedy = `review ${JSON.stringify(taken.owner)} has it; correct one of the two`;
    throw new GoodwordError("input_refused", `${claim}: ${remedy}`);
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

function datedChange({ before, after, fields }: Pick<ChangedReview, "before" | "after" | "fields">, at: number) {
  const isVisible = fields.some((field) => !UNSEEN_FIELDS.has(field));
  const edited = after.edited || isEdited(before, after);
  const updatedAt = isVisible ? at : after.updatedAt;
  // What was found may be of another text, or was not read.
  return { ...after, edited, updatedAt, analysis: null, analysisKey: null };
}

async function isAllKept(pages: AsyncIterable<Judged>): Promise<boolean> {
  for await (const { changes } of pages) if (changes.some(({ kind }) => kind !== "kept_out")) return false;
  return true;
}

async function stageChanges(staging: ImportStaging, pages: AsyncIterable<Judged>): Promise<number> {
  let count = 0;
  for await (const { changes, unchanged } of pages) {
    staging.add(changes);
    count += unchanged;
  }
  return count;
}

/** Under this name stands that all reviews kept before were once looked through for copies. */
export const JOINED_UNDER = "joined_under";
export const JOINING = "4";

/** The reviews, kept and new, as they will be. */
function lookupOf(staging: ImportStaging, reads: ReviewReads, { replacesSample }: ImportGround): JoinLookup {
  return {
    setting: reads.setting,
    async joinableBetween(first, last) {
      const { reviews, ids } = staging.between(first, last);
      const kept = replacesSample ? [] : await reads.joinableBetween(first, last);
      return [...kept.filter(({ id }) => !ids.has(id)), ...reviews];
    },
  };
}

interface Staged {
  readonly reads: ReviewReads;
  readonly ground: ImportGround;
  readonly lookup: JoinLookup;
}

interface Matched extends Staged {
  readonly request: ImportRequest;
  readonly seen: Seen;
}

/** Stages the reviews that have vanished at sources for which the files are complete. */
async function stageGone(staging: ImportStaging, { reads, ground, request, lookup, seen }: Matched): Promise<void> {
  if (request.full === undefined) return;
  const { sources, day } = request.full;
  // A file with none of the reviews that are kept may be that of another location.
  const known = [...sources].filter((source) => seen.knownSources.has(source));
  if (known.length === 0) return;
  const left = (await reads.reviewsOtherThan(seen.ids, known)).filter(
    (review) => review.goneAtSource === null && !cameByOwnLink(review),
  );
  const present = await findCopiesOf(lookup, left);
  const gone = left.filter(({ id }) => !present.has(id));
  staging.add(
    gone.map((before, rank) => {
      const after = { ...before, goneAtSource: day, updatedAt: instantOfRank(ground.at, rank) };
      return { kind: "gone", record: null, id: before.id, before, after };
    }),
  );
}

async function stageJoins(staging: ImportStaging, { reads, ground, lookup }: Staged): Promise<void> {
  const { replacesSample } = ground;
  for (const touched of staging.touched()) staging.saveJoins(await findJoins(lookup, touched));
  if (replacesSample || (await reads.setting(JOINED_UNDER)) === JOINING) return;
  // The first import of this release looks through all that earlier ones have kept.
  staging.saveJoins(await findJoins(lookup, await reads.joinableBetween("0001-01-01", "9999-12-31")));
}

/** More reviews than these are analysed in threads: what that leaves in memory goes with them. */
const WORTH_THREADS = 2000;

/** Analyses what a plan adds or changes before the transaction, so that the write lock is held for the writing alone. */
export async function analyzePlan(
  { changes, counts }: ImportPlan,
  analyst: Analyst,
  onProgress?: (done: number) => void,
): Promise<void> {
  const areMany = counts.added + counts.changed + counts.gone > WORTH_THREADS;
  let done = 0;
  const options = { areMany, reviewOf: ({ after }: WrittenReview) => after };
  for await (const found of analyzeBatches(analyst, changes.written(), options)) {
    changes.saveAnalyses(
      analyst.key,
      found.map(([{ rank }, analysis]) => [rank, analysis]),
    );
    done += found.length;
    onProgress?.(done);
  }
  analyst.release?.();
}
