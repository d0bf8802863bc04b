/**
 * An optional request limit per client address, reported to clients in the standard headers.
 *
 * Spec: RateLimit and RateLimit-Policy, draft-ietf-httpapi-ratelimit-headers.
 *
 * @module
 */
import type { Clock } from "../platform.ts";
import { plainProblem } from "./problem.ts";
import { clientKey, createRateLimit } from "./rate_limit.ts";

/** Enforces a per-client rate limit and reports it in response headers. */
export interface RateGuard {
  /** Counts a request of a client: how many it has left, or the 429. */
  enter(
    clientAddress: string,
  ): { readonly kind: "taken"; readonly left: number } | { readonly kind: "refused"; readonly response: Response };
  /** Reports on an answer what its client has left. */
  mark(response: Response, left: number): void;
}

/** A limit that all who ask it share; null where `perMinute` is 0. */
export function createRateGuard(perMinute: number, clock: Clock): RateGuard | null {
  if (perMinute === 0) return null;
  const limit = createRateLimit({ burst: perMinute, perSecond: perMinute / 60, now: clock.now });
  const policy = `"requests";q=${perMinute};w=60`;
  return {
    enter(clientAddress) {
      const taken = limit.take([clientKey(clientAddress)]);
      return taken.kind === "wait" ? { kind: "refused", response: tooMany(taken.seconds, policy) } : taken;
    },
    mark({ headers }, left) {
      headers.set("RateLimit-Policy", policy);
      headers.set("RateLimit", `"requests";r=${left};t=60`);
    },
  };
}

function tooMany(seconds: number, policy: string): Response {
  return plainProblem("rate_limited", `too many requests; try again in ${seconds} s`, {
    "Retry-After": String(seconds),
    "RateLimit-Policy": policy,
    RateLimit: `"requests";r=0;t=${seconds}`,
  });
}
