/** Businesses are opened for clients in turn: a client that asks for all of them does not delay the others. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { Firms } from "../support/firms.ts";

const firms = new Firms();
const ids = Array.from({ length: 14 }, (_, index) => `firm-${index}`);
const last = ids.at(-1) ?? "";

beforeAll(async () => {
  for (const id of ids) await firms.addReviewed(id);
  await firms.serve({ TRUST_PROXY: "127.0.0.1" });
});

afterAll(() => firms[Symbol.asyncDispose]());

test("who asks for one business waits for a few openings of somebody who asks for all, that one included", async () => {
  const answered: string[] = [];
  const ask = async (id: string, client: string) => {
    const headers = { "X-Forwarded-For": client };
    expect((await firms.ask(`https://${id}.test/reviews.json`, { headers })).status).toBe(200);
    answered.push(client);
  };
  const flood = ids.map((id) => ask(id, "203.0.113.9"));
  await Promise.race(flood);
  await Promise.all([...flood, ask(last, "198.51.100.7")]);
  expect(answered.indexOf("198.51.100.7")).toBeLessThan(8);
});
