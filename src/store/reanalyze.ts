/**
 * Brings what the insights engine found up to date, after a change of engine or catalog.
 *
 * The published form does not change by it, since a server finds anew what is out of date: so there is no new revision.
 *
 * @module
 */
import { eq, sql } from "drizzle-orm";
import { keys, reviews } from "../sql/schema.ts";
import type { Analyst } from "./analyst.ts";
import type { Store } from "./store.ts";

/** Reviews analysed in one go: the write lock is free again between two. */
const BATCH = 500;

/**
 * Analyses every review that was not analysed under the analyst's key, and returns how many there were. May be
 * interrupted and called again; nothing is looked through when the whole set was brought up to date before.
 */
export function reanalyzeStale(
  store: Store,
  analyst: Analyst,
  onStart: (total: number) => (done: number) => void,
): number {
  if (isUpToDate(store, analyst)) return 0;
  const stale = sql`analysis_key IS NOT ${analyst.key}`;
  const total = store.values<[number]>(sql`SELECT count(*) FROM reviews WHERE ${stale}`)[0]![0];
  const onProgress = onStart(total);
  let done = 0;
  for (let after = 0; done < total; ) {
    const batch = store
      .select()
      .from(reviews)
      .where(sql`${stale} AND ${reviews.number} > ${after}`)
      .orderBy(reviews.number)
      .limit(BATCH)
      .all();
    if (batch.length === 0) break;
    const analyses = batch.map((review) => ({ ...review, analysis: analyst.analyze(review) }));
    saveAnalyses(store, analyses, analyst.key);
    after = batch.at(-1)!.number;
    done += batch.length;
    onProgress(done);
  }
  rememberUpToDate(store, analyst);
  return done;
}

/** Under this name stands the key that all reviews were last analysed under. */
const ANALYZED_UNDER = "analyzed_under";

/** New and changed reviews are analysed as they are saved, so one look at the key tells of all. */
function isUpToDate(store: Store, { key }: Analyst): boolean {
  return store.select().from(keys).where(eq(keys.name, ANALYZED_UNDER)).get()?.value === key;
}

function rememberUpToDate(store: Store, { key: value }: Analyst): void {
  store
    .insert(keys)
    .values({ name: ANALYZED_UNDER, value })
    .onConflictDoUpdate({ target: keys.name, set: { value } })
    .run();
}

interface Analysed {
  readonly number: number;
  readonly updatedAt: number;
  readonly analysis: string;
}

/** A review that was changed meanwhile keeps what was found in its new text. */
function saveAnalyses(store: Store, analyses: readonly Analysed[], key: string): void {
  store.transaction(
    (transaction) => {
      for (const { number, updatedAt, analysis } of analyses) {
        transaction
          .update(reviews)
          .set({ analysis, analysisKey: key })
          .where(sql`${reviews.number} = ${number} AND ${reviews.updatedAt} = ${updatedAt}`)
          .run();
      }
    },
    { behavior: "immediate" },
  );
}
