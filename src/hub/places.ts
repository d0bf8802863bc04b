/**
 * Places for work that is under way: how many there are, who has one, and since when.
 *
 * @module
 */
import type { Clock } from "../platform.ts";

/** Work that takes longer gives its place to other work, once for each place: the slow shall not delay the quick. */
const PATIENCE_MS = 2000;

/** A row whose work this server has claimed. */
export interface Claimed {
  readonly id: number;
  readonly callbackSite: string;
}

/** The concurrency budget of a work loop, and which hosts use it. */
export interface Places {
  take(claimed: Claimed): void;
  leave(claimed: Claimed): void;
  /** How much work is under way, that which has given its place away included. */
  readonly taken: number;
  /** How much more work may begin. */
  readonly free: number;
  /** How much work has given its place away. */
  readonly givenAway: number;
  /** Hosts with work under way, and how much. */
  readonly sites: ReadonlyMap<string, number>;
}

/** Creates a budget of `count` concurrent pieces of work. */
export function createPlaces(count: number, { now }: Pick<Clock, "now">): Places {
  const begun = new Map<Claimed, number>();
  const sites = new Map<string, number>();
  const places: Places = {
    sites,
    take(claimed) {
      begun.set(claimed, now());
      sites.set(claimed.callbackSite, (sites.get(claimed.callbackSite) ?? 0) + 1);
    },
    leave(claimed) {
      begun.delete(claimed);
      const left = (sites.get(claimed.callbackSite) ?? 1) - 1;
      if (left === 0) sites.delete(claimed.callbackSite);
      else sites.set(claimed.callbackSite, left);
    },
    get taken() {
      return begun.size;
    },
    get free() {
      return count - (begun.size - places.givenAway);
    },
    get givenAway() {
      const since = now() - PATIENCE_MS;
      const slow = [...begun.values()].filter((at) => at <= since).length;
      return Math.min(slow, count);
    },
  };
  return places;
}
