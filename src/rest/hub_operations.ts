/**
 * The operations of the WebSub hub and of the MCP endpoint, and what the hub sends to subscribers.
 *
 * @module
 */
import { Type } from "typebox";
import { TOPIC_PATHS } from "../feeds/mod.ts";
import type { Operation } from "../web/operation.ts";
import { found, INVALID, problem, text } from "./responses.ts";
import { HubForm, JsonRpcRequest, JsonRpcResponse } from "./schemas.ts";

const plain = (description: string, example: string) => ({
  description,
  content: { "text/plain": { schema: text("One line"), example } },
});

/** What the hub asks of a callback and sends to it, W3C WebSub sections 5.3 and 7. */
export const hubCallbacks = {
  verificationOfIntent: {
    "{$request.body#/hub.callback}": {
      get: {
        operationId: "verifyIntent",
        tags: ["WebSub"],
        summary: "The hub asks whether the subscriber really wants this",
        parameters: [
          ["hub.mode", "subscribe or unsubscribe, as asked"],
          ["hub.topic", "The topic"],
          ["hub.challenge", "Random text to answer with"],
          ["hub.lease_seconds", "The lease that is granted, in seconds"],
        ].map(([name, description]) => {
          return { name, in: "query", required: name !== "hub.lease_seconds", description, schema: { type: "string" } };
        }),
        responses: {
          "200": {
            description: "Agreed: the body is the challenge and nothing else; any 2xx will do",
            content: { "text/plain": { schema: { type: "string" } } },
          },
          "404": { description: "Not agreed; so is any other answer" },
        },
      },
    },
  },
  contentDistribution: {
    "{$request.body#/hub.callback}": {
      post: {
        operationId: "receiveTopic",
        tags: ["WebSub"],
        summary: "The hub sends the new content of the topic, whole",
        parameters: [
          {
            name: "Link",
            in: "header",
            required: true,
            description: "rel=hub and rel=self",
            schema: { type: "string" },
          },
          {
            name: "X-Hub-Signature",
            in: "header",
            required: false,
            description: "sha256=..., when a secret was given",
            schema: { type: "string" },
          },
        ],
        requestBody: {
          required: true,
          content: {
            "application/atom+xml": { schema: { type: "string" } },
            "application/json": { schema: { type: "object" } },
          },
        },
        responses: {
          "204": { description: "Received; any 2xx will do" },
          "410": { description: "Not wanted any more: the subscription ends" },
        },
      },
    },
  },
};

const HUB_EXAMPLE = {
  "hub.callback": "https://reader.example/push?k=1",
  "hub.mode": "subscribe",
  "hub.topic": "https://reviews.example/feed.xml",
};

export const hubOperations = [
  {
    id: "explainHub",
    method: "GET",
    path: "/api/websub/hub",
    tag: "WebSub",
    summary: "What the hub offers",
    responses: {
      200: plain("Topics, limits and policy", "WebSub hub"),
      405: problem(405, "Only GET, HEAD and POST"),
    },
  },
  {
    id: "subscribe",
    method: "POST",
    path: "/api/websub/hub",
    tag: "WebSub",
    summary: "Subscribe to a topic or unsubscribe from it",
    description: `W3C WebSub section 5. Topics are ${TOPIC_PATHS.join(", ")} below the base address.`,
    body: { mediaType: "application/x-www-form-urlencoded", schema: HubForm, example: HUB_EXAMPLE },
    responses: {
      202: plain("Accepted; the callback is asked next", "Accepted. The callback will be asked to verify."),
      400: {
        description: "The form is not acceptable; as JSON when Accept asks for it",
        content: { "text/plain": { schema: text("The reason") }, ...INVALID.content },
      },
      403: plain("The callback may not be used", "hub.callback may not be this server itself"),
      413: plain("The form is too large", "The form may have at most 65536 bytes"),
      415: plain("Not a form", "Send application/x-www-form-urlencoded"),
      429: { ...plain("Too many requests", "Try again later"), headers: ["Retry-After"] },
      503: { ...plain("The hub is full or cannot save now", "Try again later"), headers: ["Retry-After"] },
    },
    callbacks: hubCallbacks,
  },
] as const satisfies readonly Operation[];

const RPC = { "application/json": { schema: JsonRpcResponse } };
const SESSION = { name: "Mcp-Session-Id", description: "As given by initialize", example: "1.abc" };

export const mcpOperations = [
  {
    id: "callMcp",
    method: "POST",
    path: "/mcp",
    tag: "MCP",
    summary: "Model Context Protocol, Streamable HTTP",
    description: "One JSON-RPC 2.0 message. `initialize` answers with an Mcp-Session-Id to send with later requests.",
    headers: [SESSION],
    body: {
      mediaType: "application/json",
      schema: JsonRpcRequest,
      example: { jsonrpc: "2.0", id: 1, method: "tools/list" },
    },
    responses: {
      200: { description: "A JSON-RPC response", headers: ["Mcp-Session-Id"], content: RPC },
      202: { description: "A notification was taken; no body" },
      400: { description: "Not a request, or without session", content: RPC },
      403: { description: "Host or Origin is not allowed", content: RPC },
      404: { description: "The session has ended; initialize again", content: RPC },
      405: { description: "Only GET, POST and DELETE", headers: ["Allow"], content: RPC },
      413: { description: "The body is too large", content: RPC },
      415: { description: "Not application/json", content: RPC },
      429: { description: "Too many requests", headers: ["Retry-After"], content: RPC },
    },
  },
  {
    id: "openMcpStream",
    method: "GET",
    path: "/mcp",
    tag: "MCP",
    summary: "Event stream of an MCP session",
    headers: [SESSION],
    responses: {
      200: { description: "Server-sent events", content: { "text/event-stream": { schema: text("Events") } } },
      400: { description: "Without session", content: RPC },
      404: { description: "The session has ended", content: RPC },
      429: { description: "Too many streams", headers: ["Retry-After"], content: RPC },
    },
  },
  {
    id: "endMcpSession",
    method: "DELETE",
    path: "/mcp",
    tag: "MCP",
    summary: "End an MCP session",
    headers: [SESSION],
    responses: {
      204: { description: "Ended" },
      400: { description: "Without session", content: RPC },
      404: { description: "The session had ended already", content: RPC },
    },
  },
  {
    id: "getServerCard",
    method: "GET",
    path: "/mcp/server-card",
    tag: "MCP",
    summary: "Card of the MCP server",
    responses: {
      200: found("The card", Type.Object({}), undefined, "application/mcp-server-card+json"),
      405: problem(405, "Only GET and HEAD"),
    },
  },
  {
    id: "getAiCatalog",
    method: "GET",
    path: "/.well-known/ai-catalog.json",
    tag: "MCP",
    summary: "Catalog that leads to the MCP server",
    responses: {
      200: found("The catalog", Type.Object({}), undefined, "application/ai-catalog+json"),
      405: problem(405, "Only GET and HEAD"),
    },
  },
] as const satisfies readonly Operation[];
