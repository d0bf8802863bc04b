/**
 * Requests to many businesses of one process, over connections that are kept alive from one host to the next, each with what
 * belongs to another: cursors, tags, sessions, topics, tokens, ids. Anything of a business that was not asked, in an answer or a line of the
 * log, is a leak; seeded leaks show that each kind is found.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pictures from "../../seed/pictures.json";
import { readConfig } from "../../src/config.ts";
import { digestOfToken } from "../../src/invitations/mod.ts";
import { importSeed } from "../../src/owner/import_seed.ts";
import type { Log, LogFields } from "../../src/platform.ts";
import { Businesses } from "../../src/server/businesses.ts";
import { createFront } from "../../src/server/front.ts";
import { listen, stopListening } from "../../src/server/listen.ts";
import { ServedList } from "../../src/server/served_list.ts";
import { ServerProcess } from "../../src/server/server_process.ts";
import type { Store } from "../../src/store/mod.ts";
import { openBusinessFolder } from "../../src/store/sqlite/business_folder.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { invitationOf, jobOf } from "../../test/support/jobs.ts";
import { createSeededRandom } from "../../test/support/seeded_random.ts";

/** What is answered to one request. */
interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: string;
}

/** One kind of request: what is asked of a business with what another has, and which status that must not be answered with. */
interface Ask {
  readonly name: string;
  readonly request: (at: string, other: Known) => Request;
  readonly never: readonly number[];
}

/** What readers of a business have from it. */
interface Known {
  readonly number: number;
  readonly tag: string;
  readonly cursor: string;
  readonly searchCursor: string;
  readonly session: string;
  /** Of a link that a customer has. */
  readonly token: string;
}

const urlOf = (number: number) => `http://b${number}.test`;
const get = (url: string, headers: Record<string, string> = {}) => new Request(url, { headers });
const mcp = (at: string, body: object, session?: string) =>
  new Request(`${at}/mcp`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...(session !== undefined && { "Mcp-Session-Id": session }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
  });
const tool = (name: string) => ({ method: "tools/call", params: { name, arguments: {} } });

const DOCUMENTS = [
  "/feed.xml",
  "/reviews.json",
  "/insights.json",
  "/record.json",
  "/api/feed.json",
  "/api/updates.json",
];

const ASKS: readonly Ask[] = [
  ...DOCUMENTS.map((path): Ask => ({ name: path, request: (at) => get(at + path), never: [304] })),
  { name: "tag", request: (at, { tag }) => get(`${at}/reviews.json`, { "If-None-Match": tag }), never: [304] },
  { name: "cursor", request: (at, { cursor }) => get(`${at}/api/changes?after=${cursor}`), never: [200] },
  { name: "search", request: (at) => get(`${at}/api/reviews/search?query=secret`), never: [] },
  {
    name: "search cursor",
    request: (at, { searchCursor }) => get(`${at}/api/reviews/search?cursor=${searchCursor}`),
    never: [],
  },
  { name: "review of another", request: (at, { number }) => get(`${at}/reviews/r${number}x0`), never: [200] },
  { name: "session", request: (at, { session }) => mcp(at, { method: "tools/list" }, session), never: [200] },
  { name: "tool", request: (at) => mcp(at, tool("get_business")), never: [] },
  {
    name: "topic",
    request: (at, { number }) =>
      new Request(`${at}/api/websub/hub`, {
        method: "POST",
        body: new URLSearchParams({
          "hub.mode": "subscribe",
          "hub.topic": `${urlOf(number)}/feed.xml`,
          "hub.callback": "https://reader.test/",
        }),
      }),
    never: [202],
  },
  { name: "link", request: (at, { token }) => get(`${at}/r/${token}`), never: [200] },
  { name: "export", request: (at) => get(`${at}/reviews.csv`), never: [] },
  { name: "figures", request: (at) => get(`${at}/metrics`), never: [] },
];

