/** Lists, shows and ends subscriptions; the running server notifies the subscribers. */

import { notFound, usageFault } from "../../errors.ts";
import type { SubscriptionRecord } from "../../store/mod.ts";
import { argumentOf, type CommandCall, listOutcome, type Outcome, table } from "../command.ts";

export async function hubList(call: CommandCall): Promise<Outcome> {
  const records = await subscriptionsOf(call);
  return listOutcome(records.map(dataOf), records.map(cellsOf), "No subscriptions");
}

export async function hubShow(call: CommandCall): Promise<Outcome> {
  const number = numberOf(call);
  const record = (await subscriptionsOf(call)).find(({ id }) => id === number);
  if (record === undefined) throw notFound(`No subscription ${number}; nothing was changed`);
  const data = dataOf(record);
  return { lines: table(Object.entries(data).map(([name, value]) => [name, String(value)])), data };
}

function subscriptionsOf(call: CommandCall): Promise<readonly SubscriptionRecord[]> {
  return call.withStore(({ subscribers }) => subscribers.list());
}

function numberOf(call: CommandCall): number {
  const given = argumentOf(call);
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw usageFault(`${JSON.stringify(given)} is not a subscription number; see goodword hub list`);
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
