/**
 * Measures the MCP endpoint beside a bare server of the official SDK whose only tool answers nothing, and beside our own
 * search over HTTP, in turns.
 *
 *     bun test/bench/mcp.ts
 *
 * Each server is a process of its own; sixteen connections ask it over loopback. What counts is processor time of the
 * server per request, since requests per second also measure the client and whatever else the machine does. A ratio is
 * the other's time over that of our MCP: above 1 we take less. Medians of the rounds.
 *
 * @module
 */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Publication } from "../../src/publication/mod.ts";
import { appOf, NOBODY } from "../support/app_of.ts";
import {
  BASE_URL,
  CLIENT,
  endpointOf,
  initializeParams,
  JSON_HEADERS,
  PLUMBER,
  review,
} from "../support/mcp_endpoint.ts";
import { publicationOf } from "../support/publication_of.ts";
import { generatedBusiness, generateReviews } from "./generate_reviews.ts";

const REVIEWS = 10_000;
const ROUNDS = 7;
const REQUESTS = 3000;
const CONNECTIONS = 16;
const TOOL = "search_reviews";
const REST = "goodword, REST";

type Handler = (request: Request) => Response | Promise<Response>;

/** The servers under measurement, by name. */
const SERVERS: Readonly<Record<string, () => Handler>> = {
  goodword: goodwordServer,
  "sdk, transport per session": sdkSessionServer,
  "sdk, transport per request": sdkRequestServer,
  [REST]: restServer,
};

/** What is asked, by name; the bare servers answer every search with nothing. */
const QUESTIONS: Readonly<Record<string, Question>> = {
  initialize: { call: { method: "initialize", params: initializeParams() } },
  "search, 1 review": search({ rating: "4", limit: "1" }),
  "search, 10 reviews": search({ rating: "4", limit: "10" }),
  "search, 20 reviews": search({ query: "ba" }),
};

interface Question {
  readonly call: object;
  /** The same as the query string of a search over HTTP. */
  readonly query?: string;
}

function search(filters: Record<string, string>): Question {
  const values = Object.entries(filters).map(([name, value]) => [name, name === "query" ? value : Number(value)]);
  return {
    call: { method: "tools/call", params: { name: TOOL, arguments: Object.fromEntries(values) } },
    query: new URLSearchParams(filters).toString(),
  };
}

function goodwordServer(): Handler {
  const { mcp } = endpointOf(benchPublication());
  return (request) => mcp.handle(request, CLIENT);
}

function restServer(): Handler {
  const app = appOf(benchPublication(), { site: { baseUrl: BASE_URL } });
  return (request) => app(request, NOBODY);
}

function benchPublication(): Publication {
  const reviews = Array.from(generateReviews(REVIEWS, 1), (generated) =>
    review({
      ...generated,
      author: { name: generated.author.name, is_anonymous: false },
      source: { name: generated.source.name, url: null },
      verification: { ...generated.verification, strength: null },
      mentions: { ...NO_MENTIONS, technicians: [...generated.mentions.technicians] },
    }),
  );
  const technicians = generatedBusiness.technicians.map(({ name }) => ({ id: name, name, aliases: [], public: true }));
  return publicationOf({ ...PLUMBER, technicians }, reviews);
}

const NO_MENTIONS = { technicians: [], services: [], service_areas: [] };

function bareServer(): Server {
  const server = new Server({ name: "bare", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: TOOL, inputSchema: { type: "object" } }],
  }));
  server.setRequestHandler(CallToolRequestSchema, () => ({ content: [] }));
  return server;
}

/** As in the SDK's examples: a server and a transport for every session, kept in a map. */
function sdkSessionServer(): Handler {
  const transports = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (request) => {
    const known = transports.get(request.headers.get("mcp-session-id") ?? "");
    if (known) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void transports.set(id, transport),
    });
    const server = bareServer();
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    return transport.handleRequest(request);
  };
}

/** As in the SDK's stateless example, with JSON answers: the least a request can cost there. */
function sdkRequestServer(): Handler {
  return async (request) => {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = bareServer();
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    return transport.handleRequest(request);
  };
}

