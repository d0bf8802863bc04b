/**
 * Signals that ask the process to stop, and failures that nobody caught, as events of its lifetime.
 *
 * @module
 */
import type { LifetimeEvent } from "./phase.ts";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** Receives the events of a process, one call each. */
export type Hear = (event: LifetimeEvent) => void;

/** Listens from now on. Whoever is given to the returned function hears every event, those included that came before. */
export function listenToProcess(): (hear: Hear) => void {
  const early: LifetimeEvent[] = [];
  let tell: Hear = (event) => void early.push(event);
  for (const signal of SIGNALS) process.on(signal, () => tell({ kind: "signal", signal }));
  process.on("uncaughtException", (error) => tell({ kind: "failed", error }));
  process.on("unhandledRejection", (error) => tell({ kind: "failed", error }));
  return (hear) => {
    tell = hear;
    for (const event of early.splice(0)) hear(event);
  };
}
