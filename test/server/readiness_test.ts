import { expect, test } from "bun:test";
import { Readiness } from "../../src/server/readiness.ts";
import { createRecordingLog } from "../support/recording_log.ts";

test("readiness logs the change into trouble and out of it, and not each look at it", () => {
  const log = createRecordingLog();
  const readiness = new Readiness(log);
  const full = { message: "the disk of the database is nearly full" };
  for (const trouble of [null, full, full, full, null, null]) readiness.report("database", trouble);
  expect(log.lines.map(({ level, event }) => `${level} ${event}`)).toEqual([
    "error Not ready: the disk of the database is nearly full",
    "info Ready again",
  ]);
});

test("a server is ready when no part of it is in trouble", () => {
  const readiness = new Readiness(createRecordingLog());
  expect(readiness.trouble).toBeNull();
  readiness.report("database", { message: "the database file is missing" });
  readiness.report("reading", { message: "the database cannot be read" });
  readiness.report("database", null);
  expect(readiness.trouble).toBe("the database cannot be read");
  readiness.report("reading", null);
  expect(readiness.trouble).toBeNull();
});
