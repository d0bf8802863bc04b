/**
 * What an import is to do, in the plainest form: everything is in memory, and each record is compared with each review. The
 * import itself must leave the same reviews and the same history.
 */
import type { DraftReview } from "../../src/import/mod.ts";
import {
  cameByOwnLink,
  contentId,
  countedOf,
  groupCopies,
  isDerivedId,
  keptContentHash,
  reviewIdOf,
} from "../../src/review/mod.ts";
import { comparable } from "../../src/store/import/mod.ts";
import { instantOfRank, type StoredRemoval, type StoredReview } from "../../src/store/mod.ts";
import {
  changedFields,
  isEdited,
  type MergeOptions,
  mergeDraft,
  newStoredReview,
} from "../../src/store/stored_review.ts";

export interface PlainStore {
  /** In the order in which they were first saved. */
  readonly reviews: readonly StoredReview[];
  readonly removals: readonly StoredRemoval[];
}

interface PlainRequest {
  readonly drafts: readonly DraftReview[];
  readonly replace: boolean;
  readonly merging: MergeOptions;
  /** The instant of the change. */
  readonly at: number;
}

/** The reviews after an import, and what it changed, by id; null where one review is meant by two records. */
export function plainImport(store: PlainStore, { drafts, replace, merging, at }: PlainRequest) {
  const found = findKept(store.reviews, drafts);
  const known = drafts.filter((draft) => found.has(draft) || draft.id !== null);
  const inOrder = [...known, ...drafts.filter((draft) => !known.includes(draft))];
  for (const [draft, id] of findByWords(store.reviews, drafts, found)) found.set(draft, id);
  if (new Set(found.values()).size < found.size) return null;
  const [added, changed, suppressed, seen]: [StoredReview[], Map<string, StoredReview>, string[], Set<string>] = [
    ...([[], new Map(), []] as [StoredReview[], Map<string, StoredReview>, string[]]),
    new Set(),
  ];
  let unchanged = 0;
  for (const draft of inOrder) {
    const before = store.reviews.find(({ id }) => id === found.get(draft));
    const id = before?.id ?? reviewIdOf(draft);
    seen.add(id);
    const removal = removalOf(store.removals, draft, id);
    if (removal !== undefined) suppressed.push(removal.id);
    else if (before === undefined)
      added.push(newStoredReview(draft, instantOfRank(at, added.length), merging.writeMarks));
    else {
      const after = mergeDraft(before, draft, merging);
      const fields = cameByOwnLink(before) ? [] : changedFields(before, after);
      if (fields.length === 0) unchanged++;
      else {
        const isSeen = fields.some((field) => field !== "sourceId" && field !== "marks");
        const updatedAt = isSeen ? instantOfRank(at, changed.size) : after.updatedAt;
        changed.set(before.id, { ...after, edited: after.edited || isEdited(before, after), updatedAt });
      }
    }
  }
  const removed = replace ? store.reviews.filter((review) => !seen.has(review.id) && !cameByOwnLink(review)) : [];
  const stays = store.reviews.filter((review) => !removed.includes(review));
  const reviews = [...stays.map((review) => changed.get(review.id) ?? review), ...added];
  const atSource = reviews.flatMap(({ source, sourceId }) => (sourceId === null ? [] : [`${source} ${sourceId}`]));
  if (new Set(atSource).size < atSource.length) return null;
  const joins = joinsOf(reviews);
  const isAdded = new Set(added.map(({ id }) => id));
  const after = reviews.map((review) => {
    const join = joins.get(review.id);
    if (join === undefined) return review;
    const isDated = changed.has(review.id) || (review.withheld === null && join.copyOf === null);
    return { ...review, ...join, ...(isDated && !isAdded.has(review.id) && { updatedAt: at }) };
  });
  const written = reviews.filter(({ id }) => changed.has(id) || isAdded.has(id));
  return {
    isEmpty: written.length + removed.length + joins.size === 0,
    reviews: after,
    summary: {
      added: added.length,
      changed: changed.size,
      unchanged,
      removed: removed.length,
      suppressed: suppressed.length,
      withheld: written.filter(({ withheld }) => withheld !== null).length,
      unverified: written.filter(({ withheld }) => withheld === "unverified").length,
      joined: [...joins].filter(([id, { copyOf }]) => {
        return copyOf !== null && copyOf !== reviews.find((each) => each.id === id)?.copyOf;
      }).length,
    },
  };
}

