/**
 * Answers over HTTP from a publication: documents, search, `since`, exports.
 *
 * In: what is published, requests. Out: operations, each with what answers it.
 * Never: the store, HTML, which runtime this is.
 *
 * @module
 */
export { CSV, type ExportFormat, exportChunks, exportResponse, NDJSON } from "./exports.ts";
export { restOperations } from "./operations.ts";
export type { RestService } from "./rest_service.ts";
export { type ReviewAnswers, reviewAnswers, reviewAnswersOf } from "./reviews.ts";
export { JsonFeed, ReviewsDataset, SinceAnswer } from "./schemas.ts";