/** The kinds of leaks that are seeded: what becomes of an answer, given what another business answers to the same. */
export const LEAKS: Readonly<Record<string, (ask: Ask, own: Answer, others: Answer) => Answer>> = {
  "host of another": (_, __, others) => others,
  "cache by path": ({ name }, own, others) => (name === "/feed.xml" ? others : own),
  "tag of another": ({ name }, own) => (name === "tag" ? { ...own, status: 304 } : own),
  "cursor of another": ({ name }, own) => (name === "cursor" ? { ...own, status: 200 } : own),
  "session of another": ({ name }, own) => (name === "session" ? { ...own, status: 200 } : own),
  "topic of another": ({ name }, own) => (name === "topic" ? { ...own, status: 202 } : own),
  "name in figures": ({ name }, own, others) =>
    name === "figures" ? { ...own, body: `${own.body}${others.body}secret` } : own,
  "header of another": (_, own, others) => ({ ...own, headers: others.headers }),
};

/** Businesses of a process, to be asked. */
export interface Isolation extends AsyncDisposable {
  /** What leaked in so many requests, a hundred at most; `leak` is seeded into all answers that it can be in. */
  play(requests: number, leak?: keyof typeof LEAKS): Promise<readonly string[]>;
}

interface IsolationOptions {
  readonly businesses: number;
  readonly seed: number;
  /** Default: so little that a business is closed whenever another is opened, which takes some 40 times as long. */
  readonly memoryLimit?: string;
}

