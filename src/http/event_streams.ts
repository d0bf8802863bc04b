/**
 * Server-sent event streams: limited per client address and in all, kept alive, and ended if the client does not read. When
 * all places are taken, the client with the most streams loses one, so that one client cannot keep others out.
 */
import type { Clock } from "../platform.ts";
import { clientKey } from "./admission.ts";
import { COMMON_HEADERS } from "./headers.ts";
import type { Client } from "./operation.ts";

/** How many streams may be open at once, and how each is kept. */
export interface EventStreamLimits {
  readonly maxStreams: number;
  /** Of one client address, or of one IPv6 network. */
  readonly maxStreamsPerAddress: number;
  /** How often a silent stream sends a comment, in milliseconds. */
  readonly keepAliveMs: number;
  /** A reader who has taken nothing for so long is cut off, in milliseconds; never when left out. */
  readonly unreadMs?: number;
  /** A stream is ended after so long, in milliseconds; never when left out. */
  readonly lifetimeMs?: number;
  /** Events that may wait for a slow reader, beyond which the stream ends; none when left out. */
  readonly maxWaiting?: number;
}

/** What a stream does beyond sending. */
interface EventStreamOptions {
  /** Called when the reader has taken everything, and by {@link EventStreams.wake}. */
  readonly onReady?: () => void;
  /** Called once, when the stream has ended for whatever reason. */
  readonly onClose?: () => void;
  /** The last bytes of a stream that we end ourselves. */
  readonly farewell?: Uint8Array;
}

/** Why there is no place: 429 for a client that has too many, 503 where others have as many. */
export type Refusal = { readonly kind: "refused"; readonly status: 429 | 503 };

/** All streams of one kind; one timer keeps them alive. */
export class EventStreams {
  readonly #clock: Clock;
  readonly #limits: EventStreamLimits;
  readonly #open = new Set<EventStream>();
  readonly #places: StreamPlaces;
  #cancelRound = () => {};

  constructor(clock: Clock, limits: EventStreamLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#places = new StreamPlaces(limits);
  }

