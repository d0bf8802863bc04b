/** Leases and activations: which revision the servers of one store give their readers. */
import { describe, expect, test } from "bun:test";
import { LEASE_MS, type LeaseRenewal, type LeaseState, MARGIN_MS, type Store } from "../../../src/store/mod.ts";
import type { OpenPlace } from "./place.ts";

/** A server that hears every answer. */
class AskingServer {
  #number = 0;
  #heard = 0;

  constructor(
    private readonly name: string,
    private readonly store: Store,
  ) {}

  async asks(held: readonly number[], fields: Partial<LeaseRenewal> = {}): Promise<LeaseState> {
    const number = ++this.#number;
    const renewal = {
      server: this.name,
      number,
      heard: this.#heard,
      isSilent: false,
      held,
      seen: 0,
      wentBack: null,
      ...fields,
    };
    const standing = await this.store.activation.renew(renewal);
    if (standing === null) throw new Error(`${this.name} was overtaken`);
    this.#heard = number;
    return standing;
  }
}

export function activationContract(open: OpenPlace): void {
  async function twoServers() {
    const place = await open();
    const stores = [await place.connect(), await place.connect()] as const;
    const [one, other] = [new AskingServer("one", stores[0]), new AskingServer("other", stores[1])];
    return { place, stores, one, other, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
  }

  describe("a lease", () => {
    test("is given to who holds what is activated; the first revision that anybody holds is, at once", async () => {
      await using it = await twoServers();
      expect(await it.one.asks([])).toMatchObject({ leaseMs: 0, activation: null, isAlone: true });
      const first = await it.one.asks([3], { isSilent: true });
      expect(first).toMatchObject({ leaseMs: LEASE_MS, activation: { revision: 3, inMs: 0 }, isAlone: true });
      expect(await it.other.asks([2])).toMatchObject({ leaseMs: 0, activation: { revision: 3 }, isAlone: false });
      expect(await it.other.asks([3])).toMatchObject({ leaseMs: LEASE_MS, activation: { revision: 3 } });
    });

    test("that is given back, or ends, makes the others alone", async () => {
      await using it = await twoServers();
      await it.one.asks([1], { isSilent: true });
      expect(await it.other.asks([1])).toMatchObject({ isAlone: false });
      await it.stores[0].activation.leave("one");
      expect(await it.other.asks([1])).toMatchObject({ isAlone: true });
      await it.one.asks([1]);
      await it.place.pass(LEASE_MS + MARGIN_MS);
      expect(await it.other.asks([1])).toMatchObject({ isAlone: true });
    });

    test("is not given for a request that a later one has overtaken", async () => {
      await using it = await twoServers();
      const renewal = { server: "one", heard: 0, isSilent: false, held: [1], seen: 0, wentBack: null };
      expect(await it.stores[0].activation.renew({ ...renewal, number: 2 })).not.toBeNull();
      expect(await it.stores[0].activation.renew({ ...renewal, number: 1 })).toBeNull();
    });

    test("asked for by many at the same time is given to each", async () => {
      await using it = await twoServers();
      const servers = Array.from({ length: 12 }, (_, k) => new AskingServer(`s${k}`, it.stores[k % 2 === 0 ? 0 : 1]));
      await Promise.all(servers.map((server) => server.asks([1])));
      const again = await Promise.all(servers.map((server) => server.asks([1])));
      expect(again.map(({ leaseMs }) => leaseMs)).toEqual(Array(12).fill(LEASE_MS));
    });
  });

  describe("an activation", () => {
    test("waits until all leaseholders hold the revision, then for the end of the leases that do not know of it", async () => {
      await using it = await twoServers();
      await it.one.asks([1], { isSilent: true });
      await it.other.asks([1]);
      expect((await it.other.asks([1], { seen: 2 })).leaseMs).toBeLessThan(LEASE_MS);
      const short = await it.one.asks([1, 2]);
      expect(short).toMatchObject({ activation: { revision: 1 }, newest: 2 });
      expect(short.leaseMs).toBeLessThan(LEASE_MS);
      await it.one.asks([1, 2]);
      const { activation: planned } = await it.other.asks([1, 2]);
      expect(planned).toMatchObject({ revision: 2, previous: 1 });
      expect(planned?.inMs).toBeGreaterThanOrEqual(short.leaseMs);
      expect(planned?.inMs).toBeLessThan(LEASE_MS);
      await it.place.pass(planned?.inMs ?? 0);
      expect((await it.one.asks([1, 2])).activation).toMatchObject({ revision: 2, inMs: 0 });
    });

    test("does not wait for a server whose lease has ended", async () => {
      await using it = await twoServers();
      await it.one.asks([1], { isSilent: true });
      await it.other.asks([1]);
      await it.place.pass(LEASE_MS + MARGIN_MS);
      expect((await it.one.asks([1, 2], { isSilent: true })).activation).toMatchObject({ revision: 2, inMs: 0 });
      expect(await it.other.asks([1])).toMatchObject({ leaseMs: 0 });
    });

    test("goes back only where the store itself did", async () => {
      await using it = await twoServers();
      await it.one.asks([7], { isSilent: true });
      expect((await it.one.asks([7, 4], { isSilent: true })).activation).toMatchObject({ revision: 7 });
      const wentBack = { activated: 7, edition: 4 };
      expect((await it.one.asks([7, 4], { isSilent: true, wentBack })).activation).toMatchObject({ revision: 4 });
    });
  });
}
