/** Leases and activations: which revision the servers of one store give their readers. */
import { describe, expect, test } from "bun:test";
import { type ActivationStore, MARGIN_MS } from "../../../src/store/mod.ts";
import { change, type OpenPlace } from "./place.ts";

export function activationContract(open: OpenPlace): void {
  async function twoServers() {
    const place = await open();
    const stores = [await place.connect(), await place.connect()] as const;
    for (let revision = 0; revision < 4; revision++) await change(stores[0]);
    const [one, other] = stores.map(({ activation }) => activation as ActivationStore) as [
      ActivationStore,
      ActivationStore,
    ];
    return {
      place,
      one,
      other,
      renewOne: (held: number) => one.renew({ server: "one", held }),
      renewOther: (held: number) => other.renew({ server: "other", held }),
      [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
    };
  }

  describe("a lease", () => {
    test("is given to every server; the first revision that any holds is activated at once", async () => {
      await using it = await twoServers();
      const first = await it.renewOne(3);
      const activation = { revision: 3, previous: null, inMs: 0 };
      expect(first).toEqual({ leaseMs: expect.any(Number), activation, newest: 3, isAlone: true });
      expect(await it.renewOther(2)).toEqual({ ...first, isAlone: false });
    });

    test("that is given back, or ends, makes the others alone", async () => {
      await using it = await twoServers();
      await it.renewOne(1);
      expect(await it.renewOther(1)).toMatchObject({ isAlone: false });
      await it.one.leave("one");
      expect(await it.renewOther(1)).toMatchObject({ isAlone: true });
      const { leaseMs } = await it.renewOne(1);
      await it.place.pass(leaseMs + MARGIN_MS);
      expect(await it.renewOther(1)).toMatchObject({ isAlone: true });
    });

    test("asked for by many at the same time is given to each", async () => {
      await using it = await twoServers();
      const stores = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? it.one : it.other));
      const renewAll = () => Promise.all(stores.map((store, at) => store.renew({ server: `s${at}`, held: 1 })));
      await renewAll();
      expect((await renewAll()).map(({ isAlone }) => isAlone)).toEqual(Array(12).fill(false));
    });
  });

  describe("an activation", () => {
    test("waits until all live servers hold the revision, then for the end of the leases that do not know of it", async () => {
      await using it = await twoServers();
      const { leaseMs } = await it.renewOne(1);
      await it.renewOther(1);
      await it.place.pass(100);
      expect(await it.renewOne(2)).toMatchObject({ activation: { revision: 1 }, newest: 2 });
      await it.place.pass(100);
      const { activation: planned } = await it.renewOther(2);
      expect(planned).toEqual({ revision: 2, previous: 1, inMs: leaseMs + MARGIN_MS - 100 });
      await it.place.pass(planned.inMs);
      expect((await it.renewOne(2)).activation).toMatchObject({ revision: 2, inMs: 0 });
    });

    test("does not wait for a server whose lease has ended", async () => {
      await using it = await twoServers();
      const { leaseMs } = await it.renewOne(1);
      await it.renewOther(1);
      await it.place.pass(leaseMs + MARGIN_MS);
      expect((await it.renewOne(2)).activation).toEqual({ revision: 2, previous: 1, inMs: 0 });
    });

    test("goes back only where the store itself did", async () => {
      await using it = await twoServers();
      const { leaseMs } = await it.renewOne(4);
      expect((await it.renewOne(3)).activation.revision).toBe(4);
      await it.place.pass(leaseMs + MARGIN_MS);
      // As after a restore: the store has four revisions, and an earlier history had seven.
      await it.renewOne(7);
      await it.place.pass(leaseMs + MARGIN_MS);
      expect((await it.renewOne(4)).activation).toMatchObject({ revision: 4, previous: 7 });
    });
  });
}
