/**
 * Serves a publication over HTTP: documents, search, `since`, exports.
 *
 * In: the current publication, requests. Out: operations, each with its handler.
 * Never: the store, HTML, which runtime this is.
 *
 * @module
 */
export { type ChangeStreams, Changes, createChangeStreams } from "./changes/mod.ts";
export { CSV, type ExportFormat, NDJSON } from "./export_formats.ts";
export { exportChunks } from "./exports.ts";
export { restOperations } from "./operations.ts";
export type { RestService } from "./rest_service.ts";
export { type ReviewAnswers, reviewAnswers, reviewAnswersOf } from "./reviews.ts";
export { Health, JsonFeed, ReviewsDataset, SinceAnswer } from "./schemas.ts";
export { SelectionBudget } from "./selection_budget.ts";
export { UpdatesFeed } from "./updates_schema.ts";
