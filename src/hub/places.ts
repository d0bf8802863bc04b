/**
 * Places for work that is under way: how many there are, who has one, and since when.
 *
 * @module
 */
import type { Clock } from "../platform.ts";

/** Work that takes longer gives its place to other work, once for each place: the slow shall not delay the quick. */
const PATIENCE_MS = 2000;

export interface Job {
  readonly id: number;
  readonly callbackHost: string;
}

export interface Places {
  take(job: Job): void;
  leave(job: Job): void;
  /** Jobs under way, those that have given their place away among them. */
  readonly taken: number;
  /** How many more jobs may begin. */
  readonly free: number;
  /** How many jobs have given their place away. */
  readonly givenAway: number;
  /** Hosts with work under way, and how much. */
  readonly hosts: ReadonlyMap<string, number>;
}

export function createPlaces(count: number, { now }: Pick<Clock, "now">): Places {
  const begun = new Map<Job, number>();
  const hosts = new Map<string, number>();
  const places: Places = {
    hosts,
    take(job) {
      begun.set(job, now());
      hosts.set(job.callbackHost, (hosts.get(job.callbackHost) ?? 0) + 1);
    },
    leave(job) {
      begun.delete(job);
      const left = (hosts.get(job.callbackHost) ?? 1) - 1;
      if (left === 0) hosts.delete(job.callbackHost);
      else hosts.set(job.callbackHost, left);
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
