/**
 * Which reviews may be copies of one another, so that only their owner can say.
 *
 * @module
 */
import { groupCopies } from "../review/copies/mod.ts";
import { comparable } from "./comparable.ts";
import { groupOptions, readOwnersJoins } from "./owners_joins.ts";
import type { JoinableReview } from "./ports/reviews.ts";
import type { Store } from "./ports/store.ts";

/** Two reviews at different sources that may be one customer's; the ids ascend. */
export type DoubtfulPair = readonly [JoinableReview, JoinableReview];

/** What is open about copies, and what the owner has settled. */
export interface DoubtfulCopies {
  /** Pairs of which readers see at least one review. Ascending by ids. */
  readonly pairs: readonly DoubtfulPair[];
  /** Whether the owner has said that two reviews are different customers'. */
  areParted(one: string, other: string): boolean;
}

/** Compares all kept reviews. A pair that the owner has decided, either way, is not doubtful. */
export function readDoubtfulCopies({ reviews }: Store): Promise<DoubtfulCopies> {
  return reviews.read(async (reads) => {
    const options = groupOptions(await readOwnersJoins(reads));
    const areParted = (one: string, other: string) => options.ownersWord?.(one, other) === "different";
    if (!(await reads.hasSeveralSources([]))) return { pairs: [], areParted };
    const kept = await reads.joinableBetween("0001-01-01", "9999-12-31");
    const byId = new Map(kept.map((review) => [review.id, review]));
    const { doubtful } = groupCopies(kept.map(comparable), options);
    const pairs = doubtful.flatMap(([first, second]): DoubtfulPair[] => {
      const [one, other] = [byId.get(first), byId.get(second)];
      if (one === undefined || other === undefined) return [];
      return one.withheld === null || other.withheld === null ? [[one, other]] : [];
    });
    return { pairs, areParted };
  });
}
