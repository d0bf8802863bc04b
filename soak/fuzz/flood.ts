/** Many fuzzed requests against a real server: each answered, none with a fault, and nothing left behind. */
import { readdirSync, readFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { type Service, startService } from "../../test/support/goodword_process.ts";
import { createSeededRandom } from "../../test/support/seeded_random.ts";
import { promisedMs } from "../../test/support/test_limit.ts";
import { pause } from "../../test/support/wait.ts";
import { type FuzzedRequest, fuzzedRequest } from "./requests.ts";

/** Every request is answered within this time, in milliseconds. */
const ANSWERED_WITHIN_MS = promisedMs(5000);
/** What was taken for requests is given back within this time after the last. */
const GIVEN_BACK_WITHIN_MS = promisedMs(10_000);
/** A damaged request may be one that waits for more; it is given up after this time. */
const PATIENCE_WITH_DAMAGED_MS = 300;
const AT_ONCE = 24;
const MORE_DESCRIPTORS = 8;
const MORE_MEMORY_MIB = 96;
/** Bun's answer to a request line whose last word is not a known version. */
const UNSUPPORTED_VERSION = 505;

export interface FloodOptions {
  readonly seed: number;
  readonly requests: number;
  /** The number of the first; with `requests: 1` this plays one again. */
  readonly from?: number;
  readonly database: string;
}

export interface Flood {
  readonly findings: readonly string[];
  readonly answers: ReadonlyMap<string, number>;
  readonly slowestMs: number;
  readonly moreMemoryMiB: number;
}

export async function flood({ seed, requests, from = 0, database }: FloodOptions): Promise<Flood> {
  const environment = { DATABASE_URL: `file:${database}`, HOST: "127.0.0.1", PORT: "0", LOG_FORMAT: "json" };
  await using service = await startService({
    environment: { ...environment, BASE_URL: "https://reviews.goodword.test" },
  });
  // A search is answered as soon as the reviews are published.
  await (await fetch(`${service.url}/api/reviews/search`)).arrayBuffer();
  const canary = await listenForVisits();
  const findings: string[] = [];
  const answers = new Map<string, number>();
  let slowestMs = 0;
  let next = from;
  const sendOne = async (number: number) => {
    const request = fuzzedRequest(createSeededRandom(seed + number), { canaryPort: canary.port });
    const started = performance.now();
    const answer = await send(service.port, request);
    slowestMs = Math.max(slowestMs, performance.now() - started);
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    if (/^5/.test(answer) && Number(answer) !== UNSUPPORTED_VERSION) findings.push(told(number, answer, request));
    if (answer === "cut" && !request.isDamaged) findings.push(told(number, "cut without an answer", request));
    if (answer === "silence") findings.push(told(number, "no answer", request));
  };
  const sendUntil = async (end: number) => {
    const lanes = Array.from({ length: AT_ONCE }, async () => {
      while (next < end) await sendOne(next++);
    });
    await Promise.all(lanes);
  };
  // The first tenth warms up: code is compiled, caches fill.
  await sendUntil(from + Math.ceil(requests / 10));
  const before = await restingUse(service);
  await sendUntil(from + requests);
  const after = await restingUse(service, {
    descriptors: before.descriptors + MORE_DESCRIPTORS,
    memoryMiB: before.memoryMiB + MORE_MEMORY_MIB,
  });
  if (after.descriptors > before.descriptors + MORE_DESCRIPTORS) {
    findings.push(`descriptors grew from ${before.descriptors} to ${after.descriptors}`);
  }
  const moreMemoryMiB = after.memoryMiB - before.memoryMiB;
  if (moreMemoryMiB > MORE_MEMORY_MIB) findings.push(`memory grew by ${moreMemoryMiB} MiB`);
  if (canary.visits() > 0) findings.push(`the hub was led to this machine ${canary.visits()} times`);
  const faults = service.log().match(/"Request failed"[^\n]*/g) ?? [];
  findings.push(...faults.slice(0, 3).map((line) => `logged: ${line.slice(0, 600)}`));
  canary.close();
  return { findings, answers, slowestMs: Math.round(slowestMs), moreMemoryMiB };

  function told(number: number, what: string, { bytes }: FuzzedRequest): string {
    return `${what}: ${JSON.stringify(bytes.slice(0, 400))}\n       again: bun run test:fuzz --seed ${seed} --request ${number}`;
  }
}

/** The status; "cut" when the connection ended without one, "silence" when there was nothing in time. */
function send(port: number, { bytes, isDamaged }: FuzzedRequest): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"));
    let start = "";
    const settle = (answer: string) => {
      socket.destroy();
      resolve(/^HTTP\/1\.\d (\d{3})/.exec(start)?.[1] ?? answer);
    };
    const patience = isDamaged ? PATIENCE_WITH_DAMAGED_MS : ANSWERED_WITHIN_MS;
    void pause(patience).then(() => settle(isDamaged ? "given up" : "silence"));
    socket.on("data", (chunk: Buffer) => {
      if (start.length < 4000) start += chunk.toString("latin1", 0, 4000);
      start = start.replace(/^HTTP\/1\.1 100[^\n]*\r\n\r\n/, "");
      // A stream has no end.
      if (start.includes("\r\n\r\n") && /^content-type: text\/event-stream/im.test(start)) settle("cut");
    });
    socket.on("error", () => settle("cut"));
    socket.on("close", () => settle("cut"));
  });
}

interface Use {
  readonly descriptors: number;
  readonly memoryMiB: number;
}

/**
 * Descriptors and resident memory once what was open has been given back: as soon as no more than `most` is in use, or
 * else, five looks at least, when it does not fall any more.
 */
async function restingUse({ pid, url }: Service, most?: Use): Promise<Use> {
  const deadline = performance.now() + GIVEN_BACK_WITHIN_MS;
  for (let look = 0, before = usedBy(pid); ; look++) {
    await pause(100);
    await fetch(`${url}/healthz`, { headers: { Connection: "close" } }).then((answer) => answer.text());
    const now = usedBy(pid);
    const isEnough = most ? isWithin(now, most) : look > 3 && isWithin(before, now);
    if (isEnough || performance.now() > deadline) return now;
    before = now;
  }
}

function isWithin(use: Use, most: Use): boolean {
  return use.descriptors <= most.descriptors && use.memoryMiB <= most.memoryMiB;
}

function usedBy(pid: number): Use {
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  return { descriptors: readdirSync(`/proc/${pid}/fd`).length, memoryMiB: Math.round(kilobytes / 1024) };
}

async function listenForVisits() {
  let visits = 0;
  const server: Server = createServer((socket) => {
    visits++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const { port } = server.address() as { port: number };
  return { port, visits: () => visits, close: () => server.close() };
}
