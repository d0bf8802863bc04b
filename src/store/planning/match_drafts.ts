/**
 * Finds the stored review, if any, that a draft is a new copy of: by its id, else by its id at the source, else by
 * what it says. Where only one of the two knows an id, they are one when source, date, rating, author and words are
 * the same and the words are distinctive enough; two different ids of one source are never one review, nor are two
 * ids given by hand.
 */
import type { DraftReview } from "../../import/mod.ts";
import { contentId, isMadeId, keptContentHash, recogniseSource, reviewIdOf } from "../../review/mod.ts";
import type { AnalysisWanted, KnownReview, ReviewReads, SourceKey, StoredRemoval } from "../review_store.ts";
import type { StoredReview } from "../stored_review.ts";
import { type FormerSources, formerIdsOf, keptContentHashes } from "./former_sources.ts";

/** A draft with its final id and the stored review it updates; `before` is undefined for a new review. */
export interface MatchedDraft {
  readonly id: string;
  readonly draft: DraftReview;
  readonly before: StoredReview | undefined;
}

/** What of the store a match is looked for in. */
type DraftLookup = Pick<ReviewReads, "reviewsById" | "reviewsBySourceId" | "reviewsBetween">;

/** Drafts that are matched by an id, and those without one of their own that are known by none. */
interface MatchedById {
  readonly matched: readonly MatchedDraft[];
  readonly unknown: readonly DraftReview[];
}

/** Matches a page of drafts by their ids and those of their sources. */
export async function matchById(
  lookup: DraftLookup,
  drafts: readonly DraftReview[],
  former: FormerSources,
): Promise<MatchedById> {
  const wanted = analysisWanted(drafts);
  const formerIds = drafts.flatMap((draft) => formerIdsOf(draft, former));
  const namesakes = drafts.flatMap(({ id, sourceId }) => (id === null && sourceId !== null ? [sourceId] : []));
  const ids = new Set([...drafts.map(reviewIdOf), ...formerIds, ...namesakes]);
  const byId = await lookup.reviewsById([...ids], wanted);
  const bySourceId = await lookup.reviewsBySourceId(drafts.flatMap(keyAtSource), wanted);
  return matchChunk(drafts, { byId, bySourceId, former });
}

interface Found {
  readonly byId: readonly StoredReview[];
  readonly bySourceId: readonly StoredReview[];
  readonly former: FormerSources;
}

/** Matches drafts with stored reviews that were found by their ids, and those found by the sources' ids. */
function matchChunk(drafts: readonly DraftReview[], found: Found): MatchedById {
  const byId = new Map(found.byId.map((review) => [review.id, review]));
  const bySource = new Map(found.bySourceId.map((review) => [sourceKey(review.source, review.sourceId), review]));
  const matched: MatchedDraft[] = [];
  const unknown: DraftReview[] = [];
  for (const draft of drafts) {
    const id = reviewIdOf(draft);
    const before =
      byId.get(id) ??
      bySource.get(sourceKey(draft.source, draft.sourceId)) ??
      formerIdsOf(draft, found.former).flatMap((each) => byId.get(each) ?? [])[0] ??
      namesakeOf(draft, { byId, bySource });
    if (before === undefined && draft.id === null) unknown.push(draft);
    else matched.push({ id: before?.id ?? id, draft, before });
  }
  return { matched, unknown };
}

interface Indexes {
  readonly byId: ReadonlyMap<string, StoredReview>;
  readonly bySource: ReadonlyMap<string, StoredReview>;
}

/** The review of the same day whose id at the source is the draft's own id, or the other way around. */
function namesakeOf(draft: DraftReview, { byId, bySource }: Indexes): StoredReview | undefined {
  const found = draft.id === null ? byId.get(draft.sourceId ?? "") : bySource.get(nameKey(draft));
  const isNamesake = found !== undefined && nameKey(found) === nameKey(draft) && found.date === draft.date;
  return isNamesake ? found : undefined;
}

/** Matches drafts that no id is known of with the reviews of their days that no other draft is a copy of. */
export async function matchByContent(
  lookup: DraftLookup,
  drafts: readonly DraftReview[],
  options: JoinOptions,
): Promise<readonly MatchedDraft[]> {
  const joined = await join(lookup, drafts, options);
  const ids = [...joined.values()];
  const found = ids.length === 0 ? [] : await lookup.reviewsById(ids, analysisWanted([...joined.keys()]));
  const byId = new Map(found.map((review) => [review.id, review]));
  return drafts.map((draft) => {
    const before = byId.get(joined.get(draft) ?? "");
    return { id: before?.id ?? reviewIdOf(draft), draft, before };
  });
}

async function join(lookup: DraftLookup, drafts: readonly DraftReview[], options: JoinOptions) {
  const joiner = new DraftJoiner(drafts, options);
  const days = drafts.map(({ date }) => date).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first !== undefined && last !== undefined) {
    for await (const page of lookup.reviewsBetween(first, last)) joiner.show(page);
  }
  return joiner.joined;
}

function keyAtSource({ id, source, sourceId }: DraftReview): SourceKey[] {
  const name = sourceId ?? id;
  return name === null ? [] : [{ source, sourceId: name }];
}

/** What an export names may be what we found ourselves, where the import had given nothing. */
export function analysisWanted(drafts: readonly DraftReview[]): AnalysisWanted {
  return {
    withoutMentions: drafts.some(({ mentions }) => mentions !== null),
    withoutLanguage: drafts.some(({ language }) => language !== null),
  };
}

