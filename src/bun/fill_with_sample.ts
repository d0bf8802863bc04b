/**
 * The sample that an empty database is filled with at first start.
 *
 * @module
 */
import type { Log } from "../platform.ts";
import { readState } from "../sql/read_edition.ts";
import { explainDatabaseError } from "../sqlite/database_error.ts";
import { type DatabaseFile, rowsOf } from "../sqlite/database_file.ts";

/** Imports the sample unless there is something already. @throws {GoodwordError} `database`, naming the file */
export async function fillWithSample(file: DatabaseFile, log: Log): Promise<void> {
  if (readState(rowsOf(file)).revision > 0) return;
  const [{ storeOver }, { importSeed }, { default: seed }] = await Promise.all([
    import("../sqlite/database.ts"),
    import("../cli/import_seed.ts"),
    import("../../seed/reviews.json", { with: { type: "text" } }),
  ]);
  try {
    await importSeed(storeOver(file), seed as unknown as string, Date.now());
  } catch (error) {
    throw explainDatabaseError(file.filename, error);
  }
  log.info("The database is empty: sample data of a fictional business are shown until you import your own");
}
