/**
 * Changes as server-sent events. A stream is a cursor: when its reader has taken an event, or something new is
 * published, it is sent the next page. Nothing is queued for slow readers, and a review that changes several times is
 * sent once.
 */

import { EVENT_HEADERS, type EventStreamLimits, EventStreams, type Refusal } from "../http/event_streams.ts";
import { REVISION_HEADER } from "../http/headers.ts";
import type { Client } from "../http/operation.ts";
import { plainProblem } from "../http/problem.ts";
import { Memo, memo } from "../memo.ts";
import type { Clock } from "../platform.ts";
import { type ChangePlace, changesAnswer, type Publication } from "../publication/mod.ts";
import { utf8Bytes } from "../utf8.ts";

interface ChangeStreamLimits extends EventStreamLimits {
  /** Size limit in bytes, unless there is only one review. */
  readonly maxEventBytes: number;
}

const DEFAULT_LIMITS: ChangeStreamLimits = {
  maxStreams: 2000,
  maxStreamsPerAddress: 500,
  maxEventBytes: 32 * 1024,
  keepAliveMs: 15_000,
  unreadMs: 60_000,
};

interface ChangeStreamOptions {
  /** Null before the first publication. */
  readonly publication: () => Publication | null;
  readonly clock: Clock;
  readonly isOnlyServer: () => boolean;
  readonly limits?: Partial<ChangeStreamLimits>;
}

/** Disposing ends each stream. */
export type ChangeStreams = ReturnType<typeof createChangeStreams>;
const MAX_CHANGES = 100;
const RETRY_AFTER_SECONDS = "30";

const HEADERS = { ...EVENT_HEADERS, Vary: "Accept, Accept-Encoding" };

export function createChangeStreams({ publication, clock, isOnlyServer, limits: given }: ChangeStreamOptions) {
  const limits = { ...DEFAULT_LIMITS, ...given };
  const streams = new EventStreams(clock, limits);
  const events = eventsOf({ publication, isOnlyServer }, limits);
  let isClosed = false;
  return {
    open(request: Request, client: Client, after: ChangePlace | null): Response {
      if (isClosed) return refused(503, "the server is stopping");
      let place = after;
      const stream = streams.open(request, client, {
        onReady() {
          if (stream.kind === "refused") return;
          const next = events(place);
          if (next.kind === "event") {
            place = next.end;
            stream.send(next.bytes);
          }
          // The reader reconnects with its cursor, and the answer explains what to do.
          if (next.kind === "lost") stream.close();
        },
      });
      if (stream.kind === "refused") return refused(stream.status, "too many open streams; retry later");
      const digest = publication()?.contentDigest;
      return new Response(stream.body, { headers: { ...HEADERS, ...(digest && { [REVISION_HEADER]: digest }) } });
    },
    publicationChanged: () => streams.wake(),
    count: () => streams.count(),
    [Symbol.dispose]() {
      isClosed = true;
      streams.closeAll();
    },
  };
}

function refused(status: Refusal["status"], message: string): Response {
  const code = status === 429 ? "rate_limited" : "not_ready";
  return plainProblem(code, message, { "Retry-After": RETRY_AFTER_SECONDS });
}

/** `lost`: the place is of other data than is published now. */
type Next =
  | { readonly kind: "event"; readonly bytes: Uint8Array; readonly end: ChangePlace }
  | { readonly kind: "none" }
  | { readonly kind: "lost" };

type Events = (after: ChangePlace | null) => Next;

/** Readers who catch up together share events; 2 MiB at most. */
const KEPT_EVENTS = 64;

function eventsOf(
  { publication, isOnlyServer }: Pick<ChangeStreamOptions, "publication" | "isOnlyServer">,
  { maxEventBytes }: ChangeStreamLimits,
): Events {
  return (after) => {
    const now = publication();
    if (now === null) return { kind: "none" };
    if (after !== null && now.changes.standing(after) === "ahead") {
      // Another server may be ahead of this one.
      return { kind: isOnlyServer() ? "lost" : "none" };
    }
    const events = memo(now, `events ${maxEventBytes}`, () => new Memo<Next>(KEPT_EVENTS));
    return events.get(JSON.stringify(after), () => eventAfter(now, after, maxEventBytes));
  };
}

function eventAfter(publication: Publication, after: ChangePlace | null, maxBytes: number): Next {
  if (after !== null && publication.changes.standing(after) !== "known") return { kind: "lost" };
  const answer = changesAnswer(publication, after, { limit: MAX_CHANGES, maxBytes });
  if (answer.page.changes.length === 0) return { kind: "none" };
  const head = utf8Bytes(`event: changes\nid: ${answer.cursor}\ndata: `);
  const data = answer.bytes();
  const bytes = new Uint8Array(head.length + data.length + 1);
  bytes.set(head);
  // The page is one line with its line break.
  bytes.set(data, head.length);
  bytes[bytes.length - 1] = LINE_BREAK;
  return { kind: "event", bytes, end: answer.page.end };
}

const LINE_BREAK = 0x0a;