/** Opens a process with so many businesses of its own. */
export async function openIsolation(options: IsolationOptions): Promise<Isolation> {
  const { businesses, seed, memoryLimit = "64MB" } = options;
  const stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "goodword-many-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const random = createSeededRandom(seed);
  const pick = (below: number) => Math.floor(random.number() * below);
  let leaks: string[] = [];
  const note = (what: string) => {
    if (leaks.length < MAX_NOTED) leaks.push(what);
  };
  const list = stack.use(openBusinessFolder(folder));
  for (let number = 0; number < businesses; number++) {
    await list.add(`b${number}`, urlOf(number));
    await using store = openDatabase(join(folder, `b${number}.sqlite`));
    await importSeed(store, { reviews: firm(number), jobs: JOBS, record: RECORD, pictures }, Date.now());
    await invite(store, tokenOf(number));
    await list.saveSettings(`b${number}`, () => ({ INVITATIONS: "links" }));
  }
  const environment = { DATABASE_URL: `folder:${folder}`, MEMORY_LIMIT: memoryLimit };
  const config = readConfig(environment);
  const process = stack.use(new ServerProcess({ config, log: watchedLog(note), lookMs: 500 }));
  const served = stack.use(await ServedList.open({ config, environment, log: watchedLog(note), storeOfOne: null }));
  await served.read();
  const held = stack.use(new Businesses({ process, list: served, memoryLimit: config.memoryLimit }));
  const front = createFront({ process, list: served, businesses: held });
  front.open();
  const server = listen({ host: "127.0.0.1", port: 0, trustProxy: [], ...front });
  stack.defer(() => stopListening(server));

  /** One connection is enough for all hosts: it is idle between two requests. */
  async function ask(request: Request): Promise<Answer> {
    const { host, pathname, search } = new URL(request.url);
    const sent = new Request(`http://127.0.0.1:${server.port}${pathname}${search}`, request);
    sent.headers.set("Host", host);
    const response = await fetch(sent, { redirect: "manual" });
    const headers = JSON.stringify([...response.headers]);
    return { status: response.status, body: await response.text(), headers };
  }

  async function learn(number: number): Promise<Known> {
    const at = urlOf(number);
    const header = (answer: Answer, name: string) =>
      (JSON.parse(answer.headers) as [string, string][]).find(([key]) => key === name)?.[1] ?? "";
    const token = tokenOf(number);
    const { status } = await ask(get(`${at}/r/${token}`));
    if (status !== 200) throw new Error(`The link of b${number} answers ${status} at its own business`);
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "soak", version: "1" } };
    return {
      number,
      token,
      tag: header(await ask(get(`${at}/reviews.json`)), "etag"),
      cursor: JSON.parse((await ask(get(`${at}/api/changes`))).body).cursor,
      searchCursor: JSON.parse((await ask(get(`${at}/api/reviews/search?limit=1`))).body).next_cursor,
      session: header(await ask(mcp(at, { method: "initialize", params })), "mcp-session-id"),
    };
  }

  const known: Known[] = [];
  for (let number = 0; number < businesses; number++) known.push(await learn(number));
  return {
    async play(requests, leak) {
      leaks = [];
      for (let asked = 0; asked < requests; asked++) {
        const number = pick(businesses);
        const other = known[(number + 1 + pick(businesses - 1)) % businesses];
        const kind = ASKS[asked % ASKS.length];
        if (other === undefined || kind === undefined) continue;
        let answer = await ask(kind.request(urlOf(number), other));
        if (leak !== undefined) {
          const others = await ask(kind.request(urlOf(other.number), other));
          answer = LEAKS[leak]?.(kind, answer, others) ?? answer;
        }
        const found = leakIn(kind, answer, number);
        if (found !== null) note(`${kind.name} at b${number} with what b${other.number} has: ${found}`);
        // Now and then a business is closed while others are asked.
        if (pick(CLOSED_EACH) === 0) void held.close(`b${pick(businesses)}`);
      }
      return leaks;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const MAX_NOTED = 100;
/** Requests between two that close a business. */
const CLOSED_EACH = 500;

/** Why an answer of a business is a leak; null if it is not. */
function leakIn({ name, never }: Ask, { status, body, headers }: Answer, number: number): string | null {
  if (status >= 500) return `status ${status}`;
  if (never.includes(status)) return `status ${status}`;
  if (name === "figures") return /secret|Firm/.test(body) ? "more than ids" : null;
  // What was asked for may be named in the refusal of it.
  if (name === "topic" || name === "search cursor") return secretOf(body, number);
  return secretOf(body, number) ?? hostOf(body, number) ?? hostOf(headers, number);
}

function secretOf(text: string, number: number): string | null {
  for (const [found, of] of text.matchAll(/secret(\d+)x|Firm(\d+)x/g))
    if (!found.includes(`${number}x`) || of === "") return found;
  return null;
}

function hostOf(text: string, number: number): string | null {
  for (const [found, of] of text.matchAll(/\/\/b(\d+)\.test/g)) if (Number(of) !== number) return found;
  return null;
}

/** Lines of a business name no other. */
function watchedLog(note: (what: string) => void): Log {
  const at = (event: string, fields: LogFields = {}) => {
    const { business, ...rest } = fields;
    const number = Number(String(business).slice(1));
    const text = `${event} ${JSON.stringify(rest)}`;
    if (business !== undefined && (secretOf(text, number) ?? hostOf(text, number)) !== null) note(`log: ${text}`);
  };
  return { debug: at, info: at, warn: at, error: at };
}

function tokenOf(number: number): string {
  return Buffer.alloc(20, number + 1).toString("base64url");
}

/** A job whose customer has a link. */
async function invite(store: Store, token: string): Promise<void> {
  await store.jobs.write(async (writes) => {
    await writes.insert([jobOf({ email: null, emailDigest: null, nameDigest: null })]);
    await writes.invite([invitationOf({ tokenDigest: digestOfToken(token), expiresAt: 4_102_444_800_000 })]);
  });
}

const JOBS = readFileSync(new URL("../../seed/jobs.csv", import.meta.url), "utf8");
const RECORD = readFileSync(new URL("../../seed/record.tsv", import.meta.url), "utf8");

/** Reviews that name their business, more than fit a page. */
function firm(number: number): string {
  const reviews = Array.from({ length: 12 }, (_, at) => ({
    id: `r${number}x${at}`,
    date: "2026-05-01",
    rating: 5,
    source: { name: "google" },
    text: `secret${number}x: on time and tidy`,
    author: { name: `Jane ${number}` },
    verification: { method: "operator_attested" },
  }));
  return JSON.stringify({ business: { name: `Firm${number}x` }, reviews });
}
