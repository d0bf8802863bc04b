/**
 * Measures the MCP endpoint, leg by leg, beside servers of the official SDKs: bare ones whose only tool answers nothing,
 * those that answer from our own tables, and our search over HTTP, in turns.
 *
 *     bun bench/mcp.ts [--brief] [--only search]
 *
 * Each server is a process of its own; sixteen connections ask it over loopback. What counts is processor time of the
 * server per request, since requests per second also measure the client and whatever else the machine does. A ratio is
 * the other's time over that of our MCP: above 1 we take less. Medians of the rounds.
 */
import { PATHS } from "../src/http/paths.ts";
import { initializeParams, JSON_HEADERS } from "../test/support/mcp_endpoint.ts";
import { OURS, REST, REVIEWS, SERVERS, SPEAKS_MODERN } from "./mcp_servers.ts";

const [ROUNDS, REQUESTS] = Bun.argv.includes("--brief") ? [5, 400] : [7, 3000];
const CONNECTIONS = 16;
const TOOL = "search_reviews";

/** What is asked, by name; the bare servers answer every search with nothing. */
const QUESTIONS: Readonly<Record<string, Question>> = {
  initialize: { call: { method: "initialize", params: initializeParams() } },
  "search, 1 review": search({ rating: "4", limit: "1" }),
  "search, 10 reviews": search({ rating: "4", limit: "10" }),
  "search, 20 reviews": search({ query: "ba" }),
  "tools/list": { call: { method: "tools/list" } },
  "prompts/get": { call: { method: "prompts/get", params: { name: "find_testimonials" } } },
  "resources/read": { call: { method: "resources/read", params: { uri: "goodword://business" } } },
  "2026-07-28, search, 1 review": { ...search({ rating: "4", limit: "1" }), isModern: true },
  "2026-07-28, tools/list": { call: { method: "tools/list" }, isModern: true },
};

const MODERN = "2026-07-28";
const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": MODERN,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
};

interface Question {
  readonly call: { readonly method: string; readonly params?: Readonly<Record<string, unknown>> };
  /** Whether it is asked in the revision without sessions. */
  readonly isModern?: boolean;
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
  const found = new URL(`${PATHS.search}?${question.query}`, server.url);
  const ask = server.name === REST ? () => fetch(found) : await caller(server, question);
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
async function caller({ url }: Measured, { call, isModern = false }: Question): Promise<() => Promise<Response>> {
  let id = 0;
  const post = (message: object, headers: Record<string, string>) =>
    fetch(url, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", id: ++id, ...message }) });
  if (isModern) {
    const { method, params = {} } = call;
    const name = params.name === undefined ? {} : { "mcp-name": String(params.name) };
    const headers = { ...JSON_HEADERS, "mcp-protocol-version": MODERN, "mcp-method": method, ...name };
    return () => post({ method, params: { ...params, _meta: MODERN_META } }, headers);
  }
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
  const only = Bun.argv[Bun.argv.indexOf("--only") + 1];
  const isAsked = (title: string) => !Bun.argv.includes("--only") || title.includes(only ?? "");
  for (const [title, question] of Object.entries(QUESTIONS).filter(([title]) => isAsked(title))) {
    const asked = servers.filter(({ name }) => canAnswer(name, question));
    const rounds = new Map(asked.map(({ name }) => [name, [] as Awaited<ReturnType<typeof measure>>[]]));
    for (let round = -1; round < ROUNDS; round++) {
      for (const server of asked) {
        const measured = await measure(server, question);
        if (round >= 0) rounds.get(server.name)!.push(measured);
      }
    }
    const ours = median(rounds.get(OURS)!.map(({ cpuUs }) => cpuUs));
    for (const [name, measured] of rounds) {
      const cpuUs = median(measured.map((one) => one.cpuUs));
      const perSecond = median(measured.map((one) => one.perSecond));
      const ratio = name === OURS ? "" : (cpuUs / ours).toFixed(2);
      console.log(row([title, name, cpuUs.toFixed(0), perSecond.toFixed(0), ratio]));
    }
  }
  for (const server of servers) server.process.kill();
}

/** Bare servers have nothing but an empty tool. */
function canAnswer(server: string, { call: { method }, query, isModern = false }: Question): boolean {
  if (server === REST) return query !== undefined && !isModern;
  if (server.endsWith("empty tool") && !/^(?:initialize|tools\/call)$/.test(method)) return false;
  return !isModern || SPEAKS_MODERN.has(server);
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
