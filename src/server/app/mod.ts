/**
 * The whole service as a function from a request to a response.
 *
 * In: the current publication, the hub and the MCP server, as opened by the process. Out: one `App`, and the list of its
 * operations, from which routes, the table of methods and the OpenAPI document are derived.
 * Never: how a document is written, where data is stored, which runtime this is.
 *
 * @module
 */

export type { Client } from "../../http/operation.ts";
export { type App, createApp, type OpenServices, operations } from "./app.ts";
