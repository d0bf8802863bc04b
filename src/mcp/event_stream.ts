/**
 * Server-sent event streams with limits: how many there may be, how long they live, and a sign of life so that nothing
 * on the way closes them for being silent.
 *
 * Spec: https://html.spec.whatwg.org/multipage/server-sent-events.html. Left out: event ids and replay, since an update
 * only says "read again".
 *
 * @module
 */
import type { Clock } from "../platform.ts";
import { COMMON_HEADERS } from "../web/headers.ts";
import { clientKey } from "../web/rate_limit.ts";
import type { McpLimits } from "./limits.ts";
import { errorResponse, type RequestId, RPC, RpcError } from "./rpc.ts";

/** What the server knows of the connection that a request came by. */
export interface ClientContext {
  readonly clientAddress: string;
  /** Lifts the server's idle time-out for the answer to `request`. */
  keepOpen(request: Request): void;
  /** Ends the connection of `request` when nothing more is read from it within seconds. */
  cut(request: Request): void;
  /** Counts work beyond a request against the owner's limit, in requests; nobody counts where it is missing. */
  charge?(work: number): void;
}

/** An open server-sent event stream to one client. */
export interface EventStream {
  readonly response: Response;
  /** Sends a JSON-RPC message. A client that does not read is cut off. */
  send(message: object): void;
  /** Ends the stream; may be called twice. */
  close(): void;
}

/** How a stream is opened and how it ends. */
export interface StreamOptions {
  /** Id of the request that asks for the stream, if it has one. */
  readonly id?: RequestId;
  /** The session that it belongs to, where there are sessions. */
  readonly sessionId?: string;
  /** Called once, when the stream has ended for whatever reason. */
  readonly onClose: () => void;
  /** A last message for a stream that we end ourselves. */
  readonly farewell?: object;
}

/** An opened stream, or the response that rejects it: 429 or 503 when a limit is reached. */
export type StreamOpening =
  | { readonly kind: "opened"; readonly stream: EventStream }
  | { readonly kind: "refused"; readonly response: Response };

/** All open event streams of the endpoint, limited in total, per client and per client address. */
export interface Streams {
  open(request: Request, client: ClientContext, options: StreamOptions): StreamOpening;
  /** Streams open now. */
  count(): number;
  closeAll(): void;
}

const ENCODER = new TextEncoder();
/** The first bytes make the server send its headers, which some hold back until there is a body. */
const OPENING = ENCODER.encode(": open\nretry: 3000\n\n");
const KEEP_ALIVE = ENCODER.encode(": keep-alive\n\n");
/** Messages that may wait for a slow reader. */
const MAX_WAITING = 200;
const RETRY_AFTER_SECONDS = 30;

/** What stands around the data of an event. */
export const EVENT_START = "event: message\ndata: ";
/** Ends an event. */
export const EVENT_END = "\n\n";

/** Headers of an event stream; they also keep proxies from buffering or transforming it. */
export const EVENT_HEADERS = {
  ...COMMON_HEADERS,
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
};

/** Opens event streams within `limits`, and closes each when it reaches its maximum lifetime. */
export function createStreams(clock: Clock, limits: McpLimits): Streams {
  const open = new Set<EventStream>();
  const byAddress = new Counts();
  const byClient = new Counts();
  return {
    open(request, client, { onClose, farewell, id = null, sessionId }) {
      const address = clientKey(client.clientAddress);
      const owner = sessionId ?? address;
      if (open.size >= limits.maxStreams) return tooMany(503, id);
      const isOneTooMany =
        byClient.of(owner) >= limits.maxStreamsPerClient || byAddress.of(address) >= limits.maxStreamsPerAddress;
      if (isOneTooMany) return tooMany(429, id);
      client.keepOpen(request);
      byClient.add(owner, 1);
      byAddress.add(address, 1);
      const stream = openStream(clock, limits, farewell, () => {
        open.delete(stream);
        byClient.add(owner, -1);
        byAddress.add(address, -1);
        onClose();
      });
      open.add(stream);
      return { kind: "opened", stream };
    },
    count: () => open.size,
    closeAll() {
      for (const stream of [...open]) stream.close();
    },
  };
}

/** How many of each there are, none of what has gone to zero. */
class Counts {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, change: 1 | -1): void {
    const now = this.of(key) + change;
    if (now > 0) this.#counts.set(key, now);
    else this.#counts.delete(key);
  }
}

/** A JSON answer as the single event of a stream, for clients that take nothing else. */
export async function asEventStream(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(EVENT_HEADERS)) headers.set(name, value);
  return new Response(`${EVENT_START}${await answer.text()}${EVENT_END}`, { status: answer.status, headers });
}

function openStream(clock: Clock, limits: McpLimits, farewell: object | undefined, onClose: () => void): EventStream {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let isOpen = true;
  let cancelKeepAlive = () => {};
  const end = (write: boolean) => {
    if (!isOpen) return;
    isOpen = false;
    cancelKeepAlive();
    cancelLife();
    if (write) {
      if (farewell) controller.enqueue(eventBytes(farewell));
      controller.close();
    }
    onClose();
  };
  const write = (bytes: Uint8Array) => {
    if (!isOpen) return;
    if ((controller.desiredSize ?? 0) < -MAX_WAITING) return end(true);
    controller.enqueue(bytes);
  };
  const keepAlive = () => {
    write(KEEP_ALIVE);
    if (isOpen) cancelKeepAlive = clock.after(limits.keepAliveMs, keepAlive);
  };
  const body = new ReadableStream<Uint8Array>({
    start(started) {
      controller = started;
      controller.enqueue(OPENING);
    },
    cancel: () => end(false),
  });
  cancelKeepAlive = clock.after(limits.keepAliveMs, keepAlive);
  const cancelLife = clock.after(limits.streamMs, () => end(true));
  return {
    response: new Response(body, { headers: EVENT_HEADERS }),
    send: (message) => write(eventBytes(message)),
    close: () => end(true),
  };
}

function eventBytes(message: object): Uint8Array {
  return ENCODER.encode(`${EVENT_START}${JSON.stringify(message)}${EVENT_END}`);
}

/** The answer to a client that has too many streams open (429), or to all while the server has (503). */
function tooMany(status: 429 | 503, id: RequestId | null): StreamOpening {
  const error = new RpcError(RPC.refused, `Too many open streams; retry in ${RETRY_AFTER_SECONDS} s`);
  const response = errorResponse(status, id, error, { "Retry-After": String(RETRY_AFTER_SECONDS) });
  return { kind: "refused", response };
}
