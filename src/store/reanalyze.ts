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

/**
 * Analyses every review that was not analysed under the analyst's key, and returns how many there were. May be
 * interrupted and called again; nothing is looked through when the whole set was brought up to date before.
 */
export async function reanalyzeStale(
  { reviews }: Store,
  analyst: Analyst,
  onStart: (total: number) => (done: number) => void,
): Promise<number> {
  const { key } = analyst;
  // New and changed reviews are analysed when saved, so comparing the key covers all of them.
  const total = await reviews.read(async (reads) => {
    return (await reads.setting(ANALYZED_UNDER)) === key ? null : reads.countStale(key);
  });
  if (total === null) return 0;
  const onProgress = onStart(total);
  let done = 0;
  for (let after = 0; done < total; ) {
    const batch = await reviews.read((reads) => reads.staleAfter(after, key, BATCH));
    const last = batch.at(-1);
    if (last === undefined) break;
    // A review that is changed meanwhile keeps what was found in its new text.
    const analyses = batch.map((review) => ({ ...review, analysis: analyst.analyze(review) }));
    await reviews.write((writes) => writes.saveAnalyses(key, analyses));
    after = last.number;
    done += batch.length;
    onProgress(done);
  }
  await reviews.write((writes) => writes.saveSetting(ANALYZED_UNDER, key));
  return done;
}
