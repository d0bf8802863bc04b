import { expect, test } from "bun:test";
import { CLOCK_STEP_MS, type Fleet, LEASE_MS, MARGIN_MS } from "../../src/store/activation/fleet.ts";
import { renewLease } from "../../src/store/activation/renew.ts";
import type { Renewal } from "../../src/store/mod.ts";

const asked: Renewal = { server: "", number: 1, heard: 0, isSilent: false, held: [1], seen: 1, wentBack: null };

function granted(fleet: Fleet | null, server: string, now: number, held: readonly number[] = [1]) {
  const renewed = renewLease(fleet, { ...asked, server, held }, { now, epoch: "" });
  if (renewed === null) throw new Error("The renewal was overtaken");
  return renewed;
}

test("a lease ends later for others than for the server that has it, whose clock may have read a later instant", () => {
  const { fleet, standing } = granted(null, "one", 1000);
  expect(standing.leaseMs).toBe(LEASE_MS);
  const ends = 1000 + LEASE_MS;
  expect(granted(fleet, "other", ends + CLOCK_STEP_MS).standing.isAlone).toBe(false);
  expect(granted(fleet, "other", ends + CLOCK_STEP_MS, [1, 2]).fleet.activation?.revision).toBe(1);
  expect(granted(fleet, "other", ends + MARGIN_MS, [1, 2]).fleet.activation).toMatchObject({ revision: 2 });
});
