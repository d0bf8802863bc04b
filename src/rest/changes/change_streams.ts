/**
 * Streams of changes: server-sent events for readers who stay.
 *
 * A stream is a cursor and nothing else. When its reader has taken an event, or something new is published, it is sent the
 * page that follows its cursor. So nothing gathers for a reader who does not read: at most one page is under way, and
 * whatever changes meanwhile is told once, at its latest state.
 *
 * @module
 */

import type { Clock } from "../../platform.ts";
import { type ChangePlace, changesAnswer, type Publication } from "../../publication/mod.ts";
import { COMMON_HEADERS, REVISION_HEADER } from "../../web/headers.ts";
import type { Client } from "../../web/operation.ts";
import { plainProblem } from "../../web/problem.ts";

/** What streams may take. */
export interface ChangeStreamLimits {
  /** Streams open at once. */
  readonly maxStreams: number;
  /** Reviews in an event, in bytes, unless there is only one. */
  readonly maxEventBytes: number;
  /** How often a silent stream sends a comment, in milliseconds. */
  readonly keepAliveMs: number;
  /** A reader who has taken nothing for so long is cut off, in milliseconds. */
  readonly unreadMs: number;
}

const DEFAULT_LIMITS: ChangeStreamLimits = {
  maxStreams: 2000,
  maxEventBytes: 32 * 1024,
  keepAliveMs: 15_000,
  unreadMs: 60_000,
};

/** What streams are opened over. */
export interface ChangeStreamParts {
  /** What is published now; null before the first publication. */
  readonly publication: () => Publication | null;
  readonly clock: Clock;
  /** What differs from the defaults. */
  readonly limits?: Partial<ChangeStreamLimits>;
}

/** All open streams of changes. Disposing of them ends each. */
export interface ChangeStreams extends Disposable {
  /** Answers with a stream from a place on, or with 503 while there are too many. */
  open(request: Request, client: Client, after: ChangePlace | null): Response;
  /** To be called after each new publication. */
  publicationChanged(): void;
  /** Streams open now. */
  count(): number;
}

const ENCODER = new TextEncoder();
/** The first bytes make the server send its headers, which some hold back until there is a body. */
const OPENING = ENCODER.encode(": open\nretry: 3000\n\n");
const KEEP_ALIVE = ENCODER.encode(": keep-alive\n\n");
const MOST_CHANGES = 100;
const RETRY_AFTER_SECONDS = "30";

const HEADERS = {
  ...COMMON_HEADERS,
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
  Vary: "Accept, Accept-Encoding",
};

/** Makes the streams of a server; one timer keeps all of them alive. */
export function createChangeStreams({ publication, clock, limits: given }: ChangeStreamParts): ChangeStreams {
  const limits = { ...DEFAULT_LIMITS, ...given };
  const open = new Set<ChangeStream>();
  const events = eventsOf(publication, limits);
  let isClosed = false;
  let cancelRound = () => {};
  const round = () => {
    const now = clock.now();
    for (const stream of open) stream.keepAlive(now, limits.unreadMs);
    cancelRound = open.size > 0 ? clock.after(limits.keepAliveMs, round) : () => {};
  };
  return {
    open(request, client, after) {
      if (isClosed) return refused("the server is stopping");
      if (open.size >= limits.maxStreams) return refused("too many open streams; try again later");
      client.keepOpen(request);
      if (open.size === 0) cancelRound = clock.after(limits.keepAliveMs, round);
      const stream = new ChangeStream(after, {
        events,
        clock,
        cut: () => client.cut(request),
        onEnd: () => open.delete(stream),
      });
      open.add(stream);
      const digest = publication()?.contentDigest;
      return new Response(stream.body, { headers: { ...HEADERS, ...(digest && { [REVISION_HEADER]: digest }) } });
    },
    publicationChanged() {
      for (const stream of open) stream.wake();
    },
    count: () => open.size,
    [Symbol.dispose]() {
      isClosed = true;
      cancelRound();
      for (const stream of open) stream.end();
    },
  };
}

function refused(message: string): Response {
  return plainProblem("not_ready", message, { "Retry-After": RETRY_AFTER_SECONDS });
}

