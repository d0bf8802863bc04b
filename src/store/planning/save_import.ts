/** Saves an import in one transaction, page by page. */
import { KeyTable } from "../../import/mod.ts";
import { dayNumber, type NamePolicy } from "../../review/mod.ts";
import { MARK_KEY } from "../contact_hashes.ts";
import type { LoggedChange, ReviewWrites, StoredRemoval } from "../review_store.ts";
import { NAME_POLICY } from "../settings.ts";
import type { Store } from "../store.ts";
import type { ChangedField, StoredReview } from "../stored_review.ts";
import { type ChangedJoin, findJoinsOfDays, joinLines, nearbyDays, saveJoins } from "./join_copies.ts";
import {
  analyzedPages,
  type ImportOutline,
  type ImportPlan,
  type ImportRequest,
  JOINED_UNDER,
  JOINING,
  type PlannedPage,
  plannedPages,
  writtenBy,
} from "./plan_import.ts";

export interface ImportSummary extends Pick<ImportOutline, "base" | "business" | "businessChanged" | "replacesSample"> {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Of the added and changed ones, those that readers do not see. */
  readonly withheld: number;
  /** Withheld reviews that wait for nothing but a verification. */
  readonly unverified: number;
  /** Reviews that became copies of others. */
  readonly joined: number;
  readonly suppressed: number;
}

/** The numbers of a plan. */
export function summaryOf(plan: ImportPlan): ImportSummary {
  const { base, business, businessChanged, replacesSample, added, changed, unchanged, removed, suppressed } = plan;
  const written = writtenBy(plan);
  return {
    ...{ base, business, businessChanged, replacesSample, unchanged },
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    suppressed: suppressed.length,
    withheld: written.filter(isWithheld).length,
    unverified: written.filter(isUnverified).length,
    joined: plan.joins.filter(isNewJoin).length,
  };
}

/** The numbers of a plan that has nothing to write. */
export function summaryOfEmpty({ unchanged, suppressed, ...plan }: ImportPlan | ImportOutline): ImportSummary {
  const { base, business, businessChanged, replacesSample } = plan;
  const nothing = { added: 0, changed: 0, removed: 0, withheld: 0, unverified: 0, joined: 0 };
  return {
    ...{ base, business, businessChanged, replacesSample, unchanged, suppressed: suppressed.length },
    ...nothing,
  };
}

/** Whether a review became a copy, or one of another. */
export function isNewJoin({ before, copyOf }: ChangedJoin): boolean {
  return copyOf !== null && copyOf !== before.copyOf;
}

/** Whether readers do not see a review. */
function isWithheld({ withheld }: Pick<StoredReview, "withheld">): boolean {
  return withheld !== null;
}

/** Whether nothing but its verification keeps readers from seeing a review. */
function isUnverified({ withheld }: Pick<StoredReview, "withheld">): boolean {
  return withheld === "unverified";
}

/** What was saved, or that somebody else changed the store since the plan was made. */
type SavedImport =
  | { readonly kind: "saved"; readonly revision: number; readonly summary: ImportSummary }
  /** Nothing was changed; plan again. */
  | { readonly kind: "outdated" };

/** Log details and progress reporting for {@link saveImport}. */
interface SaveOptions {
  readonly command: string;
  readonly files: readonly string[];
  /** Further members of the log line. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Remembered for later imports when the owner has chosen one. */
  readonly namePolicy?: NamePolicy | undefined;
  /**
   * Saves in the same transaction what the change belongs to; false when that is no more as it was planned for, and nothing is
   * saved. It is its author's own act, and the owner cannot undo it: what was there before is forgotten.
   */
  readonly alongside?: (writes: ReviewWrites) => Promise<boolean>;
  /** Receives the number of reviews written. */
  readonly onProgress?: (done: number) => void;
}

/** How many revisions back an import can be undone. */
const UNDONE_REVISIONS = 50;

/** Saves all of a plan or, when the store moved on since, nothing. */
export function saveImport(store: Store, plan: ImportPlan, options: SaveOptions): Promise<SavedImport> {
  return savePages(store, { plan, options, pagesOf: () => [plan], joins: plan.joins });
}

/**
 * The same of an outline: pages are read, analysed and written in one transaction, of which nothing remains if the
 * process is killed. Copies are looked for once all are written.
 */
export function saveOutline(
  store: Store,
  request: ImportRequest,
  { plan, ...options }: SaveOptions & { readonly plan: ImportOutline },
): Promise<SavedImport> {
  const analyst = request.analystFor(plan.business.profile);
  const pagesOf = (writes: ReviewWrites) =>
    analyzedPages(plannedPages(writes, plan, request), analyst, plan.verdicts.length);
  return savePages(store, { plan, options, pagesOf, joins: null });
}

