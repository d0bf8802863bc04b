/** Takes a surge of one-star reviews out of the inbox. Nothing else changes; a surge that grows comes back. */
import Type from "typebox";
import { isCalendarDate } from "../review/mod.ts";
import { act, done, type Subject } from "./act.ts";
import { DISMISS_COMMAND, isDismissed, readDismissals, readSurge, type Surge } from "./one_star_surge.ts";

const surge: Subject<Surge, "store"> = {
  argument: { name: "<day>", description: "first day of a surge of one-star reviews; see goodword inbox" },
  path: "inbox/one-star/:id",
  unknown: "act.noSurge",
  async find(store, [day = ""]) {
    const found = isCalendarDate(day) ? await readSurge(store, day, await store.now()) : null;
    return found === null ? [] : [found];
  },
  id: ({ from }) => from,
  seen: ({ reviews }) => reviews.map(({ id }) => id),
};

export const dismissSurge = act({
  name: DISMISS_COMMAND,
  subject: surge,
  within: "store",
  details: "Nothing else changes; the page to print remains. It comes back if more such reviews arrive.",
  input: Type.Object({}),
  async run(store, { one }) {
    const { from, reviews } = one;
    return {
      ...done({
        lines: [`The surge of ${from} is no longer in the inbox`],
        data: { from, count: reviews.length },
        notice: "done.surgeDismissed",
      }),
      isSame: isDismissed(one, await readDismissals(store)),
    };
  },
  detail: ({ from, count }) => ({ from, count }),
});
