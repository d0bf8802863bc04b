import { expect, test } from "bun:test";
import { runLifetime } from "../../src/server/lifetime.ts";
import { createRecordingLog } from "../support/recording_log.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test("a stop that takes more than six seconds is cut short", async () => {
  const clock = createVirtualClock();
  let signal = (_: string) => {};
  const listen: Parameters<typeof runLifetime>[1]["listen"] = (hear) => {
    signal = (name) => hear({ kind: "signal", signal: name });
  };
  const start: Parameters<typeof runLifetime>[0] = async (lifetime) => {
    await lifetime.step({ start: () => {}, stop: () => new Promise(() => {}) });
    lifetime.ready();
  };
  let end: unknown = null;
  void runLifetime(start, { clock, log: createRecordingLog(), listen, noticeMs: 0 }).then((cause) => {
    end = cause;
  });
  await settle();
  signal("SIGTERM");
  await clock.advance(5999, settle);
  expect(end).toBeNull();
  await clock.advance(1, settle);
  expect(end).toEqual({ kind: "asked", signal: "SIGTERM" });
});

test("a step that fails stops what was started before it in reverse order, though one cannot be stopped", async () => {
  const stopped: string[] = [];
  const log = createRecordingLog();
  const error = new Error("the port is taken");
  const cause = await runLifetime(
    async (lifetime) => {
      await lifetime.step({ start: () => {}, stop: () => void stopped.push("database") });
      await lifetime.step({ start: () => {}, stop: () => Promise.reject(new Error("stuck")) });
      await lifetime.step({ start: () => {}, stop: () => void stopped.push("workers") });
      await lifetime.step({ start: () => Promise.reject(error), stop: () => void stopped.push("port") });
    },
    { clock: createVirtualClock(), log, listen: () => {}, noticeMs: 0 },
  );
  expect(cause).toEqual({ kind: "failed", error });
  expect(stopped).toEqual(["workers", "database"]);
  expect(log.lines.map(({ event }) => event)).toEqual(["Cannot stop a part of the server"]);
});
