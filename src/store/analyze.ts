/** Stores the findings of the insights engine. No new revision follows: a server re-analyses outdated ones itself. */
import type { Mentions } from "../review/mod.ts";
import type { PlacedReview } from "./review_store.ts";
import type { Store } from "./store.ts";
import type { StoredReview } from "./stored_review.ts";

export interface Analyst {
  /** Names the engine's version and the catalog. */
  readonly key: string;
  isCurrent(key: string): boolean;
  /** A newer engine's analysis is current, and is not replaced even if it is not understood. */
  isOutdated(key: string): boolean;
  analyze(review: StoredReview): string;
  analyzeMany?(reviews: readonly StoredReview[]): Promise<readonly string[]>;
  /** Ends the threads until they are needed again: each holds an engine. */
  release?(): void;
  findings(analysis: string): Findings;
}

interface Findings {
  readonly mentions: Mentions;
  readonly language: string | null;
}

/** What was found in a stored review; one that no server has analysed yet is analysed for this. */
export function findingsOf(analyst: Analyst): (review: StoredReview) => Findings {
  return (review) => analyst.findings(review.analysis ?? analyst.analyze(review));
}

/** More than these, half a second's work, are worth threads of their own, where this one has other things to do. */
const MAX_UNTHREADED_REVIEWS = 2_000;

const AHEAD = 4;

interface BatchOptions<Item> {
  readonly areMany: boolean;
  readonly reviewOf: (item: Item) => StoredReview;
}

export async function* analyzeBatches<Item>(
  analyst: Analyst,
  batches: Iterable<readonly Item[]> | AsyncIterable<readonly Item[]>,
  options: BatchOptions<Item>,
): AsyncGenerator<readonly (readonly [item: Item, analysis: string])[]> {
  const underWay: ReturnType<typeof analyzeBatch<Item>>[] = [];
  for await (const batch of batches) {
    const found = analyzeBatch(analyst, batch, options);
    // Thrown when it is its turn.
    found.catch(() => {});
    underWay.push(found);
    const first = underWay.length < AHEAD ? undefined : underWay.shift();
    if (first !== undefined) yield first;
  }
  yield* underWay;
}

async function analyzeBatch<Item>(
  analyst: Analyst,
  batch: readonly Item[],
  { areMany, reviewOf }: BatchOptions<Item>,
): Promise<readonly (readonly [item: Item, analysis: string])[]> {
  const reviews = batch.map(reviewOf);
  const analyses =
    areMany && analyst.analyzeMany !== undefined
      ? await analyst.analyzeMany(reviews)
      : reviews.map((review) => analyst.analyze(review));
  return batch.map((item, at) => {
    const analysis = analyses[at];
    if (analysis === undefined) throw new Error(`Nothing was found in the review ${reviews[at]?.id}`);
    return [item, analysis];
  });
}

/** Reviews analysed in one go: the write lock is free again between two. */
const BATCH_REVIEWS = 500;

const ANALYZED_UNDER = "analyzed_under";

interface ReanalyzeOptions {
  /** Called with the number of stale reviews before the first is analysed. Returns a callback for the number of saved ones. */
  readonly onStart?: (total: number) => (done: number) => void;
  /** Look through all reviews even if they were brought up to date before: an older release may have saved some since. */
  readonly thorough?: boolean;
}

/** Analyses every review whose analysis is missing or outdated, and returns how many were saved. It may be interrupted at any moment. */
export async function reanalyzeStale(
  { reviews }: Store,
  analyst: Analyst,
  { onStart = () => () => {}, thorough = false }: ReanalyzeOptions = {},
): Promise<number> {
  const { key } = analyst;
  const stale = await reviews.read(async (reads) => {
    const under = await reads.setting(ANALYZED_UNDER);
    if (under !== undefined && !analyst.isOutdated(under) && !thorough) return null;
    const outdated = (await reads.analysisKeys()).filter((kept) => analyst.isOutdated(kept));
    return { outdated, total: await reads.countStale(outdated), under };
  });
  if (stale === null) return 0;
  const { total, outdated, under } = stale;
  const onProgress = onStart(total);
  let done = 0;
  const options = { areMany: total > MAX_UNTHREADED_REVIEWS, reviewOf: (review: PlacedReview) => review };
  for await (const found of analyzeBatches(analyst, staleBatches(reviews, outdated), options)) {
    const analyses = found.map(([{ number, updatedAt }, analysis]) => ({ number, updatedAt, analysis }));
    // A review that changed since keeps the analysis of its new text.
    await reviews.write((writes) => writes.saveAnalyses(key, analyses));
    done += found.length;
    onProgress(done);
  }
  if (under === undefined || analyst.isOutdated(under)) {
    await reviews.write((writes) => writes.saveSetting(ANALYZED_UNDER, key));
  }
  return done;
}

export function countOutdated({ reviews }: Store, analyst: Pick<Analyst, "isOutdated">): Promise<number> {
  return reviews.read(async (reads) => {
    return reads.countStale((await reads.analysisKeys()).filter((kept) => analyst.isOutdated(kept)));
  });
}

/** Stale reviews from the first on, without those that other processes have saved. */
async function* staleBatches(reviews: Store["reviews"], outdated: readonly string[]) {
  for (let after = 0; ; ) {
    const batch = await reviews.read((reads) => reads.staleAfter(after, outdated, BATCH_REVIEWS));
    const last = batch.at(-1);
    if (last === undefined) return;
    yield batch;
    after = last.number;
  }
}
