/**
 * Keeps what the engine found anew for a publication, so that it need not be found again for the next.
 *
 * @module
 */
import { analystFor } from "../../publishing/mod.ts";
import { storeOver } from "../../sqlite/database.ts";
import { explainDatabaseError } from "../../sqlite/database_error.ts";
import type { DatabaseFile } from "../../sqlite/database_file.ts";
import { readBusiness, reanalyzeStale } from "../../store/mod.ts";

/**
 * Returns why nothing could be kept, as when somebody else is writing for long, or null; readers have the publication
 * all the same.
 */
export function keepAnalyses(file: DatabaseFile): string | null {
  try {
    const store = storeOver(file);
    const business = readBusiness(store)?.profile;
    if (business) reanalyzeStale(store, analystFor(business), () => () => {});
    return null;
  } catch (error) {
    return String(explainDatabaseError(file.filename, error));
  }
}
