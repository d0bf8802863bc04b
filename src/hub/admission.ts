/**
 * Which subscription requests get as far as the store: budgets for each requester and for each site, kept in memory, so that
 * a flood costs only its sender.
 *
 * @module
 */
import type { Clock } from "../platform.ts";
import { createRateLimit } from "../web/rate_limit.ts";
import type { HubLimits } from "./limits.ts";
import type { Requester } from "./requester.ts";

/** The identities a request is rate-limited by. */
export interface Asking {
  /** Null when it cannot be distinguished from others. */
  readonly requester: Requester | null;
  /** Whose callback it names. Anybody can name anybody's. */
  readonly site: string;
}

/** The verdict on a request: let in, or to be retried in `seconds`. */
export type Admitted =
  /** `done` is to be called once the request is saved, or was refused after all. */
  { readonly kind: "admitted"; done(): void } | { readonly kind: "wait"; readonly seconds: number };

/** Lines that share a network share this many times the budget of one. */
const NETWORK_SHARE = 4;
/** Requests of one line for one site that are admitted whatever others ask in the name of that site. */
const FIRST_REQUESTS = 3;
/** Requests of one line, or for one site, that may wait for the disk at once. */
const WAITING_AT_ONCE = 8;
const RETRY_WHEN_WAITING = 5;

/** Budgets are taken from the widest to the narrowest; what a refused request took from a wider one is not given back. */
export function createAdmission(limits: HubLimits, { now }: Pick<Clock, "now">): (asking: Asking) => Admitted {
  const { verificationBurst: burst, verificationsPerSecond: perSecond } = limits;
  const networks = createRateLimit({ burst: NETWORK_SHARE * burst, perSecond: NETWORK_SHARE * perSecond, now });
  const lines = createRateLimit({ burst, perSecond, now });
  const sites = createRateLimit({ burst, perSecond, now });
  const pairs = createRateLimit({ burst: FIRST_REQUESTS, perSecond: FIRST_REQUESTS / 600, now });
  const waiting = createCounter();

  function secondsToWait({ requester, site }: Asking): number {
    for (const taken of budgets(requester, site)) if (taken.kind === "wait") return taken.seconds;
    return 0;
  }

  function* budgets(requester: Requester | null, site: string) {
    if (requester !== null) {
      yield networks.take([requester.network]);
      yield lines.take([requester.line]);
    }
    const ofSite = sites.take([site]);
    // A request in another's name must not use up that other's budget.
    const isFirst = ofSite.kind === "wait" && pairs.take([`${site} ${requester?.line}`]).kind === "taken";
    if (!isFirst) yield ofSite;
  }

  return function admit(asking) {
    const { requester, site } = asking;
    const keys = [`site ${site}`, ...(requester === null ? [] : [`line ${requester.line}`])];
    const mostWaiting = limits.allowPrivateCallbacks ? limits.pendingVerifications : WAITING_AT_ONCE;
    if (keys.some((key) => waiting.of(key) >= mostWaiting)) return { kind: "wait", seconds: RETRY_WHEN_WAITING };
    const seconds = secondsToWait(asking);
    if (seconds > 0) return { kind: "wait", seconds };
    for (const key of keys) waiting.add(key, 1);
    return {
      kind: "admitted",
      done: () => {
        for (const key of keys) waiting.add(key, -1);
      },
    };
  };
}

function createCounter() {
  const counts = new Map<string, number>();
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add(key: string, by: number) {
      const count = (counts.get(key) ?? 0) + by;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
}
