/** Which requests are let in while the server may have no lease to answer readers. */
import { PATHS } from "../http/paths.ts";
import { plainProblem } from "../http/problem.ts";
import { targetOf } from "../http/request.ts";
import type { LeaseKeeper, SteadyClock } from "./lease_keeper.ts";

/** Set by a load balancer on requests that it sends when no server at all is ready; from clients it removes it. */
export const FALLBACK_HEADER = "Goodword-Fallback";
const ALL_UNREADY = "all-unready";

/** How long a request waits for a lease, in milliseconds. */
const PATIENCE_MS = 1500;

/** Answered without a lease: they tell of the server itself, or write. */
const WITHOUT_LEASE: ReadonlySet<string> = new Set([PATHS.health, PATHS.readiness, PATHS.hub]);

/** What the gate asks. */
interface LeaseGateParts {
  readonly lease: LeaseKeeper;
  readonly clock: SteadyClock;
  /** Whether a read may be let in. With that it is settled what it is given at least, however long its answer takes. */
  readonly isServing: () => boolean;
  /** Whether there is something that could be served. */
  readonly hasServed: () => boolean;
  /** Called for each read that is answered without a lease since no other server could have answered it either. */
  readonly onFallback: () => void;
}

/** Lets requests in; the answer to those that are not is a 503, which a balancer takes to another server. */
export function createLeaseGate({ lease, clock, isServing, hasServed, onFallback }: LeaseGateParts) {
  async function waitForLease(): Promise<boolean> {
    const deadline = clock.elapsed() + PATIENCE_MS;
    for (;;) {
      const served = lease.served();
      if (served.kind === "serve") return isServing();
      const now = clock.elapsed();
      if (now >= deadline) return false;
      const left = deadline - now;
      if (served.kind === "wait") await pause(Math.min(left, Math.max(1, served.until - now)));
      // The server may only have been stopped, or busy, for longer than its lease.
      else if (!(await askAgain(left))) return false;
    }
  }

  /** False when the store says no, or nothing. */
  async function askAgain(leftMs: number): Promise<boolean> {
    await Promise.race([lease.renew(), pause(leftMs)]);
    return lease.served().kind !== "over";
  }

  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(Math.ceil(ms), resolve));

  /** Null, and at once, for a request that is let in without waiting. */
  return function refusalOf(request: Request): Promise<Response | null> | null {
    // Before the first publication, requests wait for that.
    if (isServing() || !hasServed()) return null;
    if (WITHOUT_LEASE.has(targetOf(request.url))) return null;
    if (request.headers.get(FALLBACK_HEADER) === ALL_UNREADY) {
      onFallback();
      return null;
    }
    return waitForLease().then((isServing) => (isServing ? null : catchingUp()));
  };
}

function catchingUp(): Response {
  return plainProblem("not_ready", "this server is catching up with others; try again", { "Retry-After": "1" });
}
