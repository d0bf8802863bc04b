import { expect, test } from "bun:test";
import { digestOf, Representation } from "../../src/http/representation.ts";
import { Poller } from "../../src/server/poller.ts";
import { releaseBodies } from "../../src/server/publisher/collect_garbage.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const settled = () => Promise.resolve();
const HALF_A_MINUTE = 30_000;

function documentOf(size: number): Representation {
  const parts = [new Uint8Array(size).fill(32), new TextEncoder().encode("{}\n")];
  const digest = digestOf(Buffer.concat(parts));
  const bodies = new Map([["identity", parts] as const]);
  return new Representation({ contentType: "application/json", digest, bodies, lastModified: null });
}

test("releaseBodies() gives up the Blob of a large body once nobody has asked for it for a while; the next gets the same", async () => {
  const clock = createVirtualClock();
  const [large, small] = [documentOf(8 << 20), documentOf(1000)];
  let collections = 0;
  const stop = releaseBodies(
    new Poller(clock, () => {}),
    () => [large, small],
    () => void collections++,
  );
  const sent = [large.body, small.body];
  await clock.advance(HALF_A_MINUTE, settled);
  expect(collections).toBe(0);
  await clock.advance(HALF_A_MINUTE, settled);
  expect(collections).toBe(1);
  expect([large.body === sent[0], small.body === sent[1]]).toEqual([false, true]);
  expect(await large.body.bytes()).toEqual((await sent[0]?.bytes()) ?? new Uint8Array(0));
  stop();
  expect(clock.nextAlarmAt()).toBeNull();
});
