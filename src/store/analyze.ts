/** Keeps what the insights engine finds in reviews. No new revision follows: a server analyses what is outdated itself. */
import type { Mentions } from "../review/mod.ts";
import type { PlacedReview } from "./review_store.ts";
import type { Store } from "./store.ts";
import type { StoredReview } from "./stored_review.ts";

export interface Analyst {
  /** Names the engine's version and the catalog. */
  readonly key: string;
  isCurrent(key: string): boolean;
  /** A newer engine's analysis is current, and is not replaced even where it is not understood. */
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
const FEW = 2_000;

/** Batches that are read ahead of the one that is saved. */
const AHEAD = 4;

interface BatchOptions<Batch> {
  readonly areMany: boolean;
  readonly reviewsOf: (batch: Batch) => readonly StoredReview[];
}

export async function* analyzeBatches<Batch>(
  analyst: Analyst,
  batches: Iterable<Batch> | AsyncIterable<Batch>,
  { areMany, reviewsOf }: BatchOptions<Batch>,
): AsyncGenerator<readonly [batch: Batch, analyses: readonly string[]]> {
  const underWay: (readonly [Batch, Promise<readonly string[]>])[] = [];
  for await (const batch of batches) {
    const found = analyzeBatch(analyst, reviewsOf(batch), areMany);
    found.catch(() => {});
    underWay.push([batch, found]);
    const first = underWay.length < AHEAD ? undefined : underWay.shift();
    if (first !== undefined) yield [first[0], await first[1]];
  }
  for (const [batch, found] of underWay) yield [batch, await found];
}

async function analyzeBatch(analyst: Analyst, reviews: readonly StoredReview[], areMany: boolean) {
  if (areMany && analyst.analyzeMany !== undefined) return analyst.analyzeMany(reviews);
  return reviews.map((review) => analyst.analyze(review));
}

function withAnalyses<Review extends StoredReview>(
  reviews: readonly Review[],
  { key }: Pick<Analyst, "key">,
  analyses: readonly string[],
): readonly (Review & { readonly analysis: string })[] {
  return reviews.map((review, at) => {
    const analysis = analyses[at];
    if (analysis === undefined) throw new Error(`Nothing was found in the review ${review.id}`);
    return { ...review, analysis, analysisKey: key };
  });
}

/** Reviews analysed in one go: the write lock is free again between two. */
const BATCH = 500;

const ANALYZED_UNDER = "analyzed_under";

interface ReanalyzeOptions {
  /** Called with the number of stale reviews before the first is analysed. Returns a callback for the number of saved ones. */
  readonly onStart?: (total: number) => (done: number) => void;
  /** Look through all reviews even if they were brought up to date before: an older release may have saved some since. */
  readonly thorough?: boolean;
  /** Begin in the middle: where another process begins at the beginning, each does its half. */
  readonly fromMiddle?: boolean;
}

/** Analyses every review whose analysis is missing or outdated, and returns how many were saved. It may be interrupted at any moment. */
export async function reanalyzeStale(
  { reviews }: Store,
  analyst: Analyst,
  { onStart = () => () => {}, thorough = false, fromMiddle = false }: ReanalyzeOptions = {},
): Promise<number> {
  const { key } = analyst;
  const stale = await reviews.read(async (reads) => {
    // One key stands for all that this release saves.
    const under = await reads.setting(ANALYZED_UNDER);
    if (under !== undefined && !analyst.isOutdated(under) && !thorough) return null;
    const outdated = (await reads.analysisKeys()).filter((kept) => analyst.isOutdated(kept));
    return { outdated, total: await reads.countStale(outdated), under };
  });
  if (stale === null) return 0;
  const { total, outdated, under } = stale;
  const onProgress = onStart(total);
  let done = 0;
  const middle = fromMiddle ? Math.floor(total / 2) : 0;
  const batches = staleBatches(reviews, outdated, middle);
  const options = { areMany: total > FEW, reviewsOf: (batch: readonly PlacedReview[]) => batch };
  for await (const [batch, analyses] of analyzeBatches(analyst, batches, options)) {
    // A review that changed since keeps the analysis of its new text.
    await reviews.write((writes) => writes.saveAnalyses(key, withAnalyses(batch, analyst, analyses)));
    done += batch.length;
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

/** Stale reviews from the one after `middle` to the last, then from the first. Skips those that other processes have saved. */
async function* staleBatches(
  reviews: Store["reviews"],
  outdated: readonly string[],
  middle: number,
): AsyncGenerator<readonly PlacedReview[]> {
  const spans = [{ after: middle, to: Number.POSITIVE_INFINITY }, ...(middle > 0 ? [{ after: 0, to: middle }] : [])];
  for (const { after: start, to } of spans) {
    for (let after = start; ; ) {
      const found = await reviews.read((reads) => reads.staleAfter(after, outdated, BATCH));
      const batch = found.filter(({ number }) => number <= to);
      const last = batch.at(-1);
      if (last === undefined) break;
      yield batch;
      after = last.number;
    }
  }
}
