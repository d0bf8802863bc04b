/**
 * Serves a publication over HTTP: documents, search, `since`, exports.
 *
 * In: the current publication, requests. Out: operations, each with its handler.
 * Never: the store, HTML, which runtime this is.
 *
 * @module
 */

export { type ApiService, reviewAnswersOf } from "./api_service.ts";
export { createChangeStreams } from "./change_streams.ts";
export { Changes } from "./changes.ts";
export { exportChunks } from "./exports.ts";
export { LogTiles, proofFor, receiptFor } from "./log_tiles.ts";
export { apiOperations } from "./operations.ts";
export { Health, JsonFeed, ReviewsDataset, SinceAnswer, UpdatesFeed } from "./schemas.ts";
export type { SelectionBudget } from "./selection_budget.ts";
