/** Finds which reviews begin or cease to be copies of one another after a change, looking no further than the change can reach. */
import {
  type AlsoAt,
  addDays,
  type ComparableReview,
  comparableReview,
  compareAuthors,
  countedOf,
  dateOfDay,
  dayNumber,
  type GroupOptions,
  groupCopies,
  MAX_DAYS_APART,
  mayBeCopies,
  type WithholdingReason,
} from "../../review/mod.ts";
import { readContactHashes } from "../contact_hashes.ts";
import type { ChangedJoin, TouchedReview } from "../import_changes.ts";
import type { JoinableReview } from "../review_store.ts";
import type { ReviewReads, ReviewWrites } from "../store.ts";

/** Source of reviews: the store, perhaps with a change that is not written yet. */
export type JoinLookup = Pick<ReviewReads, "joinableBetween" | "setting">;

export async function findJoins(
  lookup: JoinLookup,
  touched: readonly TouchedReview[],
): Promise<readonly ChangedJoin[]> {
  if (touched.length === 0) return [];
  const decisions = await readManualJoins(lookup);
  const options = groupOptions(decisions);
  const neighbourhood = new Neighbourhood(lookup);
  const relevant = new Relevant(touched);
  for (let days = touched.map(({ date }) => dayNumber(date)); ; ) {
    await neighbourhood.load(days);
    const { reviews } = neighbourhood;
    const { groups, links } = groupCopies([...reviews.values()].map(comparable), { ...options, seeksDoubtful: false });
    relevant.grow(reviews, links);
    days = [...relevant.ids].flatMap((id) => dayOf(reviews.get(id)));
    if (neighbourhood.holds(days)) return changesOf({ reviews, groups, decisions }, relevant.ids);
  }
}

