/**
 * One POST and its answer: small results are sent in one piece, large ones as a stream whose client must read.
 *
 * @module
 */
import { COMMON_HEADERS } from "../web/headers.ts";
import { type Outgoing, PIECE_BYTES } from "../web/outgoing.ts";
import { workOfBytes } from "../web/rate_guard.ts";
import { clientKey } from "../web/rate_limit.ts";
import { type ClientContext, EVENT_END, EVENT_HEADERS, EVENT_START } from "./event_stream.ts";
import { errorResponse, type RequestId, RPC, RpcError, resultResponse } from "./rpc.ts";

/** The members of a result object as JSON text: those of one answer around those that answers may share. */
export interface ResultMembers {
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
}

/** The answer with a result whose JSON text exists already. */
export function sendResult(exchange: Exchange, id: RequestId, { before = "", members, after = "" }: ResultMembers) {
  exchange.client.charge?.(workOfBytes(members.length));
  if (members.length > PIECE_BYTES) return sendLarge(exchange, id, { before, members, after });
  const text = typeof members === "string" ? members : UTF8.decode(members);
  return resultResponse(id, `{${before}${text}${after}}`);
}

function sendLarge(
  { outgoing, request, client, accepted }: Exchange,
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
    cut: () => client.cut(request),
  });
  if (sending.kind === "refused") return tooMuchUnread(id, sending.by);
  return new Response(sending.stream, { headers: isEvent ? EVENT_HEADERS : JSON_HEADERS });
}

const ENCODER = new TextEncoder();
const UTF8 = new TextDecoder();
const RETRY_AFTER_SECONDS = 5;
const JSON_HEADERS = { ...COMMON_HEADERS, "Content-Type": "application/json", "Cache-Control": "no-store" };

function tooMuchUnread(id: RequestId, by: "client" | "all"): Response {
  const whose = by === "client" ? "Too many answers to this address are unread" : "Too many answers are unread";
  const error = new RpcError(RPC.refused, `${whose}; read them, or retry in ${RETRY_AFTER_SECONDS} s`);
  return errorResponse(by === "client" ? 429 : 503, id, error, { "Retry-After": String(RETRY_AFTER_SECONDS) });
}
