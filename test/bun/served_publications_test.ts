import { expect, test } from "bun:test";
import { LeaseKeeper } from "../../src/bun/activation/lease_keeper.ts";
import { type Lease, ServedPublications } from "../../src/bun/activation/served_publications.ts";
import type { Published } from "../../src/publishing/mod.ts";
import { type Fleet, renewLease, type Standing } from "../../src/store/mod.ts";
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
  const served = new ServedPublications({ lease: loneLease(), readiness, clock, onActivated: () => {} });
  const waiting = served.ready();
  served.offer(publishedAs(1));
  expect((await waiting).publication.revision).toBe(1);
  served.offer(publishedAs(2));
  expect((await served.ready()).publication.revision).toBe(2);
});

test("a read that came in with a lease is not answered with what is only prepared, when the lease ends meanwhile", () => {
  const { lease, says } = toldLease();
  const [readiness, clock] = [{ report: () => {} }, { elapsed: () => 0 }];
  const served = new ServedPublications({ lease, readiness, clock, onActivated: () => {} });
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

test("a server that gives its lease back answers nobody, not with documents either, until it is told more", async () => {
  const virtual = createVirtualClock(0);
  const clock = { elapsed: () => virtual.now(), after: virtual.after };
  let fleet: Fleet | null = null;
  let answers: (() => void)[] = [];
  const store = {
    renew: (renewal: Parameters<typeof renewLease>[1]) => {
      const renewed = renewLease(fleet, renewal, { now: virtual.now(), epoch: "" });
      fleet = renewed?.fleet ?? fleet;
      return new Promise<Standing | null>((resolve) => answers.push(() => resolve(renewed?.standing ?? null)));
    },
    leave: async () => {},
  };
  const answer = () => {
    for (const each of answers) each();
    answers = [];
  };
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const lease = new LeaseKeeper({ store, server: "one", clock });
  const served = new ServedPublications({ lease, readiness: { report: () => {} }, clock, onActivated: () => {} });
  const shown = () => [served.isServing, served.document(PATH) ?? null] as readonly [boolean, unknown];
  served.offer(publishedAs(1));
  await virtual.advance(1, settled);
  answer();
  await virtual.advance(1, settled);
  expect(shown()).toEqual([true, 1]);
  served.offer(publishedAs(2));
  await virtual.advance(1, settled);
  expect(shown()).toEqual([false, null]);
  answer();
  await virtual.advance(1, settled);
  expect(shown()).toEqual([true, 2]);
  lease.stop();
});
