/**
 * The operations of the WebSub hub and of the MCP endpoint, and what the hub sends to subscribers.
 *
 * @module
 */

import { Type } from "typebox";
import { TOPIC_PATHS } from "../feeds/mod.ts";
import type { Operation } from "../web/operation.ts";
import { PATHS } from "../web/paths.ts";
import { Problem } from "../web/problem_schema.ts";
import { conditional, DATED, found, NOT_READY, problem, text } from "./responses.ts";
import { HubForm, JsonRpcRequest, JsonRpcResponse } from "./schemas.ts";

const DOCUMENT = { ...conditional(DATED), 405: problem(405, "Only GET and HEAD"), 503: NOT_READY };

const plain = (description: string, example: string, length = "One line") => ({
  description,
  content: { "text/plain": { schema: text(length), example } },
});

/** A refusal of the hub: a line of text, or JSON for clients that ask for it. */
const refusal = (status: number, description: string, example: string, headers: readonly string[] = []) => {
  const { content } = plain(description, example);
  return { description, headers, content: { ...content, ...problem(status, description).content } };
};

/** What the hub asks a callback, W3C WebSub section 5.3. */
const verificationOfIntent = {
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
};

/** What the hub sends to a callback, W3C WebSub section 7. */
export const contentDistribution = {
  operationId: "receiveTopic",
  tags: ["WebSub"],
  summary: "The hub sends the new content of the topic, whole",
  parameters: [
    ["Link", "rel=hub and rel=self"],
    ["X-Hub-Signature", "sha256=..., when a secret was given"],
  ].map(([name, description]) => {
    return { name, in: "header", required: name === "Link", description, schema: { type: "string" } };
  }),
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
};

const CALLBACK = "{$request.body#/hub.callback}";

const HUB_EXAMPLE = {
  "hub.callback": "https://reader.example/push?k=1",
  "hub.mode": "subscribe",
  "hub.topic": "https://reviews.example/feed.xml",
};

const PLAIN_HTTP = {
  path: ["hub.callback"],
  code: "scheme",
  message: "hub.callback must be an https URL, not plain http",
};

export const hubOperations = [
  {
    id: "explainHub",
    method: "GET",
    path: PATHS.hub,
    tag: "WebSub",
    summary: "What the hub offers",
    description: "Its topics, limits and rules, for people who write a subscriber.",
    responses: {
      200: plain(
        "Topics, limits and policy",
        "This is a WebSub hub (https://www.w3.org/TR/websub/). ...",
        "Some lines",
      ),
      405: problem(405, "Only GET, HEAD and POST"),
    },
  },
  {
    id: "subscribe",
    method: "POST",
    path: PATHS.hub,
    tag: "WebSub",
    summary: "Subscribe to a topic or unsubscribe from it",
    description: `W3C WebSub section 5. Topics are ${TOPIC_PATHS.join(", ")} below the base address.`,
    body: { mediaType: "application/x-www-form-urlencoded", schema: HubForm, example: HUB_EXAMPLE },
    responses: {
      202: plain("Accepted; the callback is asked next", "Accepted. The callback will be asked to verify."),
      400: {
        description: "The form is not acceptable",
        content: {
          "text/plain": { schema: text("The reason"), example: PLAIN_HTTP.message },
          "application/json": {
            schema: Problem,
            example: { title: "Invalid request", status: 400, issues: [PLAIN_HTTP] },
          },
        },
      },
      403: refusal(403, "The callback may not be used", "hub.callback may not be this server itself"),
      413: refusal(413, "The form is too large", "the body must have at most 65536 bytes"),
      415: refusal(415, "Not a form", "the body must be application/x-www-form-urlencoded"),
      429: refusal(429, "Too many requests", "too many subscription requests; please come back later", ["Retry-After"]),
      503: refusal(503, "The hub is full or cannot save now", "too many requests wait for their verification", [
        "Retry-After",
      ]),
    },
    callbacks: {
      verificationOfIntent: { [CALLBACK]: { get: verificationOfIntent } },
      contentDistribution: { [CALLBACK]: { post: contentDistribution } },
    },
  },
] as const satisfies readonly Operation[];

const RPC = { "application/json": { schema: JsonRpcResponse } };
const EVENTS = { "text/event-stream": { schema: text("Server-sent events") } };
const SESSION = { name: "Mcp-Session-Id", description: "As given by initialize", example: "1.abc" };

const MCP_REFUSALS = {
  400: { description: "Not a request, or without session", content: RPC },
  403: { description: "Host or Origin is not allowed", content: RPC },
  404: { description: "The session has ended; initialize again", content: RPC },
};
const STREAM_REFUSALS = {
  406: { description: "Accept allows no answer that there is", content: RPC },
  429: { description: "Too many requests or streams", headers: ["Retry-After"], content: RPC },
  503: { description: "Too many streams are open", headers: ["Retry-After"], content: RPC },
};

export const mcpOperations = [
  {
    id: "callMcp",
    method: "POST",
    path: PATHS.mcp,
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
      200: { description: "A JSON-RPC response", headers: ["Mcp-Session-Id"], content: { ...RPC, ...EVENTS } },
      202: { description: "A notification was taken; no body" },
      ...MCP_REFUSALS,
      405: problem(405, "Only GET, POST and DELETE"),
      413: { description: "The body is too large", content: RPC },
      415: { description: "Not application/json", content: RPC },
      ...STREAM_REFUSALS,
      429: {
        ...STREAM_REFUSALS[429],
        content: { "application/json": { schema: Type.Union([JsonRpcResponse, Problem]) } },
      },
    },
  },
  {
    id: "openMcpStream",
    method: "GET",
    path: PATHS.mcp,
    tag: "MCP",
    summary: "Event stream of an MCP session",
    description: "Tells of changes to the resources that the session has subscribed to.",
    headers: [SESSION],
    responses: {
      200: { description: "Server-sent events", content: EVENTS },
      ...MCP_REFUSALS,
      405: { description: "Revision 2026-07-28 has no such stream", headers: ["Allow"], content: RPC },
      ...STREAM_REFUSALS,
    },
  },
  {
    id: "endMcpSession",
    method: "DELETE",
    path: PATHS.mcp,
    tag: "MCP",
    summary: "End an MCP session",
    description: "Its id is not taken any more.",
    headers: [SESSION],
    responses: {
      204: { description: "Ended" },
      ...MCP_REFUSALS,
      405: { description: "Revision 2026-07-28 has no sessions", headers: ["Allow"], content: RPC },
    },
  },
  {
    id: "getServerCard",
    method: "GET",
    path: PATHS.serverCard,
    tag: "MCP",
    summary: "Card of the MCP server",
    description: "What the server is called and which revisions it speaks, without connecting (SEP-2127).",
    responses: {
      200: found("The card", Type.Object({}), { mediaType: "application/mcp-server-card+json", headers: DATED }),
      ...DOCUMENT,
    },
  },
  {
    id: "getAiCatalog",
    method: "GET",
    path: PATHS.aiCatalog,
    tag: "MCP",
    summary: "Catalog that leads to the MCP server",
    description: "AI Catalog 1.0, at the place where clients look.",
    responses: {
      200: found("The catalog", Type.Object({}), { mediaType: "application/ai-catalog+json", headers: DATED }),
      ...DOCUMENT,
    },
  },
] as const satisfies readonly Operation[];
