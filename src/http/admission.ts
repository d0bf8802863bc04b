/**
 * The one admission of answers that are computed for their request: pages of reviews, exports, searches, MCP calls, pages
 * with a query.
 *
 * They take turns. A turn of the event loop computes for some milliseconds, then everything else that has arrived is
 * answered first, so that a document or a probe waits for one computation at most, however many are asked for. Clients are
 * served in rotation. What waits, what goes on beyond its turn, and what is left unread has limits, for each client and in
 * all; beyond them a request is refused at once, with the time to retry after. Nothing is computed for a client that is gone when
 * its turn comes.
 */
import { setImmediate } from "node:timers";
import type { Clock } from "../platform.ts";
import { type Client, type HttpAnswer, whenAnswered } from "./operation.ts";
import type { Outgoing } from "./outgoing.ts";
import { plainProblem } from "./problem.ts";

/** What turns are taken by. */
interface AdmissionParts {
  readonly clock: Pick<Clock, "now">;
  /** Null where the owner set no limit. */
  readonly rateGuard: RateGuard | null;
  /** Bodies on their way to clients, of which each further piece may take a turn. */
  readonly outgoing: Outgoing;
  /** Runs something after all that has arrived by now. Default: the end of this round of the event loop. */
  readonly nextTurn?: (run: () => void) => void;
  /** What differs from the defaults. */
  readonly limits?: Partial<AdmissionLimits>;
}

/** The service itself, which asks for its own answers while it computes one: that is part of the turn under way. */
export const OURSELVES: Client = { clientAddress: "", keepOpen() {}, limitIdle() {}, cut() {} };

/** What waits for its turn: an answer, or work that goes on. Runs when it has come; true if it goes on beyond it. */
interface Waiting {
  readonly isAnswer: boolean;
  readonly run: () => boolean;
}

/** What one client has waiting and running. */
interface Share {
  readonly waiting: Waiting[];
  heldBytes: number;
  running: number;
}

/** Lets computed answers take turns. */
export class Admission {
  readonly outgoing: Outgoing;
  readonly #clock: Pick<Clock, "now">;
  readonly #guard: RateGuard | null;
  readonly #nextTurn: (run: () => void) => void;
  readonly #limits: AdmissionLimits;
  /** By client; the one that had its turn longest ago is first. */
  readonly #shares = new Map<string, Share>();
  #waiting = 0;
  #heldBytes = 0;
  #running = 0;
  /** When this turn began; null before anything is computed in it. */
  #beganAt: number | null = null;

