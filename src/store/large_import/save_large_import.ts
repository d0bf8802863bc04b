/**
 * Writes an import page by page, in one transaction: what a process that is killed has written is not there.
 *
 * @module
 */
import type { DraftReview } from "../../import/mod.ts";
import type { ImportSummary } from "../import_summary.ts";
import { isUnverified, isWithheld } from "../import_summary.ts";
import { instantOfRank } from "../instants.ts";
import { joinLines } from "../join_copies.ts";
import { analysisWanted } from "../match_drafts.ts";
import { changeTo, isToBeAnalyzed } from "../plan_import.ts";
import type { Change } from "../ports/log.ts";
import type { ReviewWrites } from "../ports/reviews.ts";
import type { Store } from "../ports/store.ts";
import { beginSaving, type SaveOptions, UNDONE_REVISIONS } from "../save_import.ts";
import { type ChangedField, changedFields, mergeDraft, newStoredReview, type StoredReview } from "../stored_review.ts";
import { JoinsToFind } from "./joins_to_find.ts";
import { type LargeImportRequest, type LargePlan, type Merging, mergingOf, pagesOf, VERDICT } from "./large_plan.ts";

/** What was saved, or that somebody else changed the store since the plan was made. */
export type SavedLargeImport =
  | { readonly kind: "saved"; readonly revision: number; readonly summary: ImportSummary }
  | { readonly kind: "outdated" };

/** Saves all of a plan or, when the store moved on since, nothing. */
export function saveLargeImport(
  store: Store,
  request: LargeImportRequest,
  { plan, ...options }: SaveOptions & { readonly plan: LargePlan },
): Promise<SavedLargeImport> {
  return store.reviews.write(async (writes): Promise<SavedLargeImport> => {
    if (!(await beginSaving(writes, plan, options))) return { kind: "outdated" };
    const writer = new PageWriter(writes, plan, { ...options, merging: mergingOf(plan, request) });
    await writer.write(request);
    const { lines, summary } = await writer.finish();
    const revision = await writes.recordChange(changeOf(summary, lines, { plan, options }));
    return { kind: "saved", revision, summary };
  });
}

type Lines = Change["lines"];

class PageWriter {
  readonly #joins: JoinsToFind;
  readonly #changed: { readonly id: string; readonly fields: readonly ChangedField[] }[] = [];
  readonly #count = { added: 0, changed: 0, withheld: 0, unverified: 0 };
  #removed: ReadonlySet<string> = new Set();

  constructor(
    private readonly writes: ReviewWrites,
    private readonly plan: LargePlan,
    private readonly options: SaveOptions & { readonly merging: Merging },
  ) {
    this.#joins = new JoinsToFind(writes, plan.at);
  }

  /** Reviews that only their words could tell come last, as in a plan of the whole. */
  async write({ drafts }: LargeImportRequest): Promise<void> {
    this.#removed = new Set((await this.writes.removals()).map(({ id }) => id));
    for (const meant of [KNOWN, UNKNOWN]) {
      if (!this.plan.verdicts.some((verdict) => meant.has(verdict))) continue;
      for (const { page, first } of pagesOf(drafts)) {
        const wanted = page.flatMap((draft, offset) => {
          const verdict = this.plan.verdicts[first + offset] ?? VERDICT.none;
          return meant.has(verdict) ? [{ draft, verdict, number: first + offset }] : [];
        });
        if (wanted.length > 0) await this.#writePage(wanted);
      }
    }
    await this.writes.saveBeforeImages(this.#revision, [], this.#revision - UNDONE_REVISIONS);
  }

  async finish(): Promise<{ readonly lines: Lines; readonly summary: ImportSummary }> {
    const { base, business, businessChanged, replacesSample, unchanged, suppressed } = this.plan;
    const joins = await this.#joins.save();
    const joined = joins.filter(({ before, copyOf }) => copyOf !== null && copyOf !== before.copyOf).length;
    return {
      lines: [
        ...this.#changed.map(({ id, fields }) => ({ reviewId: id, detail: { changed: fields } })),
        ...joins.flatMap(joinLines),
      ],
      summary: {
        ...{ base, business, businessChanged, replacesSample, unchanged, suppressed, joined },
        ...this.#count,
        removed: 0,
      },
    };
  }

  get #revision(): number {
    return this.plan.base.revision + 1;
  }

  async #writePage(page: readonly Judged[]): Promise<void> {
    const { writes } = this;
    const added = page.filter(({ verdict }) => isAdded(verdict)).map(({ draft }) => this.#newReview(draft));
    const changes = await this.#changesOf(page.filter(({ verdict }) => !isAdded(verdict)));
    const written = [...added, ...changes.map(({ after }) => after)];
    const done = this.#count.added + this.#count.changed - written.length;
    await writes.saveReviews(written, (count) => this.options.onProgress?.(done + count));
    await writes.deleteRemovals(written.map(({ id }) => id).filter((id) => this.#removed.has(id)));
    const befores = changes.map(({ before }) => before);
    if (befores.length > 0) await writes.saveBeforeImages(this.#revision, befores, this.#revision - UNDONE_REVISIONS);
    this.#joins.note(added, changes);
    this.#count.withheld += written.filter(isWithheld).length;
    this.#count.unverified += written.filter(isUnverified).length;
  }

  #newReview(draft: DraftReview): StoredReview {
    return newStoredReview(draft, instantOfRank(this.plan.at, this.#count.added++), this.options.merging.writeMarks);
  }

  async #changesOf(page: readonly Judged[]) {
    if (page.length === 0) return [];
    const { merging } = this.options;
    const ids = page.map(({ number }) => this.#targetOf(number));
    const wanted = analysisWanted(page.map(({ draft }) => draft));
    const found = new Map((await this.writes.reviewsById(ids, wanted)).map((review) => [review.id, review]));
    const matched = page.map(({ draft, number }) => {
      const before = found.get(this.#targetOf(number));
      if (before === undefined) throw new Error(`The review that draft ${number} changes is gone`);
      return { id: before.id, draft, before };
    });
    if (matched.some(isToBeAnalyzed)) await merging.prepare();
    return matched.map(({ draft, before }) => {
      const merged = mergeDraft(before, draft, merging);
      const fields = changedFields(before, merged);
      const at = instantOfRank(this.plan.at, this.#count.changed++);
      this.#changed.push({ id: before.id, fields });
      return changeTo(merged, { draft, before, fields, at });
    });
  }

  #targetOf(number: number): string {
    return this.plan.targets.get(number) ?? "";
  }
}

interface Judged {
  readonly draft: DraftReview;
  readonly verdict: number;
  readonly number: number;
}

const KNOWN: ReadonlySet<number> = new Set([VERDICT.added, VERDICT.changed]);
const UNKNOWN: ReadonlySet<number> = new Set([VERDICT.addedUnknown, VERDICT.changedUnknown]);

function isAdded(verdict: number): boolean {
  return verdict === VERDICT.added || verdict === VERDICT.addedUnknown;
}

interface Recorded {
  readonly plan: LargePlan;
  readonly options: SaveOptions;
}

function changeOf(summary: ImportSummary, lines: Lines, { plan, options: { command, files } }: Recorded): Change {
  const { added, changed, removed, suppressed } = summary;
  const detail = {
    files,
    ...{ added, changed, removed, suppressed },
    ...(plan.businessChanged && { business: "changed" }),
    ...(plan.replacesSample && { sample: "replaced" }),
  };
  return { command, at: plan.at, lines: [{ detail }, ...lines] };
}
