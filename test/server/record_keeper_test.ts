import { expect, test } from "bun:test";
import { RecordKeeper } from "../../src/server/record_keeper.ts";
import type { Store } from "../../src/store/mod.ts";
import { POLICY } from "../support/jobs.ts";
import { createRecordingLog } from "../support/recording_log.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

test("the record is counted at once after each publication, one count after another, and every minute", async () => {
  const clock = createVirtualClock();
  let counts = 0;
  let underWay = Promise.withResolvers<void>();
  const desk = {
    record() {
      counts++;
      return underWay.promise;
    },
  };
  const store = {} as Pick<Store, "reviews">;
  const keeper = new RecordKeeper({ desk, store, policy: POLICY, clock, log: createRecordingLog() });
  const settled = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  const end = async () => {
    underWay.resolve();
    underWay = Promise.withResolvers<void>();
    await settled();
  };
  keeper.count();
  await clock.advance(0, settled);
  expect(counts).toBe(1);
  keeper.count();
  keeper.count();
  await clock.advance(0, settled);
  expect(counts).toBe(1);
  await end();
  await clock.advance(0, settled);
  expect(counts).toBe(2);
  await end();
  await clock.advance(59_999, settled);
  expect(counts).toBe(2);
  await clock.advance(1, settled);
  expect(counts).toBe(3);
  keeper.stop();
  await end();
  expect(clock.nextAlarmAt()).toBeNull();
});
