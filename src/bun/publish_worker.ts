/**
 * Builds what readers are given, off the event loop that answers them. Started anew for every revision, so that its
 * memory is given back in between.
 *
 * @module
 */
import { transferablesOf } from "../publication/mod.ts";
import { publishEdition } from "../publish.ts";
import { withEdition } from "../store/mod.ts";
import { damageOf, databaseError, openDatabase } from "./database.ts";
import type { PublishMessage, PublishOrder } from "./publish_messages.ts";

declare const self: {
  onmessage: ((event: MessageEvent<PublishOrder>) => void) | null;
  postMessage(message: PublishMessage, transfer?: ArrayBuffer[]): void;
};

self.onmessage = ({ data: order }) => {
  try {
    publish(order);
  } catch (error) {
    const cause = databaseError(order.databasePath, error);
    self.postMessage({ kind: "failed", message: cause instanceof Error ? cause.message : String(cause) });
  }
};

function publish({ databasePath, site, isReadOnly, checksIntegrity }: PublishOrder): void {
  const store = openDatabase(databasePath, { create: false, readonly: isReadOnly, busyTimeoutMs: 1000 });
  const damage = checksIntegrity ? damageOf(store) : null;
  if (damage !== null) throw new Error(`${databasePath}: the database is damaged (${damage}). Restore a backup`);
  const { published, searchIndex, codings } = withEdition(store, (edition) => publishEdition(edition, site));
  store.$client.close();
  const compressed = codings();
  const index = searchIndex();
  self.postMessage({ kind: "published", published, index }, [
    published.publication.document.buffer,
    ...transferablesOf(index),
  ]);
  self.postMessage({ kind: "coded", path: "/reviews.json", bodies: compressed });
  self.postMessage({ kind: "done" });
}
