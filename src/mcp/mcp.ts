import { Type } from "typebox";
import {
  type Call,
  operation,
  type PublishingService,
  type ResponseOrPromise,
  whenPublished,
} from "../http/operation.ts";
import { PATHS } from "../http/paths.ts";
import { Problem } from "../http/problem_schema.ts";
import { assetRepresentation } from "../http/representation.ts";
import { prefers } from "../http/request.ts";
import { problem, text } from "../http/responses.ts";
import { memo } from "../memo.ts";
import type { Clock } from "../platform.ts";
import type { Publication } from "../publication/mod.ts";
import { utf8Bytes } from "../utf8.ts";
import { createDispatcher, type DispatcherOptions } from "./dispatcher.ts";
import { createEndpoint, createGuard } from "./endpoint.ts";
import { createStreams, type McpCall } from "./event_stream.ts";
import { aiCatalog, type DiscoveryDocument, serverCard } from "./identity.ts";
import { createLegacyProtocol, createSessions } from "./legacy.ts";
import { createModernProtocol } from "./modern.ts";
import { createResourceSubscriptions } from "./resources.ts";
import { errorResponse } from "./rpc.ts";
import { DEFAULT_LIMITS, type McpLimits } from "./tool.ts";

export interface McpOptions extends Omit<DispatcherOptions, "limits" | "ownTools"> {
  /** Signs session ids; at least 32 bytes. */
  readonly sessionKey: Uint8Array;
  readonly clock: Clock;
  readonly limits?: Partial<McpLimits>;
  /** Besides our own and those on the same machine; "*" for all. */
  readonly allowedOrigins?: readonly string[];
}

export type Mcp = ReturnType<typeof createMcp>;
export type McpMetrics = ReturnType<Mcp["metrics"]>;

/** Disposing ends streams; requests may still be answered. */
export function createMcp(parts: McpOptions) {
  const { baseUrl, sessionKey, clock, random, allowedOrigins = [] } = parts;
  const limits: McpLimits = { ...DEFAULT_LIMITS, ...parts.limits };
  const answering = createDispatcher({ ...parts, limits });
  const streams = createStreams(clock, limits);
  const subscriptions = createResourceSubscriptions();
  let droppedAnswers = 0;
  const { sessionSeconds: lifeSeconds, maxSubscriptionsPerStream: maxSubscriptions } = limits;
  const edge = createEndpoint({
    onDropped: () => droppedAnswers++,
    guard: createGuard({ baseUrl, allowedOrigins }),
    maxBodyBytes: limits.maxBodyBytes,
    sessions: createSessions({ key: sessionKey, clock, random, lifeSeconds }),
    legacy: createLegacyProtocol(answering),
    modern: createModernProtocol({ answering, streams, subscriptions, maxSubscriptions }),
  });
  return {
    /** Answers a request of any method. Never throws. */
    handle: (call: McpCall): Promise<Response> =>
      edge(call).catch((error) => errorResponse(500, null, answering.refusal(error))),
    /** To be called after each change of the publication. */
    publicationChanged: (publication: Publication): void =>
      void subscriptions.publicationChanged(answering.contextFor(publication)).catch(answering.refusal),
    serverCard: (publication: Publication) => serverCard(publication, baseUrl),
    aiCatalog: (publication: Publication) => aiCatalog(publication, baseUrl),
    metrics: () => ({
      toolCalls: Object.fromEntries(answering.counts.tools) as Readonly<Record<string, number>>,
      /** Errors that a client can correct. */
      toolErrors: answering.counts.toolErrors,
      faults: answering.counts.faults,
      droppedAnswers,
      openStreams: streams.count(),
      subscriptions: subscriptions.count(),
    }),
    async [Symbol.asyncDispose]() {
      streams.closeAll();
    },
  };
}

export interface McpService extends PublishingService<{ readonly publication: Publication }> {
  readonly mcp: Pick<Mcp, "handle" | "serverCard" | "aiCatalog">;
  /** Explains how to add the server to an assistant. */
  readonly connectPage: (call: Call) => ResponseOrPromise;
}

const Version = Type.Literal("2.0", { description: "The version of JSON-RPC" });

