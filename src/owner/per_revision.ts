/** Computes a value of a store once for each of its revisions. */
import type { Store } from "../store/mod.ts";

/** The value that `compute` has for a store; equal functions are the same object. */
export type PerRevision = <T>(store: Store, compute: (store: Store) => Promise<T>) => Promise<T>;

export const computeAlways: PerRevision = (store, compute) => compute(store);

/** Keeps the values of the latest revision, for stores of one business. */
export function createPerRevision(): PerRevision {
  let latest = { state: "", values: new Map<unknown, Promise<unknown>>() };
  return async <T>(store: Store, compute: (store: Store) => Promise<T>) => {
    // A restored backup may have the same revision, but of another instant.
    const { revision, publishedAt } = await store.reviews.read((reads) => reads.state());
    const state = `${revision} ${publishedAt}`;
    if (latest.state !== state) latest = { state, values: new Map() };
    const { values } = latest;
    const known = values.get(compute) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const value = compute(store);
    values.set(compute, value);
    value.catch(() => values.delete(compute));
    return value;
  };
}
