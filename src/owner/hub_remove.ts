/** Ends a subscription to the feeds on behalf of the owner; the running server notifies the subscriber. */
import Type from "typebox";
import { normaliseLine } from "../review/mod.ts";
import type { SubscriptionRecord } from "../store/mod.ts";
import { act, done, type Subject } from "./act.ts";
import { field } from "./act_input.ts";
import { refused } from "./refusal.ts";

const subscription: Subject<SubscriptionRecord, "store"> = {
  argument: { name: "<number>", description: "number of the subscription" },
  path: "subscribers/:id",
  unknown: "act.noSubscription",
  find: async ({ subscribers }, [number]) => (await subscribers.list()).filter(({ id }) => String(id) === number),
  id: ({ id }) => String(id),
  shape: /^\d{1,15}$/,
  seen: ({ createdAt, callback }) => [createdAt, callback],
};

export const endSubscription = act({
  name: "hub remove",
  subject: subscription,
  within: "store",
  input: Type.Object({
    reason: Type.Optional(
      Type.String({
        maxLength: 200,
        ...field({
          flags: "--reason <text>",
          help: "reason given to the subscriber",
          label: "shared.report.reason",
          hint: "subscribers.reasonHint",
        }),
      }),
    ),
  }),
  async run({ subscribers }, { one: { id: number }, input }) {
    const reason = normaliseLine(input.reason ?? "") || "ended by the operator";
    if (!(await subscribers.remove(number, reason))) {
      return refused("unknown", subscription.unknown, { id: number });
    }
    return done({
      lines: [`Subscription ${number} ended`],
      data: { number, removed: true, reason },
      notice: "done.subscriberEnded",
    });
  },
  detail: ({ number, reason }) => ({ subscription: number, reason }),
});
