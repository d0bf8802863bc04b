/**
 * What of a publication stays in the next: runs of reviews that are taken over, and the few that are made anew.
 *
 * It rests on the notes by which readers of /api/changes keep their copies: whatever does not follow from these is built
 * as a whole.
 *
 * @module
 */
import { dateNumber } from "../publication/date_column.ts";
import { findId } from "../publication/id_table.ts";
import type { PublicationData } from "../publication/mod.ts";
import { ReviewBytes } from "../publication/review_pieces.ts";
import type { History } from "../review/mod.ts";
import type { Edition, PublishedRow } from "../store/mod.ts";

/** Takes reviews over from the publication before, or makes one of a row; in the order of the next publication. */
export type Step =
  | { readonly kind: "keep"; readonly from: number; readonly to: number }
  | { readonly kind: "make"; readonly row: PublishedRow; readonly replaces: number | null };

/** So many changes are few; of a large set, one in so many reviews: beyond, building all of them costs hardly more. */
const FEW = 100;
const ONE_IN = 8;

/** The steps from a publication to an edition; null when the whole is to be built. */
export async function stepsTo(
  edition: Edition,
  history: History & { readonly form: string },
  before: PublicationData,
): Promise<readonly Step[] | null> {
  if (!isContinued(before, edition, history)) return null;
  const count = before.dates.length;
  const rows = await edition.changedAfter(before.revision, Math.max(FEW, Math.floor(count / ONE_IN)));
  if (rows === null) return null;
  const withdrawn = history.withdrawals.filter(({ revision }) => revision > before.revision).map(({ id }) => id);
  return stepsOf(before, rows, withdrawn);
}

/** Whether an edition came from the one before by changes that were noted. */
function isContinued(
  { changes, revision }: PublicationData,
  edition: Edition,
  { revisions, form }: History & { readonly form: string },
): boolean {
  const last = changes.revisions.at(-1);
  const same = revisions[changes.revisions.length - 1];
  const isSame = last !== undefined && same?.revision === last.revision && same.at === last.at;
  return isSame && form === changes.form && revision <= edition.revision;
}

/** The steps, given the rows that changed, newest first, and the ids of the reviews that are no longer published. */
export function stepsOf(
  before: Pick<PublicationData, "document" | "spans" | "dates" | "ids">,
  rows: readonly PublishedRow[],
  withdrawn: readonly string[],
): Step[] {
  const places = new Places(before);
  const gone = [...rows.map(({ id }) => id), ...withdrawn].flatMap((id) => places.of(id) ?? []);
  const marks = [
    ...gone.map((at) => ({ at, end: at + 1, row: null })),
    ...rows.map((row) => ({ at: places.before(row), end: places.before(row), row })),
  ].sort((a, b) => a.at - b.at || a.end - b.end);
  const steps: Step[] = [];
  let next = 0;
  for (const { at, end, row } of marks) {
    if (at > next) steps.push({ kind: "keep", from: next, to: at });
    if (row !== null) steps.push({ kind: "make", row, replaces: places.of(row.id) });
    next = Math.max(next, end);
  }
  if (before.dates.length > next) steps.push({ kind: "keep", from: next, to: before.dates.length });
  return steps;
}

/** How many reviews the steps lead to. */
export function countOf(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + (step.kind === "keep" ? step.to - step.from : 1), 0);
}

/** Where reviews stand in a publication. */
class Places {
  readonly #before: Pick<PublicationData, "document" | "spans" | "dates" | "ids">;

  readonly #reviews: ReviewBytes;

  constructor(before: Pick<PublicationData, "document" | "spans" | "dates" | "ids">) {
    this.#before = before;
    this.#reviews = new ReviewBytes(before);
  }

  of(id: string): number | null {
    return findId(this.#before.ids, id, (ordinal) => this.#reviews.idAt(ordinal));
  }

  /** The ordinal of the first review that does not come before one of this date and id. */
  before({ date, id }: Pick<PublishedRow, "date" | "id">): number {
    const { dates } = this.#before;
    const number = dateNumber(date);
    let low = 0;
    let high = dates.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const own = dates[middle] ?? 0;
      if (own > number || (own === number && this.#reviews.idAt(middle) < id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
