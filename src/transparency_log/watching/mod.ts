/**
 * Looks at logs from outside: reads what a site serves, says what does not hold, and signs what only grows.
 *
 * In: what a site answers, what was seen before. Out: findings in plain words, cosignatures.
 * Never: a database, who asks.
 *
 * @module
 */

export * from "./dkim.ts";
export * from "./receipt.ts";
export type { AskSite, LogFinding, SiteLog } from "./site_log.ts";
export * from "./watch.ts";
export * from "./witness.ts";
