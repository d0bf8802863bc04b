/**
 * Notifies the owner of reviews and failures, by mail and by webhook, with a digest once a week.
 *
 * In: what the store finds owed; the channels that are configured. Out: signed POSTs and messages, settled in the store.
 * Never: SQL, how a review is published, which runtime this is.
 *
 * Spec: https://www.standardwebhooks.com. Left out: asymmetric signatures.
 *
 * @module
 */
export * from "./notice.ts";
export * from "./sender.ts";
