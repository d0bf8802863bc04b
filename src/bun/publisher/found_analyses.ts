/**
 * What the engine found anew for a publication, kept afterwards so that it need not be found again for the next.
 *
 * @module
 */
import { analystFor } from "../../publishing/mod.ts";
import type { AnalystOf } from "../../publishing/publish_edition.ts";
import type { PublishedRow } from "../../store/mod.ts";
import { readBusiness, reanalyzeStale, type Store, type StoredReview } from "../../store/mod.ts";

/** The analyses of one publication. */
export class FoundAnalyses {
  /** By the id of the review, as it was then. */
  readonly #found = new Map<string, { readonly updatedAt: number; readonly analysis: string }>();
  #key: string | null = null;

  /** Reads reviews anew and remembers what was found. */
  readonly analystOf: AnalystOf = (business) => {
    const { key, analyze } = analystFor(business);
    this.#key = key;
    return {
      analyze: (row: PublishedRow) => {
        const analysis = analyze(row);
        this.#found.set(row.id, { updatedAt: row.updatedAt, analysis });
        return analysis;
      },
    };
  };

  /**
   * Keeps them in the store, with those of the reviews that are not published. Returns why nothing could be kept, as when
   * somebody else is writing for long, or null; readers have the publication all the same.
   */
  async keepIn(store: Store): Promise<string | null> {
    try {
      const business = (await readBusiness(store))?.profile;
      if (business === undefined) return null;
      const analyst = analystFor(business);
      const isSameKey = analyst.key === this.#key;
      const analyze = (review: StoredReview) => {
        const found = isSameKey ? this.#found.get(review.id) : undefined;
        return found?.updatedAt === review.updatedAt ? found.analysis : analyst.analyze(review);
      };
      await reanalyzeStale(store, { ...analyst, analyze }, { thorough: true });
      return null;
    } catch (error) {
      return String(error);
    }
  }
}
