/**
 * The one owner of a server's lifetime: starts things in order, and stops what was started in reverse order, whenever a
 * signal or a failure asks for it.
 *
 * @module
 */
import type { Clock, Log } from "../../platform.ts";
import { type LifetimeEvent, nextPhase, type Phase, type StopCause } from "./phase.ts";

/** How long stopping may take, in milliseconds. */
const STOP_MS = 6000;

/** One thing a server starts, and how to stop it again. */
export interface Step<T> {
  /** Runs only while nobody has asked to stop. */
  readonly start: () => T | Promise<T>;
  /** Called at the instant stopping begins; must not wait. */
  readonly turnAway?: (started: T) => void;
  /** Called once everything that was started later has stopped. */
  readonly stop?: (started: T) => unknown;
}

/** What the start of a server is given. */
export interface Lifetime {
  /**
   * Starts one thing. A step under way when stopping begins is completed, and then stopped.
   *
   * @throws {Stopped} when the server is stopping
   */
  step<T>(step: Step<T>): Promise<T>;
  /** Reports that the first publication can be read. */
  ready(): void;
  /** Reports that the server cannot go on. */
  fail(error: unknown): void;
}

/** Ends a start that is no longer wanted. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** The process as a lifetime sees it. */
export interface LifetimeParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Calls `hear` with each signal and each failure that nobody caught. */
  readonly listen: (hear: (event: LifetimeEvent) => void) => void;
}

/** Runs a server from start to end. Never throws; the caller has to end the process when this resolves. */
export async function runLifetime(
  start: (lifetime: Lifetime) => Promise<void>,
  { clock, log, listen }: LifetimeParts,
): Promise<StopCause> {
  let phase: Phase = { kind: "starting" };
  const stopping = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<StopCause>();
  const steps = new StartedSteps(log);

  const isUp = () => phase.kind === "starting" || phase.kind === "serving";

  function hear(event: LifetimeEvent): void {
    const before = phase;
    phase = nextPhase(before, event);
    if (phase.kind === "ended") ended.resolve(phase.cause);
    if (phase.kind === "stopping" && before.kind !== "stopping") beginToStop(phase.cause);
    if (event.kind === "failed" && before.kind === "stopping") {
      log.warn("Error while stopping", { error: String(event.error) });
    }
  }

  function beginToStop(cause: StopCause): void {
    if (cause.kind === "asked") log.info("Stopping", { signal: cause.signal });
    steps.turnAway();
    clock.after(STOP_MS, () => hear({ kind: "overdue" }));
    stopping.resolve();
  }

  const lifetime: Lifetime = {
    step: async (step) => {
      if (!isUp()) throw new Stopped();
      const started = await step.start();
      steps.add(step, started);
      if (isUp()) return started;
      // It was under way when all others turned away.
      step.turnAway?.(started);
      throw new Stopped();
    },
    ready: () => hear({ kind: "ready" }),
    fail: (error) => hear({ kind: "failed", error }),
  };

  listen(hear);
  const starting = start(lifetime).catch((error) => {
    if (!(error instanceof Stopped)) hear({ kind: "failed", error });
  });
  void stopping.promise
    .then(() => starting)
    .then(() => steps.stop())
    .then(() => hear({ kind: "released" }));
  return ended.promise;
}

/** What was started, in order. */
class StartedSteps {
  readonly #started: { readonly turnAway: () => void; readonly stop: () => unknown }[] = [];

  constructor(private readonly log: Log) {}

  add<T>({ turnAway, stop }: Step<T>, started: T): void {
    this.#started.push({ turnAway: () => turnAway?.(started), stop: () => stop?.(started) });
  }

  turnAway(): void {
    for (const { turnAway } of this.#started.toReversed()) turnAway();
  }

  /** One that cannot be stopped does not keep the others from stopping. */
  async stop(): Promise<void> {
    for (let entry = this.#started.pop(); entry; entry = this.#started.pop()) {
      try {
        await entry.stop();
      } catch (error) {
        this.log.error("Cannot stop a part of the server", { error: String(error) });
      }
    }
  }
}