  constructor({ clock, rateGuard, outgoing, nextTurn = setImmediate, limits }: AdmissionParts) {
    this.outgoing = outgoing;
    this.#clock = clock;
    this.#guard = rateGuard;
    this.#nextTurn = nextTurn;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /**
   * The answer that `compute` gives when its turn comes, at once where it may; 429 beyond the owner's limit or the share of
   * the client, 503 while all shares together are used up.
   */
  answer(client: Client, compute: () => HttpAnswer): HttpAnswer {
    if (client === OURSELVES) return compute();
    return this.count(client, () => this.#admitted(client, compute));
  }

  /** Reads a body of so many bytes and answers; 429 or 503 while too many of them are held. Small ones are not counted. */
  async holding({ clientAddress }: Client, bytes: number, answer: () => Promise<Response>): Promise<Response> {
    const { smallBodyBytes, maxHeldBytes, maxHeldBytesPerClient } = this.#limits;
    if (bytes <= smallBodyBytes) return answer();
    const key = clientKey(clientAddress);
    const share = this.#shareOf(key);
    try {
      if (isOver(share.heldBytes, bytes, maxHeldBytesPerClient)) return tooManyOfClient();
      if (isOver(this.#heldBytes, bytes, maxHeldBytes)) return tooMany();
      share.heldBytes += bytes;
      this.#heldBytes += bytes;
      return await answer().finally(() => {
        share.heldBytes -= bytes;
        this.#heldBytes -= bytes;
      });
    } finally {
      this.#forget(key, share);
    }
  }

  /** The answer of an operation that computes nothing, but counts against the owner's limit: beyond it, 429. */
  count(client: Client, answerOf: () => HttpAnswer): HttpAnswer {
    const guard = this.#guard;
    if (guard === null) return answerOf();
    const entry = guard.enter(client.clientAddress);
    if (entry.kind === "refused") return entry.response;
    return whenAnswered(answerOf(), (response) => {
      guard.mark(response, client.clientAddress);
      return response;
    });
  }

  /** Counts work beyond a request against the owner's limit, in requests. */
  charge(client: Client, work: number): void {
    if (work > 0) this.#guard?.charge(client.clientAddress, work);
  }

  /** Waits for another turn, in which the caller goes on computing. */
  turn(client: Client): Promise<void> {
    return new Promise((resolve) => {
      const run = () => {
        resolve();
        return true;
      };
      this.#wait(client, { isAnswer: false, run });
    });
  }

  #admitted(client: Client, compute: () => HttpAnswer): HttpAnswer {
    // With no shares there is nothing to look up, so no key is made.
    if (this.#shares.size === 0 && this.#hasTime()) return this.#run(client, compute);
    const share = this.#shares.get(clientKey(client.clientAddress));
    if (this.#waiting === 0 && this.#hasRoom(share) && this.#hasTime()) return this.#run(client, compute);
    if ((share?.waiting.length ?? 0) >= this.#limits.maxWaitingPerClient) return tooManyOfClient();
    if (this.#waiting >= this.#limits.maxWaiting) return tooMany();
    return new Promise((resolve, reject) => {
      const run = () => {
        if (client.isGone === true) {
          resolve(clientDisconnected());
          return false;
        }
        try {
          const answer = this.#run(client, compute);
          resolve(answer);
          return answer instanceof Promise;
        } catch (error) {
          reject(error);
          return false;
        }
      };
      this.#wait(client, { isAnswer: true, run });
    });
  }

  #hasRoom(share: Share | undefined): boolean {
    return this.#running < this.#limits.maxRunning && (share?.running ?? 0) < this.#limits.maxRunningPerClient;
  }

  /** Whether this turn may compute more; the first to ask begins it. */
  #hasTime(): boolean {
    if (this.#beganAt !== null) return Math.abs(this.#clock.now() - this.#beganAt) < this.#limits.turnMs;
    this.#begin();
    return true;
  }

  #begin(): void {
    this.#beganAt = this.#clock.now();
    this.#nextTurn(() => this.#takeTurn());
  }

  /** What goes on in microtasks, or comes back from another thread, computes when its time has not been taken yet. */
  #end(): void {
    this.#beganAt = Number.NEGATIVE_INFINITY;
  }

  #takeTurn(): void {
    this.#beganAt = null;
    for (let next = this.#next(); next !== null; next = this.#next()) {
      if (this.#beganAt === null) this.#begin();
      if (next.run()) this.#end();
      if (!this.#hasTime()) return;
    }
  }

  #run(client: Client, compute: () => HttpAnswer): HttpAnswer {
    const answer = compute();
    if (!(answer instanceof Promise)) return answer;
    this.#end();
    const key = clientKey(client.clientAddress);
    const share = this.#shareOf(key);
    share.running++;
    this.#running++;
    const ended = () => {
      share.running--;
      this.#running--;
      this.#forget(key, share);
      if (this.#waiting > 0) this.#hasTime();
    };
    answer.then(ended, ended);
    return answer;
  }

  #wait({ clientAddress }: Client, waiting: Waiting): void {
    const share = this.#shareOf(clientKey(clientAddress));
    share.waiting.push(waiting);
    this.#waiting++;
    if (this.#beganAt === null) this.#begin();
  }

  /** The next that may run, of the client that had its turn longest ago. */
  #next(): Waiting | null {
    if (this.#waiting === 0) return null;
    for (const [key, share] of this.#shares) {
      const at = this.#hasRoom(share) ? 0 : share.waiting.findIndex(({ isAnswer }) => !isAnswer);
      const [next] = at < 0 ? [] : share.waiting.splice(at, 1);
      if (next === undefined) continue;
      this.#waiting--;
      this.#shares.delete(key);
      if (!isUnused(share)) this.#shares.set(key, share);
      return next;
    }
    return null;
  }

  #shareOf(key: string): Share {
    const known = this.#shares.get(key);
    if (known !== undefined) return known;
    const share: Share = { waiting: [], heldBytes: 0, running: 0 };
    this.#shares.set(key, share);
    return share;
  }

  #forget(key: string, share: Share): void {
    if (isUnused(share) && this.#shares.get(key) === share) this.#shares.delete(key);
  }
}

const RETRY_AFTER = { "Retry-After": "5" };

function tooManyOfClient(): Response {
  return plainProblem("rate_limited", "too many requests from this address at once; retry later", RETRY_AFTER);
}

function tooMany(): Response {
  return plainProblem("not_ready", "too many concurrent requests; retry later", RETRY_AFTER);
}

/** Ends a request whose client has disconnected. */
function clientDisconnected(): Response {
  return plainProblem("incomplete", "the connection ended before the request did");
}

function isUnused({ waiting, running, heldBytes }: Share): boolean {
  return waiting.length === 0 && running === 0 && heldBytes === 0;
}

/** One body alone is never too much. */
function isOver(held: number, more: number, limit: number): boolean {
  return held > 0 && held + more > limit;
}

/** What computed answers may take. */
export interface AdmissionLimits {
  /** How long a turn computes before it lets everything else pass, in milliseconds. */
  readonly turnMs: number;
  /** Answers that go on beyond their turn, as those that are compressed on another thread. */
  readonly maxRunning: number;
  readonly maxRunningPerClient: number;
  /** Requests that wait for their turn. */
  readonly maxWaiting: number;
  readonly maxWaitingPerClient: number;
  /** A body that is no longer, in bytes, is not counted: it is held as the headers of its request are. */
  readonly smallBodyBytes: number;
  /** Bodies of requests that are being read, or wait, in bytes. */
  readonly maxHeldBytes: number;
  readonly maxHeldBytesPerClient: number;
}

/** For a server of any size. */
const DEFAULT_LIMITS: AdmissionLimits = {
  turnMs: 5,
  maxRunning: 32,
  maxRunningPerClient: 8,
  maxWaiting: 1024,
  maxWaitingPerClient: 128,
  smallBodyBytes: 16 << 10,
  maxHeldBytes: 32 << 20,
  maxHeldBytesPerClient: 4 << 20,
};

// An optional limit of work per client address, reported to clients in the standard headers. A request is one unit of work;
// what it turned out to take beyond that is charged once it is known, and paid by the requests that follow.
// Spec: RateLimit and RateLimit-Policy, draft-ietf-httpapi-ratelimit-headers.

/** Bytes of an answer that are one unit of work. */
const WORK_BYTES = 16_384;

/** The work of an answer of so many bytes, beyond its request. */
export function workOfBytes(bytes: number): number {
  return Math.floor(bytes / WORK_BYTES);
}

/** Enforces a per-client limit and reports it in response headers. */
interface RateGuard {
  /** Counts a request of a client, or is the 429. */
  enter(clientAddress: string): { readonly kind: "taken" } | { readonly kind: "refused"; readonly response: Response };
  /** Counts work that was done for a client beyond its request. */
  charge(clientAddress: string, work: number): void;
  /** Reports on an answer what its client has left. */
  mark(response: Response, clientAddress: string): void;
}

/** A limit that all who ask it share; null where `perMinute` is 0. */
export function createRateGuard(perMinute: number, clock: Clock): RateGuard | null {
  if (perMinute === 0) return null;
  const limit = createRateLimit({ burst: perMinute, perSecond: perMinute / 60, now: clock.now });
  const policy = `"work";q=${perMinute};w=60`;
  return {
    enter(clientAddress) {
      const taken = limit.take([clientKey(clientAddress)]);
      return taken.kind === "wait" ? { kind: "refused", response: overRate(taken.seconds, policy) } : taken;
    },
    charge: (clientAddress, work) => limit.charge(clientKey(clientAddress), work),
    mark({ headers }, clientAddress) {
      headers.set("RateLimit-Policy", policy);
      headers.set("RateLimit", `"work";r=${limit.left(clientKey(clientAddress))};t=60`);
    },
  };
}

function overRate(seconds: number, policy: string): Response {
  return plainProblem("rate_limited", `too many requests; try again in ${seconds} s`, {
    "Retry-After": String(seconds),
    "RateLimit-Policy": policy,
    RateLimit: `"work";r=0;t=${seconds}`,
  });
}

/** A token-bucket rate limit over any number of keys. */
interface RateLimit {
  /** Takes a token of each key. If one has none left, takes nothing and returns the seconds until a retry may succeed. */
  take(
    keys: readonly string[],
  ): { readonly kind: "taken"; readonly left: number } | { readonly kind: "wait"; readonly seconds: number };
  /** Takes tokens for what is done already, at most as many as are owed for one burst. */
  charge(key: string, tokens: number): void;
  /** Whole tokens that are left of a key. */
  left(key: string): number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** How many keys are remembered; the one used longest ago is forgotten first. */
const REMEMBERED_KEYS = 10_000;

/** Creates full buckets of `burst` tokens that refill at `perSecond`; `now` in milliseconds. */
export function createRateLimit(options: { burst: number; perSecond: number; now: () => number }): RateLimit {
  const { burst, perSecond, now } = options;
  const buckets = new Map<string, Bucket>();

  function refilled(key: string, at: number): Bucket {
    const bucket = buckets.get(key) ?? { tokens: burst, at };
    // A clock that was set back gives nothing and takes nothing.
    const gained = (Math.max(0, at - bucket.at) / 1000) * perSecond;
    return { tokens: Math.min(burst, bucket.tokens + gained), at };
  }

  function remember(key: string, bucket: Bucket): void {
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > REMEMBERED_KEYS) buckets.delete(buckets.keys().next().value as string);
  }

  return {
    take(keys) {
      const filled = keys.map((key) => [key, refilled(key, now())] as const);
      const least = Math.min(...filled.map(([, { tokens }]) => tokens));
      if (least < 1) return { kind: "wait", seconds: Math.ceil((1 - least) / perSecond) };
      for (const [key, { tokens, at }] of filled) remember(key, { tokens: tokens - 1, at });
      return { kind: "taken", left: Math.floor(least - 1) };
    },
    charge(key, charged) {
      const { tokens, at } = refilled(key, now());
      remember(key, { tokens: Math.max(-burst, tokens - charged), at });
    },
    left: (key) => Math.max(0, Math.floor(refilled(key, now()).tokens)),
  };
}

/** The client that a limit counts: one IPv4 address, or the first groups of an IPv6 address: four are one customer's /64. */
export function clientKey(clientAddress: string, size = 4): string {
  if (!clientAddress.includes(":") || clientAddress.includes(".")) return clientAddress;
  const [head = "", tail] = clientAddress.split("::");
  const groups = head.split(":").filter(Boolean);
  const after = tail === undefined ? [] : tail.split(":").filter(Boolean);
  const missing = Math.max(0, 8 - groups.length - after.length);
  return [...groups, ...Array<string>(missing).fill("0"), ...after].slice(0, size).join(":");
}