interface Saving {
  readonly plan: ImportPlan | ImportOutline;
  readonly options: SaveOptions;
  readonly pagesOf: (writes: ReviewWrites) => Iterable<PlannedPage> | AsyncIterable<PlannedPage>;
  /** Those that the pages have in their rows already; null when they are to be found. */
  readonly joins: readonly ChangedJoin[] | null;
}

function savePages(store: Store, saving: Saving): Promise<SavedImport> {
  const { plan, options, pagesOf } = saving;
  return store.reviews.write(async (writes): Promise<SavedImport> => {
    if (!(await beginSaving(writes, plan, options))) return { kind: "outdated" };
    const writer = new PageWriter(writes, plan, options);
    await writer.remove(plan.removed);
    for await (const page of pagesOf(writes)) await writer.write(page);
    const joins = await writer.join(saving.joins);
    const summary = { ...summaryOfEmpty(plan), ...writer.count, removed: plan.removed.length };
    const done = { ...summary, joined: joins.filter(isNewJoin).length };
    const revision = await writes.recordChange(changeOf(done, { plan, options, changed: writer.changed, joins }));
    return { kind: "saved", revision, summary: done };
  });
}

/** Saves the parts of a plan besides its reviews; false, and nothing saved, when the store has changed since it was made. */
async function beginSaving(
  writes: ReviewWrites,
  { base, markKey, replacesSample, businessChanged, business }: Saving["plan"],
  { namePolicy, alongside }: SaveOptions,
): Promise<boolean> {
  if ((await writes.state()).revision !== base.revision) return false;
  // Marks under another key than one that was saved since would never match.
  if (markKey.isNew && (await writes.makeSetting(MARK_KEY, markKey.value)) !== markKey.value) return false;
  if (alongside !== undefined && !(await alongside(writes))) return false;
  if (replacesSample) await writes.deleteAll();
  if (businessChanged) await writes.saveBusiness(business);
  if (namePolicy !== undefined) await writes.saveSetting(NAME_POLICY, namePolicy);
  await writes.saveSetting(JOINED_UNDER, JOINING);
  return true;
}

interface Changed {
  readonly id: string;
  readonly fields: readonly ChangedField[];
}

class PageWriter {
  readonly changed: Changed[] = [];
  readonly count = { added: 0, changed: 0, withheld: 0, unverified: 0 };
  readonly #joins: JoinsToFind;
  readonly #revision: number;
  #removed: ReadonlySet<string> = new Set();

  constructor(
    private readonly writes: ReviewWrites,
    private readonly plan: Saving["plan"],
    private readonly options: SaveOptions,
  ) {
    this.#joins = new JoinsToFind(writes, plan.at);
    this.#revision = plan.base.revision + 1;
  }

  /** Comes first: what is removed may return under another id. */
  async remove(reviews: readonly StoredReview[]): Promise<void> {
    const { writes, plan } = this;
    this.#removed = new Set((await writes.removals()).map(({ id }) => id));
    await writes.saveRemovals(reviews.map((review) => removalOf(review, "replaced", plan.at)));
    await writes.deleteReviews(reviews.map(({ id }) => id));
    await this.#saveBefore(reviews);
    for (const review of reviews) this.#joins.note(review);
  }

