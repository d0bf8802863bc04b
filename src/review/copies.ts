/** Joins copies of a customer's review into groups, in order of certainty, so that the result does not depend on the order of the reviews. */

import type { StoredReview } from "./field_sets.ts";
import { VERIFICATION_METHODS, VERIFICATION_STRENGTHS } from "./fields.ts";
import {
  type ComparableReview,
  cameByOwnLink,
  compareAuthors,
  isSingleWordName,
  judgeCopies,
  lettersIn,
  MAX_DAYS_APART,
  mayBeCopies,
  mayBeRepost,
} from "./judge_copies.ts";
import { compareNames } from "./names.ts";

interface CopyGroups {
  readonly groups: readonly (readonly string[])[];
  /** Pairs that may be copies, for the owner to decide, without those whose groups cannot be joined. Ascending. */
  readonly doubtful: readonly (readonly [string, string])[];
  /** Every pair of copies, joined or not: a change of one review may affect the other. */
  readonly links: readonly (readonly [string, string])[];
}

type OwnerDecision = (one: string, other: string) => "copies" | "different" | null;

export interface GroupOptions {
  readonly ownerDecision?: OwnerDecision;
  /** Pairs that the owner has joined, which may have names with different initials. */
  readonly joinedByOwner?: readonly (readonly [string, string])[];
  readonly seeksDoubtful?: boolean;
}

/** Groups copies. Compares only reviews with the same stars and close dates, so the cost is about linear. */
export function groupCopies(
  reviews: readonly ComparableReview[],
  { ownerDecision = () => null, joinedByOwner = [], seeksDoubtful = true }: GroupOptions = {},
): CopyGroups {
  const pairs = [...ownersPairs(reviews, joinedByOwner)];
  const doubtful: Candidates[] = [];
  for (const [one, other] of neighbours(reviews, seeksDoubtful)) {
    const decision = ownerDecision(one.id, other.id);
    const judgement = decision ?? judgeCopies(one, other);
    if (judgement === "copies") pairs.push({ one, other, isByOwner: decision !== null });
    else if (judgement === "doubtful") doubtful.push({ one, other });
  }
  const areApart = contradictionBy(ownerDecision, pairs, ["copies"]);
  // Treat doubtful pairs under different names as if the owner had joined them: their names would then no longer matter.
  const decided = [...pairs, ...doubtful.map((pair) => ({ ...pair, isByOwner: haveOtherNames(pair) }))];
  const areSurelyApart = contradictionBy(ownerDecision, decided, ["copies", "doubtful"]);
  const groupOf = unite(pairs.sort(bySureness), areApart);
  const isOpen = ({ one, other }: Candidates) => {
    const left = groupOf.get(one.id) ?? [one];
    const right = groupOf.get(other.id) ?? [other];
    return left !== right && !contradict(left, right, areSurelyApart);
  };
  const groups = [...new Set(groupOf.values())];
  return {
    links: pairs.map(({ one, other }) => [one.id, other.id]),
    groups: groups.map((group) => group.map(({ id }) => id).sort()).sort(byFirst),
    doubtful: doubtful
      .filter(isOpen)
      .map(({ one, other }) => inOrder(one.id, other.id))
      .sort(byFirst),
  };
}

interface Candidates {
  readonly one: ComparableReview;
  readonly other: ComparableReview;
}

interface Pair extends Candidates {
  readonly isByOwner: boolean;
}

function hasOneName({ one, other }: Candidates): boolean {
  return compareNames(one, other) === "same";
}

function haveOtherNames({ one, other }: Candidates): boolean {
  return compareAuthors(one, other) === "different";
}

function* ownersPairs(
  reviews: readonly ComparableReview[],
  joined: Required<GroupOptions>["joinedByOwner"],
): Generator<Pair> {
  if (joined.length === 0) return;
  const byId = new Map(reviews.map((review) => [review.id, review]));
  for (const [first, second] of joined) {
    const one = byId.get(first);
    const other = byId.get(second);
    if (one !== undefined && other !== undefined && mayBeCopies(one, other)) yield { one, other, isByOwner: true };
  }
}

