/** Which requests a server answers while it has no lease. */
import { expect, test } from "bun:test";
import { createLeaseGate, FALLBACK_HEADER } from "../../src/server/lease_gate.ts";
import { LeaseKeeper } from "../../src/server/lease_keeper.ts";
import { type Fleet, LEASE_MS, renewLease } from "../../src/store/mod.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A server whose store may be away. */
async function leasedServer() {
  const clock = createVirtualClock(0);
  const steady = { elapsed: () => clock.now(), after: clock.after };
  const stage = { isAway: false, fallbacks: 0, fleet: null as Fleet | null };
  const lease = new LeaseKeeper({
    server: "one",
    clock: steady,
    store: {
      async renew(renewal) {
        if (stage.isAway) throw new Error("the database is away");
        const renewed = renewLease(stage.fleet, renewal, { now: clock.now(), epoch: "" });
        stage.fleet = renewed?.fleet ?? stage.fleet;
        return renewed?.standing ?? null;
      },
      async leave() {},
    },
  });
  lease.hold(1);
  await lease.renew();
  const refusalOf = createLeaseGate({
    lease,
    clock: steady,
    isServing: () => lease.served().kind === "serve",
    hasServed: () => true,
    onFallback: () => stage.fallbacks++,
  });
  const pass = (ms: number) => clock.advance(ms, settle);
  const ask = (path: string, headers: Record<string, string> = {}) =>
    refusalOf(new Request(`http://goodword.test${path}`, { headers }));
  return { stage, lease, pass, ask };
}

test("a server with a lease admits every request", async () => {
  const { ask } = await leasedServer();
  expect(await ask("/reviews.json")).toBeNull();
});

test("a server whose lease is over answers reads with 503 and Retry-After, and goes on to tell of itself", async () => {
  const { stage, pass, ask } = await leasedServer();
  stage.isAway = true;
  await pass(LEASE_MS);
  const refused = ask("/reviews.json");
  await pass(LEASE_MS);
  const response = await refused;
  expect(response?.status).toBe(503);
  expect(response?.headers.get("Retry-After")).toBe("1");
  for (const path of ["/healthz", "/readyz", "/api/websub/hub"]) expect(await ask(path)).toBeNull();
});

test("a read that the balancer marks since all servers are unready is admitted without a lease, and counted", async () => {
  const { stage, pass, ask } = await leasedServer();
  stage.isAway = true;
  await pass(LEASE_MS);
  expect(await ask("/reviews.json", { [FALLBACK_HEADER]: "all-unready" })).toBeNull();
  expect(stage.fallbacks).toBe(1);
});

test("a server that was stopped for longer than its lease asks for another before it answers", async () => {
  const { stage, lease, pass, ask } = await leasedServer();
  stage.isAway = true;
  await pass(LEASE_MS);
  expect(lease.served().kind).toBe("over");
  stage.isAway = false;
  const admitted = ask("/reviews.json");
  await pass(10);
  expect(await admitted).toBeNull();
  expect(lease.served()).toMatchObject({ kind: "serve", revision: 1 });
});
