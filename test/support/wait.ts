/**
 * How tests wait: for something to happen, however long that takes. What never happens is ended by the one limit of the
 * suite (one_limit.ts), so that nothing here fails by the clock.
 */

import { connect } from "node:net";
import type { Service } from "./goodword_process.ts";

const LOOK_AGAIN_MS = 20;
/** So often in vain, what is waited for is printed: some half a minute. */
const LOOKS_BEFORE_WORDS = 1500;

type Look<T> = () => T | null | undefined | false | Promise<T | null | undefined | false>;

/**
 * Resolves with the first thing that `look` finds, where null, undefined and false are nothing.
 *
 * @param what Completes "waiting for ..."; printed when it takes long, so that the output shows what a hanging test waits for.
 * @throws what `look` throws
 */
export async function eventually<T>(what: string, look: Look<T>): Promise<T> {
  for (let looks = 1; ; looks++) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    if (looks % LOOKS_BEFORE_WORDS === 0) console.warn(`Still waiting for ${what}`);
    await pause(LOOK_AGAIN_MS);
  }
}

/** Resolves when something on this machine accepts connections on the port. */
export async function untilListening(port: number, host = "127.0.0.1"): Promise<void> {
  await eventually(`a listener on ${host}:${port}`, () => accepts(port, host));
}

/** Resolves with the first match in the figures of a server, such as /^goodword_hub_deliveries_owed 0$/m. */
export function untilFiguresShow({ figures }: Pick<Service, "figures">, pattern: RegExp): Promise<RegExpExecArray> {
  return eventually(`figures with ${pattern}`, async () => pattern.exec(await figures()));
}

/**
 * Lets time pass, before a fault strikes or to look whether something happens that should not. What a test asserts has
 * to hold however long it was in fact.
 */
export function pause(delayMs: number): Promise<void> {
  return delayMs === Number.POSITIVE_INFINITY
    ? new Promise(() => {})
    : new Promise((resolve) => setTimeout(resolve, delayMs));
}

function accepts(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    const settle = (isAccepted: boolean) => {
      socket.destroy();
      resolve(isAccepted);
    };
    socket.once("connect", () => settle(true)).once("error", () => settle(false));
  });
}
