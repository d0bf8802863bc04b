/**
 * An optional limit of work per client address, reported to clients in the standard headers. A request is one unit of work;
 * what it turned out to take beyond that is charged once it is known, and paid by the requests that follow.
 *
 * Spec: RateLimit and RateLimit-Policy, draft-ietf-httpapi-ratelimit-headers.
 */
import type { Clock } from "../platform.ts";
import { plainProblem } from "./problem.ts";

/** Bytes of an answer that are one unit of work. */
const WORK_BYTES = 16_384;

/** The work of an answer of so many bytes, beyond its request. */
export function workOfBytes(bytes: number): number {
  return Math.floor(bytes / WORK_BYTES);
}

/** Enforces a per-client limit and reports it in response headers. */
export interface RateGuard {
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
      return taken.kind === "wait" ? { kind: "refused", response: tooMany(taken.seconds, policy) } : taken;
    },
    charge(clientAddress, work) {
      if (work > 0) limit.charge(clientKey(clientAddress), work);
    },
    mark({ headers }, clientAddress) {
      headers.set("RateLimit-Policy", policy);
      headers.set("RateLimit", `"work";r=${limit.left(clientKey(clientAddress))};t=60`);
    },
  };
}

function tooMany(seconds: number, policy: string): Response {
  return plainProblem("rate_limited", `too many requests; try again in ${seconds} s`, {
    "Retry-After": String(seconds),
    "RateLimit-Policy": policy,
    RateLimit: `"work";r=0;t=${seconds}`,
  });
}

/** A token-bucket rate limit over any number of keys. */
interface RateLimit {
  /** Takes a token of each key, or none at all: then the seconds until the next attempt may succeed. */
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

/** The client that a limit counts: one IPv4 address, or the /64 network of an IPv6 address, which is one customer's. */
export function clientKey(clientAddress: string): string {
  if (!clientAddress.includes(":") || clientAddress.includes(".")) return clientAddress;
  const [head = "", tail] = clientAddress.split("::");
  const groups = head.split(":").filter(Boolean);
  const after = tail === undefined ? [] : tail.split(":").filter(Boolean);
  const missing = Math.max(0, 8 - groups.length - after.length);
  return [...groups, ...Array<string>(missing).fill("0"), ...after].slice(0, 4).join(":");
}
