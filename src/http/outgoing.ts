/**
 * Large bodies, sent piece by piece as fast as clients read, with a limit on what all of them hold. A stream is asked
 * for its next piece only when the last one is gone, and cancelled when its connection ends; a buffer is held to its
 * last byte.
 */
import type { Clock } from "../platform.ts";
import { type Full, Quota } from "./quota.ts";

/** Size of a piece in bytes. A shorter body needs no stream. */
export const PIECE_BYTES = 64 * 1024;
/** An answer that made no progress for this long may be dropped. */
const STALLED_MS = 2000;
/** The server cuts a dropped connection within this time. */
const CUT_MS = 5000;

interface OutgoingLimits {
  readonly maxUnsentBytesPerClient: number;
  readonly maxUnsentBytes: number;
}

export interface OutgoingBody {
  /** May be shared, never written to. Pieces made during sending are requested one at a time. */
  readonly parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Bytes held for this answer alone; a piece by default. */
  readonly ownBytes?: number;
  readonly onDropped?: () => void;
}

interface Reader {
  readonly client: string;
  /** Called at most once. */
  readonly cut: () => void;
}

export type Sending =
  | { readonly kind: "sending"; readonly stream: ReadableStream<Uint8Array> }
  | { readonly kind: "refused"; readonly by: Full };

interface Held {
  readonly client: string;
  readonly pieces: number;
  readonly drop: () => void;
  progressedAt: number;
  /** Its next piece is being made: the client does not delay it. */
  isAwaited: boolean;
}

/** Each body counts as one piece, or as many as it holds alone. */
export class Outgoing {
  readonly #clock: Clock;
  /** Longest without progress first. */
  readonly #held = new Set<Held>();
  /** Includes dropped answers until they are surely gone. */
  readonly #pieces: Quota;
  #dropped = 0;

  constructor(clock: Clock, { maxUnsentBytesPerClient, maxUnsentBytes }: OutgoingLimits) {
    this.#clock = clock;
    this.#pieces = new Quota({ ofKey: maxUnsentBytesPerClient / PIECE_BYTES, all: maxUnsentBytes / PIECE_BYTES });
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** At a limit, stalled answers are dropped and this one is refused. */
  send(body: OutgoingBody, reader: Reader): Sending {
    const pieces = Math.max(1, Math.ceil((body.ownBytes ?? 0) / PIECE_BYTES));
    const by = this.#pieces.full(reader.client, pieces);
    if (by === null) return { kind: "sending", stream: this.#stream(body, reader, pieces) };
    this.#dropStalled(({ client }) => by === "all" || client === reader.client);
    return { kind: "refused", by };
  }

  #stream({ parts, onDropped }: OutgoingBody, { client, cut }: Reader, pieceCount: number): ReadableStream<Uint8Array> {
    const pieces = Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : piecesOf(parts);
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const drop = () => {
      onDropped?.();
      cut();
      controller?.error(new Error("Dropped: the client reads too slowly"));
    };
    const held: Held = { client, pieces: pieceCount, drop, progressedAt: this.#clock.now(), isAwaited: false };
    this.#held.add(held);
    this.#pieces.add(client, pieceCount);
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start(started) {
        controller = started;
      },
      pull: (pulled) => {
        const next = pieces.next();
        if (!(next instanceof Promise)) return handOver(next, pulled);
        held.isAwaited = true;
        const made = next.finally(() => {
          held.isAwaited = false;
        });
        return made.then(
          (piece) => handOver(piece, pulled),
          (error) => {
            this.#release(held);
            throw error;
          },
        );
      },
      cancel: () => {
        this.#release(held);
        void pieces.return?.(undefined);
      },
    };
    const handOver = (
      { value }: IteratorResult<Uint8Array, unknown>,
      pulled: ReadableStreamDefaultController<Uint8Array>,
    ) => {
      // Cancelled while the piece was made.
      if (!this.#held.has(held)) return;
      if (value instanceof Uint8Array) {
        this.#progress(held);
        pulled.enqueue(value);
      } else {
        this.#release(held);
        pulled.close();
      }
    };
    // Do not buffer ahead of the reader.
    return new ReadableStream(source, { highWaterMark: 0 });
  }

  #dropStalled(isMeant: (held: Held) => boolean): void {
    const latest = this.#clock.now() - STALLED_MS;
    for (const held of this.#held) {
      if (held.progressedAt > latest) return;
      if (held.isAwaited || !isMeant(held)) continue;
      this.#held.delete(held);
      this.#dropped++;
      held.drop();
      this.#clock.after(CUT_MS, () => this.#pieces.add(held.client, -held.pieces));
    }
  }

  #progress(held: Held): void {
    held.progressedAt = this.#clock.now();
    if (this.#held.delete(held)) this.#held.add(held);
  }

  #release(held: Held): void {
    if (this.#held.delete(held)) this.#pieces.add(held.client, -held.pieces);
  }
}

export function* piecesOf(parts: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const part of parts) {
    for (let start = 0; start < part.length; start += PIECE_BYTES) yield part.subarray(start, start + PIECE_BYTES);
  }
}