/** Pairs that could be copies by stars, days and names; for the owner, also one by our link that begins with the same words, under any names. */
function* neighbours(
  reviews: readonly ComparableReview[],
  seeksDoubtful: boolean,
): Generator<readonly [ComparableReview, ComparableReview]> {
  const isWorthALook: IsCandidate = (one, other) =>
    seeksDoubtful || one.source !== other.source || !one.isIdentified || !other.isIdentified;
  for (const alike of Map.groupBy(reviews, (review) => blockOf(review, 0)).values()) {
    yield* pairsInTime(alike, isWorthALook);
  }
  for (const alike of Map.groupBy(reviews, (review) => blockOf(review, -1)).values()) {
    if (!alike.some(isSingleWordName)) continue;
    yield* pairsInTime(
      alike,
      (one, other) =>
        isSingleWordName(one) !== isSingleWordName(other) &&
        blockOf(one, 0) !== blockOf(other, 0) &&
        isWorthALook(one, other),
    );
  }
  for (const alike of Map.groupBy(reviews, ({ rating }) => rating).values()) {
    if (alike.some(isNameless)) {
      yield* pairsInTime(alike, (one, other) => (isNameless(one) || isNameless(other)) && isWorthALook(one, other));
    }
  }
  // Different names are never joined, so they are compared only for the owner.
  if (!seeksDoubtful || !reviews.some((review) => review.isByLink)) return;
  for (const alike of Map.groupBy(reviews, beginningOf).values()) {
    if (alike.some((review) => review.isByLink)) yield* pairsInTime(alike, isUnderAnotherName);
  }
}

function isUnderAnotherName(one: ComparableReview, other: ComparableReview): boolean {
  return (
    mayBeRepost(one, other) &&
    !isNameless(one) &&
    !isNameless(other) &&
    blockOf(one, 0) !== blockOf(other, 0) &&
    (isSingleWordName(one) === isSingleWordName(other) || blockOf(one, -1) !== blockOf(other, -1))
  );
}

function beginningOf({ rating, beginning }: ComparableReview): string {
  return `${rating} ${beginning}`;
}

/** The stars, and the initial of the first or last word of the name. */
function blockOf({ rating, nameWords, id }: ComparableReview, word: 0 | -1): string {
  const initial = nameWords.at(word)?.[0];
  // A block of its own: neighbours() compares a review without a name with all others.
  return initial === undefined ? `? ${id}` : `${rating} ${initial}`;
}

function isNameless({ nameWords }: ComparableReview): boolean {
  return nameWords.length === 0;
}

type IsCandidate = (one: ComparableReview, other: ComparableReview) => boolean;

function* pairsInTime(
  reviews: readonly ComparableReview[],
  isCandidate: IsCandidate,
): Generator<readonly [ComparableReview, ComparableReview]> {
  const inTime = [...reviews].sort((one, other) => one.day - other.day || compare(one.id, other.id));
  let window: ComparableReview[] = [];
  let windowDay = Number.NEGATIVE_INFINITY;
  for (const review of inTime) {
    if (review.day > windowDay) window = window.filter(({ day }) => review.day - day <= MAX_DAYS_APART);
    windowDay = review.day;
    for (const earlier of window) {
      if (isCandidate(earlier, review)) yield [earlier, review];
    }
    window.push(review);
  }
}

type Group = readonly ComparableReview[];

/** A total order: the owner's decision, the same full name, the nearer dates, the longer texts, ids. */
function bySureness(one: Pair, other: Pair): number {
  return (
    Number(other.isByOwner) - Number(one.isByOwner) ||
    Number(hasOneName(other)) - Number(hasOneName(one)) ||
    daysApart(one) - daysApart(other) ||
    sharedWords(other) - sharedWords(one) ||
    compare(pairKey(one), pairKey(other))
  );
}

