/** Interfaces to the outside world. `server/` supplies the real ones, tests supply fakes. And ways to wait no longer. */

/** Wall-clock time and alarms. Instants are epoch milliseconds. */
export interface Clock {
  now(): number;
  /** Calls `alarm` once after `delayMs`; the returned function cancels it. Never keeps the process alive by itself. */
  after(delayMs: number, alarm: () => void): () => void;
}

/** The result of `work`; that of `late`, which may throw, if it takes longer. `work` itself goes on. */
export async function withTimeout<Result, Late>(
  work: Promise<Result>,
  { timeoutMs, clock, late }: { timeoutMs: number; clock: Pick<Clock, "after">; late: () => Late },
): Promise<Result | Late> {
  const expired = Promise.withResolvers<void>();
  const cancel = clock.after(timeoutMs, expired.resolve);
  try {
    return await Promise.race([work, expired.promise.then(late)]);
  } finally {
    cancel();
  }
}

/**
 * Ends waits for other work. `Promise.race()` with one promise that outlives them would keep the result of each of them in
 * memory for as long as that promise is pending.
 */
export class Interrupt<Reason> {
  #outcome: Promise<Reason> | null = null;
  readonly #waiting = new Set<(outcome: Promise<Reason>) => void>();

  /** Settles as `work` does, or as the interrupt if that comes first. `work` itself goes on. */
  async race<Result>(work: Promise<Result>): Promise<Result | Reason> {
    if (this.#outcome !== null) return Promise.race([work, this.#outcome]);
    const interrupted = Promise.withResolvers<Reason>();
    this.#waiting.add(interrupted.resolve);
    try {
      return await Promise.race([work, interrupted.promise]);
    } finally {
      this.#waiting.delete(interrupted.resolve);
    }
  }

  /** Ends all waits, also those to come, as `outcome` does. */
  end(outcome: Promise<Reason>): void {
    outcome.catch(() => {});
    this.#outcome ??= outcome;
    for (const resolve of this.#waiting) resolve(outcome);
  }
}

export interface Random {
  bytes(count: number): Uint8Array;
  /** A number in [0, 1). */
  number(): number;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A structured log: `event` is a fixed sentence, and `fields` contains everything that varies. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export interface OutboundRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Blob | Uint8Array;
  /** Total time for name resolution, connection, request and answer. */
  readonly timeoutMs: number;
  /** The most bytes to read of the answer's body; 0 leaves it unread. */
  readonly maxAnswerBytes: number;
}

/** The result of an {@link OutboundRequest}. A failure is a result, not an exception. */
export type OutboundResponse =
  | { readonly kind: "answered"; readonly status: number; readonly headers: Headers; readonly body: Uint8Array }
  /** `reason` is for the log: refused address, time-out, TLS fault ... */
  | { readonly kind: "failed"; readonly reason: string };

/** Sends requests to untrusted addresses, but never into private networks. */
export type GuardedFetch = (request: OutboundRequest) => Promise<OutboundResponse>;

export type Look = Readonly<Record<string, string | number>>;

export type DrawingPart =
  | { readonly type: "container"; readonly style: Look; readonly children: readonly DrawingPart[] }
  | { readonly type: "text"; readonly style: Look; readonly text: string }
  | { readonly type: "image"; readonly style: Look; readonly src: string };

export interface Drawing {
  /** SVG has every letter as an outline. */
  readonly format?: "png" | "svg";
  readonly width: number;
  readonly height: number;
  /** BCP 47, for the shaping of letters. */
  readonly language: string;
  readonly root: DrawingPart;
  /** SVG documents by the `src` that images name. */
  readonly svgs: Readonly<Record<string, string>>;
}

/** Renders a drawing, as PNG unless it asks for SVG; null if too many are waiting. */
export type Draw = (drawing: Drawing) => Promise<Uint8Array<ArrayBuffer> | null>;
