/** Names of strangers, over a DNS server of this machine. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { createGuardedFetch } from "../../src/server/guarded_fetch.ts";
import { createNameResolver, type NameResolverOptions } from "../../src/server/resolve_name.ts";
import {
  type DnsBehaviour,
  type DnsQuestion,
  NO_SUCH_NAME,
  QUERY_REFUSED,
  SERVER_FAILED,
  startDnsServer,
} from "../support/dns_server.ts";
import { AUTHORITY, serverTls } from "../support/test_certificates.ts";
import { eventually } from "../support/wait.ts";

const NEVER = new AbortController().signal;
const NOWHERE = "/nonexistent/hosts";
const SILENT: DnsBehaviour = { kind: "silent" };

async function stage(behave: (question: DnsQuestion) => DnsBehaviour, options: NameResolverOptions = {}) {
  const dns = await startDnsServer(behave);
  const resolve = createNameResolver({ servers: [dns.address], hostsFile: NOWHERE, ...options });
  return {
    dns,
    resolve,
    find: (name: string) => resolve(name, NEVER),
    [Symbol.asyncDispose]: () => dns[Symbol.asyncDispose](),
  };
}

function addresses(...found: string[]): DnsBehaviour {
  return { kind: "addresses", addresses: found };
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : error;
}

test("a name has the addresses of both families", async () => {
  await using at = await stage(() => addresses("192.0.2.1", "192.0.2.2", "2001:db8::1"));
  expect(await at.find("a.example")).toEqual(["192.0.2.1", "192.0.2.2", "2001:db8::1"]);
});

test("a name with addresses of one family, or whose other question fails, has those", async () => {
  await using at = await stage(({ name, type }) =>
    name === "four.example" && type === "AAAA" ? { kind: "refused", code: SERVER_FAILED } : addresses("192.0.2.1"),
  );
  expect(await at.find("four.example")).toEqual(["192.0.2.1"]);
  expect(await at.find("other.example")).toEqual(["192.0.2.1"]);
});

test("an alias resolves to the addresses of its canonical name", async () => {
  await using at = await stage(() => ({ ...addresses("192.0.2.1"), canonicalName: "b.example" }) as DnsBehaviour);
  expect(await at.find("a.example")).toEqual(["192.0.2.1"]);
});

test("an answer that is too long for UDP is asked for again over TCP", async () => {
  const many = Array.from({ length: 100 }, (_, at) => `192.0.2.${at}`);
  await using at = await stage(() => ({ kind: "truncated", addresses: many }));
  expect([...(await at.find("a.example"))].sort()).toEqual(many.sort());
  expect(at.dns.questions.map(({ transport }) => transport)).toContain("tcp");
});

test.each([
  ["does not exist", NO_SUCH_NAME, "ENOTFOUND"],
  ["is refused", QUERY_REFUSED, "name resolution failed: EREFUSED"],
  ["fails", SERVER_FAILED, "name resolution failed: ESERVFAIL"],
])("a name that %s is a failure with a reason", async (_, code, reason) => {
  await using at = await stage(() => ({ kind: "refused", code }));
  expect(await at.find("a.example").catch(codeOf)).toBe(reason);
});

test("a name without an address is one that was not found", async () => {
  await using at = await stage(() => addresses());
  expect(await at.find("a.example").catch(codeOf)).toBe("ENOTFOUND");
});

test("localhost is this machine, and nobody is asked for it", async () => {
  await using at = await stage(() => addresses("192.0.2.1"));
  expect(await at.find("localhost")).toEqual(["127.0.0.1", "::1"]);
  expect(await at.find("a.LOCALHOST")).toEqual(["127.0.0.1", "::1"]);
  expect(at.dns.questions).toEqual([]);
});

test("the hosts file comes first, in every case, and is read again when it has changed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "goodword-hosts-"));
  const hostsFile = join(folder, "hosts");
  try {
    writeFileSync(hostsFile, "# none\n192.0.2.7\tA.example  b.example # a comment\r\n2001:db8::7 a.example\n\n");
    await using at = await stage(() => addresses("192.0.2.1"), { hostsFile });
    expect(await at.find("a.Example")).toEqual(["192.0.2.7", "2001:db8::7"]);
    expect(await at.find("b.example")).toEqual(["192.0.2.7"]);
    expect(await at.find("comment")).toEqual(["192.0.2.1"]);
    writeFileSync(hostsFile, "192.0.2.8 a.example\n192.0.2.9 localhost\n");
    expect(await at.find("a.example")).toEqual(["192.0.2.8"]);
    expect(await at.find("localhost")).toEqual(["192.0.2.9"]);
    rmSync(hostsFile);
    expect(await at.find("a.example")).toEqual(["192.0.2.1"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("an aborted caller ends its query, and the next in the queue is sent", async () => {
  await using at = await stage(({ name }) => (name === "c.example" ? addresses("192.0.2.1") : SILENT), {
    maxInFlight: 1,
  });
  const first = new AbortController();
  const second = new AbortController();
  const silent = at.resolve("a.example", first.signal).catch(codeOf);
  const inLine = at.resolve("b.example", second.signal).catch((error: Error) => error.name);
  const last = at.find("c.example");
  await eventually("the first question", () => at.dns.questions.length > 0);
  second.abort();
  first.abort();
  expect(await silent).toStartWith("name resolution failed");
  expect(await inLine).toBe("AbortError");
  expect(await last).toEqual(["192.0.2.1"]);
  expect(at.dns.questions.some(({ name }) => name === "b.example")).toBe(false);
});

test("a hundred names whose server is silent stop neither compression nor an honest callback", async () => {
  using subscriber = Bun.serve({ hostname: "127.0.0.1", port: 0, tls: serverTls(), fetch: () => new Response("ok") });
  await using at = await stage(({ name }) => (name.endsWith("silent.example") ? SILENT : addresses("127.0.0.1")));
  const stopping = new AbortController();
  const options = { allowPrivate: true, userAgent: "test", authorities: AUTHORITY, resolve: at.resolve };
  const send = createGuardedFetch({ ...options, signal: stopping.signal });
  const get = (host: string, timeoutMs: number) =>
    send({ url: `https://${host}/`, method: "GET", headers: {}, timeoutMs, maxAnswerBytes: 0 });
  const hosts = Array.from({ length: 100 }, (_, number) => `n${number}.silent.example`);
  const hour = 3_600_000;
  const waiting = hosts.map((host) => get(host, hour));
  await eventually("all questions", () => new Set(at.dns.questions.map(({ name }) => name)).size === hosts.length);
  const compressed = await promisify(brotliCompress)(new Uint8Array(1 << 16));
  expect(compressed.length).toBeGreaterThan(0);
  expect(await get(`a.subscribers.test:${subscriber.port}`, hour)).toMatchObject({ kind: "answered", status: 200 });
  expect(await get("late.silent.example", 50)).toEqual({ kind: "failed", reason: "time-out" });
  stopping.abort();
  for (const answer of await Promise.all(waiting)) expect(answer.kind).toBe("failed");
});

test("a second answer that leads elsewhere (DNS rebinding) is judged like the first, and dialled by neither", async () => {
  const seen: string[] = [];
  using inside = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: serverTls(),
    fetch: ({ url }) => {
      seen.push(url);
      return new Response("private");
    },
  });
  const flips = [["192.0.2.1"], ["127.0.0.1"]];
  await using at = await stage(({ type }) => addresses(...(type === "A" ? (flips.shift() ?? []) : [])));
  const send = createGuardedFetch({ allowPrivate: false, userAgent: "test", resolve: at.resolve });
  const url = `https://a.example:${inside.port}/`;
  const reasons = ["documentation", "loopback"];
  for (const reason of reasons) {
    const answer = await send({ url, method: "GET", headers: {}, timeoutMs: 3_600_000, maxAnswerBytes: 0 });
    expect(answer).toEqual({ kind: "failed", reason: `refused address: ${reason}` });
  }
  expect(seen).toEqual([]);
});
