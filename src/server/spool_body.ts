/** Bodies of requests: short ones are held, long ones are put into files, within limits for each sender, in all and of time. */
import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { Quota } from "../http/quota.ts";
import { type Clock, Interrupt } from "../platform.ts";

/** A body that has arrived; a file is deleted when it is disposed of. */
type SpooledBody = AsyncDisposable & {
  readonly held: Uint8Array<ArrayBuffer> | { readonly path: string };
};

/** Why a body was not taken. `gone`: its sender has ended the connection. */
type BodyRefusal = "too_large" | "too_many" | "too_slow" | "gone";

/** Limits in bytes. */
interface BodyLimits {
  readonly maxHeldBytes: number;
  readonly maxHeldOfAllBytes: number;
  readonly maxHeldOfSenderBytes: number;
}

interface BodyOrder {
  /** Session, address or token whose limit the held bytes count towards. */
  readonly sender: string;
  /** Size of the largest body; one too long to hold goes to a file. */
  readonly maxBytes: number;
  /** Folder for long bodies; null if they are refused. */
  readonly folder: string | null;
}

const FILES = { all: 4, ofKey: 2 };
/** A body has this long to arrive, in milliseconds, and once more for each piece of this many bytes that has. */
const ARRIVES_MS = 30_000;
const PIECE_BYTES = 1 << 20;

export class BodyReader {
  readonly #held: Quota;
  readonly #files = new Quota(FILES);

  constructor(
    private readonly limits: BodyLimits,
    private readonly clock: Pick<Clock, "after">,
  ) {
    this.#held = new Quota({ ofKey: limits.maxHeldOfSenderBytes, all: limits.maxHeldOfAllBytes });
  }

  /** The body; one that is too long to be held goes into a file if there is a place for it. */
  async read(request: Request, order: BodyOrder): Promise<SpooledBody | BodyRefusal> {
    if (Number(request.headers.get("Content-Length") ?? 0) > order.maxBytes) return "too_large";
    using arriving = new Arrival(request.body, this.clock);
    try {
      const body = await this.#read(arriving, order);
      return arriving.isLate ? "too_slow" : body;
    } catch (error) {
      if (arriving.isLate) return "too_slow";
      if (request.signal.aborted || (error instanceof Error && error.name === "AbortError")) return "gone";
      throw error;
    }
  }

  async #read(arriving: Arrival, order: BodyOrder): Promise<SpooledBody | BodyRefusal> {
    const pieces: Uint8Array[] = [];
    let size = 0;
    try {
      for (let piece = await arriving.next(); piece !== null; piece = await arriving.next()) {
        if (this.#held.full(order.sender, piece.length) !== null) return "too_many";
        this.#held.add(order.sender, piece.length);
        pieces.push(piece);
        size += piece.length;
        if (size > order.maxBytes) return "too_large";
        if (size <= this.limits.maxHeldBytes) continue;
        const { folder, sender, maxBytes } = order;
        if (folder === null) return "too_large";
        const written = await this.#files.take(sender, () => writeFile(pieces, arriving, { folder, maxBytes }));
        return written === "full" ? "too_many" : written;
      }
      return { held: new Uint8Array(Buffer.concat(pieces)), [Symbol.asyncDispose]: async () => {} };
    } finally {
      this.#held.add(order.sender, -size);
    }
  }
}

async function writeFile(
  begun: readonly Uint8Array[],
  arriving: Arrival,
  { folder, maxBytes }: { readonly folder: string; readonly maxBytes: number },
): Promise<SpooledBody | BodyRefusal> {
  const path = join(folder, `body-${randomUUID()}`);
  let isWhole = false;
  try {
    await using file = await open(path, "wx", 0o600);
    let size = 0;
    for (const piece of begun) {
      size += piece.length;
      await file.write(piece);
    }
    for (let piece = await arriving.next(); piece !== null; piece = await arriving.next()) {
      size += piece.length;
      if (size > maxBytes) return "too_large";
      await file.write(piece);
    }
    isWhole = !arriving.isLate;
    return { held: { path }, [Symbol.asyncDispose]: () => rm(path, { force: true }) };
  } finally {
    if (!isWhole) await rm(path, { force: true });
  }
}

class Arrival implements Disposable {
  isLate = false;
  #bytes = 0;
  #cancel: () => void;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #late = new Interrupt<null>();

  constructor(
    body: ReadableStream<Uint8Array> | null,
    private readonly clock: Pick<Clock, "after">,
  ) {
    this.#reader = body?.getReader();
    this.#cancel = this.#alarm();
  }

  async next(): Promise<Uint8Array | null> {
    if (this.#reader === undefined) return null;
    const piece = (await this.#late.race(this.#reader.read()))?.value ?? null;
    const before = Math.floor(this.#bytes / PIECE_BYTES);
    this.#bytes += piece?.length ?? 0;
    if (Math.floor(this.#bytes / PIECE_BYTES) > before) {
      this.#cancel();
      this.#cancel = this.#alarm();
    }
    return piece;
  }

  #alarm(): () => void {
    return this.clock.after(ARRIVES_MS, () => {
      this.isLate = true;
      this.#late.end(Promise.resolve(null));
      void this.#reader?.cancel().catch(() => {});
    });
  }

  [Symbol.dispose](): void {
    this.#cancel();
  }
}
