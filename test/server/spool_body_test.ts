/** How much of the bodies of requests is held, for whom, and for how long. */
import { expect, test } from "bun:test";
import { BodyReader } from "../../src/server/spool_body.ts";

const LIMITS = { maxHeldBytes: 100, maxHeldOfAllBytes: 300, maxHeldOfSenderBytes: 150 };
const ORDER = { maxBytes: 100, folder: null };
const NO_CLOCK = { after: () => () => {} };

/** A body of one piece that never ends. */
function endless(bytes: number): Request {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(bytes)) });
  return new Request("http://localhost:3080/login", { method: "POST", body });
}

/** Lets everything happen that waits for nothing else. */
const turnOfEvents = () => new Promise((resume) => setImmediate(resume));

test("one sender holds its share of the bytes, and others read on", async () => {
  const reader = new BodyReader(LIMITS, NO_CLOCK);
  void reader.read(endless(90), { ...ORDER, sender: "one" });
  await turnOfEvents();
  expect(await reader.read(endless(90), { ...ORDER, sender: "one" })).toBe("too_many");
  const other = new Request("http://localhost:3080/login", { method: "POST", body: "name=Olive" });
  expect(await reader.read(other, { ...ORDER, sender: "other" })).toMatchObject({ held: expect.any(Uint8Array) });
});

test("a body that does not arrive within thirty seconds is given up, and its bytes are free again", async () => {
  const alarms: { delayMs: number; alarm: () => void }[] = [];
  const after = (delayMs: number, alarm: () => void) => {
    alarms.push({ delayMs, alarm });
    return () => {};
  };
  const reader = new BodyReader(LIMITS, { after });
  const slow = reader.read(endless(90), { ...ORDER, sender: "one" });
  await turnOfEvents();
  expect(alarms.map(({ delayMs }) => delayMs)).toEqual([30_000]);
  alarms[0]?.alarm();
  expect(await slow).toBe("too_slow");
  const next = new Request("http://localhost:3080/login", { method: "POST", body: "x".repeat(90) });
  expect(await reader.read(next, { ...ORDER, sender: "one" })).toMatchObject({ held: expect.any(Uint8Array) });
});

test("a connection that ends within a body is an outcome, not an error", async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new DOMException("The connection was closed", "AbortError")),
  });
  const request = new Request("http://localhost:3080/login", { method: "POST", body });
  expect(await new BodyReader(LIMITS, NO_CLOCK).read(request, { ...ORDER, sender: "one" })).toBe("gone");
});
