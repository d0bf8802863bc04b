/**
 * The part of an import's plan that joins copies of one review at several sources.
 *
 * @module
 */
import type { ImportPlan, PlannedChange } from "./import_plan.ts";
import { type ChangedJoin, findJoins, type Planned, type TouchedReview } from "./join_copies.ts";
import type { JoinableReview, ReviewReads } from "./ports/reviews.ts";
import type { StoredReview } from "./stored_review.ts";

/** Under this name stands that all reviews kept before were once looked through for copies. */
export const JOINED_UNDER = "joined_under";
/** Raise it when copies are found by another rule. */
export const JOINING = "2";

/** The plan with the joins that follow from it. */
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

type Lookup = Pick<ReviewReads, "joinableBetween" | "hasSeveralSources" | "setting">;

/** A store whose reviews are gone. */
function emptied({ setting }: ReviewReads): Lookup {
  return {
    setting,
    joinableBetween: async () => [],
    hasSeveralSources: async (others) => new Set(others).size > 1,
  };
}

/** The first import of this release looks through all that earlier ones have kept. */
async function touchedBy(
  { added, changed, removed }: Omit<ImportPlan, "joins">,
  lookup: Lookup,
): Promise<TouchedReview[]> {
  const written = [...added, ...changed.flatMap(({ before, after }) => [before, after]), ...removed];
  if ((await lookup.setting(JOINED_UNDER)) === JOINING) return written;
  const sources = [...new Set(written.map(({ source }) => source))];
  if (!(await lookup.hasSeveralSources(sources))) return written;
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
