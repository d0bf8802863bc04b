import { expect, test } from "bun:test";
import { createRunner, type Renewal } from "../../src/work/mod.ts";
import { createRecordingLog } from "../support/recording_log.ts";
import { createSeededRandom } from "../support/seeded_random.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

test("createRunner() renews the claims on what it has under way, and not those of an answer that was lost", async () => {
  const clock = createVirtualClock();
  const renewals: (readonly number[])[] = [];
  // The first answer arrives, and the second, which claimed row 2, is lost.
  const answers = [{ claimed: [{ id: 1 }], nextInMs: 100 }, null];
  const runner = createRunner({
    clock,
    random: createSeededRandom(1),
    log: createRecordingLog(),
    name: "Test",
    store: { releaseClaims: async () => {} },
    upkeep: async () => {},
  });
  runner.add<{ id: number }, number>({
    concurrency: 2,
    perDestination: 2,
    destinationOf: () => "receiver",
    longestWaitMs: 1000,
    settleAndClaim: async () => {
      const answer = answers.shift();
      if (answer === null) throw new Error("answer lost");
      return answer ?? { claimed: [], nextInMs: null };
    },
    renew: async ({ ids }: Renewal) => void renewals.push(ids),
    work: () => new Promise(() => {}),
  });
  runner.start();
  await clock.advance(5000, () => new Promise((resolve) => setImmediate(resolve)));
  expect(renewals.length).toBeGreaterThan(2);
  expect(new Set(renewals.flat())).toEqual(new Set([1]));
});
