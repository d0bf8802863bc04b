/**
 * What `goodword doctor` looks at. Loaded by that command only.
 *
 * @module
 */
export { checkDatabase } from "./check_database.ts";
export { checkDocuments } from "./check_documents.ts";
export { checkReviews } from "./check_reviews.ts";
export { checkSettings } from "./check_settings.ts";
