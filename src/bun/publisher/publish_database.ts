/**
 * Reads the database at one revision and tells what readers are given, the parts that are ready first.
 *
 * @module
 */
import { GoodwordError } from "../../errors.ts";
import { transferablesOf } from "../../publication/search/build_search_index.ts";
import { type AnalystOf, type Publishing, publishEdition } from "../../publishing/publish_edition.ts";
import { readEdition } from "../../sql/read_edition.ts";
import { explainDatabaseError } from "../../sqlite/database_error.ts";
import { type DatabaseFile, openDatabaseFile, rowsOf, waitForOthers } from "../../sqlite/database_file.ts";
import { damageOf } from "../../sqlite/inspect_database.ts";
import type { Document } from "../../web/document.ts";
import type { Site } from "../../web/site.ts";
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
  const file = openDatabaseFile(databasePath, { create: false, readonly: isReadOnly });
  waitForOthers(file, 1000);
  const damage = checksIntegrity ? damageOf(file) : null;
  if (damage !== null) {
    throw new GoodwordError("database", `${databasePath}: the database is damaged (${damage}). Restore a backup`);
  }
  const kept = publishKept(file, site);
  const { parts, index, codedReviews } = kept ?? (await publishAnew(file, site));
  tell({ kind: "published", parts });
  const { segments } = index();
  tell({ kind: "indexed", segments }, transferablesOf(segments));
  const document = codedReviews();
  tell({ kind: "coded", document }, codingsOf(document));
  const unkept = kept === null && !isReadOnly ? await keepAnalyses(file) : null;
  file.close();
  tell({ kind: "done", unkept });
}

/** The usual case, in which all reviews were analysed as they were saved; null when one must be read anew. */
function publishKept(file: DatabaseFile, site: Site): Publishing | null {
  try {
    return publishNow(file, site, () => ({ analyze: needEngine }));
  } catch (error) {
    if (error instanceof EngineNeeded) return null;
    throw error;
  }
}

/** After a change of engine or catalog. The engine is loaded only now, since that takes longer than a small publication. */
async function publishAnew(file: DatabaseFile, site: Site): Promise<Publishing> {
  const { analystFor } = await import("../../publishing/analyst.ts");
  return publishNow(file, site, analystFor);
}

/** In one read transaction: one moment of the store, whatever is being written meanwhile. */
function publishNow(file: DatabaseFile, site: Site, analystOf: AnalystOf): Publishing {
  return file.transaction(() => publishEdition(readEdition(rowsOf(file)), site, analystOf)).deferred();
}

class EngineNeeded extends Error {}

function needEngine(): never {
  throw new EngineNeeded();
}

/** The compressed bodies; the identity-coded one is shared. */
function codingsOf({ bodies }: Document): ArrayBuffer[] {
  return [...bodies.values()].map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer);
}

async function keepAnalyses(file: DatabaseFile): Promise<string | null> {
  const { keepAnalyses } = await import("./keep_analyses.ts");
  return keepAnalyses(file);
}
