/**
 * Keeps what the engine found anew for a publication, so that it need not be found again for the next.
 *
 * @module
 */
import { analystFor } from "../../publishing/mod.ts";
import { readBusiness, reanalyzeStale, type Store } from "../../store/mod.ts";

/**
 * Returns why nothing could be kept, as when somebody else is writing for long, or null; readers have the publication
 * all the same.
 */
export async function keepAnalyses(store: Store): Promise<string | null> {
  try {
    const business = (await readBusiness(store))?.profile;
    if (business) await reanalyzeStale(store, analystFor(business), { thorough: true });
    return null;
  } catch (error) {
    return String(error);
  }
}
