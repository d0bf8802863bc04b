/** The jobs endpoint among strangers: what a request without a valid token costs, and what it may take from others. */
import { describe, expect, test } from "bun:test";
import { createDoorToken, revokeDoorToken } from "../../src/owner/take_jobs.ts";
import { JobsDoor } from "../../src/server/jobs_door.ts";
import { BodyReader } from "../../src/server/spool_body.ts";
import { type OwnerActs, openActs } from "../../src/server/workers/open_acts.ts";
import { Workshop } from "../support/command_line.ts";
import { createRecordingLog } from "../support/recording_log.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const JANE = { customer_name: "Jane Doe", email: "jane@example.com", finished: "2026-05-20", reference: "A-1" };
const HERE = "192.0.2.1";

/** The endpoint over a store of its own, which counts the calls of each act. */
async function openDoor() {
  const shop = new Workshop();
  const create = (name: string) =>
    shop.withStore((store) => createDoorToken(store, name, { randomBytes: (count) => Buffer.alloc(count, name) }));
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
  const business = { database: shop.database, acts };
  const door = new JobsDoor({
    ...{ clock, log, businessOf: () => business },
    bodies: new BodyReader({ mostHeldBytes: 16 << 20, mostHeldOfAllBytes: 64 << 20 }),
  });
  const post = async (given: string | null, address = HERE, body: unknown = JANE, key?: string) => {
    const headers = {
      "Content-Type": "application/json",
      ...(given !== null && { Authorization: `Bearer ${given}` }),
      ...(key !== undefined && { "Idempotency-Key": key }),
    };
    const sent = new Request("http://localhost/api/jobs", { method: "POST", headers, body: JSON.stringify(body) });
    const answer = await door.answer(sent, address);
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
    ...{ passing, shop, create, token, calls, gates, clock, log, post },
    [Symbol.dispose]: () => shop[Symbol.dispose](),
  };
}

describe("POST /api/jobs without a valid token", () => {
  test("reads the store once, however many guesses come from however many addresses", async () => {
    using door = await openDoor();
    const guesses = Array.from({ length: 300 }, (_, at) => door.post(`gwj_guess${at}`, `192.0.2.${at % 250}`));
    const statuses = new Set((await Promise.all(guesses)).map(({ status }) => status));
    expect([...statuses].filter((status) => ![401, 503].includes(status))).toEqual([]);
    for (let at = 0; at < 200; at++) expect((await door.post("gwj_guess", `198.51.100.${at}`)).status).toBe(401);
    expect(door.calls).toEqual(["tokenDigests"]);
    expect((await door.post(door.token)).status).toBe(202);
  });

  test("takes no place from a program with one, even while the store cannot be read", async () => {
    using door = await openDoor();
    expect((await door.post(door.token)).status).toBe(202);
    const { promise, resolve } = Promise.withResolvers<void>();
    door.gates.set("tokenDigests", promise);
    await door.create("other");
    const guesses = Array.from({ length: 200 }, (_, at) => door.post(`gwj_guess${at}`, `192.0.2.${at}`));
    const sent = Array.from({ length: 40 }, (_, at) => door.post(door.token, HERE, { ...JANE, reference: `B-${at}` }));
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 202));
    resolve();
    await door.passing(Promise.all(guesses));
  });

  test("is answered 429 from an address that goes on, from which a valid token is still taken", async () => {
    using door = await openDoor();
    const statuses = [];
    for (let at = 0; at < 40; at++) statuses.push((await door.post(at % 2 === 0 ? null : "gwj_guess")).status);
    expect(statuses).toEqual(statuses.map((_, at) => (at < 30 ? 401 : 429)));
    expect((await door.post("gwj_guess")).headers.get("Retry-After")).toBe("2");
    expect((await door.post(null, "192.0.2.2")).status).toBe(401);
    expect((await door.post(door.token)).status).toBe(202);
  });

  test("takes a new token at once, and refuses a revoked one at once", async () => {
    using door = await openDoor();
    const [other, third] = ["other", "third"];
    const token = await door.create(other);
    expect((await door.post("gwj_guess")).status).toBe(401);
    expect((await door.post(token)).status).toBe(202);
    await door.shop.withStore((store) => revokeDoorToken(store, other));
    expect((await door.post(token)).status).toBe(401);
    expect((await door.passing(door.post(await door.create(third)))).status).toBe(202);
  });
});

describe("POST /api/jobs with a valid token", () => {
  test("names the first 20 refused rows and counts the others, which is all that is kept with the key", async () => {
    using door = await openDoor();
    const rows = [JANE, ...Array.from({ length: 5000 }, () => ({ finished: "2026-05-20" }))];
    const answer = await door.post(door.token, HERE, rows, "k1");
    expect([answer.status, answer.json.accepted, answer.json.refused.length, answer.json.more_refused]).toEqual([
      202, 1, 20, 4980,
    ]);
    expect(answer.text.length).toBeLessThan(4000);
    expect((await door.post(door.token, HERE, rows, "k1")).text).toBe(answer.text);
    const none = await door.post(
      door.token,
      HERE,
      rows.slice(1).map((row) => ({ ...row, email: "canary at example" })),
    );
    expect([none.status, none.json.issues.length, none.json.more_issues]).toEqual([422, 20, 4980]);
  });

  test("is answered 500 after an unexpected error, and 503 only after trouble with the database", async () => {
    using door = await openDoor();
    expect((await door.post(door.token)).status).toBe(202);
    door.gates.set("takeJobs", Promise.reject(new RangeError("not an integer")));
    const failed = await door.post(door.token);
    expect([failed.status, failed.json.issues[0].code]).toEqual([500, "internal"]);
    expect(failed.text).not.toContain("database");
    door.gates.delete("takeJobs");
    door.shop.write("goodword.sqlite", "no database at all");
    expect((await door.post(door.token)).status).toBe(503);
  });

  test.each([["1794800000123456"], [1794800000123456], ["1794800000.123456"], [1e300], [-1e300], ["9".repeat(400)]])(
    "answers 202 or 422 to the date %p",
    async (finished) => {
      using door = await openDoor();
      expect([202, 422]).toContain((await door.post(door.token, HERE, { ...JANE, finished })).status);
    },
  );
});
