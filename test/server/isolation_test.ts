/** Nothing of one business in anything that another answers; the soak plays the same a million times. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Isolation, LEAKS, openIsolation } from "../../soak/many/isolation.ts";

/** In which a business is closed whenever another is opened, and one in which all stay open. */
let cramped: Isolation;
let roomy: Isolation;
beforeAll(async () => {
  cramped = await openIsolation({ businesses: 3, seed: 35 });
  roomy = await openIsolation({ businesses: 3, seed: 35, memoryLimit: "4GB" });
});
afterAll(() => Promise.all([cramped, roomy].map((each) => each[Symbol.asyncDispose]())));

test("requests with what belongs to another business are answered as if it had never been", async () => {
  expect(await cramped.play(170)).toEqual([]);
});

test.each(Object.keys(LEAKS))("a leak would be found: %s", async (leak) => {
  expect(await roomy.play(34, leak)).not.toEqual([]);
});
