import { expect, test } from "bun:test";
import { BEHIND_MS, LeaseKeeper } from "../../src/server/lease_keeper.ts";
import { CLOCK_STEP_MS, type Fleet, LEASE_MS, MARGIN_MS, MAX_LEASE_MS, renewLease } from "../../src/store/mod.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

/** A fleet whose servers renew one after another. */
function fleetOf(clock = { now: 1000, epoch: "", edition: 9, leaseMs: LEASE_MS }) {
  let fleet: Fleet | null = null;
  return {
    clock,
    renew(server: string, held: number) {
      const renewed = renewLease(fleet, { server, held }, clock);
      fleet = renewed.fleet;
      return renewed.answer;
    },
  };
}

test("a lease ends later for others than for the server that has it, whose clock may have read a later instant", () => {
  const { clock, renew } = fleetOf();
  expect(renew("one", 1).leaseMs).toBe(LEASE_MS);
  clock.now += LEASE_MS + CLOCK_STEP_MS;
  expect(renew("other", 2)).toMatchObject({ isAlone: false, activation: { revision: 1 } });
  clock.now += MARGIN_MS - CLOCK_STEP_MS;
  expect(renew("other", 2)).toMatchObject({ isAlone: true, activation: { revision: 2 } });
});

test("after a restart of the database, what precedes an activation is unknown until every lease has ended", () => {
  const { clock, renew } = fleetOf();
  renew("one", 1);
  renew("one", 2);
  clock.epoch = "another";
  clock.now -= 100_000;
  const inMs = MAX_LEASE_MS + MARGIN_MS;
  expect(renew("one", 3).activation).toEqual({ revision: 2, previous: null, inMs });
  clock.now += inMs;
  expect(renew("one", 3).activation).toMatchObject({ revision: 3, previous: 2 });
});

test("a server that cannot build a revision leaves the fleet in the end, and the others show it", async () => {
  const clock = createVirtualClock();
  const { clock: database, renew } = fleetOf();
  const start = clock.now();
  const keeperOf = (server: string) => {
    const store = {
      renew: async ({ held }: { readonly held: number }) => renew(server, held),
      leave: async () => {},
    };
    return new LeaseKeeper({ store, server, clock: { elapsed: () => clock.now(), after: clock.after } });
  };
  const pass = (ms: number) =>
    clock.advance(ms, async () => {
      database.now = clock.now() - start;
      for (let round = 0; round < 10; round++) await null;
    });
  const one = keeperOf("one");
  const stuck = keeperOf("stuck");
  for (const keeper of [one, stuck]) keeper.hold(1);
  await pass(1000);
  one.hold(2);
  await pass(BEHIND_MS - 1000);
  expect([one.served(), stuck.served()]).toMatchObject([{ revision: 1 }, { revision: 1 }]);
  await pass(1000 + 2 * LEASE_MS);
  expect([one.served(), stuck.served()]).toMatchObject([{ revision: 2 }, { kind: "over" }]);
  stuck.hold(2);
  await pass(1000);
  expect(stuck.served()).toMatchObject({ revision: 2 });
});

test("the only server of a store serves what it holds", () => {
  const keeper = new LeaseKeeper({ store: null, server: "", clock: { elapsed: () => 0, after: () => () => {} } });
  expect(keeper.served()).toEqual({ kind: "over" });
  for (const revision of [0, 7, 4]) {
    keeper.hold(revision);
    expect(keeper.served()).toMatchObject({ kind: "serve", revision });
  }
});
