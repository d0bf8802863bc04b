/**
 * The whole service as a function from a request to a response.
 *
 * In: what is published, the hub and the MCP server, as the process that runs them has opened them. Out: one `App`, and the
 * list of its operations, of which routes, the table of methods and the OpenAPI document are made.
 * Never: how a document is written, where anything is kept, which runtime this is.
 *
 * @module
 */

export type { Client } from "../web/operation.ts";
export { type App, createApp } from "./app.ts";
export type { AppParts } from "./app_parts.ts";
export { operations } from "./operations.ts";
