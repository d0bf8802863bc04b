import type { Clock } from "../../src/platform.ts";

export interface VirtualClock extends Clock {
  /** Moves time on, ringing each alarm at its instant; `settle` is awaited before the first and after each. */
  advance(ms: number, settle: () => Promise<void>): Promise<void>;
  /** Sets the time without ringing anything, as an operator or a suspend does. */
  jump(ms: number): void;
  /** When the next alarm rings, or null. */
  nextAlarmAt(): number | null;
}

interface Alarm {
  readonly at: number;
  readonly order: number;
  readonly ring: () => void;
}

/** A clock that moves only when advanced. Alarms of one instant ring in the order they were set. */
export function createVirtualClock(startMs = Date.UTC(2026, 0, 5, 12)): VirtualClock {
  let wall = startMs;
  let elapsed = 0;
  let order = 0;
  const alarms = new Set<Alarm>();

  function next(): Alarm | undefined {
    let first: Alarm | undefined;
    for (const alarm of alarms) {
      if (!first || alarm.at < first.at || (alarm.at === first.at && alarm.order < first.order)) first = alarm;
    }
    return first;
  }

  return {
    now: () => wall,
    after(delayMs, ring) {
      const alarm = { at: elapsed + Math.max(0, delayMs), order: order++, ring };
      alarms.add(alarm);
      return () => void alarms.delete(alarm);
    },
    async advance(ms, settle) {
      const end = elapsed + ms;
      await settle();
      for (let alarm = next(); alarm && alarm.at <= end; alarm = next()) {
        alarms.delete(alarm);
        wall += alarm.at - elapsed;
        elapsed = alarm.at;
        alarm.ring();
        await settle();
      }
      wall += end - elapsed;
      elapsed = end;
    },
    jump(ms) {
      wall += ms;
    },
    nextAlarmAt: () => {
      const alarm = next();
      return alarm ? wall + alarm.at - elapsed : null;
    },
  };
}
