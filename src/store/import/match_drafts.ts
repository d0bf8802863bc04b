/** Finds the stored review that a draft is a copy of: by its id, its id at the source, or distinctive content. Two ids of one source never match. */
import type { DraftReview, RecordList } from "../../import/mod.ts";
import { contentId, isDerivedId, keptContentHash, recogniseSource, reviewIdOf } from "../../review/mod.ts";
import type { AnalysisWanted, StoredRemoval } from "../review_store.ts";
import type { ReviewReads } from "../store.ts";
import type { StoredReview } from "../stored_review.ts";
import { type FormerSources, formerIdsOf, keptContentHashes } from "./former_sources.ts";

export type Drafts = readonly DraftReview[] | RecordList<DraftReview>;

export interface MatchedDraft {
  readonly record: number;
  readonly draft: DraftReview;
  readonly id: string;
  readonly before: StoredReview | undefined;
}

type DraftLookup = Pick<ReviewReads, "reviewsById" | "reviewsBySourceId" | "reviewsBetween">;

/** Matches drafts page by page. Drafts that match by id come before those that can only match by content. */
export async function* matchDrafts(
  lookup: DraftLookup,
  drafts: Drafts,
  former: FormerSources,
): AsyncGenerator<readonly MatchedDraft[]> {
  const unknown = new UnknownDrafts(former);
  for (const { page, first } of pagesOf(drafts)) {
    const find = await finderById(lookup, page, former);
    const matched: MatchedDraft[] = [];
    for (const [offset, draft] of page.entries()) {
      const record = first + offset;
      const before = find(draft);
      if (before !== undefined) unknown.take(before.id);
      if (before === undefined && draft.id === null) unknown.add(draft, record);
      else matched.push({ record, draft, id: before?.id ?? reviewIdOf(draft), before });
    }
    yield matched;
  }
  const found = await unknown.findByWords(lookup);
  for (const { page, first } of unknown.size === 0 ? [] : pagesOf(drafts)) {
    const left = page.map((draft, offset) => ({ draft, record: first + offset })).filter(unknown.has);
    const ids = left.flatMap(({ record }) => found.get(record) ?? []);
    const kept = ids.length === 0 ? [] : await lookup.reviewsById(ids, analysisWanted(page));
    const byId = new Map(kept.map((review) => [review.id, review]));
    yield left.map(({ draft, record }) => {
      const before = byId.get(found.get(record) ?? "");
      return { record, draft, id: before?.id ?? reviewIdOf(draft), before };
    });
  }
}

/** The same where nothing is kept that a draft could be a copy of. */
export function* asNewDrafts(drafts: Drafts): Generator<readonly MatchedDraft[]> {
  for (const { page, first } of pagesOf(drafts)) {
    yield page.map((draft, offset) => {
      return { record: first + offset, draft, id: reviewIdOf(draft), before: undefined };
    });
  }
}

const PAGE_DRAFTS = 1000;

function* pagesOf(drafts: Drafts): Generator<{ readonly page: readonly DraftReview[]; readonly first: number }> {
  if (!("pages" in drafts)) {
    for (let first = 0; first < drafts.length; first += PAGE_DRAFTS)
      yield { page: drafts.slice(first, first + PAGE_DRAFTS), first };
    return;
  }
  let first = 0;
  for (const page of drafts.pages()) {
    yield { page, first };
    first += page.length;
  }
}

async function finderById(lookup: DraftLookup, page: readonly DraftReview[], former: FormerSources) {
  const wanted = analysisWanted(page);
  const ids = page.flatMap((draft) => [reviewIdOf(draft), ...formerIdsOf(draft, former), ...namesakeIdOf(draft)]);
  const kept = await lookup.reviewsById([...new Set(ids)], wanted);
  const byId = new Map(kept.map((review) => [review.id, review]));
  const keys = page.flatMap((draft) => (byId.has(reviewIdOf(draft)) ? [] : keyAtSource(draft)));
  const keptAtSource = keys.length === 0 ? [] : await lookup.reviewsBySourceId(keys, wanted);
  const bySource = new Map(keptAtSource.map((review) => [sourceKey(review), review]));
  return (draft: DraftReview): StoredReview | undefined =>
    byId.get(reviewIdOf(draft)) ??
    bySource.get(sourceKey(draft)) ??
    formerIdsOf(draft, former).flatMap((each) => byId.get(each) ?? [])[0] ??
    namesakeOf(draft, draft.id === null ? byId.get(draft.sourceId ?? "") : bySource.get(nameKey(draft)));
}

function namesakeIdOf({ id, sourceId }: DraftReview): string[] {
  return id === null && sourceId !== null ? [sourceId] : [];
}

