import type { Store } from "../store/mod.ts";

export interface ChangeAudit {
  /** Whether anything was written, and whether the history contains it. */
  hasWritten: boolean;
  isLogged: boolean;
}

/** A store that logs every change under this person's name, and records it in `audit`. */
export function storeAs(store: Store, by: string, audit: ChangeAudit = { hasWritten: false, isLogged: false }): Store {
  const { reviews, jobs, console: people, subscribers } = store;
  const noting =
    <Given extends readonly unknown[], Result>(write: (...given: Given) => Promise<Result>) =>
    async (...given: Given) => {
      audit.hasWritten = true;
      return write(...given);
    };
  const logging =
    <Change extends object, Result>(log: (change: Change) => Promise<Result>) =>
    (change: Change) => {
      audit.isLogged = true;
      return log({ ...change, by });
    };
  return {
    ...store,
    reviews: {
      read: reviews.read,
      write: (work) => {
        audit.hasWritten = true;
        return reviews.write((writes) => {
          return work({ ...writes, recordChange: logging(writes.recordChange), recordAct: logging(writes.recordAct) });
        });
      },
    },
    jobs: { read: jobs.read, write: (work) => noting(() => jobs.write(work))() },
    console: { read: people.read, write: (work) => noting(() => people.write(work))() },
    subscribers: { list: subscribers.list, remove: noting(subscribers.remove) },
  };
}
