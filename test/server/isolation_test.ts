/** Nothing of one business in anything that another answers; the soak plays the same a million times. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Isolation, LEAKS, openIsolation } from "../../soak/many/isolation.ts";

let isolation: Isolation;
beforeAll(async () => {
  isolation = await openIsolation({ businesses: 3, seed: 35 });
});
afterAll(() => isolation[Symbol.asyncDispose]());

test("requests with what belongs to another business are answered as if it had never been", async () => {
  expect(await isolation.play(170)).toEqual([]);
});

test.each(Object.keys(LEAKS))("a leak would be found: %s", async (leak) => {
  expect(await isolation.play(34, leak)).not.toEqual([]);
});