/** The ids of those reviews that are, or may be, copies of others at the same source: two programs give one review different ids. */
export async function findCopiesOf(
  lookup: JoinLookup,
  reviews: readonly JoinableReview[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (reviews.length === 0) return found;
  const own = new Set(reviews.map(({ id }) => id));
  const days = reviews.map(({ date }) => date).sort();
  const [first = "", last = first] = [days[0], days.at(-1)];
  const near = await lookup.joinableBetween(addDays(first, -MAX_DAYS_APART), addDays(last, MAX_DAYS_APART));
  const decisions = groupOptions(await readManualJoins(lookup));
  for (const alike of Map.groupBy(near.map(comparable), ({ source }) => source).values()) {
    for (const id of idsOfSame(alike, own)) found.add(id);
    const { links, doubtful } = groupCopies(alike, decisions);
    for (const pair of [...links, ...doubtful]) {
      const [left] = pair.filter((id) => own.has(id));
      if (left !== undefined && pair.some((id) => !own.has(id))) found.add(left);
    }
  }
  return found;
}

/** The ids of those own reviews of one source that could be others by stars, day, words and name, however few the words. */
function idsOfSame(reviews: readonly ComparableReview[], own: ReadonlySet<string>): string[] {
  const contentOf = ({ rating, words }: ComparableReview, day: number) => `${day} ${rating} ${words}`;
  const others = Map.groupBy(
    reviews.filter(({ id }) => !own.has(id)),
    (review) => contentOf(review, review.day),
  );
  const isThere = (one: ComparableReview) =>
    nearbyDays([one.day]).some((day) =>
      others.get(contentOf(one, day))?.some((other) => compareAuthors(one, other) !== "different"),
    );
  return reviews.filter((review) => own.has(review.id) && isThere(review)).map(({ id }) => id);
}

export function isNewJoin({ before, copyOf }: ChangedJoin): boolean {
  return copyOf !== null && copyOf !== before.copyOf;
}

/** Saves changed joins. Readers of a review see the change in its `updated_at`, if it is one to them. */
export async function saveJoins(writes: ReviewWrites, joins: readonly ChangedJoin[], at: number): Promise<void> {
  for (const { before, copyOf, alsoAt } of joins) {
    const isVisible = before.withheld === null && copyOf === null;
    await writes.changeReview(before.id, { copyOf, alsoAt, ...(isVisible && { updatedAt: at }) });
  }
}

export async function rejoin(
  writes: ReviewWrites,
  touched: readonly TouchedReview[],
  at: number,
): Promise<readonly ChangedJoin[]> {
  const joins = await findJoins(writes, touched);
  await saveJoins(writes, joins, at);
  return joins;
}

export interface Successor {
  readonly id: string;
  readonly insteadOf: string;
  readonly withheld: WithholdingReason | null;
}

export function successorsOf(joins: readonly ChangedJoin[], removedIds: ReadonlySet<string>): Successor[] {
  return joins.flatMap(({ before: { id, copyOf: insteadOf, withheld }, copyOf }) =>
    copyOf === null && insteadOf !== null && removedIds.has(insteadOf) ? [{ id, insteadOf, withheld }] : [],
  );
}

/** A log entry for a review that was joined with another or split from it; both values are ids. */
interface JoinLine {
  readonly reviewId: string;
  readonly detail: { readonly joined_with: string } | { readonly split_from: string };
}

export function joinLines({ before, copyOf }: ChangedJoin): JoinLine[] {
  if (copyOf === before.copyOf) return [];
  if (copyOf !== null) return [{ reviewId: before.id, detail: { joined_with: copyOf } }];
  return before.copyOf === null ? [] : [{ reviewId: before.id, detail: { split_from: before.copyOf } }];
}

function hasPlaces({ alsoAt, givenAlsoAt }: JoinableReview): boolean {
  return alsoAt.length > 0 || givenAlsoAt !== null;
}

class Neighbourhood {
  readonly reviews = new Map<string, JoinableReview>();
  readonly #days = new Set<number>();

  constructor(private readonly lookup: JoinLookup) {}

  async load(days: readonly number[]): Promise<void> {
    const missing = nearbyDays(days).filter((day) => !this.#days.has(day));
    for (const [first, last] of runsOf(missing)) {
      for (const review of await this.lookup.joinableBetween(dateOfDay(first), dateOfDay(last))) {
        this.reviews.set(review.id, review);
      }
    }
    for (const day of missing) this.#days.add(day);
  }

  holds(days: readonly number[]): boolean {
    return nearbyDays(days).every((day) => this.#days.has(day));
  }
}

/** The reviews whose joins a change may reach: the touched ones, their copies before and after, and the copies of those copies. */
class Relevant {
  readonly ids: Set<string>;
  readonly #roots: Set<string>;

  constructor(touched: readonly TouchedReview[]) {
    this.ids = new Set(touched.map(({ id }) => id));
    this.#roots = new Set(touched.map(countedIdOf));
  }

  grow(reviews: ReadonlyMap<string, JoinableReview>, links: readonly (readonly [string, string])[]): void {
    for (let size = -1; size !== this.ids.size; ) {
      size = this.ids.size;
      for (const review of reviews.values()) if (this.#roots.has(countedIdOf(review))) this.ids.add(review.id);
      for (const pair of links) if (pair.some((id) => this.ids.has(id))) for (const id of pair) this.ids.add(id);
      for (const id of this.ids) {
        const review = reviews.get(id);
        if (review !== undefined) this.#roots.add(countedIdOf(review));
      }
    }
  }
}

export function countedIdOf({ id, copyOf }: Pick<TouchedReview, "id" | "copyOf">): string {
  return copyOf ?? id;
}

interface Joined extends Surroundings {
  readonly groups: readonly (readonly string[])[];
}

function changesOf({ reviews, groups, decisions }: Joined, relevant: ReadonlySet<string>): ChangedJoin[] {
  const groupOf = new Map(groups.flatMap((group) => group.map((id) => [id, group] as const)));
  const changes: ChangedJoin[] = [];
  for (const id of [...relevant].sort()) {
    const before = reviews.get(id);
    if (before === undefined) continue;
    const group = groupOf.get(id);
    // Most reviews have no copy, before or after.
    if (group === undefined && before.copyOf === null && !hasPlaces(before)) continue;
    const copies = (group ?? [id]).flatMap((each) => reviews.get(each) ?? []);
    const counted = countedOf(copies);
    const copyOf = counted === null || counted.id === id ? null : counted.id;
    const alsoAt = copyOf === null ? alsoAtOf(before, copies, { reviews, decisions }) : [];
    if (copyOf !== before.copyOf || JSON.stringify(alsoAt) !== JSON.stringify(before.alsoAt)) {
      changes.push({ before, copyOf, alsoAt });
    }
  }
  return changes;
}

function dayOf(review: JoinableReview | undefined): number[] {
  return review === undefined ? [] : [dayNumber(review.date)];
}

function nearbyDays(days: readonly number[]): number[] {
  const near = new Set<number>();
  for (const day of new Set(days)) {
    for (let each = day - MAX_DAYS_APART; each <= day + MAX_DAYS_APART; each++) near.add(each);
  }
  return [...near].sort((one, other) => one - other);
}

function runsOf(days: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === day - 1) run[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}

interface Surroundings {
  readonly reviews: ReadonlyMap<string, JoinableReview>;
  readonly decisions: ManualJoins;
}

/** The other sources of a review that counts, by name. A copy that its source hides, or no longer has, is not there for readers. */
function alsoAtOf(counted: JoinableReview, copies: readonly JoinableReview[], surroundings: Surroundings): AlsoAt[] {
  const kept = copies.filter(({ id }) => id !== counted.id);
  const settled = new Set([counted.source, ...kept.map(({ source }) => source)]);
  const given = givenTo(copies, surroundings).filter(({ name }) => !settled.has(name));
  const shown = kept.filter(({ withheld, goneAtSource }) => withheld !== "hidden_at_source" && goneAtSource === null);
  const places = new Map(given.map((place) => [place.name, place]));
  const elsewhere = shown.filter(({ source }) => source !== counted.source);
  for (const { source, sourceUrl } of elsewhere) places.set(source, { name: source, url: sourceUrl });
  return [...places.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The places that exports list for these copies, except where the owner separated a review from them. A source's last address wins. */
function givenTo(copies: readonly JoinableReview[], { reviews, decisions }: Surroundings): AlsoAt[] {
  const given = copies.flatMap(({ givenAlsoAt }) => givenAlsoAt ?? []);
  if (given.length === 0 || copies.some(({ id }) => decisions.alone.includes(id))) return [];
  const parted = partedFrom(copies, { reviews, decisions });
  const stays = given.filter(({ name }) => !parted.has(name));
  return stays.sort((one, other) => ((one.url ?? "") < (other.url ?? "") ? -1 : 1));
}

/** The sources at which a review near to these is another customer's, by the owner's word. */
function partedFrom(copies: readonly JoinableReview[], { reviews, decisions }: Surroundings): ReadonlySet<string> {
  const { ownerDecision } = groupOptions(decisions);
  const own = copies.map(comparable);
  const parted = [...reviews.values()].map(comparable).filter((other) => {
    return own.some(
      (one) =>
        one.source !== other.source && mayBeCopies(one, other) && ownerDecision?.(one.id, other.id) === "different",
    );
  });
  return new Set(parted.map(({ source }) => source));
}

export function comparable(review: JoinableReview): ComparableReview {
  const { id, source, sourceId, date, rating, authorName, isAnonymous, text, marks, verificationStrength } = review;
  const wholeNameHash = readContactHashes(marks).name ?? null;
  const fields = { id, source, sourceId, date, rating, authorName, isAnonymous, text, verificationStrength };
  return comparableReview({ ...fields, wholeNameHash });
}

/** Pairs of ids, each in ascending order. */
export interface ManualJoins {
  readonly alone: readonly string[];
  readonly joined: readonly (readonly [string, string])[];
  readonly parted: readonly (readonly [string, string])[];
}

const OWNERS_JOINS = "owners_joins";
const NO_DECISIONS: ManualJoins = { alone: [], joined: [], parted: [] };

export async function readManualJoins(reads: Pick<ReviewReads, "setting">): Promise<ManualJoins> {
  const kept = await reads.setting(OWNERS_JOINS);
  return kept === undefined ? NO_DECISIONS : (JSON.parse(kept) as ManualJoins);
}

export function saveManualJoins(writes: ReviewWrites, decisions: ManualJoins): Promise<void> {
  return writes.saveSetting(OWNERS_JOINS, JSON.stringify(decisions));
}

export function withSplit({ alone, joined, parted }: ManualJoins, id: string): ManualJoins {
  return { alone: [...new Set([...alone, id])].sort(), joined: joined.filter((pair) => !pair.includes(id)), parted };
}

/** The decisions after two reviews were joined, which overrides earlier ones about either. */
export function withJoin({ alone, joined, parted }: ManualJoins, one: string, other: string): ManualJoins {
  const pair = inOrder(one, other);
  return {
    alone: alone.filter((id) => !pair.includes(id)),
    joined: withPair(joined, pair),
    parted: parted.filter((each) => keyOf(each) !== keyOf(pair)),
  };
}

export function withPart({ alone, joined, parted }: ManualJoins, one: string, other: string): ManualJoins {
  const pair = inOrder(one, other);
  return { alone, joined: joined.filter((each) => keyOf(each) !== keyOf(pair)), parted: withPair(parted, pair) };
}

export function groupOptions({ alone, joined, parted }: ManualJoins): GroupOptions {
  const aloneIds = new Set(alone);
  const joinedKeys = new Set(joined.map(keyOf));
  const partedKeys = new Set(parted.map(keyOf));
  const isSilent = alone.length + joined.length + parted.length === 0;
  return {
    joinedByOwner: joined,
    ownerDecision(one, other) {
      if (isSilent) return null;
      const key = keyOf(inOrder(one, other));
      if (joinedKeys.has(key)) return "copies";
      return aloneIds.has(one) || aloneIds.has(other) || partedKeys.has(key) ? "different" : null;
    },
  };
}

type Pair = readonly [string, string];

function withPair(pairs: readonly Pair[], pair: Pair): Pair[] {
  return [...pairs.filter((each) => keyOf(each) !== keyOf(pair)), pair].sort((one, other) =>
    keyOf(one) < keyOf(other) ? -1 : 1,
  );
}

function keyOf([one, other]: Pair): string {
  return `${one} ${other}`;
}

function inOrder(one: string, other: string): Pair {
  return one < other ? [one, other] : [other, one];
}
