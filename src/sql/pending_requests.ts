/**
 * Requests as they come in: the newest of each topic and callback is kept until it is verified.
 *
 * @module
 */
import { and, eq, ne, sql } from "drizzle-orm";
import type { PendingRequest, RequestCaps, SaveRequestResult } from "../hub/mod.ts";
import type { Sql } from "./dialect.ts";
import { createPendingQueue } from "./pending_queue.ts";
import type { FindRoom } from "./subscription_room.ts";

const { placeholder } = sql;

/** Queues a request for verification, or reports which cap it hit; `now` in epoch milliseconds. */
export type SaveRequest = (request: PendingRequest, caps: RequestCaps, now: number) => Promise<SaveRequestResult>;

/** Prepares the statements once; to be called inside of a write. */
export function createSaveRequest(connection: Sql, findRoom: FindRoom): SaveRequest {
  const queue = createPendingQueue(connection);
  const waitsAlready = prepareLookUp(connection);
  const keep = prepareKeeping(connection);
  return async function save(request, caps, now) {
    if (request.mode === "subscribe" && (await findRoom(request, caps, now)).kind === "full") {
      return "too_many_subscriptions";
    }
    const turn = (await waitsAlready(request)) ? 0 : await queue.takeTurn(request, caps.pending, now);
    if (turn === null) return "too_many_pending";
    await keep({ ...request, turn, now });
    return "saved";
  };
}

/** Whether a request of the same key waits already; a denial is no request. */
function prepareLookUp({ db, tables, prepareRows }: Sql) {
  const { pendingVerifications: pending } = tables;
  const isKey = and(eq(pending.topic, placeholder("topic")), eq(pending.callback, placeholder("callback")));
  const found = prepareRows(
    db
      .select({ id: pending.id })
      .from(pending)
      .where(and(isKey, ne(pending.mode, "denied"))),
  );
  return async ({ topic, callback }: PendingRequest) => (await found({ topic, callback })).length > 0;
}

/** An older request keeps its turn, and its claim, so that its callback is never asked twice at once. */
function prepareKeeping({ db, tables, prepareChange }: Sql) {
  const { pendingVerifications: pending } = tables;
  const given = (name: keyof PendingRequest | "turn" | "now") => sql`${placeholder(name)}`;
  const fields = {
    mode: given("mode"),
    secret: given("secret"),
    leaseSeconds: given("leaseSeconds"),
    verifyToken: given("verifyToken"),
    reason: null,
    requestedAt: given("now"),
  };
  const key = { topic: given("topic"), callback: given("callback") };
  const standing = { callbackSite: given("callbackSite"), requester: given("requester"), turn: given("turn") };
  const insert = db.insert(pending).values({ ...key, ...standing, ...fields });
  const newest = {
    ...fields,
    turn: sql`case when ${pending.mode} = 'denied' then ${given("turn")} else ${pending.turn} end`,
    version: sql`${pending.version} + 1`,
    attempts: 0,
    nextAttemptAt: 0,
  };
  return prepareChange(insert.onConflictDoUpdate({ target: [pending.topic, pending.callback], set: newest }));
}
