/**
 * Refuses invalid requests and those of foreign pages (DNS rebinding:
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning), and passes the others
 * to the protocol of their revision.
 */

import { optionsResponse } from "../http/headers.ts";
import { takes } from "../http/request.ts";
import { metaOf } from "./dispatcher.ts";
import { asEventStream, type Exchange, type McpCall } from "./event_stream.ts";
import { isLegacyVersion, LEGACY_VERSIONS, MODERN_VERSION } from "./identity.ts";
import { type LegacyProtocol, SESSION_HEADER, type Sessions } from "./legacy.ts";
import { MODERN_METHODS, type ModernProtocol, PROTOCOL_VERSION } from "./modern.ts";
import { errorResponse, type RequestId, RPC, RpcError, type RpcMessage, readJsonBody, readMessage } from "./rpc.ts";

interface EndpointOptions {
  readonly guard: Guard;
  readonly maxBodyBytes: number;
  readonly sessions: Sessions;
  readonly legacy: LegacyProtocol;
  readonly modern: ModernProtocol;
  readonly onDropped: () => void;
}

type Endpoint = (call: McpCall) => Promise<Response>;

export function createEndpoint(parts: EndpointOptions): Endpoint {
  const { sessions, legacy, modern } = parts;

  async function post(call: McpCall): Promise<Response> {
    const { headers } = call.request;
    const accepted = acceptedType(headers.get("accept"));
    if (accepted === null) return refused(406, null, "Accept must allow application/json or text/event-stream");
    const declared = Number(headers.get("content-length") ?? parts.maxBodyBytes);
    return call.holding(Math.min(declared, parts.maxBodyBytes), () => answerBody(call, accepted));
  }

  async function answerBody(call: McpCall, accepted: "json" | "events"): Promise<Response> {
    const body = await readJsonBody(call.request, parts.maxBodyBytes);
    if (body.kind === "refused") return body.response;
    // After the body, so that a slow sender does not occupy a turn.
    return call.admit(async () => {
      const reading = readMessage(body.bytes);
      giveBack(body.bytes);
      if (reading.kind === "refused") return reading.response;
      const answer = await answerTo(reading.message, { call, accepted, onDropped: parts.onDropped });
      const isJson = answer.status === 200 && answer.headers.get("content-type") === "application/json";
      return accepted === "events" && isJson ? asEventStream(answer) : answer;
    });
  }

  function answerTo(message: RpcMessage, exchange: Exchange): Promise<Response> {
    const isOfModern = isModern(message, exchange.call.request.headers);
    return isOfModern ? modern.post(message, exchange) : legacyPost(message, exchange);
  }

  async function legacyPost(message: RpcMessage, exchange: Exchange): Promise<Response> {
    if (message.kind === "request" && message.method === "initialize") return legacy.initialize(message, sessions.mint);
    const refusal = legacyRefusal(exchange.call.request.headers, message.kind === "request" ? message.id : null);
    return refusal ?? legacy.post(message, exchange);
  }

  /** Null for a supported version and a valid session. */
  function legacyRefusal(headers: Headers, id: RequestId | null): Response | null {
    const version = headers.get("mcp-protocol-version");
    if (version !== null && !isLegacyVersion(version)) {
      const supported = [MODERN_VERSION, ...LEGACY_VERSIONS];
      return refused(400, id, `Unsupported MCP-Protocol-Version; supported are ${supported.join(", ")}`);
    }
    const session = headers.get(SESSION_HEADER);
    if (session === null || sessions.isValid(session)) return null;
    const error = new RpcError(RPC.sessionNotFound, "This session has expired or is not known: send initialize again");
    return errorResponse(404, id, error);
  }

  return async (call) => {
    const { request } = call;
    const reason = parts.guard(request.headers);
    if (reason !== null) return refused(403, null, reason);
    if (request.method === "OPTIONS") return optionsResponse(["POST"]);
    return request.method === "POST" ? post(call) : notAllowed();
  };
}

/** Garbage collection would be too late for many large bodies in a row. */
function giveBack({ buffer }: Uint8Array<ArrayBuffer>): void {
  buffer.transfer(0);
}

function isModern(message: RpcMessage, headers: Headers): boolean {
  if (headers.get("mcp-protocol-version") === MODERN_VERSION) return true;
  if (message.kind !== "request") return false;
  if (MODERN_METHODS.includes(message.method)) return true;
  return PROTOCOL_VERSION in metaOf(message.params) && !headers.has(SESSION_HEADER);
}

/** The specification requires clients to accept both types; those that name one, `*` or nothing are answered, too. */
function acceptedType(accept: string | null): "json" | "events" | null {
  if (takes(accept, ["application/json", "application/*", "*/*"])) return "json";
  return takesEvents(accept) ? "events" : null;
}

function takesEvents(accept: string | null): boolean {
  return takes(accept, ["text/event-stream", "text/*", "*/*"]);
}

function refused(status: number, id: RequestId | null, message: string): Response {
  return errorResponse(status, id, new RpcError(RPC.refused, message));
}

/** No stream to open, no session to end. */
function notAllowed(): Response {
  return errorResponse(405, null, new RpcError(RPC.refused, "Method not allowed; use POST"), {
    Allow: "POST, OPTIONS",
  });
}

interface GuardOptions {
  readonly baseUrl: string;
  /** "*" for all. */
  readonly allowedOrigins: readonly string[];
}

/** Why a request is refused, or null. */
type Guard = (headers: Headers) => string | null;

/** Requests without an Origin, as programs send them, need only a safe Host. */
export function createGuard({ baseUrl, allowedOrigins }: GuardOptions): Guard {
  const { hostname: own, origin: ownOrigin } = new URL(baseUrl);
  return (headers) => {
    const host = headers.get("host");
    if (host !== null && !isHarmless(hostnameOf(`http://${host}`), own)) return "Host is not an address of this server";
    const origin = headers.get("origin");
    if (origin === null || allowedOrigins.includes("*") || allowedOrigins.includes(origin)) return null;
    const hostname = hostnameOf(origin);
    const isFriendly = origin === ownOrigin || (hostname !== null && isLoopback(hostname));
    return isFriendly ? null : "Origin may not connect to this server";
  };
}

function isHarmless(hostname: string | null, own: string): boolean {
  if (hostname === null) return false;
  return hostname === own || isLoopback(hostname) || isAddress(hostname) || !hostname.includes(".");
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1" || hostname === "[::1]"
  );
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
}

function hostnameOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname || null : null;
}
