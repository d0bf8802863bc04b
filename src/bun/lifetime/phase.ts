/**
 * The life of a server as a state machine: starting, serving, stopping, ended. Every event is defined in every phase, so
 * a signal or a failure may come at any instant.
 *
 * @module
 */

/** Why a server stops. The first cause decides; what goes wrong while stopping does not change it. */
export type StopCause =
  | { readonly kind: "asked"; readonly signal: string }
  | { readonly kind: "failed"; readonly error: unknown };

/** Where a server stands between start and exit. */
export type Phase =
  | { readonly kind: "starting" }
  | { readonly kind: "serving" }
  /** `signals`: how many have come so far. The second one ends a stop that takes its time. */
  | { readonly kind: "stopping"; readonly cause: StopCause; readonly signals: number }
  | { readonly kind: "ended"; readonly cause: StopCause };

/** Anything that can move a server from one phase to the next. */
export type LifetimeEvent =
  /** The first publication can be read. */
  | { readonly kind: "ready" }
  | { readonly kind: "signal"; readonly signal: string }
  | { readonly kind: "failed"; readonly error: unknown }
  /** Everything that was started has been stopped. */
  | { readonly kind: "released" }
  /** Stopping has taken too long. */
  | { readonly kind: "overdue" };

/** The phase after an event; the same object where the event changes nothing. */
export function nextPhase(phase: Phase, event: LifetimeEvent): Phase {
  switch (phase.kind) {
    case "starting":
      return event.kind === "ready" ? { kind: "serving" } : whileUp(phase, event);
    case "serving":
      return whileUp(phase, event);
    case "stopping":
      return whileStopping(phase, event);
    case "ended":
      return phase;
  }
}

function whileUp(phase: Phase, event: LifetimeEvent): Phase {
  switch (event.kind) {
    case "signal":
      return { kind: "stopping", cause: { kind: "asked", signal: event.signal }, signals: 1 };
    case "failed":
      return { kind: "stopping", cause: { kind: "failed", error: event.error }, signals: 0 };
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
      return phase;
  }
}
