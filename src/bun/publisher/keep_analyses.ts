/**
 * Keeps what the engine found anew for a publication, so that it need not be found again for the next.
 *
 * @module
 */
import { analystFor } from "../../publishing/mod.ts";
import { readBusiness, reanalyzeStale } from "../../store/mod.ts";
import { storeOver } from "../database/database.ts";
import { explainDatabaseError } from "../database/database_error.ts";
import type { DatabaseFile } from "../database/database_file.ts";

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