  /** Writes reviews, and takes back the tombstones of those that return. */
  async write(page: PlannedPage): Promise<void> {
    const { writes, count } = this;
    const done = count.added + count.changed;
    const written = writtenBy(page);
    await writes.saveReviews(written, (some) => this.options.onProgress?.(done + some));
    await writes.deleteRemovals(written.map(({ id }) => id).filter((id) => this.#removed.has(id)));
    const befores = page.changed.map(({ before }) => before);
    if (befores.length > 0 && !this.options.alongside) await this.#saveBefore(befores);
    this.#joins.noteWritten(page);
    for (const { before, fields } of page.changed) this.changed.push({ id: before.id, fields });
    count.added += page.added.length;
    count.changed += page.changed.length;
    count.withheld += written.filter(isWithheld).length;
    count.unverified += written.filter(isUnverified).length;
  }

  /** Of joins that the written reviews have in their rows, the others are left to be saved. */
  async join(known: readonly ChangedJoin[] | null): Promise<readonly ChangedJoin[]> {
    if (known === null) return this.#joins.save();
    const others = known.filter(({ before: { id } }) => !this.#joins.isWritten(id));
    await saveJoins(this.writes, others, this.plan.at);
    return known;
  }

  async #saveBefore(images: readonly StoredReview[]): Promise<void> {
    await this.writes.saveBeforeImages(this.#revision, images, this.#revision - UNDONE_REVISIONS);
  }
}

/** The removal of a review that is missing from a file: a later file may bring it back. */
export function removalOf(
  { id, source, sourceId, withheld, copyOf }: StoredReview,
  reason: StoredRemoval["reason"],
  removedAt: number,
): StoredRemoval {
  const wasPublished = withheld === null && copyOf === null;
  const row = { id, source, sourceId, reason, removedAt, wasPublished };
  return { ...row, suppressed: false, contentHash: null, rating: null };
}

interface Recorded extends Pick<Saving, "plan" | "options"> {
  readonly changed: readonly Changed[];
  readonly joins: readonly ChangedJoin[];
}

function changeOf(
  summary: ImportSummary,
  { plan, options: { command, files, detail: more }, changed, joins }: Recorded,
): LoggedChange {
  const detail = {
    files,
    added: summary.added,
    changed: summary.changed,
    removed: summary.removed,
    suppressed: summary.suppressed,
    ...(plan.businessChanged && { business: "changed" }),
    ...(plan.replacesSample && { sample: "replaced" }),
    ...more,
  };
  return {
    command,
    at: plan.at,
    lines: [
      { detail },
      ...changed.map(({ id, fields }) => ({ reviewId: id, detail: { changed: fields } })),
      ...plan.removed.map(({ id }) => ({ reviewId: id, detail: { removed: "replaced" } })),
      ...joins.flatMap(joinLines),
    ],
  };
}

/** About how many written reviews are compared at a time. */
const AT_A_TIME = 1_000;

/** Notes what was written and removed, and then joins it. */
class JoinsToFind {
  /** How many reviews were written of a day, by days since 1970-01-01. */
  readonly #days = new Map<number, number>();
  /** By the hashes of their ids. */
  readonly #added = new KeyTable();
  readonly #changed = new Set<string>();

  constructor(
    private readonly writes: ReviewWrites,
    private readonly at: number,
  ) {}

  noteWritten({ added, changed }: PlannedPage): void {
    for (const review of added) {
      this.note(review);
      this.#added.add(review.id, 0);
    }
    for (const { before, after } of changed) {
      this.note(before);
      this.note(after);
      this.#changed.add(after.id);
    }
  }

  /** A review as it was or as it is. */
  note(review: StoredReview): void {
    const day = dayNumber(review.date);
    this.#days.set(day, (this.#days.get(day) ?? 0) + 1);
  }

  isWritten(id: string): boolean {
    return this.#isAdded(id) || this.#changed.has(id);
  }

  /** Joins what was noted; by the ids of the reviews. */
  async save(): Promise<readonly ChangedJoin[]> {
    const { writes } = this;
    const found = new Map<string, ChangedJoin>();
    for (const days of this.#spans()) {
      const joins = await findJoinsOfDays(writes, days);
      await this.#saveJoins(joins);
      for (const join of joins)
        found.set(join.before.id, { ...join, before: found.get(join.before.id)?.before ?? join.before });
    }
    return [...found.values()].sort((one, other) => (one.before.id < other.before.id ? -1 : 1));
  }

  #isAdded(id: string): boolean {
    return this.#added.find(id, () => true) !== undefined;
  }

  /** The days that were written to and those in their reach, in runs of about as many reviews. */
  *#spans(): Generator<readonly number[]> {
    let span: number[] = [];
    let count = 0;
    for (const day of nearbyDays([...this.#days.keys()])) {
      span.push(day);
      count += this.#days.get(day) ?? 0;
      if (count < AT_A_TIME) continue;
      yield span;
      [span, count] = [[], 0];
    }
    if (span.length > 0) yield span;
  }

  /** As a plan of the whole would have written them: a copy that came with this import was never seen by anybody. */
  async #saveJoins(joins: readonly ChangedJoin[]): Promise<void> {
    const { writes, at } = this;
    const added = joins.filter(({ before }) => this.#isAdded(before.id));
    const changed = joins.filter(({ before }) => this.#changed.has(before.id));
    for (const { before, copyOf, alsoAt } of added) await writes.changeReview(before.id, { copyOf, alsoAt });
    await writes.noteNeverSeen(added.flatMap(({ before, copyOf }) => (copyOf === null ? [] : [before.id])));
    for (const { before, copyOf, alsoAt } of changed) {
      await writes.changeReview(before.id, { copyOf, alsoAt, updatedAt: at });
    }
    const others = joins.filter(({ before: { id } }) => !this.isWritten(id));
    await saveJoins(writes, others, at);
  }
}
