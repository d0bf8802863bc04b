/**
 * Answers over HTTP from a publication: documents, search, `since`, exports, and the description of it all.
 *
 * In: what is published, requests. Out: responses; operations for the router and the OpenAPI document.
 * Never: the store, HTML, which runtime this is.
 *
 * @module
 */
export { CSV, type ExportFormat, exportChunks, exportResponse, NDJSON } from "./exports.ts";
export { hubOperations, mcpOperations } from "./hub_operations.ts";
export { restOperations } from "./operations.ts";
export { conditional, DATED, found, INVALID, NOT_READY, problem, text } from "./responses.ts";
export { type ReviewAnswers, reviewAnswers } from "./reviews.ts";
