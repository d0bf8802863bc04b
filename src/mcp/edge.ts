/**
 * The door of /mcp: everything that is decided before a message reaches the handlers of its era, in this order: Host and
 * Origin, method, Accept, type, size, JSON, envelope, era, session, version.
 *
 * Garbage is refused before anything is built for it.
 *
 * @module
 */
import { takes } from "../web/accept.ts";
import { optionsResponse } from "../web/headers.ts";
import type { Outgoing } from "../web/outgoing.ts";
import { metaOf } from "./answering.ts";
import { asEventStream, type ClientContext } from "./event_stream.ts";
import type { Exchange } from "./exchange.ts";
import type { Guard } from "./guard.ts";
import { type LegacyLeg, SESSION_HEADER } from "./legacy.ts";
import { type Message, readMessage } from "./message.ts";
import { MODERN_METHODS, type ModernLeg } from "./modern.ts";
import { PROTOCOL_VERSION } from "./modern_headers.ts";
import { errorResponse, type RequestId, RPC, RpcError } from "./rpc.ts";
import type { Session, Sessions } from "./session.ts";
import { isLegacyVersion, LEGACY_VERSIONS, MODERN_VERSION } from "./versions.ts";

/** What the edge checks requests with, and the two legs it hands them to. */
export interface EdgeParts {
  readonly guard: Guard;
  readonly maxBodyBytes: number;
  readonly sessions: Sessions;
  readonly legacy: LegacyLeg;
  readonly modern: ModernLeg;
  readonly outgoing: Outgoing;
}

/** Answers a request to /mcp, whatever its method. */
export type Edge = (request: Request, client: ClientContext) => Promise<Response>;

const HTTP_METHODS = ["GET", "POST", "DELETE"];

/** Creates the edge: rejects malformed requests with the status the specification asks for, routes the rest by era. */
export function createEdge(parts: EdgeParts): Edge {
  const { sessions, legacy, modern } = parts;

  async function post(request: Request, client: ClientContext): Promise<Response> {
    const accepted = acceptedType(request.headers.get("accept"));
    if (accepted === null) return refused(406, null, "Accept must allow application/json or text/event-stream");
    const reading = await readMessage(request, parts.maxBodyBytes);
    if (reading.kind === "refused") return reading.response;
    const answer = await answerTo(reading.message, { request, client, accepted, outgoing: parts.outgoing });
    const isJson = answer.status === 200 && answer.headers.get("content-type") === "application/json";
    return accepted === "events" && isJson ? asEventStream(answer) : answer;
  }

  function answerTo(message: Message, exchange: Exchange): Promise<Response> {
    const isOfModern = isModern(message, exchange.request.headers);
    return isOfModern ? modern.post(message, exchange) : legacyPost(message, exchange);
  }

  async function legacyPost(message: Message, exchange: Exchange): Promise<Response> {
    if (message.kind === "request" && message.method === "initialize") {
      return legacy.initialize(message, (version) => sessions.mint(version));
    }
    const id = message.kind === "request" ? message.id : null;
    const { headers } = exchange.request;
    const isAlone = !headers.has(SESSION_HEADER) && !needsSession(message);
    const session = isAlone ? versionOf(headers, id) : sessionOf(headers, id);
    return session instanceof Response ? session : legacy.post(message, session, exchange);
  }

  /** The session that a request belongs to, or the answer that there is none. */
  function sessionOf(headers: Headers, id: RequestId | null): Session | Response {
    const alone = versionOf(headers, id);
    if (alone instanceof Response) return alone;
    const sessionId = headers.get(SESSION_HEADER);
    if (sessionId === null) return refused(400, id, `${SESSION_HEADER} is missing: send initialize first`);
    const session = sessions.find(sessionId);
    if (session) return session;
    const error = new RpcError(RPC.sessionNotFound, "This session has ended or is not known: send initialize again");
    return errorResponse(404, id, error);
  }

  async function stream(request: Request, client: ClientContext): Promise<Response> {
    if (!takesEvents(request.headers.get("accept"))) return refused(406, null, "Accept must allow text/event-stream");
    const session = sessionOf(request.headers, null);
    return session instanceof Response ? session : legacy.stream(session, request, client);
  }

  async function end(request: Request): Promise<Response> {
    const session = sessionOf(request.headers, null);
    if (session instanceof Response) return session;
    sessions.end(session.id);
    await legacy.end(session);
    return new Response(null, { status: 204 });
  }

  return async (request, client) => {
    const reason = parts.guard(request.headers);
    if (reason !== null) return refused(403, null, reason);
    if (request.method === "OPTIONS") return optionsResponse(HTTP_METHODS);
    if (request.method === "POST") return post(request, client);
    if (request.headers.get("mcp-protocol-version") === MODERN_VERSION) return notAllowed(["POST"]);
    if (request.method === "GET") return stream(request, client);
    return request.method === "DELETE" ? end(request) : notAllowed(HTTP_METHODS);
  };
}

/** What a request without a session is answered by: the version it names, else the newest of its era. */
function versionOf(headers: Headers, id: RequestId | null): Session | Response {
  const version = headers.get("mcp-protocol-version") ?? LEGACY_VERSIONS[0];
  if (isLegacyVersion(version)) return { id: "", version };
  const supported = [MODERN_VERSION, ...LEGACY_VERSIONS];
  return refused(400, id, `Unsupported MCP-Protocol-Version; supported are ${supported.join(", ")}`);
}

/** Subscriptions are kept for a session; everything else is answered for itself. */
function needsSession(message: Message): boolean {
  return message.kind === "request" && /^resources\/(?:un)?subscribe$/.test(message.method);
}

/** Whether a message speaks the revision without sessions. */
function isModern(message: Message, headers: Headers): boolean {
  if (headers.get("mcp-protocol-version") === MODERN_VERSION) return true;
  if (message.kind !== "request") return false;
  if (MODERN_METHODS.includes(message.method)) return true;
  return PROTOCOL_VERSION in metaOf(message.params) && !headers.has(SESSION_HEADER);
}

/**
 * How to answer a client: JSON wherever it is taken. The specification has clients name both types; some name one of
 * them, `*` or nothing, and refusing those helps nobody.
 */
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

function notAllowed(methods: readonly string[]): Response {
  const error = new RpcError(RPC.refused, `Method not allowed; use ${methods.join(", ")}`);
  return errorResponse(405, null, error, { Allow: [...methods, "OPTIONS"].join(", ") });
}
