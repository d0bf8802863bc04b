/**
 * Admits answers that are computed for their request. They take turns of some milliseconds, clients in rotation, so
 * that everything else waits for one turn at most. What waits, runs on or is held has limits per client and in all;
 * beyond them a request is refused at once.
 */
import { setImmediate } from "node:timers";
import type { Clock } from "../platform.ts";
import { type Client, mapResponse, type ResponseOrPromise } from "./operation.ts";
import type { Outgoing, OutgoingBody, Sending } from "./outgoing.ts";
import { plainProblem } from "./problem.ts";
import { type Full, Quota } from "./quota.ts";

interface AdmissionParts {
  readonly clock: Pick<Clock, "now">;
  readonly rateGuard: RateGuard | null;
  readonly outgoing: Outgoing;
  /** Runs something after all that has arrived by now. */
  readonly nextTurn?: (run: () => void) => void;
  readonly limits?: Partial<AdmissionLimits>;
}

/** Requests the server makes to itself; they run inside the current turn. */
export const INTERNAL_CLIENT: Client = { clientAddress: "", keepOpen() {}, limitIdle() {}, cut() {} };

/** `run` returns true if its work continues after the turn. */
interface Waiting {
  readonly isAnswer: boolean;
  readonly run: () => boolean;
}

export class Admission {
  readonly outgoing: Outgoing;
  readonly #clock: Pick<Clock, "now">;
  readonly #guard: RateGuard | null;
  readonly #nextTurn: (run: () => void) => void;
  readonly #limits: AdmissionLimits;
  /** By client; the one that had its turn longest ago is first. */
  readonly #queues = new Map<string, Waiting[]>();
  readonly #waiting: Quota;
  readonly #running: Quota;
  readonly #heldBytes: Quota;
  /** Null before anything is computed in this turn. */
  #beganAt: number | null = null;

  constructor({ clock, rateGuard, outgoing, nextTurn = setImmediate, limits: given }: AdmissionParts) {
    const limits = { ...DEFAULT_LIMITS, ...given };
    this.outgoing = outgoing;
    this.#clock = clock;
    this.#guard = rateGuard;
    this.#nextTurn = nextTurn;
    this.#limits = limits;
    this.#waiting = new Quota({ ofKey: limits.maxWaitingPerClient, all: limits.maxWaiting });
    this.#running = new Quota({ ofKey: limits.maxRunningPerClient, all: limits.maxRunning });
    this.#heldBytes = new Quota({ ofKey: limits.maxHeldBytesPerClient, all: limits.maxHeldBytes });
  }

  /** Computes at once or when its turn comes; 429 beyond the client's limits, 503 beyond those of all. */
  answer(client: Client, compute: () => ResponseOrPromise): ResponseOrPromise {
    if (client === INTERNAL_CLIENT) return compute();
    return this.count(client, () => this.#admitted(client, compute));
  }

  /** 429 or 503 while too many bytes of bodies are held; small bodies are not counted. */
  async holding({ clientAddress }: Client, bytes: number, answer: () => Promise<Response>): Promise<Response> {
    if (bytes <= this.#limits.smallBodyBytes) return answer();
    const key = clientKey(clientAddress);
    const full = this.#heldBytes.full(key, bytes);
    return full === null ? this.#heldBytes.hold(key, bytes, answer) : refusal(full);
  }

  /** Counts an operation that computes nothing against the owner's limit. */
  count(client: Client, answerOf: () => ResponseOrPromise): ResponseOrPromise {
    const guard = this.#guard;
    if (guard === null) return answerOf();
    const refused = guard.enter(client.clientAddress);
    if (refused !== null) return refused;
    return mapResponse(answerOf(), (response) => {
      guard.mark(response, client.clientAddress);
      return response;
    });
  }

  /** Counts work in requests. */
  charge(client: Client, work: number): void {
    if (work > 0) this.#guard?.charge(client.clientAddress, work);
  }

  send(client: Client, request: Request, body: OutgoingBody): Sending {
    const cut = () => client.cut(request);
    return this.outgoing.send(body, { client: clientKey(client.clientAddress), cut });
  }

  turn(client: Client): Promise<void> {
    return new Promise((resolve) => {
      const run = () => {
        resolve();
        return true;
      };
      this.#wait(clientKey(client.clientAddress), { isAnswer: false, run });
    });
  }

  #admitted(client: Client, compute: () => ResponseOrPromise): ResponseOrPromise {
    // Without others to compare with, no key is made.
    const isIdle = this.#waiting.all === 0 && this.#running.all === 0;
    if (isIdle && this.#hasTime()) return this.#run(client, compute);
    const key = clientKey(client.clientAddress);
    if (this.#waiting.all === 0 && this.#running.full(key) === null && this.#hasTime()) {
      return this.#run(client, compute);
    }
    const full = this.#waiting.full(key);
    if (full !== null) return refusal(full);
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
      this.#wait(key, { isAnswer: true, run });
    });
  }

  #hasTime(): boolean {
    if (this.#beganAt !== null) return Math.abs(this.#clock.now() - this.#beganAt) < this.#limits.turnMs;
    this.#begin();
    return true;
  }

