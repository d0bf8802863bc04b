import type { Random } from "../platform.ts";
import { systemClock } from "../system.ts";
import type { SteadyClock } from "./lease_keeper.ts";

export { systemClock };

/** The machine's steady clock, which nobody sets, with the same timers. */
export const steadyClock: SteadyClock = { elapsed: () => performance.now(), after: systemClock.after };

export const systemRandom: Random = {
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  number() {
    const [word = 0] = crypto.getRandomValues(new Uint32Array(1));
    return word / 2 ** 32;
  },
};
