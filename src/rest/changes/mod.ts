/**
 * Keeps copies of the reviews right: pages of changes for those who ask, and a stream for those who stay.
 *
 * In: what is published, cursors of readers. Out: the operation `/api/changes`, and the streams behind it.
 * Never: who has read what before; the store.
 *
 * Spec of the stream: https://html.spec.whatwg.org/multipage/server-sent-events.html
 *
 * @module
 */
export { type ChangeStreams, createChangeStreams } from "./change_streams.ts";
export { changesOperation } from "./operation.ts";
export { Changes } from "./schema.ts";
