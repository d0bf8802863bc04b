/** The protocol that every worker speaks, from both sides. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type WorkerCall, WorkerThread } from "../../src/server/workers/worker_call.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

interface EchoCall extends WorkerCall {
  readonly given: { readonly say: string; readonly event?: string };
  readonly result: Uint8Array;
  readonly event: string;
}

const folder = mkdtempSync(join(tmpdir(), "goodword-worker-"));
afterAll(() => rmSync(folder, { recursive: true }));

const script = join(folder, "echo_worker.ts");
const protocol = new URL("../../src/server/workers/worker_call.ts", import.meta.url).pathname;
writeFileSync(
  script,
  `import { serveCalls } from ${JSON.stringify(protocol)};
  serveCalls(async ({ say, event }, notify) => {
    if (event !== undefined) notify(event);
    if (say === "throw") throw new Error("it was told to");
    if (say === "die") process.exit();
    if (say === "hang") return new Promise(() => {});
    return new TextEncoder().encode(say);
  }, (bytes) => [bytes.buffer]);`,
);

/** A thread, with how many workers it has started. */
function echo() {
  const clock = createVirtualClock();
  const workers = { started: 0 };
  const start = () => {
    workers.started++;
    return new Worker(script);
  };
  const thread = new WorkerThread<EchoCall>({ name: "the echo", start, keptMs: 1000, clock });
  const textOf = async (say: string) => new TextDecoder().decode(await thread.call({ say }));
  const failureOf = (say: string) => thread.call({ say }).catch(({ message }: Error) => message);
  return { thread, workers, clock, textOf, failureOf };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("WorkerThread.call()", () => {
  test("gives each call its own result and events, those made before the worker listens included", async () => {
    const { thread, workers, textOf } = echo();
    const events: string[] = [];
    const first = thread.call({ say: "one", event: "heard" }, (event) => events.push(event));
    expect([await textOf("two"), new TextDecoder().decode(await first), events]).toEqual(["two", "one", ["heard"]]);
    expect(workers.started).toBe(1);
    await thread.end();
  });

  test("rejects with what the worker threw, and the worker goes on", async () => {
    const { thread, workers, textOf, failureOf } = echo();
    expect(await failureOf("throw")).toBe("it was told to");
    expect(await textOf("on")).toBe("on");
    expect(workers.started).toBe(1);
    await thread.end();
  });

  test("rejects all that waits when the worker dies, and the next call starts another", async () => {
    const { thread, workers, textOf, failureOf } = echo();
    const left = await Promise.all([failureOf("hang"), failureOf("die")]);
    expect(left).toEqual(["the echo exited unexpectedly", "the echo exited unexpectedly"]);
    expect(await textOf("again")).toBe("again");
    expect(workers.started).toBe(2);
    await thread.end();
  });
});

describe("WorkerThread", () => {
  test("ends the worker once it has been idle for as long as it is kept, and not while a call is under way", async () => {
    const { thread, workers, clock, textOf } = echo();
    await textOf("one");
    await clock.advance(999, settle);
    await textOf("two");
    expect(workers.started).toBe(1);
    await clock.advance(1000, settle);
    await textOf("three");
    expect(workers.started).toBe(2);
    await thread.end();
  });

  test("end() rejects what waits with the reason given", async () => {
    const { thread, failureOf } = echo();
    const waiting = failureOf("hang");
    await thread.end("the server is stopping");
    expect([await waiting, thread.pending]).toEqual(["the server is stopping", 0]);
  });
});
