/**
 * Builds what readers are given, off the event loop that answers them. Started anew for every revision, so that its
 * memory is given back in between.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import { transferablesOf } from "../publication/mod.ts";
import { publishEdition } from "../publish.ts";
import { withEdition } from "../store/mod.ts";
import { closeDatabase, damageOf, explainDatabaseError, openDatabase } from "./database.ts";
import type { PublishMessage, PublishOrder } from "./publish_messages.ts";

declare const self: {
  onmessage: ((event: MessageEvent<PublishOrder>) => void) | null;
  postMessage(message: PublishMessage, transfer?: ArrayBuffer[]): void;
};

self.onmessage = ({ data: order }) => {
  try {
    publish(order);
  } catch (error) {
    const cause = explainDatabaseError(order.databasePath, error);
    self.postMessage({ kind: "failed", message: cause instanceof Error ? cause.message : String(cause) });
  }
};
self.postMessage({ kind: "ready" });

function publish({ databasePath, site, isReadOnly, checksIntegrity }: PublishOrder): void {
  const store = openDatabase(databasePath, { create: false, readonly: isReadOnly, busyTimeoutMs: 1000 });
  const damage = checksIntegrity ? damageOf(store) : null;
  if (damage !== null) {
    throw new GoodwordError("database", `${databasePath}: the database is damaged (${damage}). Restore a backup`);
  }
  const { parts, index, codedReviews } = withEdition(store, (edition) => publishEdition(edition, site));
  closeDatabase(store);
  // Copied, not transferred: the index and the codings are still to be made from these buffers.
  self.postMessage({ kind: "published", parts });
  const indexed = index();
  const document = codedReviews();
  self.postMessage({ kind: "indexed", index: indexed }, transferablesOf(indexed));
  self.postMessage({ kind: "coded", document });
  self.postMessage({ kind: "done" });
}
