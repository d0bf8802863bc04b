/**
 * Turns of one kind of work: never two at once, none while there is nothing to do.
 *
 * @module
 */
import type { Clock } from "../platform.ts";
import type { Activity } from "./activity.ts";

/** A turn saves all that finished meanwhile in one transaction, which costs little more than saving one. */
export const TURN_MS = 20;

/** Runs turns one at a time, and coalesces wake-ups. */
export interface Turns {
  /** There is something to do: a turn now, or right after the one that is being taken. Cheap, safe at any time. */
  wake(): void;
  /** Like {@link wake}, but what there is to do can wait a moment for more of it. */
  wakeSoon(): void;
  /** No turn begins any more. */
  stop(): void;
}

/** `take` never rejects; it gives the milliseconds until another turn is due by itself, or null. */
export function createTurns(clock: Clock, activity: Activity, take: () => Promise<number | null>): Turns {
  let isTurning = false;
  let isWoken = false;
  let isStopped = false;
  let cancelAlarm = () => {};

  function wakeIn(delayMs: number): void {
    if (isStopped || isWoken) return;
    isWoken = true;
    if (!isTurning) turnIn(delayMs);
  }

  function turnIn(delayMs: number): void {
    cancelAlarm();
    cancelAlarm = clock.after(delayMs, () => activity.during(turn()));
  }

  async function turn(): Promise<void> {
    isTurning = true;
    isWoken = false;
    const nextMs = await take();
    isTurning = false;
    if (isStopped) return;
    if (isWoken) turnIn(TURN_MS);
    else if (nextMs !== null) turnIn(nextMs);
  }

  return {
    wake: () => wakeIn(0),
    wakeSoon: () => wakeIn(TURN_MS),
    stop() {
      isStopped = true;
      cancelAlarm();
    },
  };
}
