import { expect, test } from "bun:test";
import type { Published } from "../../src/publication/publishing/mod.ts";
import { LeaseKeeper } from "../../src/server/lease_keeper.ts";
import { ActivePublication, type Lease } from "../../src/server/publisher/active_publication.ts";
import { type Fleet, LEASE_MS, type LeaseRenewal, type LeaseState, renewLease } from "../../src/store/mod.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

/** A lease of a server that is alone: what it holds is activated at once. */
function loneLease(): Lease {
  const held = new Set<number>();
  const newest = () => Math.max(0, ...held);
  return {
    listen: () => {},
    hold: (revision) => void held.add(revision),
    giveUp: (revision) => void held.delete(revision),
    isHeld: (revision) => held.has(revision),
    served: () => ({ kind: "serve", revision: newest(), until: Number.POSITIVE_INFINITY }),
    unleased: () => null,
    get activated() {
      return newest();
    },
    get newest() {
      return newest();
    },
    isAlone: true,
    isFailing: false,
  };
}

/** A lease whose words a test chooses. */
function toldLease(): { lease: Lease; says: (served: ReturnType<Lease["served"]>, unleased: number | null) => void } {
  let told: { readonly served: ReturnType<Lease["served"]>; readonly unleased: number | null } = {
    served: { kind: "over" },
    unleased: null,
  };
  const lease = { ...loneLease(), isAlone: false, served: () => told.served, unleased: () => told.unleased };
  return {
    lease,
    says(served, unleased) {
      told = { served, unleased };
    },
  };
}

const PATH = "/feed.xml";

function publishedAs(revision: number): Published {
  return { publication: { revision }, documents: new Map([[PATH, revision]]) } as unknown as Published;
}

test("who waits for the first publication is given the present one, and the first is not held on to", async () => {
  const [readiness, clock] = [{ report: () => {} }, { elapsed: () => 0 }];
  const served = new ActivePublication({ lease: loneLease(), readiness, clock, onActivated: () => {} });
  const waiting = served.ready();
  served.offer(publishedAs(1));
  expect((await waiting).publication.revision).toBe(1);
  served.offer(publishedAs(2));
  expect((await served.ready()).publication.revision).toBe(2);
});

test("a read that came in with a lease is not answered with what is only prepared, when the lease ends meanwhile", () => {
  const { lease, says } = toldLease();
  const [readiness, clock] = [{ report: () => {} }, { elapsed: () => 0 }];
  const served = new ActivePublication({ lease, readiness, clock, onActivated: () => {} });
  const shown = () => served.current?.publication.revision;
  says({ kind: "serve", revision: 1, until: 0 }, null);
  served.offer(publishedAs(1));
  served.offer(publishedAs(2));
  expect(shown()).toBe(1);
  says({ kind: "over" }, 2);
  expect(shown()).toBe(1);
  says({ kind: "wait", until: 0 }, 2);
  expect(shown()).toBe(1);
  says({ kind: "over" }, 2);
  served.goOnWithoutLease();
  expect(shown()).toBe(2);
  says({ kind: "over" }, 1);
  served.goOnWithoutLease();
  expect(shown()).toBe(2);
});

/** A keeper over the protocol itself, whose answers wait for a test. */
function keeperOfOne() {
  const virtual = createVirtualClock(0);
  const clock = { elapsed: () => virtual.now(), after: virtual.after };
  const stage = { fleet: null as Fleet | null, isAway: false, asked: [] as LeaseRenewal[] };
  let answers: (() => void)[] = [];
  const store = {
    renew: (renewal: LeaseRenewal) => {
      stage.asked.push(renewal);
      if (stage.isAway) return Promise.reject(new Error("the store is away"));
      const renewed = renewLease(stage.fleet, renewal, { now: virtual.now(), epoch: "" });
      stage.fleet = renewed?.fleet ?? stage.fleet;
      return new Promise<LeaseState | null>((resolve) => answers.push(() => resolve(renewed?.standing ?? null)));
    },
    leave: async () => {},
  };
  const lease = new LeaseKeeper({ store, server: "one", clock });
  const served = new ActivePublication({ lease, readiness: { report: () => {} }, clock, onActivated: () => {} });
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const pass = (ms: number) => virtual.advance(ms, settled);
  return {
    ...{ lease, served, stage, pass },
    shown: (): unknown => [served.isServing, served.document(PATH) ?? null],
    async answer(): Promise<void> {
      for (const each of answers) each();
      answers = [];
      await pass(1);
    },
  };
}

test("a server that gives its lease back answers nobody, not with documents either, until it is told more", async () => {
  const { lease, served, pass, answer, shown } = keeperOfOne();
  served.offer(publishedAs(1));
  await pass(1);
  await answer();
  expect(shown()).toEqual([true, 1]);
  served.offer(publishedAs(2));
  await pass(1);
  expect(shown()).toEqual([false, null]);
  await answer();
  expect(shown()).toEqual([true, 2]);
  lease.stop();
});

test("a server that has left answers nobody, not with documents either", async () => {
  const { lease, served, pass, answer, shown } = keeperOfOne();
  served.offer(publishedAs(1));
  await pass(1);
  await answer();
  await lease.leave();
  expect(shown()).toEqual([false, null]);
});

test("a server whose store went back keeps its lease while it renews it, once that is activated", async () => {
  const { lease, pass, answer, stage } = keeperOfOne();
  lease.hold(7);
  await pass(1);
  await answer();
  lease.saw({ edition: 4, activated: lease.activated });
  lease.hold(4);
  await pass(1);
  await answer();
  expect(lease.served()).toMatchObject({ kind: "serve", revision: 4 });
  lease.giveUp(7);
  for (let renewal = 0; renewal < 3; renewal++) {
    await answer();
    await pass(LEASE_MS / 3);
  }
  await answer();
  expect(stage.asked.at(-1)?.isSilent).toBe(false);
  stage.isAway = true;
  await pass(LEASE_MS / 3 + 10);
  expect(lease.served()).toMatchObject({ kind: "serve", revision: 4 });
  lease.stop();
});