function daysApart({ one, other }: Pair): number {
  return Math.abs(one.day - other.day);
}

function sharedWords({ one, other }: Pair): number {
  return Math.min(one.wordCount, other.wordCount);
}

function pairKey({ one, other }: Pair): string {
  return inOrder(one.id, other.id).join(" ");
}

type AreApart = (one: ComparableReview, other: ComparableReview) => boolean;

/** Whether two reviews must not be in one group. Two of one source may only if they are judged as one of `ofOneSource`. */
function contradictionBy(
  ownerDecision: OwnerDecision,
  pairs: readonly Pair[],
  ofOneSource: readonly ReturnType<typeof judgeCopies>[],
): AreApart {
  const joined = new Set(pairs.flatMap(({ one, other, isByOwner }) => (isByOwner ? [one.id, other.id] : [])));
  const areTwoOfOneSource = (one: ComparableReview, other: ComparableReview) =>
    one.source === other.source && !ofOneSource.includes(ownerDecision(one.id, other.id) ?? judgeCopies(one, other));
  return (one, other) =>
    !mayBeCopies(one, other) ||
    areTwoOfOneSource(one, other) ||
    ownerDecision(one.id, other.id) === "different" ||
    (haveOtherNames({ one, other }) && !joined.has(one.id) && !joined.has(other.id));
}

function unite(pairs: readonly Pair[], areApart: AreApart): ReadonlyMap<string, Group> {
  const groupOf = new Map<string, Group>();
  for (const { one, other } of pairs) {
    const left = groupOf.get(one.id) ?? [one];
    const right = groupOf.get(other.id) ?? [other];
    if (left === right || contradict(left, right, areApart)) continue;
    const united = [...left, ...right];
    for (const { id } of united) groupOf.set(id, united);
  }
  return groupOf;
}

function contradict(left: Group, right: Group, areApart: AreApart): boolean {
  return left.some((one) => right.some((other) => areApart(one, other)));
}

function inOrder(one: string, other: string): [string, string] {
  return one < other ? [one, other] : [other, one];
}

function byFirst(one: readonly string[], other: readonly string[]): number {
  return compare(one[0] ?? "", other[0] ?? "") || compare(one[1] ?? "", other[1] ?? "");
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

type WeighedCopy = Pick<
  StoredReview,
  "id" | "source" | "date" | "text" | "replyText" | "withheld" | "verificationMethod" | "verificationStrength"
>;

export function countedOf<Copy extends WeighedCopy>(copies: readonly Copy[]): Copy | null {
  return [...copies].sort(byWeight)[0] ?? null;
}

/** Published copies first, then those by our own link, then by letters (so that an emoji does not outweigh a reply), reply, length, verification and date. */
function byWeight(one: WeighedCopy, other: WeighedCopy): number {
  return (
    Number(one.withheld !== null) - Number(other.withheld !== null) ||
    Number(cameByOwnLink(other)) - Number(cameByOwnLink(one)) ||
    lettersIn(other.text) - lettersIn(one.text) ||
    Number(other.replyText !== null) - Number(one.replyText !== null) ||
    other.text.length - one.text.length ||
    strengthOf(one) - strengthOf(other) ||
    compare(one.date, other.date) ||
    compare(one.source, other.source) ||
    compare(one.id, other.id)
  );
}

/** A rank, 0 for the strongest: methods and strengths are listed from the strongest down. */
function strengthOf({ verificationMethod, verificationStrength }: WeighedCopy): number {
  const strength =
    verificationStrength === null
      ? VERIFICATION_STRENGTHS.length
      : VERIFICATION_STRENGTHS.indexOf(verificationStrength);
  return VERIFICATION_METHODS.indexOf(verificationMethod) * (VERIFICATION_STRENGTHS.length + 1) + strength;
}
