/** Passwords by argon2id, in a thread of their own: each takes 64 MB and a tenth of a second of a core. */
import { type ConsoleServices, PasswordsBusyError } from "../console/mod.ts";
import { once } from "../memo.ts";
import { systemClock } from "./clock.ts";
import { FairScheduler } from "./fair_scheduler.ts";
import { ServiceThread } from "./workers/service_thread.ts";

interface PasswordService {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

/** Those that have a place at once, the one at work among them: the others wait for a second at most. */
const MAX_ADMITTED = 9;
const KEPT_MS = 60_000;

/** The passwords of this process: all its consoles share the thread and its queue. */
export const processPasswords = once(() =>
  createPasswords(
    new ServiceThread({ name: "the password thread", keptMs: KEPT_MS }).service<PasswordService>("passwords"),
  ),
);

export function createPasswords(thread: PasswordService): ConsoleServices["passwords"] {
  let admitted = 0;
  const inTurn = new FairScheduler(systemClock, { atOnce: 1 }).lane();
  async function admit<Done>(work: () => Promise<Done>): Promise<Done> {
    if (admitted >= MAX_ADMITTED) throw new PasswordsBusyError();
    admitted++;
    try {
      return await work();
    } finally {
      admitted--;
    }
  }
  return {
    admit,
    hash: (password, isWanted = async () => true) =>
      admit(() => inTurn(async () => ((await isWanted()) ? thread.hash(password) : null))),
    verify: (password, hash) => inTurn(() => thread.verify(password, hash)),
  };
}
