/** The owner's decisions about copies: which reviews need one, and how it is applied. */
import { addDays, cameByOwnLink, compareNames, groupCopies, MAX_DAYS_APART, mayBeCopies } from "../review/mod.ts";
import {
  comparable,
  countedIdOf,
  groupOptions,
  joinLines,
  type ManualJoins,
  readManualJoins,
  rejoin,
  saveManualJoins,
  withJoin,
  withPart,
  withSplit,
} from "../store/import/mod.ts";
import {
  instantOfChange,
  type JoinableReview,
  type ReviewReads,
  type ReviewWrites,
  type Store,
  type StoredReview,
} from "../store/mod.ts";
import { type ActOutcome, done, type Subject, same, unknown } from "./act.ts";
import { refused } from "./refusal.ts";
import { stateOf } from "./review_state.ts";
import { reviewSubject } from "./subjects.ts";

/** `split`: the review is no copy. `join`: both are by one customer. `part`: they are by different customers. */
type ManualJoin =
  | { readonly kind: "split"; readonly id: string }
  | { readonly kind: "join" | "part"; readonly ids: readonly [string, string] };

/** The owner's decision about two reviews, and how they count: the state from which a form about them is rendered. */
export function pairState(pair: readonly Pick<StoredReview, "id" | "copyOf">[], word: OwnersWord = null): string {
  const inOrder = [...pair].sort((one, other) => (one.id < other.id ? -1 : 1));
  return stateOf([...inOrder.map(({ id, copyOf }) => [id, copyOf]), word]);
}

type OwnersWord = "copies" | "different" | null;

/** The state of two kept reviews; null if one of them does not exist. */
export function readPairState({ reviews }: Store, ids: readonly [string, string]): Promise<string | null> {
  return reviews.read(async (reads) => {
    const found = await reads.reviewsById(ids, { withoutMentions: false, withoutLanguage: false });
    return found.length < ids.length ? null : pairState(found, await wordOn(reads, ids));
  });
}

async function wordOn(reads: ReviewReads, [one, other]: readonly string[]): Promise<OwnersWord> {
  return groupOptions(await readManualJoins(reads)).ownerDecision?.(one ?? "", other ?? "") ?? null;
}

/** A review in forms that depend on a second one, whose state is appended to the id: `r_abc.STATE`. */
export const copySubject: Subject<StoredReview> = (({ seen: _, ...rest }) => rest)(reviewSubject);

/** Remembers the owner's word, and joins or splits the reviews; refused if `state` is not that of a form any more. */
export async function decideOnCopies(writes: ReviewWrites, word: ManualJoin, state?: string): Promise<ActOutcome> {
  const ids = word.kind === "split" ? [word.id] : word.ids;
  const command = word.kind === "join" ? "join" : "split";
  const notice = word.kind === "join" ? "done.joined" : "done.parted";
  const found = await writes.reviewsById(ids, { withoutMentions: false, withoutLanguage: false });
  const missing = ids.filter((id) => !found.some((review) => review.id === id));
  if (missing.length > 0) return unknown(reviewSubject, missing);
  if (state !== undefined && pairState(found, await wordOn(writes, ids)) !== state) {
    return refused("changed", "frame.changed");
  }
  if (word.kind === "join" && !canBeJoined(found)) return refused("invalid", "copies.tooDifferent", {}, "other");
  const before = await readManualJoins(writes);
  const after = afterWord(before, word);
  if (JSON.stringify(after) === JSON.stringify(before)) {
    return same({ lines: ["Already recorded; nothing was changed"], data: { ids, changed: false }, notice });
  }
  await saveManualJoins(writes, after);
  const at = instantOfChange(writes.now, await writes.state());
  const joins = await rejoin(writes, found, at);
  const decided = ids.map((reviewId) => ({ reviewId, detail: { owner_says: word.kind, of: ids } }));
  const revision = await writes.recordChange({ command, at, lines: [...decided, ...joins.flatMap(joinLines)] });
  return done({
    lines: [`${describeJoin(word)}; revision ${revision}`],
    data: { ids, changed: true, revision },
    notice,
  });
}

function describeJoin(word: ManualJoin): string {
  if (word.kind === "split") return `${word.id} counts by itself`;
  const [one, other] = word.ids;
  return word.kind === "join" ? `${one} and ${other} count once` : `${one} and ${other} are two customers' reviews`;
}

function afterWord(before: ManualJoins, word: ManualJoin): ManualJoins {
  if (word.kind === "split") return withSplit(before, word.id);
  const [one, other] = word.ids;
  return word.kind === "join" ? withJoin(before, one, other) : withPart(before, one, other);
}

function canBeJoined(found: readonly StoredReview[]): boolean {
  const [one, other] = found.map(comparable);
  return one !== undefined && other !== undefined && mayBeCopies(one, other);
}

export type JoinCandidate = Awaited<ReturnType<typeof readJoinCandidates>>[number];

function readNear(reads: ReviewReads, { date }: StoredReview): Promise<readonly JoinableReview[]> {
  return reads.joinableBetween(addDays(date, -MAX_DAYS_APART), addDays(date, MAX_DAYS_APART));
}

/** The answer and those copies that are certainly by its author: anybody can submit another person's words. */
export async function idsOfAuthor(reads: ReviewReads, answer: StoredReview): Promise<string[]> {
  const { ownerDecision } = groupOptions(await readManualJoins(reads));
  const own = comparable(answer);
  const copies = (await readNear(reads, answer)).filter(
    (each) =>
      countedIdOf(each) === countedIdOf(answer) &&
      !cameByOwnLink(each) &&
      (compareNames(own, comparable(each)) === "same" || ownerDecision?.(answer.id, each.id) === "copies"),
  );
  return [answer.id, ...copies.map(({ id }) => id)];
}

/** Reviews with the same stars and a nearby date that are not joined with this one, by date. */
export function readJoinCandidates({ reviews }: Store, review: StoredReview) {
  return reviews.read(async (reads) => {
    const own = comparable(review);
    const near = await readNear(reads, review);
    const others = near.filter(
      (each) => countedIdOf(each) !== countedIdOf(review) && mayBeCopies(own, comparable(each)),
    );
    const word = groupOptions(await readManualJoins(reads)).ownerDecision;
    return others.map((each) => ({
      review: each,
      state: pairState([review, each], word?.(review.id, each.id) ?? null),
    }));
  });
}

/** Two reviews that may be by one customer; the ids ascend. */
export type DoubtfulPair = readonly [JoinableReview, JoinableReview];

export type DoubtfulCopies = Awaited<ReturnType<typeof readDoubtfulCopies>>;

/** Compares all kept reviews, which takes seconds for 100,000. A pair that the owner has decided on is not doubtful. */
export function readDoubtfulCopies({ reviews }: Store) {
  return reviews.read(async (reads) => {
    const options = groupOptions(await readManualJoins(reads));
    const areParted = (one: string, other: string) => options.ownerDecision?.(one, other) === "different";
    const kept = await reads.joinableBetween("0001-01-01", "9999-12-31");
    const byId = new Map(kept.map((review) => [review.id, review]));
    const { doubtful } = groupCopies(kept.map(comparable), options);
    const pairs = doubtful.flatMap(([first, second]): DoubtfulPair[] => {
      const one = byId.get(first);
      const other = byId.get(second);
      if (one === undefined || other === undefined) return [];
      return one.withheld === null || other.withheld === null ? [[one, other]] : [];
    });
    return { pairs, areParted };
  });
}
