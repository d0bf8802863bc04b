/**
 * Large bodies, handed to the server piece by piece as fast as their clients read, with a limit on what all of them hold.
 *
 * A response made of a string or a buffer is held until its last byte is sent, and nothing reports when that is. A stream
 * is asked for its next piece only when the last one is gone, and it is cancelled when its connection ends.
 */
import type { Clock } from "../platform.ts";

/** Handed over at a time, in bytes. A body that is no longer needs no stream. */
export const PIECE_BYTES = 64 * 1024;
/** An answer of which nothing was read for this long may be dropped for another's sake. */
const STALLED_MS = 2000;
/** The server notices within this time that the connection of a dropped answer is to be cut. */
const CUT_MS = 5000;

/** The most unsent data the server will hold. */
interface OutgoingLimits {
  /** Held for one client, in bytes. */
  readonly maxUnsentBytesPerClient: number;
  /** Held for all clients, in bytes. */
  readonly maxUnsentBytes: number;
}

/** A large response body on its way to a client. */
export interface OutgoingBody {
  /**
   * What is sent, one after the other. The parts may be shared: they are read and never written to. Those that are made
   * while they are sent are asked for one at a time.
   */
  readonly parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** How many bytes of them are held for this answer alone; nothing but a piece when left out. */
  readonly ownBytes?: number;
  /** Whom it counts against. */
  readonly client: string;
  /** Has the server cut the connection; called at most once. */
  readonly cut: () => void;
}

/** A stream to respond with, or whose limit leaves no room for it. */
type Sending =
  | { readonly kind: "sending"; readonly stream: ReadableStream<Uint8Array> }
  /** This client, or all of them together, leave too much unread. */
  | { readonly kind: "refused"; readonly by: "client" | "all" };

interface Held {
  readonly client: string;
  readonly pieces: number;
  readonly drop: () => void;
  progressedAt: number;
  /** Its next piece is being made: it is not the client who delays it. */
  isAwaited: boolean;
}

/** All large bodies that are being sent. Each holds a piece, and counts as one, or as many as it holds alone. */
export class Outgoing {
  readonly #clock: Clock;
  readonly #limits: OutgoingLimits;
  /** Longest without progress first. */
  readonly #held = new Set<Held>();
  /** Pieces by client, those of dropped answers included until they are surely gone. */
  readonly #pieces = new Map<string, number>();
  #allPieces = 0;
  #dropped = 0;

  constructor(clock: Clock, limits: OutgoingLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Held now, in bytes. */
  get heldBytes(): number {
    return this.#allPieces * PIECE_BYTES;
  }

  /** Answers dropped since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Starts sending a body. At a limit, unread responses are dropped with their connections, and this one is refused. */
  send(body: OutgoingBody): Sending {
    const { maxUnsentBytes, maxUnsentBytesPerClient } = this.#limits;
    const pieces = Math.max(1, Math.ceil((body.ownBytes ?? 0) / PIECE_BYTES));
    if (this.#isOver(this.#allPieces, pieces, maxUnsentBytes)) {
      this.#dropStalled(() => true);
      return { kind: "refused", by: "all" };
    }
    if (this.#isOver(this.#pieces.get(body.client) ?? 0, pieces, maxUnsentBytesPerClient)) {
      this.#dropStalled(({ client }) => client === body.client);
      return { kind: "refused", by: "client" };
    }
    return { kind: "sending", stream: this.#stream(body, pieces) };
  }

  /** One answer alone is never too much. */
  #isOver(held: number, more: number, limit: number): boolean {
    return held > 0 && (held + more) * PIECE_BYTES > limit;
  }

  #stream({ parts, client, cut }: OutgoingBody, pieceCount: number): ReadableStream<Uint8Array> {
    const pieces = Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : piecesOf(parts);
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const drop = () => {
      cut();
      controller?.error(new Error("Dropped: the client reads too slowly"));
    };
    const held: Held = { client, pieces: pieceCount, drop, progressedAt: this.#clock.now(), isAwaited: false };
    this.#held.add(held);
    this.#count(client, pieceCount);
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
    // Nothing is taken before the server asks for it.
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
      this.#clock.after(CUT_MS, () => this.#count(held.client, -held.pieces));
    }
  }

  #progress(held: Held): void {
    held.progressedAt = this.#clock.now();
    if (this.#held.delete(held)) this.#held.add(held);
  }

  #release(held: Held): void {
    if (this.#held.delete(held)) this.#count(held.client, -held.pieces);
  }

  #count(client: string, change: number): void {
    this.#allPieces += change;
    const pieces = (this.#pieces.get(client) ?? 0) + change;
    if (pieces > 0) this.#pieces.set(client, pieces);
    else this.#pieces.delete(client);
  }
}

/** The parts, cut where they are longer than a piece. */
export function* piecesOf(parts: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const part of parts) {
    for (let start = 0; start < part.length; start += PIECE_BYTES) yield part.subarray(start, start + PIECE_BYTES);
  }
}
