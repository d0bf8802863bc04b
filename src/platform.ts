/**
 * What the program needs from the world outside, as types: time, chance, the network and a log.
 *
 * The edge (`server/`) supplies the real ones and tests supply fakes; nothing else may reach for them by itself.
 */

/** Wall-clock time and alarms. Instants are epoch milliseconds. */
export interface Clock {
  now(): number;
  /** Calls `alarm` once after `delayMs`; the returned function cancels it. Never keeps the process alive by itself. */
  after(delayMs: number, alarm: () => void): () => void;
}

/** Chance, from a cryptographic source. */
export interface Random {
  /** `count` random bytes. */
  bytes(count: number): Uint8Array;
  /** A number in [0, 1). */
  number(): number;
}

/** The variable part of a log entry, by field name. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A structured log: `event` is a fixed sentence, everything that varies stands in `fields`. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** One request to an address that a stranger named. */
export interface OutboundRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Blob | Uint8Array;
  /** Total time for name resolution, connection, request and answer. */
  readonly timeoutMs: number;
  /** How much of the answer's body is read, in bytes; 0 leaves it unread. */
  readonly maxAnswerBytes: number;
}

/** What came of an {@link OutboundRequest}. Nothing is thrown: a stranger's failure is an ordinary result. */
export type OutboundAnswer =
  | { readonly kind: "answered"; readonly status: number; readonly headers: Headers; readonly body: Uint8Array }
  /** `reason` is for the log: refused address, time-out, TLS fault ... */
  | { readonly kind: "failed"; readonly reason: string };

/** Sends requests to strangers' addresses, guarded against reaching into private networks. */
export type GuardedFetch = (request: OutboundRequest) => Promise<OutboundAnswer>;

/** How a part is laid out and looks: properties of CSS, lengths in pixels. */
export type Look = Readonly<Record<string, string | number>>;

/** A part of a drawing. */
export type DrawingPart =
  | { readonly type: "container"; readonly style: Look; readonly children: readonly DrawingPart[] }
  | { readonly type: "text"; readonly style: Look; readonly text: string }
  | { readonly type: "image"; readonly style: Look; readonly src: string };

/** What is to be drawn as a PNG. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** BCP 47: decides how letters are shaped. */
  readonly language: string;
  readonly root: DrawingPart;
  /** SVG documents by the `src` that images name. */
  readonly svgs: Readonly<Record<string, string>>;
}

/** Draws it as PNG; null while too many wait already. */
export type Draw = (drawing: Drawing) => Promise<Uint8Array<ArrayBuffer> | null>;
