import { GoodwordError } from "../../errors.ts";
import type { SubscriptionRecord } from "../../store/mod.ts";
import { argumentOf, type Call, type Command } from "../command.ts";
import { table } from "../table.ts";

/** Lists, shows and ends subscriptions; the running server notifies the subscribers. */
export const hubCommand: Command = {
  name: "hub",
  summary: "manage WebSub subscriptions",
  subcommands: [
    {
      name: "list",
      summary: "list active subscriptions, oldest first",
      run: async (call) => {
        const records = await subscriptionsOf(call);
        return {
          lines: records.length === 0 ? ["No subscriptions"] : table(records.map(cellsOf)),
          data: records.map(dataOf),
        };
      },
    },
    {
      name: "show",
      summary: "show a subscription in full",
      arguments: [{ name: "<number>", description: "number of the subscription" }],
      run: async (call) => {
        const number = numberOf(call);
        const record = (await subscriptionsOf(call)).find(({ id }) => id === number);
        if (record === undefined) throw unknown(number);
        const data = dataOf(record);
        return { lines: table(Object.entries(data).map(([name, value]) => [name, String(value)])), data };
      },
    },
    {
      name: "remove",
      summary: "end a subscription and notify the subscriber",
      arguments: [{ name: "<number>", description: "number of the subscription" }],
      options: [{ flags: "--reason <text>", description: "reason given to the subscriber" }],
      run: async (call) => {
        const number = numberOf(call);
        const reason = call.text("reason") ?? "ended by the operator";
        const removed = await call.withStore(({ subscribers }) => subscribers.remove(number, reason));
        if (!removed) throw unknown(number);
        return { lines: [`Subscription ${number} ended`], data: { number, removed } };
      },
    },
  ],
};

function subscriptionsOf(call: Call): Promise<readonly SubscriptionRecord[]> {
  return call.withStore(({ subscribers }) => subscribers.list());
}

function numberOf(call: Call): number {
  const given = argumentOf(call);
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw new GoodwordError("usage", `${JSON.stringify(given)} is not a subscription number; see goodword hub list`);
}

function unknown(number: number): GoodwordError {
  return new GoodwordError("not_found", `There is no subscription ${number}; nothing was changed`);
}

/** A callback's query may hold a key of the subscriber, so the list leaves it out. */
function cellsOf({ id, topic, callback, leaseUntil, failures, lastOutcome }: SubscriptionRecord): string[] {
  const failed = failures === 0 ? "" : `${failures} failed`;
  return [String(id), topic, callback.split("?", 1).join(), `until ${isoOf(leaseUntil)}`, lastOutcome ?? "", failed];
}

function dataOf(record: SubscriptionRecord) {
  const { id, topic, callback, hasSecret, createdAt, leaseUntil, failures, attemptedAt, lastOutcome } = record;
  return {
    number: id,
    topic,
    callback,
    has_secret: hasSecret,
    created_at: isoOf(createdAt),
    lease_until: isoOf(leaseUntil),
    failures,
    last_attempt_at: attemptedAt === 0 ? null : isoOf(attemptedAt),
    last_outcome: lastOutcome,
  };
}

function isoOf(instant: number): string {
  return new Date(instant).toISOString();
}
