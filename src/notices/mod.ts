/**
 * Notifies the owner of reviews and failures, by mail and by webhook, with a digest once a week.
 *
 * In: due notices from the store; the configured channels. Out: signed POSTs and messages, whose outcomes go to the store.
 * Never: SQL, how a review is published, which runtime this is.
 *
 * Spec: https://www.standardwebhooks.com. Unsupported: asymmetric signatures.
 *
 * @module
 */
export * from "./notice.ts";
export * from "./sender.ts";
