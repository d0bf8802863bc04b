/** `POST /api/jobs` among strangers: how little a request without a valid token costs and takes from others. */
import { describe, expect, test } from "bun:test";
import { createToken } from "../../src/owner/jobs_token.ts";
import { receiveJobs } from "../../src/owner/receive_jobs.ts";
import { systemClock } from "../../src/server/clock.ts";

import { JobsEndpoint } from "../../src/server/jobs_endpoint.ts";
import { BodyReader } from "../../src/server/spool_body.ts";
import { type OwnerActs, openActs } from "../../src/server/workers/open_acts.ts";
import { Workshop } from "../support/command_line.ts";
import { actContext } from "../support/perform.ts";
import { createRecordingLog } from "../support/recording_log.ts";
import { seededBytes } from "../support/seeded_random.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const JANE = { customer_name: "Jane Doe", email: "jane@example.com", finished: "2026-05-20", reference: "A-1" };
const HERE = "192.0.2.1";

/** The endpoint over a store of its own, which counts the calls of each act. */
async function openEndpoint() {
  const shop = new Workshop();
  const create = (name: string) =>
    shop.withStore(async (store) => {
      const context = actContext({ now: shop.now, randomBytes: (count) => Buffer.alloc(count, name) });
      const made = await createToken.perform(store, { ids: [], input: { name }, context });
      return made.kind === "done" ? made.data.token : "";
    });
  const token = await create("zapier");
  const opened = await openActs(shop.database);
  const calls: string[] = [];
  /** What an act waits for, by its name. */
  const gates = new Map<string, Promise<void>>();
  const acts = Object.fromEntries(
    Object.entries(opened).map(([name, act]) => [
      name,
      async (...given: never[]) => {
        calls.push(name);
        await gates.get(name);
        return (act as (...given: never[]) => unknown)(...given);
      },
    ]),
  ) as unknown as OwnerActs;
  const clock = createVirtualClock();
  const log = createRecordingLog();
  const business = { database: shop.database, acts, imports: acts };
  const endpoint = new JobsEndpoint({
    clock,
    log,
    businessOf: () => business,
    bodies: new BodyReader(
      { maxHeldBytes: 16 << 20, maxHeldOfAllBytes: 64 << 20, maxHeldOfSenderBytes: 64 << 20 },
      systemClock,
    ),
  });
  const post = async (given: string | null, address = HERE, body: unknown = JANE, key?: string) => {
    const headers = {
      "Content-Type": "application/json",
      ...(given !== null && { Authorization: `Bearer ${given}` }),
      ...(key !== undefined && { "Idempotency-Key": key }),
    };
    const sent = new Request("http://localhost/api/jobs", { method: "POST", headers, body: JSON.stringify(body) });
    const answer = await endpoint.answer(sent, address);
    const text = await answer.text();
    return { status: answer.status, text, json: JSON.parse(text), headers: answer.headers };
  };
  /** Lets time pass until something is done. */
  async function passing<Done>(work: Promise<Done>): Promise<Done> {
    let isDone = false;
    const ended = () => {
      isDone = true;
    };
    work.then(ended, ended);
    while (!isDone) await clock.advance(1000, () => new Promise(setImmediate));
    return work;
  }
  return {
    passing,
    shop,
    create,
    token,
    calls,
    gates,
    clock,
    log,
    post,
    [Symbol.dispose]: () => shop[Symbol.dispose](),
  };
}

