/**
 * The whole service as a function from a request to a response.
 *
 * In: the current publication, the hub and the MCP server, as opened by the process. Out: one `App`, and the list of its
 * operations, from which routes, the table of methods and the OpenAPI document are derived.
 * Never: how a document is written, where data is stored, which runtime this is.
 *
 * @module
 */

export type { Client } from "../web/operation.ts";
export { type App, createApp } from "./app.ts";
export type { AppParts } from "./app_parts.ts";
export { operations } from "./operations.ts";
