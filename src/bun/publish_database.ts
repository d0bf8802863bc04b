/**
 * Reads the database at one revision and tells what readers are given, the parts that are ready first.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import { transferablesOf } from "../publication/mod.ts";
import { analystFor, publishEdition } from "../publishing/mod.ts";
import { readBusiness, reanalyzeStale, type Store, withEdition } from "../store/mod.ts";
import { closeDatabase, damageOf, explainDatabaseError, openDatabase } from "./database.ts";
import type { PublishMessage, PublishOrder } from "./publish_messages.ts";

export type Tell = (message: PublishMessage, transfer?: ArrayBuffer[]) => void;

/** @throws {GoodwordError} `database`, naming the file, when it is damaged or cannot be read */
export async function publishDatabase(order: PublishOrder, tell: Tell): Promise<void> {
  try {
    await publish(order, tell);
  } catch (error) {
    throw explainDatabaseError(order.databasePath, error);
  }
}

async function publish({ databasePath, site, isReadOnly, checksIntegrity }: PublishOrder, tell: Tell): Promise<void> {
  const store = openDatabase(databasePath, { create: false, readonly: isReadOnly, busyTimeoutMs: 1000 });
  const damage = checksIntegrity ? damageOf(store) : null;
  if (damage !== null) {
    throw new GoodwordError("database", `${databasePath}: the database is damaged (${damage}). Restore a backup`);
  }
  const { parts, index, codedReviews } = withEdition(store, (edition) => publishEdition(edition, site));
  tell({ kind: "published", parts });
  const { segments } = index();
  tell({ kind: "indexed", segments }, transferablesOf(segments));
  const document = codedReviews();
  const codings = [...document.bodies.values()].map(({ buffer }) => buffer);
  tell(
    { kind: "coded", document },
    codings.filter((buffer) => buffer instanceof ArrayBuffer),
  );
  if (!isReadOnly) keepAnalyses(store);
  closeDatabase(store);
  tell({ kind: "done" });
}

/** After a change of engine or catalog: what was found anew for this publication need not be found again for the next. */
function keepAnalyses(store: Store): void {
  const business = readBusiness(store)?.profile;
  if (business) reanalyzeStale(store, analystFor(business), () => () => {});
}
