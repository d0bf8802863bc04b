/**
 * Reads the database at one revision and tells what readers are given, the parts that are ready first.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import { transferablesOf } from "../publication/mod.ts";
import { analystFor, publishEdition } from "../publishing/mod.ts";
import { readBusiness, reanalyzeStale, type Store, withEdition } from "../store/mod.ts";
import type { Document } from "../web/document.ts";
import { closeDatabase, damageOf, explainDatabaseError, openDatabase } from "./database.ts";
import type { PublishMessage, PublishOrder } from "./publish_messages.ts";

export type Tell = (message: PublishMessage, transfer?: ArrayBuffer[]) => void;

/** @throws {GoodwordError} `database`, naming the file, when it is damaged or cannot be read */
export function publishDatabase(order: PublishOrder, tell: Tell): void {
  try {
    publish(order, tell);
  } catch (error) {
    throw explainDatabaseError(order.databasePath, error);
  }
}

function publish({ databasePath, site, isReadOnly, checksIntegrity }: PublishOrder, tell: Tell): void {
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
  tell({ kind: "coded", document }, codingsOf(document));
  const unkept = isReadOnly ? null : keepAnalyses(store, databasePath);
  closeDatabase(store);
  tell({ kind: "done", unkept });
}

/** The compressed bodies; the identity-coded one is shared. */
function codingsOf({ bodies }: Document): ArrayBuffer[] {
  return [...bodies.values()].map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer);
}

/**
 * After a change of engine or catalog: what was found anew for this publication need not be found again for the next.
 * Returns why that could not be kept, as when somebody else is writing for long; readers have the publication all the same.
 */
function keepAnalyses(store: Store, path: string): string | null {
  try {
    const business = readBusiness(store)?.profile;
    if (business) reanalyzeStale(store, analystFor(business), () => () => {});
    return null;
  } catch (error) {
    return String(explainDatabaseError(path, error));
  }
}