/** What is known of the store's reviews beside themselves. */
interface JoinOptions {
  /** Ids that other drafts of the import are copies of. */
  readonly taken: { has(id: string): boolean };
  readonly former: FormerSources;
}

/** Joins drafts with reviews; show it the stored ones in the order they were first saved. */
class DraftJoiner {
  readonly #index: DraftIndex;
  readonly #taken: JoinOptions["taken"];
  readonly #former: FormerSources;
  readonly #joined = new Map<DraftReview, string>();

  constructor(drafts: readonly DraftReview[], { taken, former }: JoinOptions) {
    this.#index = new DraftIndex(drafts);
    this.#taken = taken;
    this.#former = former;
  }

  /** Joins each of some stored reviews with the first draft that is a copy of it, if one is left. */
  show(reviews: readonly KnownReview[]): void {
    for (const stored of reviews) {
      if (this.#taken.has(stored.id)) continue;
      const alike = this.#index.alike(stored);
      const draft = alike.find((each) => !this.#joined.has(each) && mayBeOne(each, stored, this.#former));
      if (draft !== undefined) this.#joined.set(draft, stored.id);
    }
  }

  get joined(): ReadonlyMap<DraftReview, string> {
    return this.#joined;
  }
}

function mayBeOne(draft: DraftReview, stored: KnownReview, former: FormerSources): boolean {
  if (draft.sourceId === null) return true;
  return stored.sourceId === null && (!isMadeId(stored.id) || isMadeOf(draft, stored.id, former));
}

function isMadeOf(draft: DraftReview, id: string, former: FormerSources): boolean {
  return id === contentId(draft.contentHash) || formerIdsOf({ ...draft, sourceId: null }, former).includes(id);
}

type ByWords = ReadonlyMap<string | null, readonly DraftReview[]>;

/** Drafts by what they say. Hashing is the slow part, so only what has source, day and stars in common is hashed. */
class DraftIndex {
  readonly #byKind: ReadonlyMap<string, readonly DraftReview[]>;
  readonly #byWords = new Map<string, ByWords>();

  constructor(drafts: readonly DraftReview[]) {
    this.#byKind = Map.groupBy(drafts, kindOf);
  }

  alike(stored: KnownReview): readonly DraftReview[] {
    const kind = kindOf(stored);
    const drafts = this.#byKind.get(kind);
    const hash = drafts === undefined ? null : storedContentHash(stored);
    if (drafts === undefined || hash === null) return [];
    const byWords = this.#byWords.get(kind) ?? Map.groupBy(drafts, keptContentHash);
    this.#byWords.set(kind, byWords);
    return byWords.get(hash) ?? [];
  }
}

/** Null when the review says too little to be known by it. */
export function storedContentHash(stored: Omit<KnownReview, "id" | "sourceId">): string | null {
  return keptContentHash(stored);
}

/** What two copies have in common before their words are looked at. */
export function kindOf({ source, date, rating }: Pick<KnownReview, "source" | "date" | "rating">): string {
  return `${date} ${rating} ${source}`;
}

/** The id under which a draft was taken down, if it was; `id` is the one it would get. */
export type FindSuppression = (draft: DraftReview, id: string) => string | undefined;

/** Indexes the removals that are still in force, for lookup by draft. */
export function findSuppressions(
  removals: readonly StoredRemoval[],
  former: FormerSources,
  isErased: (id: string) => boolean = () => false,
): FindSuppression {
  const rows = removals.filter(({ suppressed }) => suppressed);
  const ids = new Set(rows.map(({ id }) => id));
  const bySource = new Map(rows.map((row) => [nameKey({ ...row, source: recogniseSource(row.source) }), row.id]));
  bySource.delete("");
  const byContent = new Map(rows.map(({ id, contentHash }) => [contentHash, id]));
  const unnumbered = rows.filter(({ sourceId }) => sourceId === null);
  const unnumberedByContent = new Map(unnumbered.map(({ id, contentHash }) => [contentHash, id]));
  // An id given by hand, or two of one source that differ, say that it is another review in the same words.
  const findByContent = (draft: DraftReview) => {
    if (rows.length === 0 || draft.id !== null) return undefined;
    const known = draft.sourceId === null ? byContent : unnumberedByContent;
    return firstOf(keptContentHashes(draft, former), (hash) => known.get(hash));
  };
  return (draft, id) => {
    if (ids.has(id) || isErased(id)) return id;
    return (
      firstOf(formerIdsOf(draft, former), (each) => (ids.has(each) ? each : undefined)) ??
      bySource.get(nameKey(draft)) ??
      findByContent(draft)
    );
  };
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** One key for (source, source id); no review has the key of a missing source id. */
function sourceKey(source: string, sourceId: string | null): string {
  return sourceId === null ? "" : `${source}\0${sourceId}`;
}

/**
 * The same where a review of ours has no id at its source: lists of another shape than ours call by that name what ours call
 * the review's id, so one review may be kept under either.
 */
function nameKey({ id, source, sourceId }: Named): string {
  return sourceKey(source, sourceId ?? id);
}

/** What a review is called, here and at its source. */
interface Named {
  readonly id: string | null;
  readonly source: string;
  readonly sourceId: string | null;
}
