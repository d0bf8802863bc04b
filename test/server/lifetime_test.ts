/** The lifetime of a server, explored: every signal and failure, at every step of a start, while a request waits. */
import { describe, expect, test } from "bun:test";
import {
  type Lifetime,
  type LifetimeEvent,
  nextPhase,
  type Phase,
  runLifetime,
  type StopCause,
} from "../../src/server/lifetime.ts";
import { Readiness } from "../../src/server/readiness.ts";
import { createStartupGate } from "../../src/server/startup_gate.ts";
import { NOBODY } from "../support/app_of.ts";
import { createRecordingLog } from "../support/recording_log.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const SIGTERM: LifetimeEvent = { kind: "signal", signal: "SIGTERM" };
const SIGINT: LifetimeEvent = { kind: "signal", signal: "SIGINT" };
const FAILED: LifetimeEvent = { kind: "failed", error: new Error("no such table") };
const EVENTS: readonly LifetimeEvent[] = [
  SIGTERM,
  SIGINT,
  FAILED,
  { kind: "ready" },
  { kind: "noticed" },
  { kind: "released" },
  { kind: "overdue" },
];

/** All sequences of `length` events. */
function sequences(events: readonly LifetimeEvent[], length: number): readonly (readonly LifetimeEvent[])[] {
  if (length === 0) return [[]];
  return sequences(events, length - 1).flatMap((sequence) => events.map((event) => [...sequence, event]));
}

describe("nextPhase()", () => {
  const ORDER = ["starting", "serving", "leaving", "stopping", "ended"];
  const causeOf = (phase: Phase) => ("cause" in phase ? phase.cause : null);

  test("only goes forward, keeps its first cause, and ends by the second signal, whatever comes in whichever order", () => {
    for (const sequence of sequences(EVENTS, 5)) {
      let phase: Phase = { kind: "starting" };
      for (const event of sequence) {
        const before: Phase = phase;
        phase = nextPhase(before, event);
        expect(ORDER.indexOf(phase.kind)).toBeGreaterThanOrEqual(ORDER.indexOf(before.kind));
        if (causeOf(before) !== null) expect(causeOf(phase)).toBe(causeOf(before));
      }
      const isAsked = sequence.some(({ kind }) => kind === "signal" || kind === "failed");
      expect(isAsked).toBe(["leaving", "stopping", "ended"].includes(phase.kind));
      if (sequence.filter(({ kind }) => kind === "signal").length > 1) expect(phase.kind).toBe("ended");
      if (isAsked) expect(nextPhase(nextPhase(phase, { kind: "noticed" }), { kind: "released" }).kind).toBe("ended");
    }
  });
});

/** What a model of a server is made of, in order. `published` is the moment before all is answered. */
const STEPS = ["database", "port", "sample", "answers", "published"] as const;
const MOMENTS = [...STEPS, "serving"] as const;

