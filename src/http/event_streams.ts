/** Server-sent event streams. When all places are taken, the client with the most streams loses its oldest. */

import type { Clock } from "../platform.ts";
import { utf8Bytes } from "../utf8.ts";
import { clientKey } from "./admission.ts";
import { COMMON_HEADERS } from "./headers.ts";
import type { Client } from "./operation.ts";
import { Quota } from "./quota.ts";

export interface EventStreamLimits {
  readonly maxStreams: number;
  readonly maxStreamsPerAddress: number;
  readonly keepAliveMs: number;
  /** A reader who has taken nothing for so long is dropped. */
  readonly unreadMs?: number;
  readonly lifetimeMs?: number;
  /** Events that may wait for a slow reader, beyond which the stream ends; none by default. */
  readonly maxWaiting?: number;
}

interface EventStreamOptions {
  /** Called when the reader has taken everything, and by {@link EventStreams.wake}. */
  readonly onReady?: () => void;
  readonly onClose?: () => void;
  readonly farewell?: Uint8Array;
}

/** 429 for a client that has too many, 503 where others have as many. */
export type Refusal = { readonly kind: "refused"; readonly status: 429 | 503 };

export class EventStreams {
  readonly #clock: Clock;
  readonly #limits: EventStreamLimits;
  /** Oldest first. */
  readonly #open = new Set<EventStream>();
  readonly #places: Quota;
  #cancelRound = () => {};

  constructor(clock: Clock, limits: EventStreamLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#places = new Quota({ ofKey: limits.maxStreamsPerAddress, all: limits.maxStreams });
  }

  open(
    request: Request,
    client: Pick<Client, "clientAddress" | "keepOpen" | "cut">,
    { onReady, onClose, farewell }: EventStreamOptions,
  ): EventStream | Refusal {
    const { lifetimeMs, keepAliveMs } = this.#limits;
    const address = clientKey(client.clientAddress);
    if (this.#places.full(address) === "all") this.#oldestOfMost(this.#places.of(address) + 1)?.evict();
    const full = this.#places.full(address);
    if (full !== null) return { kind: "refused", status: full === "key" ? 429 : 503 };
    this.#places.add(address);
    client.keepOpen(request);
    if (this.#open.size === 0) this.#cancelRound = this.#clock.after(keepAliveMs, () => this.#round());
    const stream: EventStream = new EventStream(this.#clock, {
      address,
      limits: this.#limits,
      farewell,
      onReady,
      cut: () => client.cut(request),
      onClose: () => {
        this.#open.delete(stream);
        this.#places.add(address, -1);
        cancelLife();
        if (this.#open.size === 0) this.#cancelRound();
        onClose?.();
      },
    });
    const cancelLife = lifetimeMs === undefined ? () => {} : this.#clock.after(lifetimeMs, () => stream.close());
    this.#open.add(stream);
    return stream;
  }

  count(): number {
    return this.#open.size;
  }

  wake(): void {
    for (const stream of this.#open) stream.wake();
  }

  closeAll(): void {
    for (const stream of [...this.#open]) stream.close();
  }

  /** Of the client with most streams, if those are more than `count`. */
  #oldestOfMost(count: number): EventStream | undefined {
    const [address, held] = this.#places.most();
    return held > count ? this.#open.values().find((stream) => stream.address === address) : undefined;
  }

  #round(): void {
    for (const stream of [...this.#open]) stream.keepAlive();
    if (this.#open.size > 0) this.#cancelRound = this.#clock.after(this.#limits.keepAliveMs, () => this.#round());
  }
}

interface EventStreamParts {
  readonly address: string;
  readonly limits: EventStreamLimits;
  readonly farewell: Uint8Array | undefined;
  readonly cut: () => void;
  readonly onReady: (() => void) | undefined;
  readonly onClose: () => void;
}

class EventStream {
  readonly kind = "opened";
  readonly body: ReadableStream<Uint8Array>;
  readonly #clock: Clock;
  readonly #parts: EventStreamParts;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  /** Whether the reader has taken all it was sent. */
  #isReady = false;
  #isEnded = false;
  #takenAt: number;

  get address(): string {
    return this.#parts.address;
  }

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
    // Do not buffer ahead of the reader.
    this.body = new ReadableStream(source, { highWaterMark: 0 });
  }

  /** Ends the stream of a reader who leaves too many events waiting. */
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

  wake(): void {
    if (this.#isReady && !this.#isEnded) this.#parts.onReady?.();
  }

  /** Pings a reader who waits, and drops one who has not read for too long. */
  keepAlive(): void {
    const { unreadMs, maxWaiting = 0 } = this.#parts.limits;
    if (this.#isReady || maxWaiting > 0) this.send(KEEP_ALIVE);
    else if (unreadMs !== undefined && this.#clock.now() - this.#takenAt > unreadMs) {
      this.#drop("the client does not read");
    }
  }

  /** Frees its place: waiting events are still sent where they may wait, other streams are dropped. */
  evict(): void {
    if (this.#parts.limits.maxWaiting === undefined) {
      this.#drop("others have fewer streams open");
    } else {
      this.#parts.cut();
      this.close();
    }
  }

  close(): void {
    if (this.#isEnded) return;
    const { farewell } = this.#parts;
    if (farewell !== undefined) this.#controller?.enqueue(farewell);
    this.#controller?.close();
    this.#ended();
  }

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

/** Keeps proxies from buffering or transforming the stream. */
export const EVENT_HEADERS = {
  ...COMMON_HEADERS,
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
};
/** Makes the server send its headers, which some hold back until there is a body. */
const OPENING: Uint8Array = utf8Bytes(": open\nretry: 3000\n\n");
/** Keeps proxies from closing a silent stream. */
const KEEP_ALIVE: Uint8Array = utf8Bytes(": keep-alive\n\n");
