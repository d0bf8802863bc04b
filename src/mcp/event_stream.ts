/**
 * Answers over HTTP: event streams within limits, small results whole, large ones as a stream that is cut if the
 * client does not read it.
 */

import { workOfBytes } from "../http/admission.ts";
import { EVENT_HEADERS, EventStreams } from "../http/event_streams.ts";
import { COMMON_HEADERS } from "../http/headers.ts";
import type { Call } from "../http/operation.ts";
import { PIECE_BYTES } from "../http/outgoing.ts";
import type { Full } from "../http/quota.ts";
import type { Clock } from "../platform.ts";
import { utf8Bytes } from "../utf8.ts";
import { errorResponse, type RequestId, RPC, RpcError, resultResponse } from "./rpc.ts";
import type { McpLimits } from "./tool.ts";

export type McpCall = Pick<Call, "request" | "client" | "admit" | "holding" | "charge" | "turn" | "send">;

interface StreamOptions {
  readonly id: RequestId;
  readonly onClose: () => void;
  readonly farewell: object;
}

export type Streams = ReturnType<typeof createStreams>;
/** Messages that may wait for a slow reader. */
const MAX_WAITING = 200;
const RETRY_AFTER_SECONDS = 30;

const EVENT_START = "event: message\ndata: ";
const EVENT_END = "\n\n";

export function createStreams(clock: Clock, limits: McpLimits) {
  const streams = new EventStreams(clock, {
    ...limits,
    lifetimeMs: limits.streamMs,
    maxWaiting: MAX_WAITING,
  });
  return {
    /** The stream, or the 429 or 503 when a limit is reached. */
    open({ request, client }: McpCall, { id, onClose, farewell }: StreamOptions) {
      const stream = streams.open(request, client, { onClose, farewell: eventBytes(farewell) });
      if (stream.kind === "refused") return tooMany(stream.status, id);
      const response = new Response(stream.body, { headers: EVENT_HEADERS });
      const send = (message: object) => stream.send(eventBytes(message));
      return { response, send, close: () => stream.close() };
    },
    count: () => streams.count(),
    closeAll: () => streams.closeAll(),
  };
}

/** Response for clients that accept nothing but events. */
export async function asEventStream(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(EVENT_HEADERS)) headers.set(name, value);
  return new Response(`${EVENT_START}${await answer.text()}${EVENT_END}`, { status: answer.status, headers });
}

function eventBytes(message: object): Uint8Array {
  return utf8Bytes(`${EVENT_START}${JSON.stringify(message)}${EVENT_END}`);
}

function tooMany(status: 429 | 503, id: RequestId): Response {
  const error = new RpcError(RPC.refused, `Too many open streams; retry in ${RETRY_AFTER_SECONDS} s`);
  return errorResponse(status, id, error, { "Retry-After": String(RETRY_AFTER_SECONDS) });
}

/** JSON text; `members` may be shared by several answers. */
interface ResultMembers {
  readonly before?: string;
  readonly members: string | Uint8Array;
  readonly after?: string;
}

export interface Exchange {
  readonly call: McpCall;
  readonly accepted: "json" | "events";
  readonly onDropped: () => void;
}

export function sendResult(exchange: Exchange, id: RequestId, { before = "", members, after = "" }: ResultMembers) {
  exchange.call.charge(workOfBytes(members.length));
  if (members.length > PIECE_BYTES) return sendLarge(exchange, id, { before, members, after });
  const text = typeof members === "string" ? members : UTF8.decode(members);
  return resultResponse(id, `{${before}${text}${after}}`);
}

function sendLarge(
  { call, onDropped, accepted }: Exchange,
  id: RequestId,
  { before, members, after }: Required<ResultMembers>,
): Response {
  const isEvent = accepted === "events";
  const start = utf8Bytes(
    `${isEvent ? EVENT_START : ""}{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${before}`,
  );
  const shared = typeof members === "string" ? utf8Bytes(members) : members;
  const end = utf8Bytes(`${after}}}${isEvent ? EVENT_END : ""}`);
  const sending = call.send({ parts: [start, shared, end], onDropped });
  if (sending.kind === "refused") return tooMuchUnread(id, sending.by);
  return new Response(sending.stream, { headers: isEvent ? EVENT_HEADERS : JSON_HEADERS });
}
const UTF8 = new TextDecoder();
const UNREAD_RETRY_SECONDS = 5;
const JSON_HEADERS = { ...COMMON_HEADERS, "Content-Type": "application/json", "Cache-Control": "no-store" };

function tooMuchUnread(id: RequestId, by: Full): Response {
  const whose = by === "key" ? "Too many responses to this address are unread" : "Too many responses are unread";
  const error = new RpcError(RPC.refused, `${whose}; read them, or retry in ${UNREAD_RETRY_SECONDS} s`);
  return errorResponse(by === "key" ? 429 : 503, id, error, { "Retry-After": String(UNREAD_RETRY_SECONDS) });
}
