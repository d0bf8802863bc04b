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
  const { publishing, keep } = kept === null ? await publishAnew(store, site) : { publishing: kept, keep: null };
  const { parts, index, codedReviews } = publishing;
  tell({ kind: "published", parts });
  const { segments } = index();
  tell({ kind: "indexed", segments }, transferablesOf(segments));
  const document = codedReviews();
  tell({ kind: "coded", document }, codingsOf(document));
  const unkept = keep === null || isReadOnly ? null : await keep();
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

interface PublishedAnew {
  readonly publishing: Publishing;
  /** Keeps what was found for it; says why not, where it could not. */
  readonly keep: () => Promise<string | null>;
}

/**
 * After a large import, or a change of engine or catalog. The engine is loaded only now, since that takes longer than a
 * small publication.
 */
async function publishAnew(store: Store, site: Site): Promise<PublishedAnew> {
  const { FoundAnalyses } = await import("./found_analyses.ts");
  const found = new FoundAnalyses();
  return { publishing: await publishNow(store, site, found.analystOf), keep: () => found.keepIn(store) };
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
