/**
 * Token buckets: so many at once, then so many a second, for each of many keys.
 *
 * @module
 */

/** A token-bucket rate limit over any number of keys. */
export interface RateLimit {
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
