import { expect, test } from "bun:test";
import {
  CLOCK_STEP_MS,
  type Fleet,
  LEASE_MS,
  MARGIN_MS,
  PATIENCE_MS,
  renewLease,
  SHORT_LEASE_MS,
} from "../../src/store/fleet.ts";
import type { LeaseRenewal } from "../../src/store/mod.ts";

const asked: LeaseRenewal = { server: "", number: 1, heard: 0, isSilent: false, held: [1], seen: 1, wentBack: null };

function granted(fleet: Fleet | null, now: number, renewal: Partial<LeaseRenewal>) {
  const renewed = renewLease(fleet, { ...asked, ...renewal }, { now, epoch: "" });
  if (renewed === null) throw new Error("The renewal was overtaken");
  return renewed;
}

test("a lease ends later for others than for the server that has it, whose clock may have read a later instant", () => {
  const { fleet, standing } = granted(null, 1000, { server: "one" });
  expect(standing.leaseMs).toBe(LEASE_MS);
  const ends = 1000 + LEASE_MS;
  const later = (ms: number, held: readonly number[]) => granted(fleet, ends + ms, { server: "other", held });
  expect(later(CLOCK_STEP_MS, [1]).standing.isAlone).toBe(false);
  expect(later(CLOCK_STEP_MS, [1, 2]).fleet.activation?.revision).toBe(1);
  expect(later(MARGIN_MS, [1, 2]).fleet.activation).toMatchObject({ revision: 2 });
});

/** A store that servers ask one after another. */
function store() {
  let fleet: Fleet | null = null;
  const numbers = new Map<string, number>();
  return function ask(server: string, now: number, held: readonly number[], isSilent = false) {
    const number = (numbers.get(server) ?? 0) + 1;
    numbers.set(server, number);
    const renewed = granted(fleet, now, { server, number, heard: number - 1, isSilent, held, seen: 2 });
    fleet = renewed.fleet;
    return renewed.standing;
  };
}

test("nobody loses the lease for a revision that only a server holds which was not heard of since its own ended", () => {
  const ask = store();
  for (const server of ["one", "other"]) ask(server, 0, [1]);
  ask("gone", 100, [2]);
  for (let now = 200; now < PATIENCE_MS + 5000; now += 100) {
    const leases = ["one", "other"].map((server) => ask(server, now, [1]).leaseMs);
    expect([now, ...leases]).toEqual([now, SHORT_LEASE_MS, SHORT_LEASE_MS]);
  }
});
