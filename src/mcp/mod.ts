/**
 * Lets agents query a publication over the Model Context Protocol: tools, resources and prompts, at /mcp and
 * over standard input and output.
 *
 * In: the current publication, requests. Out: JSON-RPC responses and event streams; documents for discovery.
 * Never: the store, where reviews come from, which runtime this is.
 *
 * Spec: https://modelcontextprotocol.io/specification/2025-06-18 and its neighbours from 2024-10-07 to 2026-07-28.
 * Unsupported: sampling, elicitation, roots, logging and tasks, which a read-only server does not need; event streams and
 * `resources/subscribe` in the revisions with sessions, so that sessions are stateless.
 *
 * @module
 */
export type { OwnQuery } from "./list_own_reviews.ts";
export {
  createMcp,
  JsonRpcRequest,
  JsonRpcResponse,
  type Mcp,
  type McpMetrics,
  type McpOptions,
  type McpService,
  mcpOperations,
} from "./mcp.ts";
export { serveStdio } from "./stdio.ts";
export { TOOLS } from "./tools.ts";