  #begin(): void {
    this.#beganAt = this.#clock.now();
    this.#nextTurn(() => this.#takeTurn());
  }

  /** Work that continues in microtasks or on another thread has already used its time. */
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

  #run(client: Client, compute: () => ResponseOrPromise): ResponseOrPromise {
    const answer = compute();
    if (!(answer instanceof Promise)) return answer;
    this.#end();
    const key = clientKey(client.clientAddress);
    this.#running.add(key);
    const ended = () => {
      this.#running.add(key, -1);
      if (this.#waiting.all > 0) this.#hasTime();
    };
    answer.then(ended, ended);
    return answer;
  }

  #wait(key: string, waiting: Waiting): void {
    const queue = this.#queues.get(key);
    if (queue === undefined) this.#queues.set(key, [waiting]);
    else queue.push(waiting);
    this.#waiting.add(key);
    if (this.#beganAt === null) this.#begin();
  }

  #next(): Waiting | null {
    for (const [key, queue] of this.#queues) {
      const at = this.#running.full(key) === null ? 0 : queue.findIndex(({ isAnswer }) => !isAnswer);
      const [next] = at < 0 ? [] : queue.splice(at, 1);
      if (next === undefined) continue;
      this.#waiting.add(key, -1);
      this.#queues.delete(key);
      if (queue.length > 0) this.#queues.set(key, queue);
      return next;
    }
    return null;
  }
}

const RETRY_AFTER = { "Retry-After": "5" };

function refusal(full: Full): Response {
  if (full === "all") return plainProblem("not_ready", "too many concurrent requests; retry later", RETRY_AFTER);
  return plainProblem("rate_limited", "too many requests from this address at once; retry later", RETRY_AFTER);
}

function clientDisconnected(): Response {
  return plainProblem("incomplete", "the connection ended before the request did");
}

export type AdmissionLimits = Readonly<typeof DEFAULT_LIMITS>;

const DEFAULT_LIMITS = {
  turnMs: 5,
  /** Answers that go on beyond their turn. */
  maxRunning: 32,
  maxRunningPerClient: 8,
  maxWaiting: 1024,
  maxWaitingPerClient: 128,
  /** Shorter bodies are not counted. */
  smallBodyBytes: 16 << 10,
  maxHeldBytes: 32 << 20,
  maxHeldBytesPerClient: 4 << 20,
};

// A limit of work per client address. A request is one unit; more is charged once it is known, and paid by later
// requests. Spec: draft-ietf-httpapi-ratelimit-headers.

/** Response bytes that count as one unit of work. */
const WORK_BYTES = 16_384;

export function workOfBytes(bytes: number): number {
  return Math.floor(bytes / WORK_BYTES);
}

type RateGuard = NonNullable<ReturnType<typeof createRateGuard>>;

/** Null where `perMinute` is 0. */
export function createRateGuard(perMinute: number, clock: Clock) {
  if (perMinute === 0) return null;
  const limit = createRateLimit({ burst: perMinute, perSecond: perMinute / 60, now: clock.now });
  const policy = `"work";q=${perMinute};w=60`;
  return {
    /** Counts a request; returns the 429 beyond the limit, else null. */
    enter(clientAddress: string): Response | null {
      const seconds = limit.take(clientKey(clientAddress));
      return seconds > 0 ? overRate(seconds, policy) : null;
    },
    charge: (clientAddress: string, work: number) => limit.charge(clientKey(clientAddress), work),
    mark({ headers }: Response, clientAddress: string) {
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

interface RateLimit {
  /** Takes a token, or nothing: then the seconds until a retry may succeed, else 0. */
  take(key: string): number;
  /** For what is done already; a key owes at most one burst. */
  charge(key: string, tokens: number): void;
  left(key: string): number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** The least recently used key goes first. */
const REMEMBERED_KEYS = 10_000;

export function createRateLimit(options: { burst: number; perSecond: number; now: () => number }): RateLimit {
  const { burst, perSecond, now } = options;
  const buckets = new Map<string, Bucket>();

  function refilled(key: string, at: number): Bucket {
    const bucket = buckets.get(key) ?? { tokens: burst, at };
    // A clock that was set back changes nothing.
    const gained = (Math.max(0, at - bucket.at) / 1000) * perSecond;
    return { tokens: Math.min(burst, bucket.tokens + gained), at };
  }

  function remember(key: string, bucket: Bucket): void {
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > REMEMBERED_KEYS) buckets.delete(buckets.keys().next().value as string);
  }

  return {
    take(key) {
      const { tokens, at } = refilled(key, now());
      if (tokens < 1) return Math.ceil((1 - tokens) / perSecond);
      remember(key, { tokens: tokens - 1, at });
      return 0;
    },
    charge(key, charged) {
      const { tokens, at } = refilled(key, now());
      remember(key, { tokens: Math.max(-burst, tokens - charged), at });
    },
    left: (key) => Math.max(0, Math.floor(refilled(key, now()).tokens)),
  };
}

/** An IPv4 address, or the first groups of an IPv6 address: four are one customer's /64. */
export function clientKey(clientAddress: string, size = 4): string {
  if (!clientAddress.includes(":") || clientAddress.includes(".")) return clientAddress;
  const [head = "", tail] = clientAddress.split("::");
  const groups = head.split(":").filter(Boolean);
  const after = tail === undefined ? [] : tail.split(":").filter(Boolean);
  const missing = Math.max(0, 8 - groups.length - after.length);
  return [...groups, ...Array<string>(missing).fill("0"), ...after].slice(0, size).join(":");
}