describe("POST /api/jobs without a valid token", () => {
  test("reads the store once, however many guesses come from however many addresses", async () => {
    using endpoint = await openEndpoint();
    const guesses = Array.from({ length: 300 }, (_, at) => endpoint.post(`gwj_guess${at}`, `192.0.2.${at % 250}`));
    const statuses = new Set((await Promise.all(guesses)).map(({ status }) => status));
    expect([...statuses].filter((status) => ![401, 503].includes(status))).toEqual([]);
    for (let at = 0; at < 200; at++) expect((await endpoint.post("gwj_guess", `198.51.100.${at}`)).status).toBe(401);
    expect(endpoint.calls).toEqual(["validTokens"]);
    expect((await endpoint.post(endpoint.token)).status).toBe(202);
  });

  test("takes no place from a program with one, even while the store cannot be read", async () => {
    using endpoint = await openEndpoint();
    expect((await endpoint.post(endpoint.token)).status).toBe(202);
    const { promise, resolve } = Promise.withResolvers<void>();
    endpoint.gates.set("validTokens", promise);
    await endpoint.create("other");
    const guesses = Array.from({ length: 200 }, (_, at) => endpoint.post(`gwj_guess${at}`, `192.0.2.${at}`));
    const sent = Array.from({ length: 40 }, (_, at) =>
      endpoint.post(endpoint.token, HERE, { ...JANE, reference: `B-${at}` }),
    );
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 202));
    resolve();
    await endpoint.passing(Promise.all(guesses));
  });

  test("is answered 429 from an address that goes on, from which a valid token is still taken", async () => {
    using endpoint = await openEndpoint();
    const statuses = [];
    for (let at = 0; at < 40; at++) statuses.push((await endpoint.post(at % 2 === 0 ? null : "gwj_guess")).status);
    expect(statuses).toEqual(statuses.map((_, at) => (at < 30 ? 401 : 429)));
    expect((await endpoint.post("gwj_guess")).headers.get("Retry-After")).toBe("2");
    expect((await endpoint.post(null, "192.0.2.2")).status).toBe(401);
    expect((await endpoint.post(endpoint.token)).status).toBe(202);
  });
});

describe("POST /api/jobs with a valid token", () => {
  test("names the first 20 refused rows and counts the others, which is all that is kept with the key", async () => {
    using endpoint = await openEndpoint();
    const rows = [JANE, ...Array.from({ length: 5000 }, () => ({ finished: "2026-05-20" }))];
    const answer = await endpoint.post(endpoint.token, HERE, rows, "k1");
    expect([answer.status, answer.json.accepted, answer.json.refused.length, answer.json.more_refused]).toEqual([
      202, 1, 20, 4980,
    ]);
    expect(answer.text.length).toBeLessThan(4000);
    expect((await endpoint.post(endpoint.token, HERE, rows, "k1")).text).toBe(answer.text);
    const none = await endpoint.post(
      endpoint.token,
      HERE,
      rows.slice(1).map((row) => ({ ...row, email: "canary at example" })),
    );
    expect([none.status, none.json.issues.length, none.json.more_issues]).toEqual([422, 20, 4980]);
  });

  test("adds no more jobs within a day than a business may get, and nothing of a request that would", async () => {
    using shop = new Workshop();
    await shop.withStore(async (store) => {
      const rows = (from: number, count: number) =>
        Array.from({ length: count }, (_, at) => ({ ...JANE, reference: `A-${from + at}` }));
      const take = (jobs: readonly unknown[]) =>
        receiveJobs(
          store,
          { token: "zapier", body: Buffer.from(JSON.stringify(jobs)), format: "json", idempotencyKey: null },
          { now: shop.now, randomBytes: seededBytes, most: 10 },
        );
      expect((await take(rows(0, 8))).kind).toBe("accepted");
      expect(await take(rows(8, 3))).toEqual({ kind: "over_limit", most: 10 });
      expect((await take([...rows(0, 8), ...rows(8, 2)])).kind).toBe("accepted");
      expect((await take(rows(0, 10))).kind).toBe("accepted");
      expect((await take(rows(10, 1))).kind).toBe("over_limit");
      shop.now += 86_400_001;
      expect((await take(rows(10, 1))).kind).toBe("accepted");
    });
  });

  test("is answered 500 after an unexpected error, and 503 only after trouble with the database", async () => {
    using endpoint = await openEndpoint();
    expect((await endpoint.post(endpoint.token)).status).toBe(202);
    endpoint.gates.set("receiveJobs", Promise.reject(new RangeError("not an integer")));
    const failed = await endpoint.post(endpoint.token);
    expect([failed.status, failed.json.issues[0].code]).toEqual([500, "internal"]);
    expect(failed.text).not.toContain("database");
    endpoint.gates.delete("receiveJobs");
    endpoint.shop.write("goodword.sqlite", "no database at all");
    expect((await endpoint.post(endpoint.token)).status).toBe(503);
  });
});
