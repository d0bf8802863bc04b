/**
 * Turns the topics of a publication into deliveries to WebSub subscribers.
 *
 * In: topics with digests; subscribers' requests. Out: verification requests and signed POSTs, settled in the store.
 * Never: what a review is, how a feed is written, which runtime this is.
 *
 * Spec: https://www.w3.org/TR/websub/ (sections 5 and 7). Left out: publishing by third parties (section 6). Deviations
 * and policy: docs/websub.md.
 *
 * @module
 */

export type * from "./context.ts";
export { type HubParts, type HubSettings, hubLimits } from "./context.ts";
export { contentDistribution, createHub, type Hub, HubForm, type HubService, hubOperations } from "./hub.ts";
