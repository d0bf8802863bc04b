/**
 * The sample that an empty store is filled with at first start.
 *
 * @module
 */
import type { Log } from "../platform.ts";
import type { Store } from "../store/mod.ts";

/** Imports the sample unless there is something already. @throws {GoodwordError} `database`, naming the file */
export async function fillWithSample(store: Store, log: Log): Promise<void> {
  if ((await store.editions.state()).revision > 0) return;
  const [{ importSeed }, { default: seed }] = await Promise.all([
    import("../owner/import_seed.ts"),
    import("../../seed/reviews.json", { with: { type: "text" } }),
  ]);
  await importSeed(store, seed as unknown as string, Date.now());
  log.info("The database is empty: showing sample data of a fictional business until you import your own");
}
