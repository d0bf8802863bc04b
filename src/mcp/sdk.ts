/**
 * Answers through the SDK, loaded with the first legacy request. Each gets a new server and transport: a reused one
 * leaks answers, hangs on cancelled requests and confuses equal ids.
 */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { ServerResult } from "@modelcontextprotocol/sdk/types.js";
import type { jsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/types.js";
import { CAPABILITIES, instructions, serverInfo } from "./identity.ts";
import type { RpcRequest } from "./rpc.ts";
import type { McpContext } from "./tool.ts";

/** The SDK itself answers `initialize`; other requests bring their result along. */
export async function answerThroughSdk(
  request: RpcRequest,
  context: McpContext,
  result: object = {},
): Promise<Response> {
  const server = new Server(serverInfo(context), {
    capabilities: CAPABILITIES,
    instructions: instructions(context),
    jsonSchemaValidator: NO_VALIDATOR,
  });
  server.fallbackRequestHandler = async () => result as ServerResult;
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  // The SDK's own types disagree with each other under exactOptionalPropertyTypes.
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  const { id, method, params } = request;
  return transport.handleRequest(POST, { parsedBody: { jsonrpc: "2.0", id, method, params } });
}

/** The default validator compiles schemas for elicitations, which are not used, and costs more than the answer. */
const NO_VALIDATOR: jsonSchemaValidator = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: "Nothing is validated here" }),
};

/** Satisfies the transport; the endpoint checks the real headers, more leniently. */
const POST = new Request("http://goodword.invalid/mcp", {
  method: "POST",
  headers: { accept: "application/json, text/event-stream", "content-type": "application/json" },
});