/** Runs in the child process: serves, and tells the processor time it has used. */
function serve(name: string): void {
  const handle = SERVERS[name]!();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      if (!request.url.endsWith("/cpu")) return handle(request);
      const { user, system } = process.cpuUsage();
      return Response.json(user + system);
    },
  });
  console.log(server.port);
}

interface Measured {
  readonly name: string;
  readonly url: string;
  readonly process: Bun.Subprocess;
}

async function start(name: string): Promise<Measured> {
  const child = Bun.spawn(["bun", import.meta.path, "--serve", name], { stdout: "pipe", stderr: "inherit" });
  const { value } = await child.stdout.getReader().read();
  return { name, url: `http://127.0.0.1:${new TextDecoder().decode(value).trim()}/mcp`, process: child };
}

/** Microseconds of processor time per request of one round, and requests per second. */
async function measure(server: Measured, question: Question): Promise<{ cpuUs: number; perSecond: number }> {
  const ask = server.name === REST ? () => fetch(`${server.url}?${question.query}`) : await caller(server, question);
  const cpu = async () => (await (await fetch(`${server.url}/cpu`)).json()) as number;
  const before = await cpu();
  const started = performance.now();
  let asked = 0;
  const keepAsking = async () => {
    while (asked++ < REQUESTS) {
      const response = await ask();
      const text = await response.text();
      if (!response.ok || text.includes('"error"')) throw new Error(`Cannot measure: ${text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, keepAsking));
  const seconds = (performance.now() - started) / 1000;
  return { cpuUs: ((await cpu()) - before) / REQUESTS, perSecond: REQUESTS / seconds };
}

/** Asks a question over MCP, on a session of its own unless the question opens one. */
async function caller({ url }: Measured, { call }: Question): Promise<() => Promise<Response>> {
  let id = 0;
  const post = (message: object, headers: Record<string, string>) =>
    fetch(url, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", id: ++id, ...message }) });
  const { call: initialize } = QUESTIONS.initialize!;
  if (call === initialize) return () => post(call, JSON_HEADERS);
  const handshake = await post(initialize, JSON_HEADERS);
  await handshake.text();
  const session = handshake.headers.get("mcp-session-id");
  const headers = { ...JSON_HEADERS, ...(session !== null && { "mcp-session-id": session }) };
  return () => post(call, headers);
}

async function main(): Promise<void> {
  const servers = await Promise.all(Object.keys(SERVERS).map(start));
  console.log(`${REVIEWS} reviews, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${REQUESTS} requests\n`);
  console.log(row(["question", "server", "CPU us", "per second", "ratio"]));
  for (const [title, question] of Object.entries(QUESTIONS)) {
    const asked = servers.filter(({ name }) => name !== REST || question.query !== undefined);
    const rounds = new Map(asked.map(({ name }) => [name, [] as Awaited<ReturnType<typeof measure>>[]]));
    for (let round = -1; round < ROUNDS; round++) {
      for (const server of asked) {
        const measured = await measure(server, question);
        if (round >= 0) rounds.get(server.name)!.push(measured);
      }
    }
    const ours = median(rounds.get("goodword")!.map(({ cpuUs }) => cpuUs));
    for (const [name, measured] of rounds) {
      const cpuUs = median(measured.map((one) => one.cpuUs));
      const perSecond = median(measured.map((one) => one.perSecond));
      const ratio = name === "goodword" ? "" : (cpuUs / ours).toFixed(2);
      console.log(row([title, name, cpuUs.toFixed(0), perSecond.toFixed(0), ratio]));
    }
  }
  for (const server of servers) server.process.kill();
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function row(cells: readonly string[]): string {
  return cells.map((cell, index) => (index < 2 ? cell.padEnd(28) : cell.padStart(11))).join("");
}

if (import.meta.main) {
  const [mode, name] = Bun.argv.slice(2);
  if (mode === "--serve") serve(name!);
  else await main();
}
