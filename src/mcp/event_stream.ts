/**
 * Answers over HTTP: event streams within limits, small results in one piece, and large results as a stream whose
 * client must read.
 */

import { clientKey, workOfBytes } from "../http/admission.ts";
import { EVENT_HEADERS, EventStreams } from "../http/event_streams.ts";
import { COMMON_HEADERS } from "../http/headers.ts";
import type { HttpAnswer } from "../http/operation.ts";
import { type Outgoing, PIECE_BYTES } from "../http/outgoing.ts";
import type { Clock } from "../platform.ts";
import { errorResponse, type RequestId, RPC, RpcError, resultResponse } from "./rpc.ts";
import type { ClientTurns, McpLimits } from "./tool.ts";

/** What the server knows of the connection that a request came by. */
export interface ClientContext extends ClientTurns {
  readonly clientAddress: string;
  /** Lifts the server's idle time-out for the answer to `request`. */
  keepOpen(request: Request): void;
  /** Ends the connection of `request` when nothing more is read from it within seconds. */
  cut(request: Request): void;
  /** Answers with what `compute` gives when its turn comes; at once where it is missing. */
  admit?(compute: () => HttpAnswer): HttpAnswer;
  /** Reads a body of so many bytes and answers, unless too many of them are held already. */
  holding?(bytes: number, answer: () => Promise<Response>): Promise<Response>;
}

/** An open server-sent event stream to one client. */
interface MessageStream {
  readonly response: Response;
  /** Sends a JSON-RPC message. A client that does not read is cut off. */
  send(message: object): void;
  /** Ends the stream; may be called twice. */
  close(): void;
}

/** How a stream is opened and how it ends. */
interface StreamOptions {
  /** Id of the request that asks for the stream. */
  readonly id: RequestId;
  /** Called once, when the stream has ended for whatever reason. */
  readonly onClose: () => void;
  /** A last message for a stream that we end ourselves. */
  readonly farewell: object;
}

/** An opened stream, or the response that rejects it: 429 or 503 when a limit is reached. */
type StreamOpening =
  | { readonly kind: "opened"; readonly stream: MessageStream }
  | { readonly kind: "refused"; readonly response: Response };

/** All open event streams of the endpoint, limited in total and per client address. */
export type Streams = ReturnType<typeof createStreams>;

const ENCODER = new TextEncoder();
/** Messages that may wait for a slow reader. */
const MAX_WAITING = 200;
const RETRY_AFTER_SECONDS = 30;

/** What stands around the data of an event. */
const EVENT_START = "event: message\ndata: ";
/** Ends an event. */
const EVENT_END = "\n\n";

/** Opens event streams within `limits`, and closes each when it reaches its maximum lifetime. */
export function createStreams(clock: Clock, limits: McpLimits) {
  const streams = new EventStreams(clock, {
    ...limits,
    lifetimeMs: limits.streamMs,
    maxWaiting: MAX_WAITING,
  });
  return {
    open(request: Request, client: ClientContext, { id, onClose, farewell }: StreamOptions): StreamOpening {
      const stream = streams.open(request, client, { onClose, farewell: eventBytes(farewell) });
      if (stream.kind === "refused") return tooMany(stream.status, id);
      const response = new Response(stream.body, { headers: EVENT_HEADERS });
      const send = (message: object) => stream.send(eventBytes(message));
      return { kind: "opened", stream: { response, send, close: () => stream.close() } };
    },
    /** Streams open now. */
    count: () => streams.count(),
    closeAll: () => streams.closeAll(),
  };
}

/** A JSON answer as the single event of a stream, for clients that take nothing else. */
export async function asEventStream(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(EVENT_HEADERS)) headers.set(name, value);
  return new Response(`${EVENT_START}${await answer.text()}${EVENT_END}`, { status: answer.status, headers });
}

function eventBytes(message: object): Uint8Array {
  return ENCODER.encode(`${EVENT_START}${JSON.stringify(message)}${EVENT_END}`);
}

/** The answer to a client that has too many streams open (429), or to all while the server has (503). */
function tooMany(status: 429 | 503, id: RequestId): StreamOpening {
  const error = new RpcError(RPC.refused, `Too many open streams; retry in ${RETRY_AFTER_SECONDS} s`);
  const response = errorResponse(status, id, error, { "Retry-After": String(RETRY_AFTER_SECONDS) });
  return { kind: "refused", response };
}

/** The members of a result object as JSON text: those of one answer around those that answers may share. */
interface ResultMembers {
  readonly before?: string;
  readonly members: string | Uint8Array;
  readonly after?: string;
}

/** A POST being answered, and what limits the answer. */
export interface Exchange {
  readonly request: Request;
  readonly client: ClientContext;
  /** What the client takes. */
  readonly accepted: "json" | "events";
  /** Large results that are being sent, this client's and all others'. */
  readonly outgoing: Outgoing;
  readonly onDropped: () => void;
}

/** The answer with a result whose JSON text exists already. */
export function sendResult(exchange: Exchange, id: RequestId, { before = "", members, after = "" }: ResultMembers) {
  exchange.client.charge?.(workOfBytes(members.length));
  if (members.length > PIECE_BYTES) return sendLarge(exchange, id, { before, members, after });
  const text = typeof members === "string" ? members : UTF8.decode(members);
  return resultResponse(id, `{${before}${text}${after}}`);
}

function sendLarge(
  { outgoing, onDropped, request, client, accepted }: Exchange,
  id: RequestId,
  { before, members, after }: Required<ResultMembers>,
): Response {
  const isEvent = accepted === "events";
  const start = ENCODER.encode(
    `${isEvent ? EVENT_START : ""}{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${before}`,
  );
  const shared = typeof members === "string" ? ENCODER.encode(members) : members;
  const end = ENCODER.encode(`${after}}}${isEvent ? EVENT_END : ""}`);
  const sending = outgoing.send({
    parts: [start, shared, end],
    client: clientKey(client.clientAddress),
    cut: () => {
      onDropped();
      client.cut(request);
    },
  });
  if (sending.kind === "refused") return tooMuchUnread(id, sending.by);
  return new Response(sending.stream, { headers: isEvent ? EVENT_HEADERS : JSON_HEADERS });
}
const UTF8 = new TextDecoder();
const UNREAD_RETRY_SECONDS = 5;
const JSON_HEADERS = { ...COMMON_HEADERS, "Content-Type": "application/json", "Cache-Control": "no-store" };

function tooMuchUnread(id: RequestId, by: "client" | "all"): Response {
  const whose = by === "client" ? "Too many answers to this address are unread" : "Too many answers are unread";
  const error = new RpcError(RPC.refused, `${whose}; read them, or retry in ${UNREAD_RETRY_SECONDS} s`);
  return errorResponse(by === "client" ? 429 : 503, id, error, { "Retry-After": String(UNREAD_RETRY_SECONDS) });
}
