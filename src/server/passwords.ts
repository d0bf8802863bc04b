/** Passwords by argon2id. Each takes 64 MB while it is made, so that few are made at once and the others wait their turn. */
import type { ConsoleMeans } from "../console/mod.ts";

const MOST_AT_ONCE = 2;

/** What makes and compares them. */
export function createPasswords(): ConsoleMeans["passwords"] {
  let free = MOST_AT_ONCE;
  const waiting: (() => void)[] = [];
  async function inTurn<Made>(make: () => Promise<Made>): Promise<Made> {
    if (free > 0) free--;
    else await new Promise<void>((go) => void waiting.push(go));
    try {
      return await make();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  }
  return {
    hash: (password, isWanted = async () => true) =>
      inTurn(async () => ((await isWanted()) ? await Bun.password.hash(password, "argon2id") : null)),
    verify: (password, hash) => inTurn(() => Bun.password.verify(password, hash)),
  };
}
