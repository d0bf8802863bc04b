/** Computed answers take turns: who waits for whom, and who is refused. */
import { describe, expect, test } from "bun:test";
import { Admission, type AdmissionLimits, createRateGuard, INTERNAL_CLIENT } from "../../src/http/admission.ts";
import type { ResponseOrPromise } from "../../src/http/operation.ts";
import { Outgoing } from "../../src/http/outgoing.ts";
import { CLIENT } from "../support/client.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const TURN_MS = 5;

/** An admission whose turns the test starts, and which notes what was computed, in order. */
function stage(limits: Partial<AdmissionLimits> = {}, perMinute = 0) {
  const clock = createVirtualClock();
  const turns: (() => void)[] = [];
  const computed: string[] = [];
  const admission = new Admission({
    clock,
    rateGuard: createRateGuard(perMinute, clock),
    outgoing: new Outgoing(clock, { maxUnsentBytes: 1 << 20, maxUnsentBytesPerClient: 1 << 20 }),
    nextTurn: (run) => turns.push(run),
    limits: { turnMs: TURN_MS, ...limits },
  });
  const client = (clientAddress: string) => ({ ...CLIENT, clientAddress });
  /** Asks for an answer that takes a turn's whole time. */
  const ask = (address: string, name: string, answerOf: () => ResponseOrPromise = () => new Response(name)) =>
    admission.answer(client(address), () => {
      computed.push(name);
      clock.jump(TURN_MS);
      return answerOf();
    });
  const nextTurn = () => turns.shift()?.();
  return { admission, client, computed, ask, nextTurn, clock };
}

const statusOf = async (answer: ResponseOrPromise) => (await answer).status;

describe("Admission", () => {
  test("computes at once what has the time of a turn, and the rest one turn after the other", async () => {
    const { ask, computed, nextTurn } = stage();
    const first = ask("a", "1");
    expect(first).toBeInstanceOf(Response);
    const others = [ask("a", "2"), ask("a", "3")];
    expect(computed).toEqual(["1"]);
    nextTurn();
    expect(computed).toEqual(["1", "2"]);
    nextTurn();
    expect(computed).toEqual(["1", "2", "3"]);
    expect(await Promise.all(others.map(async (answer) => (await answer).text()))).toEqual(["2", "3"]);
  });

  test("takes clients in rotation, however much one of them asks for", () => {
    const { ask, computed, nextTurn } = stage();
    for (const name of ["a1", "a2", "a3"]) void ask("a", name);
    void ask("b", "b1");
    void ask("c", "c1");
    for (let turn = 0; turn < 4; turn++) nextTurn();
    expect(computed).toEqual(["a1", "a2", "b1", "c1", "a3"]);
  });

  test("refuses a client beyond its share with 429, all beyond theirs with 503, each with Retry-After", async () => {
    const { ask } = stage({ maxWaitingPerClient: 2, maxWaiting: 3 });
    for (const name of ["1", "2", "3"]) void ask("a", name);
    const beyond = await ask("a", "4");
    expect([beyond.status, beyond.headers.get("retry-after")]).toEqual([429, "5"]);
    void ask("b", "5");
    const full = await ask("c", "6");
    expect([full.status, full.headers.get("retry-after")]).toEqual([503, "5"]);
  });

  test("holds so many bytes of bodies for a client and for all, any body alone, and small ones always", async () => {
    const { admission, client } = stage({ maxHeldBytesPerClient: 100_000, maxHeldBytes: 250_000 });
    const { promise, resolve } = Promise.withResolvers<Response>();
    const hold = (address: string, bytes: number, answer = () => promise) =>
      admission.holding(client(address), bytes, answer);
    const answered = async () => new Response();
    const first = [hold("a", 200_000), hold("b", 50_000)];
    expect(await statusOf(hold("a", 20_000, answered))).toBe(429);
    expect(await statusOf(hold("c", 20_000, answered))).toBe(503);
    expect(await statusOf(hold("a", 10_000, answered))).toBe(200);
    resolve(new Response());
    await Promise.all(first);
    expect(await statusOf(hold("a", 20_000, answered))).toBe(200);
  });

  test("limits a client's answers that run beyond their turn, and runs other clients' in the meantime", async () => {
    const { ask, computed, nextTurn } = stage({ maxRunningPerClient: 1 });
    const { promise, resolve } = Promise.withResolvers<Response>();
    const slow = ask("a", "slow", () => promise);
    const second = ask("a", "second");
    const other = ask("b", "other");
    nextTurn();
    nextTurn();
    expect(computed).toEqual(["slow", "other"]);
    resolve(new Response("slow"));
    await slow;
    await other;
    nextTurn();
    await second;
    expect(computed).toEqual(["slow", "other", "second"]);
  });

  test("computes nothing for a client that is gone when its turn comes, and goes on with the next at once", async () => {
    const { admission, ask, client, computed, nextTurn } = stage();
    void ask("a", "1");
    let isGone = false;
    const leaving = {
      ...client("a"),
      get isGone() {
        return isGone;
      },
    };
    const left = Array.from({ length: 50 }, () =>
      admission.answer(leaving, () => new Response(String(computed.push("left")))),
    );
    const next = ask("a", "2");
    isGone = true;
    nextTurn();
    expect(computed).toEqual(["1", "2"]);
    expect(await statusOf(next)).toBe(200);
    expect(await Promise.all(left.map(statusOf))).toEqual(Array(50).fill(400));
  });

  test("a failure is that of its own request, and the next has its turn", async () => {
    const { ask, nextTurn } = stage();
    void ask("a", "1");
    const failing = ask("a", "2", () => {
      throw new Error("no such thing");
    });
    const next = ask("a", "3");
    nextTurn();
    nextTurn();
    expect((async () => failing)()).rejects.toThrow("no such thing");
    expect(await statusOf(next)).toBe(200);
  });

  test("work that goes on takes further turns, between those of others", async () => {
    const { admission, ask, client, computed, nextTurn } = stage();
    void ask("a", "1");
    const going = admission.turn(client("a")).then(() => computed.push("on"));
    void ask("b", "2");
    nextTurn();
    await going;
    expect(computed).toEqual(["1", "on"]);
    nextTurn();
    expect(computed).toEqual(["1", "on", "2"]);
  });

  test("what the service asks of itself is part of the turn under way", async () => {
    const { admission, ask } = stage({ maxWaiting: 0 });
    void ask("a", "1");
    expect(await statusOf(admission.answer(INTERNAL_CLIENT, () => new Response("inner")))).toBe(200);
  });

  test("counts against the owner's limit before anything is computed", async () => {
    const { ask, computed, nextTurn } = stage({}, 2);
    const answers = [ask("a", "1"), ask("a", "2"), ask("a", "3"), ask("b", "4")];
    nextTurn();
    nextTurn();
    expect(await Promise.all(answers.map(statusOf))).toEqual([200, 200, 429, 200]);
    expect(computed).toEqual(["1", "2", "4"]);
    const last = ask("b", "5");
    nextTurn();
    expect((await last).headers.get("ratelimit")).toBe('"work";r=0;t=60');
  });
});
