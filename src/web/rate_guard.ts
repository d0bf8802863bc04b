/**
 * An optional limit of work per client address, reported to clients in the standard headers. A request is one unit of work;
 * what it turned out to take beyond that is charged once it is known, and paid by the requests that follow.
 *
 * Spec: RateLimit and RateLimit-Policy, draft-ietf-httpapi-ratelimit-headers.
 *
 * @module
 */
import type { Clock } from "../platform.ts";
import { plainProblem } from "./problem.ts";
import { clientKey, createRateLimit } from "./rate_limit.ts";

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
