/** A store whose changes are somebody's. */
import type { Store } from "../store/mod.ts";

/** What was done through a store. */
export interface Deeds {
  /** Whether anything was written, and whether that stands in the history. */
  hasWritten: boolean;
  isLogged: boolean;
}

/** The store, with every change that is made through it logged as this person's; `deeds` is told of them. */
export function storeAs(store: Store, by: string, deeds: Deeds = { hasWritten: false, isLogged: false }): Store {
  const { reviews, jobs, console: people, subscribers } = store;
  const noting =
    <Given extends readonly unknown[], Result>(write: (...given: Given) => Promise<Result>) =>
    async (...given: Given) => {
      deeds.hasWritten = true;
      return write(...given);
    };
  const logging =
    <Change extends object, Result>(log: (change: Change) => Promise<Result>) =>
    (change: Change) => {
      deeds.isLogged = true;
      return log({ ...change, by });
    };
  return {
    ...store,
    reviews: {
      read: reviews.read,
      write: (work) => {
        deeds.hasWritten = true;
        return reviews.write((writes) => {
          return work({ ...writes, recordChange: logging(writes.recordChange), noteAct: logging(writes.noteAct) });
        });
      },
    },
    jobs: { read: jobs.read, write: (work) => noting(() => jobs.write(work))() },
    console: { read: people.read, write: (work) => noting(() => people.write(work))() },
    subscribers: { list: subscribers.list, remove: noting(subscribers.remove) },
  };
}
