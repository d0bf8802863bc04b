/**
 * Looks at logs from outside: reads what a site serves, and reports what does not hold.
 *
 * In: what a site answers, what was seen before. Out: findings in plain words.
 * Never: a database, who asks.
 *
 * @module
 */

export * from "./receipt.ts";
export type { AskSite, LogFinding, SiteLog } from "./site_log.ts";
export * from "./watch.ts";
