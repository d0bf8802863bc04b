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
  /** Called when a server that serves is asked to stop, while all is answered still; must not wait. */
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

/** The process as a lifetime sees it. */
interface LifetimeParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Calls `hear` with each signal and each failure that nobody caught. */
  readonly listen: (hear: (event: LifetimeEvent) => void) => void;
  /** How long a server that is asked to stop goes on answering, for balancers to notice, in milliseconds. */
  readonly noticeMs: number;
}

/** Runs a server from start to end. Never throws; the caller has to end the process when this resolves. */
export async function runLifetime(
  start: (lifetime: Lifetime) => Promise<void>,
  { clock, log, listen, noticeMs }: LifetimeParts,
): Promise<StopCause> {
  let phase: Phase = { kind: "starting" };
  const stopping = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<StopCause>();
  const steps = new StartedSteps(log);

  const isUp = () => phase.kind !== "stopping" && phase.kind !== "ended";

  function hear(event: LifetimeEvent): void {
    const before = phase;
    const after = nextPhase(before, event);
    phase = after;
    if (event.kind === "signal" && !("cause" in before)) {
      const notice = after.kind === "leaving" && noticeMs > 0 ? { notice_seconds: noticeMs / 1000 } : {};
      log.info("Stopping", { signal: event.signal, ...notice });
    }
    if (after.kind === "ended") ended.resolve(after.cause);
    if (after.kind === "leaving") leave();
    if (after.kind === "stopping" && before.kind !== "stopping") beginToStop();
    if (event.kind === "failed" && "cause" in before) {
      log.warn("Error while stopping", { error: String(event.error) });
    }
  }

  function leave(): void {
    steps.leave();
    if (noticeMs === 0) hear({ kind: "noticed" });
    else clock.after(noticeMs, () => hear({ kind: "noticed" }));
  }

  function beginToStop(): void {
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
  readonly #started: { readonly leave: () => void; readonly turnAway: () => void; readonly stop: () => unknown }[] = [];

  constructor(private readonly log: Log) {}

  add<T>({ leave, turnAway, stop }: Step<T>, started: T): void {
    this.#started.push({
      leave: () => leave?.(started),
      turnAway: () => turnAway?.(started),
      stop: () => stop?.(started),
    });
  }

  leave(): void {
    for (const { leave } of this.#started.toReversed()) leave();
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

/** Why a server stops. The first cause decides; what goes wrong while stopping does not change it. */
export type StopCause =
  | { readonly kind: "asked"; readonly signal: string }
  | { readonly kind: "failed"; readonly error: unknown };

/** Where a server stands between start and exit. */
type Phase =
  | { readonly kind: "starting" }
  | { readonly kind: "serving" }
  /** Asked to stop: it is not ready, so that balancers send nobody here any more, and still answers everything. */
  | { readonly kind: "leaving"; readonly cause: StopCause }
  /** `signals`: how many have come so far. The second one ends a stop that takes its time. */
  | { readonly kind: "stopping"; readonly cause: StopCause; readonly signals: number }
  | { readonly kind: "ended"; readonly cause: StopCause };

/** Anything that can move a server from one phase to the next. */
type LifetimeEvent =
  /** The first publication can be read. */
  | { readonly kind: "ready" }
  | { readonly kind: "signal"; readonly signal: string }
  | { readonly kind: "failed"; readonly error: unknown }
  /** Balancers have had the time to notice that the server is leaving. */
  | { readonly kind: "noticed" }
  /** Everything that was started has been stopped. */
  | { readonly kind: "released" }
  /** Stopping has taken too long. */
  | { readonly kind: "overdue" };

/** The phase after an event; the same object where the event changes nothing. */
function nextPhase(phase: Phase, event: LifetimeEvent): Phase {
  switch (phase.kind) {
    case "starting":
      return event.kind === "ready" ? { kind: "serving" } : whileUp(phase, event);
    case "serving":
      return event.kind === "signal" ? { kind: "leaving", cause: asked(event) } : whileUp(phase, event);
    case "leaving":
      return whileLeaving(phase, event);
    case "stopping":
      return whileStopping(phase, event);
    case "ended":
      return phase;
  }
}

function whileUp(phase: Phase, event: LifetimeEvent): Phase {
  switch (event.kind) {
    case "signal":
      return { kind: "stopping", cause: asked(event), signals: 1 };
    case "failed":
      return { kind: "stopping", cause: { kind: "failed", error: event.error }, signals: 0 };
    case "ready":
    case "noticed":
    case "released":
    case "overdue":
      return phase;
  }
}

function asked({ signal }: Extract<LifetimeEvent, { kind: "signal" }>): StopCause {
  return { kind: "asked", signal };
}

function whileLeaving(phase: Extract<Phase, { kind: "leaving" }>, event: LifetimeEvent): Phase {
  const { cause } = phase;
  switch (event.kind) {
    case "signal":
      return { kind: "ended", cause };
    case "noticed":
    case "failed":
      return { kind: "stopping", cause, signals: 1 };
    case "ready":
    case "released":
    case "overdue":
      return phase;
  }
}

function whileStopping(phase: Extract<Phase, { kind: "stopping" }>, event: LifetimeEvent): Phase {
  const { cause, signals } = phase;
  switch (event.kind) {
    case "signal":
      return signals === 0 ? { ...phase, signals: 1 } : { kind: "ended", cause };
    case "released":
    case "overdue":
      return { kind: "ended", cause };
    case "ready":
    case "failed":
    case "noticed":
      return phase;
  }
}

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
