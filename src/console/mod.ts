/**
 * The console: everything that an owner does, in a browser.
 *
 * In: a request of a person who is logged in, a store, the acts of `owner/`. Out: pages, and what came of an act.
 * Never: a decision (acts are `owner/`'s), a byte of it on the public port, which runtime this is.
 *
 * @module
 */

export { commandOfForm, describeActivity } from "./activity.ts";
export { describeDoubt } from "./near_miss_reasons.ts";
export type { ConsoleScope, ConsoleServices, OverviewRow, Person } from "./page.ts";
export { PasswordsBusyError } from "./page.ts";
