/**
 * Builds what readers are given, off the event loop that answers them. Started anew for every revision, so that its
 * memory is given back in between.
 *
 * @module
 */
import { analystFor } from "../analyst.ts";
import { GoodwordError } from "../errors.ts";
import { transferablesOf } from "../publication/mod.ts";
import { publishEdition } from "../publish.ts";
import { readBusiness, reanalyzeStale, type Store, withEdition } from "../store/mod.ts";
import { closeDatabase, damageOf, explainDatabaseError, openDatabase } from "./database.ts";
import type { PublishMessage, PublishOrder } from "./publish_messages.ts";

declare const self: {
  onmessage: ((event: MessageEvent<PublishOrder>) => void) | null;
  postMessage(message: PublishMessage, transfer?: ArrayBuffer[]): void;
};

self.onmessage = async ({ data: order }) => {
  try {
    await publish(order);
  } catch (error) {
    const cause = explainDatabaseError(order.databasePath, error);
    self.postMessage({ kind: "failed", message: cause instanceof Error ? cause.message : String(cause) });
  }
};
self.postMessage({ kind: "ready" });

async function publish({ databasePath, site, isReadOnly, checksIntegrity }: PublishOrder): Promise<void> {
  const store = openDatabase(databasePath, { create: false, readonly: isReadOnly, busyTimeoutMs: 1000 });
  const damage = checksIntegrity ? damageOf(store) : null;
  if (damage !== null) {
    throw new GoodwordError("database", `${databasePath}: the database is damaged (${damage}). Restore a backup`);
  }
  const { parts, index, codedReviews } = withEdition(store, (edition) => publishEdition(edition, site));
  // The grams are still to be made from the texts, so the server gets a copy of those.
  const texts = { ...parts.index.texts, bytes: parts.index.texts.bytes.slice() };
  const handed = { ...parts, index: { ...parts.index, texts } };
  self.postMessage({ kind: "published", parts: handed }, [parts.data.document.buffer, texts.bytes.buffer]);
  const { segments } = index();
  self.postMessage({ kind: "indexed", segments }, transferablesOf(segments));
  self.postMessage({ kind: "coded", document: await codedReviews() });
  if (!isReadOnly) keepAnalyses(store);
  closeDatabase(store);
  self.postMessage({ kind: "done" });
}

/** After a change of engine or catalog: what was found anew for this publication need not be found again for the next. */
function keepAnalyses(store: Store): void {
  const business = readBusiness(store)?.profile;
  if (business) reanalyzeStale(store, analystFor(business), () => () => {});
}
