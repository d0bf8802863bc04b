/** Starts the parts of a server in order, and stops them in reverse order when a signal or a failure asks for it. */
import type { Clock, Log } from "../platform.ts";

/** How long stopping may take, in milliseconds. */
const STOP_MS = 6000;

interface Step<T> {
  /** Runs only while nobody has asked to stop. */
  readonly start: () => T | Promise<T>;
  /** Called when a serving server is asked to stop, while everything is still served; must not wait. */
  readonly leave?: (started: T) => void;
  /** Called at the instant stopping begins; must not wait. */
  readonly turnAway?: (started: T) => void;
  readonly stop?: (started: T) => unknown;
}

export interface Lifetime {
  /** Starts one thing. One under way when stopping begins is completed, and then stopped. @throws {Stopped} when stopping */
  step<T>(step: Step<T>): Promise<T>;
  ready(): void;
  fail(error: unknown): void;
}

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

interface LifetimeParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly listen: (onEvent: OnLifetimeEvent) => void;
  /** How long a server that is asked to stop keeps serving, for balancers to notice, in milliseconds. */
  readonly noticeMs: number;
}

/**
 * Runs a server from start to end. One that serves is asked to leave first: it is no longer ready, and answers for `noticeMs`. The
 * second signal ends a stop that takes its time. Never throws; the caller has to end the process.
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

export type OnLifetimeEvent = (event: LifetimeEvent) => void;

/** Listens from now on. The listener that is given to the returned function gets every event, earlier ones included. */
export function listenToProcess(): (onEvent: OnLifetimeEvent) => void {
  const early: LifetimeEvent[] = [];
  let pass: OnLifetimeEvent = (event) => void early.push(event);
  for (const signal of SIGNALS) process.on(signal, () => pass({ kind: "signal", signal }));
  process.on("uncaughtException", (error) => pass({ kind: "failed", error }));
  process.on("unhandledRejection", (error) => pass({ kind: "failed", error }));
  return (onEvent) => {
    pass = onEvent;
    for (const event of early.splice(0)) onEvent(event);
  };
}
