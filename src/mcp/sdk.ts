/**
 * The official SDK behind the edge: a fresh server and transport for every request, since a transport that lives on
 * leaks its answers, hangs on cancelled requests and mixes up equal ids.
 *
 * It is loaded with the first legacy request, not at start.
 */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type ServerResult,
} from "@modelcontextprotocol/sdk/types.js";
import type { jsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/types.js";
import { CAPABILITIES, instructions, serverInfo } from "./identity.ts";
import type { Params, RpcRequest } from "./rpc.ts";
import type { Question } from "./tool.ts";

/** Computes the result of a request whose params were checked. @throws {RpcError} */
type Handler = (params: Params) => object;

/**
 * Answers a request that the edge has checked, with nothing in its params but what is known: the SDK would answer
 * malformed ones with an internal error and a dump of its schemas. `initialize`, `ping` and unknown methods are its own.
 */
export async function answerThroughSdk(request: RpcRequest, question: Question, handle: Handler): Promise<Response> {
  const server = new Server(serverInfo(question), {
    capabilities: CAPABILITIES,
    instructions: instructions(question),
    jsonSchemaValidator: NO_VALIDATOR,
  });
  if (hasSchema(request.method)) {
    server.setRequestHandler(SCHEMAS[request.method], ({ params }) => handle(params ?? {}) as ServerResult);
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  // The SDK's own types disagree with each other under exactOptionalPropertyTypes.
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  const { id, method, params } = request;
  return transport.handleRequest(POST, { parsedBody: { jsonrpc: "2.0", id, method, params } });
}

const SCHEMAS = {
  "tools/list": ListToolsRequestSchema,
  "resources/list": ListResourcesRequestSchema,
  "resources/templates/list": ListResourceTemplatesRequestSchema,
  "resources/read": ReadResourceRequestSchema,
  "prompts/list": ListPromptsRequestSchema,
  "prompts/get": GetPromptRequestSchema,
  "completion/complete": CompleteRequestSchema,
};

/** A method may be called as anything, `constructor` too. */
function hasSchema(method: string): method is keyof typeof SCHEMAS {
  return Object.hasOwn(SCHEMAS, method);
}

/** Its default compiles schemas of elicitations, which are never made here, and costs more than the answer. */
const NO_VALIDATOR: jsonSchemaValidator = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: "Nothing is validated here" }),
};

/** What the transport looks at besides the parsed body: headers that the edge has judged more leniently. */
const POST = new Request("http://goodword.invalid/mcp", {
  method: "POST",
  headers: { accept: "application/json, text/event-stream", "content-type": "application/json" },
});
