/**
 * The thread in which acts of the owner are done for a server, one after another: they read files, and wait for locks that
 * the event loop must not wait for.
 *
 * @module
 */
import { systemClock, systemRandom } from "../clock.ts";
import type { ActCall } from "./act_thread.ts";
import { openStore } from "./open_store.ts";
import { serveCalls } from "./worker_call.ts";

/** How long a write waits for another process's, in milliseconds. */
const PATIENCE_MS = 30_000;

let last: Promise<unknown> = Promise.resolve();

serveCalls<ActCall>((call) => {
  const done = last.then(() => act(call));
  last = done.catch(() => {});
  return done;
});

/** The store is opened for each: its file may be replaced between two of them. */
async function act({ database, ...call }: ActCall["given"]): Promise<unknown> {
  await using store = await openStore(database, PATIENCE_MS);
  switch (call.act) {
    case "name_of_token":
      return await (await import("../../owner/door_tokens.ts")).nameOfDoorToken(store, call.token);
    case "take_jobs": {
      const { takeJobs } = await import("../../owner/take_jobs.ts");
      return await takeJobs(store, call.request, { now: systemClock.now(), randomBytes: systemRandom.bytes });
    }
    case "take_bounce":
      return await (await import("../../owner/take_bounce.ts")).takeBounce(store.outbox, call.mime);
    case "forget_unused":
      return await (await import("../../owner/job_list.ts")).forgetUnused(store, call.policy);
  }
}
