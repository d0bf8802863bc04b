/**
 * An optional limit of requests per client address, told to clients by the standard headers.
 *
 * Spec: RateLimit and RateLimit-Policy, draft-ietf-httpapi-ratelimit-headers.
 *
 * @module
 */
import type { Clock } from "../platform.ts";
import { plainProblem } from "./problem.ts";
import { clientKey, createRateLimit } from "./rate_limit.ts";

interface CallOfClient {
  readonly client: { readonly clientAddress: string };
}

type Guard = <C extends CallOfClient>(
  handle: (call: C) => Promise<Response> | Response,
) => (call: C) => Promise<Response> | Response;

/** Wraps handlers with a limit that they share; `perMinute` 0 wraps nothing. */
export function limitRate(perMinute: number, clock: Clock): Guard {
  if (perMinute === 0) return (handle) => handle;
  const limit = createRateLimit({ burst: perMinute, perSecond: perMinute / 60, now: clock.now });
  const policy = `"requests";q=${perMinute};w=60`;
  return (handle) => async (call) => {
    const taken = limit.take([clientKey(call.client.clientAddress)]);
    if (taken.kind === "wait") return tooMany(taken.seconds, policy);
    const response = await handle(call);
    response.headers.set("RateLimit-Policy", policy);
    response.headers.set("RateLimit", `"requests";r=${taken.left};t=60`);
    return response;
  };
}

function tooMany(seconds: number, policy: string): Response {
  return plainProblem(429, "rate_limited", `too many requests; try again in ${seconds} s`, {
    "Retry-After": String(seconds),
    "RateLimit-Policy": policy,
    RateLimit: `"requests";r=0;t=${seconds}`,
  });
}