  /** Opens a stream to a client, or returns why there is no place for it. */
  open(
    request: Request,
    client: Pick<Client, "clientAddress" | "keepOpen" | "cut">,
    { onReady, onClose, farewell }: EventStreamOptions,
  ): EventStream | Refusal {
    const { lifetimeMs, keepAliveMs } = this.#limits;
    const place = this.#places.take(client.clientAddress, () => stream.evict());
    if (place.kind === "refused") return place;
    client.keepOpen(request);
    if (this.#open.size === 0) this.#cancelRound = this.#clock.after(keepAliveMs, () => this.#round());
    const stream: EventStream = new EventStream(this.#clock, {
      limits: this.#limits,
      farewell,
      onReady,
      cut: () => client.cut(request),
      onClose: () => {
        this.#open.delete(stream);
        place.release();
        cancelLife();
        if (this.#open.size === 0) this.#cancelRound();
        onClose?.();
      },
    });
    const cancelLife = lifetimeMs === undefined ? () => {} : this.#clock.after(lifetimeMs, () => stream.close());
    this.#open.add(stream);
    return stream;
  }

  /** Streams open now. */
  count(): number {
    return this.#open.size;
  }

  /** Lets every stream whose reader waits send what is new. */
  wake(): void {
    for (const stream of this.#open) stream.wake();
  }

  closeAll(): void {
    for (const stream of [...this.#open]) stream.close();
  }

  #round(): void {
    for (const stream of [...this.#open]) stream.keepAlive();
    if (this.#open.size > 0) this.#cancelRound = this.#clock.after(this.#limits.keepAliveMs, () => this.#round());
  }
}

interface EventStreamParts {
  readonly limits: EventStreamLimits;
  readonly farewell: Uint8Array | undefined;
  readonly cut: () => void;
  readonly onReady: (() => void) | undefined;
  readonly onClose: () => void;
}

/** One open stream. */
class EventStream {
  readonly kind = "opened";
  readonly body: ReadableStream<Uint8Array>;
  readonly #clock: Clock;
  readonly #parts: EventStreamParts;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  /** Whether the server has sent all that it was given and asks for more. */
  #isReady = false;
  #isEnded = false;
  #takenAt: number;

  constructor(clock: Clock, parts: EventStreamParts) {
    this.#clock = clock;
    this.#parts = parts;
    this.#takenAt = clock.now();
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: (controller) => {
        this.#controller = controller;
        controller.enqueue(OPENING);
      },
      pull: () => {
        this.#takenAt = clock.now();
        this.#isReady = true;
        this.wake();
      },
      cancel: () => this.#ended(),
    };
    // Nothing is made before the server asks for it.
    this.body = new ReadableStream(source, { highWaterMark: 0 });
  }

  /** Sends an event. A reader who leaves too many waiting is cut off. */
  send(bytes: Uint8Array): void {
    if (this.#isEnded) return;
    const waiting = -(this.#controller?.desiredSize ?? 0);
    if (waiting > (this.#parts.limits.maxWaiting ?? 0)) {
      this.close();
      return;
    }
    this.#isReady = false;
    this.#controller?.enqueue(bytes);
  }

  /** Lets it send what is due, if the reader is ready for it. */
  wake(): void {
    if (this.#isReady && !this.#isEnded) this.#parts.onReady?.();
  }

  /** A sign of life to a reader who waits; the end for one who has not read for long. */
  keepAlive(): void {
    const { unreadMs, maxWaiting = 0 } = this.#parts.limits;
    if (this.#isReady || maxWaiting > 0) this.send(KEEP_ALIVE);
    else if (unreadMs !== undefined && this.#clock.now() - this.#takenAt > unreadMs) {
      this.#drop("the client does not read");
    }
  }

  /** Gives its place up, with its connection: what may wait for the reader is still sent, other streams are broken off. */
  evict(): void {
    if (this.#parts.limits.maxWaiting === undefined) {
      this.#drop("others have fewer streams open");
    } else {
      this.#parts.cut();
      this.close();
    }
  }

  /** Ends it; may be called twice. */
  close(): void {
    if (this.#isEnded) return;
    const { farewell } = this.#parts;
    if (farewell !== undefined) this.#controller?.enqueue(farewell);
    this.#controller?.close();
    this.#ended();
  }

  /** Ends it with its connection, whatever the reader still has to take. */
  #drop(reason: string): void {
    this.#parts.cut();
    this.#controller?.error(new Error(`Dropped: ${reason}`));
    this.#ended();
  }

  #ended(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#parts.onClose();
  }
}

/** A place to be given back, or why there is none. */
type Place = { readonly kind: "taken"; release(): void } | Refusal;

/** All places of one kind of stream. */
class StreamPlaces {
  readonly #limits: EventStreamLimits;
  /** What ends each stream, oldest first, by address; none of an address without streams. */
  readonly #held = new Map<string, Set<() => void>>();
  #count = 0;

  constructor(limits: EventStreamLimits) {
    this.#limits = limits;
  }

  /** Takes a place for a stream of a client. `end` ends the stream for another one; it has to release the place. */
  take(clientAddress: string, end: () => void): Place {
    const address = clientKey(clientAddress);
    const own = this.#held.get(address)?.size ?? 0;
    if (own >= this.#limits.maxStreamsPerAddress) return { kind: "refused", status: 429 };
    if (this.#count >= this.#limits.maxStreams) this.#oldestOfMost(own + 1)?.();
    if (this.#count >= this.#limits.maxStreams) return { kind: "refused", status: 503 };
    const streams = this.#held.get(address) ?? new Set();
    this.#held.set(address, streams.add(end));
    this.#count++;
    return { kind: "taken", release: () => this.#release(address, end) };
  }

  #release(address: string, end: () => void): void {
    const streams = this.#held.get(address);
    if (!streams?.delete(end)) return;
    this.#count--;
    if (streams.size === 0) this.#held.delete(address);
  }

  /** Of the client with most streams, if those are more than `count`. */
  #oldestOfMost(count: number): (() => void) | undefined {
    let most: ReadonlySet<() => void> | undefined;
    for (const streams of this.#held.values()) if (streams.size > (most?.size ?? count)) most = streams;
    const [oldest] = most ?? [];
    return oldest;
  }
}

/** Headers of an event stream; they also keep proxies from buffering or transforming it. */
export const EVENT_HEADERS = {
  ...COMMON_HEADERS,
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
};

const ENCODER = new TextEncoder();
/** The first bytes make the server send its headers, which some hold back until there is a body. */
const OPENING: Uint8Array = ENCODER.encode(": open\nretry: 3000\n\n");
/** A comment, so that nothing on the way closes a silent stream. */
const KEEP_ALIVE: Uint8Array = ENCODER.encode(": keep-alive\n\n");