/** By the id, else by the id at the source, else by one that is called by the other's name on the same day. */
function findKept(reviews: readonly StoredReview[], drafts: readonly DraftReview[]): Map<DraftReview, string> {
  const nameOf = ({ id, sourceId }: { id: string | null; sourceId: string | null }) => sourceId ?? id;
  return new Map(
    drafts.flatMap((draft) => {
      const { id, source, sourceId, date } = draft;
      const atSource = (name: string | null) =>
        reviews.find((each) => name !== null && each.source === source && each.sourceId === name);
      const namesake = id === null ? reviews.find((each) => each.id === sourceId) : atSource(nameOf(draft));
      const isNamesake = namesake?.source === source && nameOf(namesake) === nameOf(draft) && namesake.date === date;
      const kept =
        reviews.find((each) => each.id === reviewIdOf(draft)) ??
        atSource(sourceId) ??
        (isNamesake ? namesake : undefined);
      return kept === undefined ? [] : [[draft, kept.id] as const];
    }),
  );
}

/** Of the reviews that no id has found, each is the first record's that has the same words and may be it. */
function findByWords(
  reviews: readonly StoredReview[],
  drafts: readonly DraftReview[],
  byId: ReadonlyMap<DraftReview, string>,
): Map<DraftReview, string> {
  const found = new Map<DraftReview, string>();
  for (const review of reviews.filter(({ id }) => ![...byId.values()].includes(id))) {
    const hash = keptContentHash(review);
    const draft = drafts.find((each) => {
      if (byId.has(each) || found.has(each) || each.id !== null || keptContentHash(each) !== hash) return false;
      if (each.sourceId === null) return hash !== null;
      const isMadeOfWords = review.id === contentId(each.contentHash);
      return hash !== null && review.sourceId === null && (!isDerivedId(review.id) || isMadeOfWords);
    });
    if (draft !== undefined) found.set(draft, review.id);
  }
  return found;
}

function removalOf(removals: readonly StoredRemoval[], draft: DraftReview, id: string): StoredRemoval | undefined {
  const standing = removals.filter(({ suppressed }) => suppressed);
  const hash = draft.id === null ? keptContentHash(draft) : null;
  return (
    standing.find((each) => each.id === id) ??
    standing.findLast(
      (each) =>
        each.source === draft.source &&
        (draft.sourceId ?? draft.id) !== null &&
        (each.sourceId ?? each.id) === (draft.sourceId ?? draft.id),
    ) ??
    standing.findLast(
      (each) => hash !== null && each.contentHash === hash && (draft.sourceId === null || each.sourceId === null),
    )
  );
}

/** Which reviews are copies of which, of all that there are, where that is another than they have it. */
function joinsOf(reviews: readonly StoredReview[]) {
  const { groups } = groupCopies(reviews.map(comparable), { seeksDoubtful: false });
  const joins = new Map<string, Pick<StoredReview, "copyOf" | "alsoAt">>();
  for (const review of reviews) {
    const ids = groups.find((group) => group.includes(review.id)) ?? [review.id];
    const copies = ids.flatMap((id) => reviews.filter((each) => each.id === id));
    const counted = countedOf(copies)?.id ?? review.id;
    const copyOf = counted === review.id ? null : counted;
    const places = new Map<string, StoredReview["alsoAt"][number]>();
    const others = copies.filter((each) => each !== review);
    for (const place of copies
      .flatMap(({ givenAlsoAt }) => givenAlsoAt ?? [])
      .sort((one, other) => ((one.url ?? "") < (other.url ?? "") ? -1 : 1))) {
      if (copies.every(({ source }) => source !== place.name)) places.set(place.name, place);
    }
    for (const { source, sourceUrl, withheld } of others) {
      if (source !== review.source && withheld !== "hidden_at_source")
        places.set(source, { name: source, url: sourceUrl });
    }
    const alsoAt = copyOf !== null ? [] : [...places.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
    const isSame = copyOf === review.copyOf && JSON.stringify(alsoAt) === JSON.stringify(review.alsoAt);
    if (!isSame) joins.set(review.id, { copyOf, alsoAt });
  }
  return joins;
}
