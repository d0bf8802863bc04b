/** Bodies of requests: short ones are held, long ones are put into files, and how much of either there is at once is bounded. */
import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";

/** A body that has arrived; a file is deleted when it is disposed of. */
type SpooledBody = AsyncDisposable & {
  readonly held: Uint8Array<ArrayBuffer> | { readonly path: string };
};

/** Why a body was not taken. */
type BodyRefusal = "too_large" | "too_many";

/** Bounds of what is taken in. */
interface BodyLimits {
  /** Of one body that is held. */
  readonly mostHeldBytes: number;
  /** Of all bodies that are held at once. */
  readonly mostHeldOfAllBytes: number;
}

/** Where long bodies go. */
interface LongBodies {
  readonly folder: string;
  readonly mostBytes: number;
  /** Asked once a body turns out to be long, before more of it is read: what it gives is the answer. */
  readonly refuse: () => Promise<Response | null>;
}

/** Files that are written at once. */
const MOST_FILES = 4;

/** Reads bodies piece by piece, all of them within common limits. */
export class BodyReader {
  #held = 0;
  #files = 0;

  constructor(private readonly limits: BodyLimits) {}

  /** The body; one that is too long to be held goes into a file if there is a place for it. */
  async read(request: Request, long: LongBodies | null): Promise<SpooledBody | Response | BodyRefusal> {
    const { mostHeldBytes, mostHeldOfAllBytes } = this.limits;
    const said = Number(request.headers.get("Content-Length") ?? 0);
    if (said > (long?.mostBytes ?? mostHeldBytes)) return "too_large";
    if (long !== null && said > mostHeldBytes) {
      const refusal = await long.refuse();
      if (refusal !== null) return refusal;
    }
    const pieces: Uint8Array[] = [];
    let size = 0;
    try {
      const body = request.body?.getReader();
      for (;;) {
        const { done, value } = (await body?.read()) ?? { done: true, value: undefined };
        if (done || value === undefined) break;
        pieces.push(value);
        size += value.length;
        this.#held += value.length;
        if (this.#held > mostHeldOfAllBytes) return "too_many";
        if (size <= mostHeldBytes) continue;
        if (long === null || body === undefined) return "too_large";
        if (said <= mostHeldBytes) {
          const refusal = await long.refuse();
          if (refusal !== null) return refusal;
        }
        return await this.#writeFile(pieces, body, long);
      }
      return { held: new Uint8Array(Buffer.concat(pieces)), [Symbol.asyncDispose]: async () => {} };
    } finally {
      this.#held -= size;
    }
  }

  async #writeFile(
    begun: readonly Uint8Array[],
    rest: ReadableStreamDefaultReader<Uint8Array>,
    { folder, mostBytes }: LongBodies,
  ): Promise<SpooledBody | BodyRefusal> {
    if (this.#files >= MOST_FILES) return "too_many";
    this.#files++;
    const path = join(folder, `body-${randomUUID()}`);
    let isWhole = false;
    try {
      await using file = await open(path, "wx", 0o600);
      let size = 0;
      const write = async (piece: Uint8Array) => {
        size += piece.length;
        if (size <= mostBytes) await file.write(piece);
      };
      for (const piece of begun) await write(piece);
      for (;;) {
        const { done, value } = await rest.read();
        if (done) break;
        await write(value);
        if (size > mostBytes) return "too_large";
      }
      isWhole = true;
      return { held: { path }, [Symbol.asyncDispose]: () => rm(path, { force: true }) };
    } finally {
      this.#files--;
      if (!isWhole) await rm(path, { force: true });
    }
  }
}