const JsonRpcError = Type.Object(
  {
    code: Type.Integer({ description: "Of JSON-RPC 2.0 or MCP" }),
    message: Type.String({ description: "What was wrong" }),
    data: Type.Optional(Type.Unknown({ description: "More about it" })),
  },
  { description: "Why there is no result" },
);

export const JsonRpcRequest = Type.Object(
  {
    jsonrpc: Version,
    id: Type.Optional(
      Type.Union([Type.String(), Type.Integer()], { description: "Names the request; a notification has none" }),
    ),
    method: Type.String({ description: "initialize, tools/list, tools/call ..." }),
    params: Type.Optional(Type.Object({}, { description: "Parameters of the method" })),
  },
  { description: "A JSON-RPC 2.0 request or notification" },
);

export const JsonRpcResponse = Type.Object(
  {
    jsonrpc: Version,
    id: Type.Optional(
      Type.Union([Type.String(), Type.Integer(), Type.Null()], {
        description: "That of the request, null if it had none",
      }),
    ),
    result: Type.Optional(Type.Object({}, { description: "Result of the method" })),
    error: Type.Optional(JsonRpcError),
  },
  { description: "A JSON-RPC 2.0 response" },
);

const RPC = { "application/json": { schema: JsonRpcResponse } };
const RPC_OR_PROBLEM = { "application/json": { schema: Type.Union([JsonRpcResponse, Problem]) } };
const EVENTS = { "text/event-stream": { schema: text("Server-sent events") } };
const SESSION = { name: "Mcp-Session-Id", description: "As given by initialize" };

export const mcpOperations = [
  operation({
    id: "callMcp",
    method: "POST",
    path: PATHS.mcp,
    tag: "MCP",
    summary: "Model Context Protocol, Streamable HTTP",
    description: "One JSON-RPC 2.0 message. `initialize` returns an Mcp-Session-Id to send with later requests.",
    headers: [SESSION],
    body: {
      mediaType: "application/json",
      schema: JsonRpcRequest,
      example: { jsonrpc: "2.0", id: 1, method: "tools/list" },
    },
    responses: {
      200: { description: "A JSON-RPC response", headers: ["Mcp-Session-Id"], content: { ...RPC, ...EVENTS } },
      202: { description: "Notification accepted; no body" },
      400: { description: "Not a valid request", content: RPC },
      403: { description: "Host or Origin is not allowed", content: RPC },
      404: { description: "The session has expired; initialize again", content: RPC },
      405: problem(405, "Only POST, and GET for browsers"),
      406: { description: "Accept allows none of the available media types", content: RPC },
      413: { description: "The body is too large", content: RPC },
      415: { description: "Not application/json", content: RPC },
      429: { description: "Too many requests or streams", headers: ["Retry-After"], content: RPC_OR_PROBLEM },
      503: { description: "Too many requests or streams", headers: ["Retry-After"], content: RPC_OR_PROBLEM },
    },
    answer: askMcp,
  }),
  operation({
    id: "getConnectPage",
    method: "GET",
    path: PATHS.mcp,
    responses: {},
    answer: (call, service: McpService) => (isBrowser(call) ? service.connectPage(call) : askMcp(call, service)),
  }),
  operation({
    id: "getServerCard",
    method: "GET",
    path: PATHS.serverCard,
    responses: {},
    isComputed: true,
    answer: discovery((mcp, publication) => mcp.serverCard(publication)),
  }),
  operation({
    id: "getAiCatalog",
    method: "GET",
    path: PATHS.aiCatalog,
    responses: {},
    isComputed: true,
    answer: discovery((mcp, publication) => mcp.aiCatalog(publication)),
  }),
];

/** Agents ask for events, and some accept both. */
function isBrowser({ request: { headers } }: Call): boolean {
  return prefers(headers.get("accept"), "text/html", "text/event-stream");
}

function askMcp(call: Call, { mcp }: McpService): ResponseOrPromise {
  return mcp.handle(call);
}

function discovery(make: (mcp: McpService["mcp"], publication: Publication) => DiscoveryDocument) {
  return whenPublished(({ request }: Call, { publication }: { publication: Publication }, { mcp }: McpService) => {
    const { contentType, body } = make(mcp, publication);
    const kept = { lastModified: publication.publishedAt, cacheControl: "max-age=3600" };
    return memo(publication, body, () => assetRepresentation(contentType, utf8Bytes(body), kept)).respond(request);
  });
}
