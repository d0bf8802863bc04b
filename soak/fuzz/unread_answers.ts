/**
 * Clients that ask for much and read nothing, against a real server: what the server holds for them stays small, and
 * it goes on answering everybody else.
 */
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { generatedBusiness, generateReviews } from "../../bench/generate_reviews.ts";
import { Workshop } from "../../test/support/command_line.ts";
import { type Service, startService } from "../../test/support/goodword_process.ts";

/** How long the clients keep their answers waiting, in milliseconds. */
const ATTACK_MS = 3000;

export interface Attack {
  readonly name: string;
  readonly connections: number;
  /** Requests that each connection sends at once, without waiting for an answer. */
  readonly requestsEach: number;
  /** A request as it goes over the wire. */
  readonly request: (service: Service) => Promise<string>;
  /** Whether the answer has no end. */
  readonly isEndless?: boolean;
}

/** All answers of an attack together are more than 1,000 MB. What stays is below a tenth of that, and garbage on a busy machine. */
export const MAX_MEMORY_MIB = 300;

export interface UnreadReport {
  /** Most resident memory during the attack, above that before it. */
  readonly moreMemoryMiB: number;
  /** Of `GET /healthz` by others during the attack. */
  readonly healthP99Ms: number;
  readonly healthAnswers: number;
}

export const ATTACKS: readonly Attack[] = [
  { name: "60 connections of 20 resources/read", connections: 60, requestsEach: 20, request: readReviews },
  { name: "1,200 connections of one resources/read", connections: 1200, requestsEach: 1, request: readReviews },
  { name: "60 batches of 20 resources/read", connections: 60, requestsEach: 1, request: (at) => readReviews(at, 20) },
  {
    name: "1,200 connections of one /api/reviews/since",
    connections: 1200,
    requestsEach: 1,
    request: askSince,
  },
  {
    name: "1,200 live clients of /api/changes",
    connections: 1200,
    requestsEach: 1,
    request: followChanges,
    isEndless: true,
  },
];

/** A database with a set of reviews that is just small enough to be a resource. */
export async function thousandReviews(): Promise<Workshop> {
  const shop = new Workshop();
  shop.now = Date.parse("2026-11-01T00:00:00Z");
  const content = { business: generatedBusiness, reviews: [...generateReviews(1400, 1)] };
  const file = shop.write("reviews.json", JSON.stringify(content));
  const { code, err } = await shop.run("import", file);
  if (code !== 0) throw new Error(err);
  return shop;
}

/** Starts a server on the database, attacks it, and measures. */
export async function leaveUnread(database: string, { connections, requestsEach, request, isEndless }: Attack) {
  const environment = { DATABASE_URL: `file:${database}`, HOST: "127.0.0.1", PORT: "0", LOG_FORMAT: "json" };
  await using service = await startService({ environment });
  await (await fetch(`${service.url}/api/reviews/search`)).arrayBuffer();
  const bytes = await request(service);
  // One that is read to its end, so that only what is unread counts below.
  if (!isEndless) await readOne(service.port, bytes);
  const before = residentMiB(service, "VmRSS");
  const sockets = Array.from({ length: connections }, () => unreadBy(service.port, bytes.repeat(requestsEach)));
  const times = await healthTimes(service.url, performance.now() + ATTACK_MS);
  const report: UnreadReport = {
    moreMemoryMiB: residentMiB(service, "VmHWM") - before,
    healthP99Ms: Math.round(times[Math.ceil(times.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY),
    healthAnswers: times.length,
  };
  for (const socket of sockets) socket.destroy();
  return report;
}

/** `resources/read` of the whole set by a new session, as one message or as a batch. */
async function readReviews({ url, port }: Service, batch = 1): Promise<string> {
  const version = batch === 1 ? "2025-06-18" : "2025-03-26";
  const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "unread", version: "1" } };
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  const answer = await fetch(`${url}/mcp`, { method: "POST", headers, body });
  await answer.arrayBuffer();
  const message = { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: "goodword://reviews" } };
  const text = JSON.stringify(batch === 1 ? message : Array.from({ length: batch }, () => message));
  const fields = {
    host: `127.0.0.1:${port}`,
    ...headers,
    "mcp-session-id": answer.headers.get("mcp-session-id") ?? "",
    "mcp-protocol-version": version,
    "content-length": String(text.length),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /mcp HTTP/1.1\r\n${lines.join("")}\r\n${text}`;
}

/** All reviews, uncompressed. */
async function askSince({ port }: Service): Promise<string> {
  return `GET /api/reviews/since/2000-01-01 HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`;
}

/** A stream from the beginning. */
async function followChanges({ port }: Service): Promise<string> {
  return `GET /api/changes HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: text/event-stream\r\n\r\n`;
}

function unreadBy(port: number, bytes: string): Socket {
  const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
  socket.pause();
  // Being cut off is what it asked for.
  socket.on("error", () => {});
  return socket;
}

/** Reads an answer until the server closes the connection. */
function readOne(port: number, bytes: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const closing = bytes.replace("\r\n", "\r\nConnection: close\r\n");
    const socket = connect(port, "127.0.0.1", () => socket.write(closing));
    socket.resume();
    socket.once("end", () => {
      socket.destroy();
      resolve();
    });
    socket.once("error", reject);
  });
}

/** Times of `GET /healthz`, one after the other, in milliseconds, least first. */
async function healthTimes(url: string, until: number): Promise<number[]> {
  const times: number[] = [];
  while (performance.now() < until) {
    const start = performance.now();
    await (await fetch(`${url}/healthz`)).arrayBuffer();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}

function residentMiB({ pid }: Service, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}