/** What follows a place: an event, nothing yet, or nothing ever, since the place is of other data than is published now. */
type Next =
  | { readonly kind: "event"; readonly bytes: Uint8Array; readonly end: ChangePlace }
  | { readonly kind: "none" }
  | { readonly kind: "lost" };

type Events = (after: ChangePlace | null) => Next;

/** Readers who catch up together share their events; 2 MiB at most are kept for them. */
const KEPT_EVENTS = 64;

/** Events by place, made once for all who stand there. */
function eventsOf(publication: () => Publication | null, { maxEventBytes }: ChangeStreamLimits): Events {
  let of: Publication | null = null;
  const known = new Map<string, Next>();
  return (after) => {
    const now = publication();
    if (now === null) return { kind: "none" };
    if (now !== of) known.clear();
    of = now;
    const key = JSON.stringify(after);
    const next = known.get(key) ?? eventAfter(now, after, maxEventBytes);
    known.set(key, next);
    const [oldest] = known.keys();
    if (known.size > KEPT_EVENTS && oldest !== undefined) known.delete(oldest);
    return next;
  };
}

function eventAfter(publication: Publication, after: ChangePlace | null, maxBytes: number): Next {
  if (after !== null && publication.changes.standing(after) !== "known") {
    // Another server may have been ahead of this one.
    return publication.changes.standing(after) === "ahead" ? { kind: "none" } : { kind: "lost" };
  }
  const answer = changesAnswer(publication, after, { limit: MOST_CHANGES, maxBytes });
  if (answer.page.changes.length === 0) return { kind: "none" };
  const head = ENCODER.encode(`event: changes\nid: ${answer.cursor}\ndata: `);
  const data = answer.bytes();
  const bytes = new Uint8Array(head.length + data.length + 1);
  bytes.set(head);
  // The page is one line and ends with its line break.
  bytes.set(data, head.length);
  bytes[bytes.length - 1] = LINE_BREAK;
  return { kind: "event", bytes, end: answer.page.end };
}

const LINE_BREAK = 0x0a;

interface StreamParts {
  readonly events: Events;
  readonly clock: Clock;
  readonly cut: () => void;
  readonly onEnd: () => void;
}

/** One reader's stream. */
class ChangeStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #parts: StreamParts;
  #after: ChangePlace | null;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  /** Whether the server has sent what it was given and asks for more. */
  #isAsked = false;
  #isEnded = false;
  #takenAt: number;

  constructor(after: ChangePlace | null, parts: StreamParts) {
    this.#parts = parts;
    this.#after = after;
    this.#takenAt = parts.clock.now();
    let isOpened = false;
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: (controller) => {
        this.#controller = controller;
      },
      pull: () => {
        this.#takenAt = parts.clock.now();
        this.#isAsked = true;
        if (isOpened) this.wake();
        else this.#send(OPENING);
        isOpened = true;
      },
      cancel: () => this.#ended(),
    };
    // Nothing is made before the server asks for it.
    this.body = new ReadableStream(source, { highWaterMark: 0 });
  }

  /** Sends the event that is due, if there is one and the reader is ready for it. */
  wake(): void {
    if (!this.#isAsked || this.#isEnded) return;
    const next = this.#parts.events(this.#after);
    switch (next.kind) {
      case "event":
        this.#after = next.end;
        this.#send(next.bytes);
        return;
      case "lost":
        // The reader comes back with its cursor, and is told what to do.
        this.end();
        return;
      case "none":
    }
  }

  /** A sign of life to a reader who waits; the end for one who has not read for long. */
  keepAlive(now: number, unreadMs: number): void {
    if (this.#isAsked) this.#send(KEEP_ALIVE);
    else if (now - this.#takenAt > unreadMs) {
      this.#parts.cut();
      this.#controller?.error(new Error("Dropped: the client does not read"));
      this.#ended();
    }
  }

  end(): void {
    if (this.#isEnded) return;
    this.#ended();
    this.#controller?.close();
  }

  #send(bytes: Uint8Array): void {
    this.#isAsked = false;
    this.#controller?.enqueue(bytes);
  }

  #ended(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#parts.onEnd();
  }
}
