import { expect, test } from "bun:test";
import { createSaveReport } from "../../src/work/loop.ts";
import { createRecordingLog } from "../support/recording_log.ts";

test("createSaveReport() logs once that a runner cannot save, and once that all of it is saved", () => {
  const log = createRecordingLog();
  const saves = createSaveReport("Hub", log);
  const [verifications, deliveries] = [{}, {}];
  for (let attempt = 0; attempt < 60; attempt++) saves.failed(deliveries, new Error("disk full"));
  saves.failed(verifications, new Error("disk full"));
  saves.saved(deliveries);
  expect(log.lines.map(({ event }) => event)).toEqual(["Hub cannot save to the database"]);
  saves.saved(verifications);
  saves.saved(verifications);
  expect(log.lines.map(({ event }) => event)).toEqual([
    "Hub cannot save to the database",
    "Hub can save to the database again",
  ]);
});
