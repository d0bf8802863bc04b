/**
 * Brings what the insights engine found up to date, after a change of engine or catalog.
 *
 * The published form does not change by it, since a server finds anew what is out of date: so there is no new revision.
 *
 * @module
 */
import type { Analyst } from "./analyst.ts";
import type { Store } from "./ports/store.ts";

/** Reviews analysed in one go: the write lock is free again between two. */
const BATCH = 500;

/** The name of the key under which all reviews were last analysed. */
const ANALYZED_UNDER = "analyzed_under";

/** How a review is found to be in need of another look. */
export interface ReanalyzeOptions {
  /** Told how many there are before the first is analysed; what comes back is told how many are done. */
  readonly onStart?: (total: number) => (done: number) => void;
  /** Look through all reviews even if they were brought up to date before: an older release may have saved some since. */
  readonly thorough?: boolean;
  /** With more than this nothing is done, since whoever publishes them does it. */
  readonly atMost?: number;
}

/**
 * Analyses every review whose analysis is missing or outdated for this analyst, and returns how many there were; null
 * where there are too many for `atMost`. May be
 * interrupted and called again. What a newer engine found stays: two releases that share a store would otherwise undo each
 * other's work with every change.
 */
export async function reanalyzeStale(
  { reviews }: Store,
  analyst: Analyst,
  { onStart = () => () => {}, thorough = false, atMost = Number.POSITIVE_INFINITY }: ReanalyzeOptions = {},
): Promise<number | null> {
  const { key } = analyst;
  const stale = await reviews.read(async (reads) => {
    // One key stands for all that this release saves: what an import leaves unanalysed, whoever publishes it looks for.
    const under = await reads.setting(ANALYZED_UNDER);
    if (under !== undefined && !analyst.isOutdated(under) && !thorough) return null;
    const outdated = (await reads.analysisKeys()).filter((kept) => analyst.isOutdated(kept));
    return { outdated, total: await reads.countStale(outdated), under };
  });
  if (stale === null) return 0;
  if (stale.total > atMost) return null;
  if (stale.total > 0) await analyst.prepare?.();
  const onProgress = onStart(stale.total);
  let done = 0;
  for (let after = 0; done < stale.total; ) {
    const batch = await reviews.read((reads) => reads.staleAfter(after, stale.outdated, BATCH));
    const last = batch.at(-1);
    if (last === undefined) break;
    // A review that is changed meanwhile keeps what was found in its new text.
    const analyses = batch.map((review) => ({ ...review, analysis: analyst.analyze(review) }));
    await reviews.write((writes) => writes.saveAnalyses(key, analyses));
    after = last.number;
    done += batch.length;
    onProgress(done);
  }
  if (stale.under === undefined || analyst.isOutdated(stale.under)) {
    await reviews.write((writes) => writes.saveSetting(ANALYZED_UNDER, key));
  }
  return done;
}
