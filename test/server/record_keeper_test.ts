import { expect, test } from "bun:test";
import { RecordKeeper } from "../../src/server/record_keeper.ts";
import type { Store } from "../../src/store/mod.ts";
import { POLICY } from "../support/jobs.ts";
import { createRecordingLog } from "../support/recording_log.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const flush = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

test("the record is counted at the start and a minute after each count, however often the server publishes", async () => {
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
  const end = async () => {
    underWay.resolve();
    underWay = Promise.withResolvers<void>();
    await flush();
  };
  keeper.start();
  await clock.advance(0, flush);
  expect(counts).toBe(1);
  keeper.start();
  await end();
  keeper.start();
  await clock.advance(59_999, flush);
  expect(counts).toBe(1);
  await clock.advance(1, flush);
  expect(counts).toBe(2);
  keeper.stop();
  await end();
  expect(clock.nextAlarmAt()).toBeNull();
});

test("a store without a record is asked at each publication while invitations are off, and not in between", async () => {
  const clock = createVirtualClock();
  let isKept = false;
  let counts = 0;
  const desk = { record: async () => void counts++ };
  const read = async () => (isKept ? "{}" : undefined);
  const store = { reviews: { read } } as unknown as Pick<Store, "reviews">;
  const policy = { ...POLICY, mode: "off" } as const;
  const keeper = new RecordKeeper({ desk, store, policy, clock, log: createRecordingLog() });
  keeper.start();
  await clock.advance(0, flush);
  expect([counts, clock.nextAlarmAt()]).toEqual([0, null]);
  isKept = true;
  keeper.start();
  await clock.advance(0, flush);
  expect(counts).toBe(1);
});