function keyAtSource({ id, source, sourceId }: DraftReview) {
  const name = sourceId ?? id;
  return name === null ? [] : [{ source, sourceId: name }];
}

/** The review of the same day whose id at the source is the draft's own id, or the other way around. */
function namesakeOf(draft: DraftReview, found: StoredReview | undefined): StoredReview | undefined {
  const isNamesake = found !== undefined && nameKey(found) === nameKey(draft) && found.date === draft.date;
  return isNamesake ? found : undefined;
}

/** What an export names may be what we found ourselves, where the import had given nothing. */
function analysisWanted(drafts: readonly DraftReview[]): AnalysisWanted {
  return {
    withoutMentions: drafts.some(({ mentions }) => mentions !== null),
    withoutLanguage: drafts.some(({ language }) => language !== null),
  };
}

interface UnknownDraft {
  readonly record: number;
  readonly isNumbered: boolean;
  readonly contentHash: string | null;
  readonly formerIds: readonly string[];
}

class UnknownDrafts {
  readonly #former: FormerSources;
  readonly #records = new Set<number>();
  readonly #byWords = new Map<string, UnknownDraft[]>();
  readonly #taken = new Set<string>();
  readonly #days: { first: string; last: string } = { first: "9999-12-31", last: "0001-01-01" };
  readonly has = ({ record }: { readonly record: number }): boolean => this.#records.has(record);

  constructor(former: FormerSources) {
    this.#former = former;
  }

  get size(): number {
    return this.#records.size;
  }

  take(id: string): void {
    this.#taken.add(id);
  }

  add(draft: DraftReview, record: number): void {
    this.#records.add(record);
    const words = keptContentHash(draft);
    if (words === null) return;
    const { date, sourceId, contentHash } = draft;
    if (date < this.#days.first) this.#days.first = date;
    if (date > this.#days.last) this.#days.last = date;
    const formerIds = formerIdsOf({ ...draft, sourceId: null }, this.#former);
    const unknown = { record, isNumbered: sourceId !== null, contentHash, formerIds };
    const alike = this.#byWords.get(words);
    if (alike === undefined) this.#byWords.set(words, [unknown]);
    else alike.push(unknown);
  }

  /** The ids of the reviews they are copies of, by record: of several the first that may be it, of each review once. */
  async findByWords(lookup: DraftLookup): Promise<ReadonlyMap<number, string>> {
    const found = new Map<number, string>();
    if (this.#byWords.size === 0) return found;
    for await (const page of lookup.reviewsBetween(this.#days.first, this.#days.last)) {
      for (const review of page) {
        const words = this.#taken.has(review.id) ? null : keptContentHash(review);
        const alike = words === null ? [] : (this.#byWords.get(words) ?? []);
        const draft = alike.find((each) => !found.has(each.record) && mayBeOne(each, review));
        if (draft !== undefined) found.set(draft.record, review.id);
      }
    }
    return found;
  }
}

function mayBeOne(
  { isNumbered, contentHash, formerIds }: UnknownDraft,
  { id, sourceId }: Pick<StoredReview, "id" | "sourceId">,
): boolean {
  if (!isNumbered) return true;
  return sourceId === null && (!isDerivedId(id) || id === contentId(contentHash) || formerIds.includes(id));
}

type FindSuppression = (draft: DraftReview, id: string) => string | undefined;

export function findSuppressions(
  removals: readonly StoredRemoval[],
  former: FormerSources,
  isErased: (id: string) => boolean,
): FindSuppression {
  const rows = removals.filter(({ suppressed }) => suppressed);
  const ids = new Set(rows.map(({ id }) => id));
  const bySource = new Map(rows.map((row) => [nameKey({ ...row, source: recogniseSource(row.source) }), row.id]));
  bySource.delete("");
  const byContent = new Map(rows.map(({ id, contentHash }) => [contentHash, id]));
  const unnumbered = rows.filter(({ sourceId }) => sourceId === null);
  const unnumberedByContent = new Map(unnumbered.map(({ id, contentHash }) => [contentHash, id]));
  // A draft with the same words but an id given by hand, or with another id of the same source, is another review.
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
export function sourceKey({ source, sourceId }: Pick<DraftReview, "source" | "sourceId">): string {
  return sourceId === null ? "" : `${source}\0${sourceId}`;
}

/** Like {@link sourceKey}, by the review's own id if it has none at its source: lists from elsewhere swap the two. */
function nameKey({ id, source, sourceId }: Pick<DraftReview, "id" | "source" | "sourceId">): string {
  return sourceKey({ source, sourceId: sourceId ?? id });
}
