/**
 * The one owner of a server's lifetime: starts things in order, and stops what was started in reverse order, whenever a
 * signal or a failure asks for it.
 */
import type { Clock, Log } from "../platform.ts";

/** How long stopping may take, in milliseconds. */
const STOP_MS = 6000;

/** One thing a server starts, and how to stop it again. */
interface Step<T> {
  /** Runs only while nobody has asked to stop. */
  readonly start: () => T | Promise<T>;
  /** Called when a server that serves is asked to stop, while everything is still answered; must not wait. */
  readonly leave?: (started: T) => void;
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
class Stopped extends Error {
  override readonly name = "Stopped";
}

/** Why a server stops. The first cause decides; what goes wrong while stopping does not change it. */
export type StopCause =
  | { readonly kind: "asked"; readonly signal: string }
  | { readonly kind: "failed"; readonly error: unknown };

type LifetimeEvent =
  | { readonly kind: "signal"; readonly signal: string }
  | { readonly kind: "failed"; readonly error: unknown };

/** The process as a lifetime sees it. */
interface LifetimeParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Calls `hear` with each signal and each uncaught failure. */
  readonly listen: (hear: Hear) => void;
  /** How long a server that is asked to stop goes on answering, for balancers to notice, in milliseconds. */
  readonly noticeMs: number;
}

/**
 * Runs a server from start to end. A server that serves is asked to leave first: it is no longer ready, and still answers everything
 * for `noticeMs`. The second signal ends a stop that takes its time. Never throws; the caller has to end the process when this resolves.
 */
export async function runLifetime(
  start: (lifetime: Lifetime) => Promise<void>,
  { clock, log, listen, noticeMs }: LifetimeParts,
): Promise<StopCause> {
  let cause: StopCause | null = null;
  let isServing = false;
  let isStopping = false;
  let signals = 0;
  const started: { readonly leave: () => void; readonly turnAway: () => void; readonly stop: () => unknown }[] = [];
  const stopping = Promise.withResolvers<StopCause>();
  const ended = Promise.withResolvers<StopCause>();

  function stop(why: StopCause): void {
    const first = cause ?? why;
    cause = first;
    if (isStopping) return;
    isStopping = true;
    for (const { turnAway } of started.toReversed()) turnAway();
    clock.after(STOP_MS, () => ended.resolve(first));
    stopping.resolve(first);
  }

  /** One that cannot be stopped does not keep the others from stopping. */
  async function stopAll(): Promise<void> {
    for (let entry = started.pop(); entry; entry = started.pop()) {
      try {
        await entry.stop();
      } catch (error) {
        log.error("Cannot stop a part of the server", { error: String(error) });
      }
    }
  }

  function fail(error: unknown): void {
    if (cause !== null) log.warn("Error while stopping", { error: String(error) });
    stop({ kind: "failed", error });
  }

  function signalled(signal: string): void {
    signals++;
    if (cause !== null) {
      if (signals > 1) ended.resolve(cause);
      return;
    }
    const asked: StopCause = { kind: "asked", signal };
    const waitMs = isServing ? noticeMs : 0;
    log.info("Stopping", { signal, ...(waitMs > 0 && { notice_seconds: waitMs / 1000 }) });
    cause = asked;
    if (isServing) for (const { leave } of started.toReversed()) leave();
    if (waitMs === 0) stop(asked);
    else clock.after(waitMs, () => stop(asked));
  }

  const lifetime: Lifetime = {
    async step({ start, leave, turnAway, stop }) {
      if (isStopping) throw new Stopped();
      const made = await start();
      started.push({ leave: () => leave?.(made), turnAway: () => turnAway?.(made), stop: () => stop?.(made) });
      if (!isStopping) return made;
      // It was under way when all others turned away.
      turnAway?.(made);
      throw new Stopped();
    },
    ready() {
      isServing = true;
    },
    fail,
  };

  listen((event) => (event.kind === "signal" ? signalled(event.signal) : fail(event.error)));
  const starting = start(lifetime).catch((error) => {
    if (!(error instanceof Stopped)) fail(error);
  });
  void stopping.promise.then(async (first) => {
    await starting;
    await stopAll();
    ended.resolve(first);
  });
  return ended.promise;
}

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** Receives the events of a process, one call each. */
export type Hear = (event: LifetimeEvent) => void;

/** Listens from now on. The listener that is given to the returned function gets every event, earlier ones included. */
export function listenToProcess(): (hear: Hear) => void {
  const early: LifetimeEvent[] = [];
  let pass: Hear = (event) => void early.push(event);
  for (const signal of SIGNALS) process.on(signal, () => pass({ kind: "signal", signal }));
  process.on("uncaughtException", (error) => pass({ kind: "failed", error }));
  process.on("unhandledRejection", (error) => pass({ kind: "failed", error }));
  return (hear) => {
    pass = hear;
    for (const event of early.splice(0)) hear(event);
  };
}
