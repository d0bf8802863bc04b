/** Passwords by argon2id, in a thread of their own: each takes 64 MB and a tenth of a second of a core. */
import { type ConsoleMeans, PasswordsBusyError } from "../console/mod.ts";
import { once } from "../memo.ts";
import { canStartWorker, workerScript } from "./start_worker.ts";
import { type WorkerCall, WorkerThread } from "./workers/worker_call.ts";

export interface PasswordCall extends WorkerCall {
  readonly given: { readonly password: string; readonly hash: string | null };
  readonly result: string | boolean;
}

/** Those that have a place at once, the one at work among them: the others wait for a second at most. */
const MOST_ADMITTED = 9;
/** How long the thread stays without a call, in milliseconds. */
const KEPT_MS = 60_000;

const WORKER = workerScript("workers/password_worker.ts");

/** The passwords of this process: all its consoles share the thread and its queue. */
export const processPasswords = once(() =>
  createPasswords(
    new WorkerThread<PasswordCall>({
      ...{ name: "the password thread", keptMs: KEPT_MS },
      start() {
        if (!canStartWorker()) throw new PasswordsBusyError();
        return new Worker(WORKER);
      },
    }),
  ),
);

export function createPasswords(thread: Pick<WorkerThread<PasswordCall>, "call">): ConsoleMeans["passwords"] {
  let admitted = 0;
  let last: Promise<unknown> = Promise.resolve();
  async function admit<Done>(work: () => Promise<Done>): Promise<Done> {
    if (admitted >= MOST_ADMITTED) throw new PasswordsBusyError();
    admitted++;
    try {
      return await work();
    } finally {
      admitted--;
    }
  }
  function inTurn<Made>(make: () => Promise<Made>): Promise<Made> {
    const made = last.then(make);
    last = made.catch(() => {});
    return made;
  }
  const hashed = async (password: string) => String(await thread.call({ password, hash: null }));
  return {
    admit,
    hash: (password, isWanted = async () => true) =>
      admit(() => inTurn(async () => ((await isWanted()) ? hashed(password) : null))),
    verify: (password, hash) => inTurn(async () => (await thread.call({ password, hash })) === true),
  };
}
