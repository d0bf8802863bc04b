/** Requests that come before the reviews are there. */
import { expect, test } from "bun:test";
import { createStartupGate } from "../../src/server/startup_gate.ts";

test("who waits for the start is not cut for being idle, and everybody later may be", async () => {
  const business = { document: () => undefined, handle: async () => new Response("all reviews") };
  const reception = createStartupGate(business);
  const kept: string[] = [];
  const limited: string[] = [];
  const ask = (name: string) => {
    const client = {
      clientAddress: "192.0.2.1",
      keepOpen: () => void kept.push(name),
      limitIdle: () => void limited.push(name),
      cut() {},
    };
    return reception.handle(new Request("http://goodword.test/api/reviews/search"), client);
  };
  const early = ask("early");
  reception.open();
  reception.started();
  expect(await (await early).text()).toBe("all reviews");
  expect(await (await ask("late")).text()).toBe("all reviews");
  expect(kept).toEqual(["early"]);
  expect(limited).toEqual(["early"]);
});