/** A model of a server that is held in the middle of one of its steps, with a request that waits for it to start. */
async function heldAt(moment: (typeof MOMENTS)[number], noticeMs = 0) {
  const [reached, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [started, stopped]: [string[], string[]] = [[], []];
  const [log, clock] = [createRecordingLog(), createVirtualClock()];
  const reception = createStartupGate({
    document: () => undefined,
    handle: async () => new Response("all reviews"),
  });
  const request = new Request("http://goodword.test/api/reviews/search");
  const waiting = reception.handle(request, NOBODY);
  const readiness = new Readiness(log);
  let tell: (event: LifetimeEvent) => void = () => {};
  let ended: StopCause | null = null;

  async function start(lifetime: Lifetime): Promise<void> {
    await lifetime.step({ start: () => {}, turnAway: () => reception.turnAway() });
    for (const name of STEPS) {
      await lifetime.step({
        async start() {
          if (name === moment) {
            reached.resolve();
            await hold.promise;
          }
          started.push(name);
        },
        stop: () => void stopped.push(name),
      });
    }
    reception.open();
    reception.started();
    await lifetime.step({ start: () => {}, leave: () => readiness.leave() });
    lifetime.ready();
    reached.resolve();
  }
  const listen = (hear: typeof tell) => {
    tell = hear;
  };
  const life = runLifetime(start, { clock, log, listen, noticeMs }).then((cause) => {
    ended = cause;
    return cause;
  });
  await reached.promise;
  return { tell, log, clock, readiness, waiting, life, hold, started, stopped, ended: () => ended };
}

/** Lets everything run that waits for nothing else. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

const DISTURBANCES = [1, 2].flatMap((length) => sequences([SIGTERM, SIGINT, FAILED], length));
const wordsOf = (events: readonly LifetimeEvent[]) =>
  events.map((event) => (event.kind === "signal" ? event.signal : "a failure")).join(", ");

describe.each(MOMENTS.map((moment) => [moment] as const))("A server in the moment of: %s", (moment) => {
  test.each(DISTURBANCES.map((events) => [wordsOf(events), events] as const))("%s", async (_words, events) => {
    const server = await heldAt(moment);
    for (const event of events) server.tell(event);
    await settle();
    const isForced = events.filter(({ kind }) => kind === "signal").length > 1;
    // What is under way is completed first, unless somebody insists.
    expect(server.ended() !== null).toBe(isForced || moment === "serving");
    server.hold.resolve();
    const first = events[0];
    const cause = await server.life;
    expect<unknown>(cause).toEqual(
      first?.kind === "signal" ? { kind: "asked", signal: first.signal } : { kind: "failed", error: FAILED.error },
    );
    await settle();
    expect(server.started).toEqual(STEPS.slice(0, STEPS.indexOf(moment as never) + 1 || STEPS.length));
    expect(server.stopped).toEqual(server.started.toReversed());
    expect((await server.waiting).status).toBe(moment === "serving" ? 200 : 503);
    const said = server.log.lines.filter(({ level }) => level === "info");
    expect(said.map(({ event }) => event)).toEqual(first?.kind === "signal" ? ["Stopping"] : []);
  });

  test("a stop that takes more than six seconds is cut short", async () => {
    const server = await heldAt(moment);
    server.tell(SIGTERM);
    await server.clock.advance(6000, settle);
    expect(server.ended()).toEqual({ kind: "asked", signal: "SIGTERM" });
  });
});

describe("A server that gives notice of its end", () => {
  const NOTICE_MS = 5000;

  test("says that it is not ready for that long, and only then begins to stop", async () => {
    const server = await heldAt("serving", NOTICE_MS);
    expect(server.readiness.trouble).toBeNull();
    server.tell(SIGTERM);
    await server.clock.advance(NOTICE_MS - 1, settle);
    expect(server.readiness.trouble).toBe("the server is about to stop");
    expect([server.stopped, server.ended()]).toEqual([[], null]);
    await server.clock.advance(1, settle);
    expect(server.stopped).toEqual(server.started.toReversed());
    expect(server.ended()).toEqual({ kind: "asked", signal: "SIGTERM" });
    expect(server.log.lines.map(({ event, fields }) => [event, fields])).toEqual([
      ["Stopping", { signal: "SIGTERM", notice_seconds: 5 }],
    ]);
  });

  test("goes at once with the second signal", async () => {
    const server = await heldAt("serving", NOTICE_MS);
    server.tell(SIGTERM);
    await settle();
    expect(server.ended()).toBeNull();
    server.tell(SIGINT);
    expect(await server.life).toEqual({ kind: "asked", signal: "SIGTERM" });
  });

  test("begins to stop at once when it fails meanwhile", async () => {
    const server = await heldAt("serving", NOTICE_MS);
    server.tell(SIGTERM);
    server.tell(FAILED);
    expect(await server.life).toEqual({ kind: "asked", signal: "SIGTERM" });
    expect(server.stopped).toEqual(server.started.toReversed());
  });

  test.each(STEPS)("gives none while it starts (%s), for nobody was sent to it yet", async (moment) => {
    const server = await heldAt(moment, NOTICE_MS);
    server.tell(SIGTERM);
    server.hold.resolve();
    expect(await server.life).toEqual({ kind: "asked", signal: "SIGTERM" });
    expect((await server.waiting).status).toBe(503);
  });
});

describe("runLifetime()", () => {
  const parts = () => ({ clock: createVirtualClock(), log: createRecordingLog(), listen: () => {}, noticeMs: 0 });

  test("stops what was started when a later step fails, and says why", async () => {
    const stopped: string[] = [];
    const error = new Error("the port is taken");
    const cause = await runLifetime(async (lifetime) => {
      await lifetime.step({ start: () => "database", stop: (name) => void stopped.push(name) });
      await lifetime.step({
        start: () => {
          throw error;
        },
        stop: () => void stopped.push("port"),
      });
    }, parts());
    expect(cause).toEqual({ kind: "failed", error });
    expect(stopped).toEqual(["database"]);
  });

  test("stops all other parts when one cannot be stopped", async () => {
    const stopped: string[] = [];
    const given = parts();
    await runLifetime(async (lifetime) => {
      await lifetime.step({ start: () => "database", stop: (name) => void stopped.push(name) });
      await lifetime.step({ start: () => {}, stop: () => Promise.reject(new Error("stuck")) });
      lifetime.fail(new Error("the database is damaged"));
    }, given);
    expect(stopped).toEqual(["database"]);
    expect(given.log.lines.map(({ event }) => event)).toEqual(["Cannot stop a part of the server"]);
  });
});
