/** A store whose changes are somebody's. */
import type { Store } from "../store/mod.ts";

/** The store, with every change that is made through it logged as this person's. */
export function storeAs(store: Store, by: string): Store {
  const { read, write } = store.reviews;
  return {
    ...store,
    reviews: {
      read,
      write: (work) =>
        write((writes) =>
          work({
            ...writes,
            recordChange: (change) => writes.recordChange({ ...change, by }),
            noteAct: (act) => writes.noteAct({ ...act, by }),
          }),
        ),
    },
  };
}
