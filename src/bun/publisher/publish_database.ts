/**
 * Reads the database at one revision and tells what readers are given, the parts that are ready first.
 *
 * @module
 */
import { isServerUrl } from "../../config.ts";
import { transferablesOf } from "../../publication/search/build_search_index.ts";
import { type AnalystOf, type Publishing, publishEdition } from "../../publishing/publish_edition.ts";
import { openForPublishing } from "../../sqlite/open_for_publishing.ts";
import type { Store } from "../../store/mod.ts";
import type { Document } from "../../web/document.ts";
import type { Site } from "../../web/site.ts";
import type { PublishMessage, PublishOrder } from "./publish_messages.ts";

/** Posts a message to the publisher; buffers in `transfer` are moved, not copied. */
export type Tell = (message: PublishMessage, transfer?: ArrayBuffer[]) => void;

/** @throws {GoodwordError} `database`, naming the file, when it is damaged or cannot be read */
export async function publishDatabase(order: PublishOrder, tell: Tell): Promise<void> {
  const { site, isReadOnly } = order;
  await using store = await openStore(order);
  const kept = await publishKept(store, site);
  const { parts, index, codedReviews } = kept ?? (await publishAnew(store, site));
  tell({ kind: "published", parts });
  const { segments } = index();
  tell({ kind: "indexed", segments }, transferablesOf(segments));
  const document = codedReviews();
  tell({ kind: "coded", document }, codingsOf(document));
  const unkept = kept === null && !isReadOnly ? await keepAnalyses(store) : null;
  tell({ kind: "done", unkept });
}

async function openStore({ databasePath: path, isReadOnly, checksIntegrity }: PublishOrder): Promise<Store> {
  if (!isServerUrl(path)) return openForPublishing({ path, isReadOnly, checksIntegrity });
  const { openPostgres } = await import("../../postgres/mod.ts");
  return openPostgres(path);
}

/** The usual case, in which all reviews were analysed as they were saved; null when one must be read anew. */
async function publishKept(store: Store, site: Site): Promise<Publishing | null> {
  try {
    return await publishNow(store, site, () => ({ analyze: needEngine }));
  } catch (error) {
    if (error instanceof EngineNeeded) return null;
    throw error;
  }
}

/** After a change of engine or catalog. The engine is loaded only now, since that takes longer than a small publication. */
async function publishAnew(store: Store, site: Site): Promise<Publishing> {
  const { analystFor } = await import("../../publishing/analyst.ts");
  return publishNow(store, site, analystFor);
}

function publishNow({ editions }: Store, site: Site, analystOf: AnalystOf): Promise<Publishing> {
  return editions.read((edition) => publishEdition(edition, site, analystOf));
}

class EngineNeeded extends Error {}

function needEngine(): never {
  throw new EngineNeeded();
}

/** The compressed bodies; the identity-coded one is shared. */
function codingsOf({ bodies }: Document): ArrayBuffer[] {
  return [...bodies.values()].map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer);
}

async function keepAnalyses(store: Store): Promise<string | null> {
  const { keepAnalyses } = await import("./keep_analyses.ts");
  return keepAnalyses(store);
}
