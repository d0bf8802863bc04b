import { afterAll, describe, expect, test } from "bun:test";
import type { OutboundRequest } from "../../src/platform.ts";
import { createGuardedFetch, type GuardedFetchOptions } from "../../src/server/guarded_fetch.ts";
import { AUTHORITY, serverTls } from "../support/test_certificates.ts";
import { pause } from "../support/wait.ts";

/** A deadline that no test waits for. */
const PATIENT_MS = 3_600_000;

const closers: (() => unknown)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

function startSubscriber(
  answer: (request: Request) => Response | Promise<Response> = () => new Response("ok"),
  certificate?: Parameters<typeof serverTls>[0],
  hostname = "127.0.0.1",
) {
  const seen: Seen[] = [];
  const server = Bun.serve({
    hostname,
    port: 0,
    idleTimeout: 0,
    tls: serverTls(certificate),
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      seen.push({
        method: request.method,
        path: pathname + search,
        headers: request.headers,
        body: await request.text(),
      });
      return answer(request);
    },
  });
  closers.push(() => server.stop(true));
  return { port: server.port, seen };
}

function guarded(options: Partial<GuardedFetchOptions> = {}) {
  return createGuardedFetch({
    allowPrivate: true,
    userAgent: "Goodword-Hub/test (+https://goodword.test/api/websub/hub)",
    authorities: AUTHORITY,
    resolve: async () => ["127.0.0.1"],
    ...options,
  });
}

function get(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  return { url, method: "GET", headers: {}, timeoutMs: PATIENT_MS, maxAnswerBytes: 4096, ...more };
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe("createGuardedFetch() connects to a judged address", () => {
  test("keeps the name for Host, path and query as given, and names us", async () => {
    const { port, seen } = startSubscriber();
    const url = `https://a.subscribers.test:${port}/x%2fY;z~?k=%c3%A9&k=&b`;
    const answer = await guarded()(get(url, { method: "POST", body: new Blob(["content"]), headers: { "X-A": "b" } }));
    expect(answer).toMatchObject({ kind: "answered", status: 200 });
    expect(answer.kind === "answered" && text(answer.body)).toBe("ok");
    expect(seen[0]).toMatchObject({ method: "POST", path: "/x%2fY;z~?k=%c3%A9&k=&b", body: "content" });
    expect(seen[0]?.headers.get("Host")).toBe(`a.subscribers.test:${port}`);
    expect(seen[0]?.headers.get("User-Agent")).toBe("Goodword-Hub/test (+https://goodword.test/api/websub/hub)");
    expect(seen[0]?.headers.get("Accept-Encoding")).toBe("identity");
    expect(seen[0]?.headers.get("X-A")).toBe("b");
  });

  test("sends a body with its length, not in chunks", async () => {
    const { port, seen } = startSubscriber();
    await guarded()(get(`https://a.subscribers.test:${port}/`, { method: "POST", body: new Blob(["12345"]) }));
    expect(seen[0]?.headers.get("Content-Length")).toBe("5");
    expect(seen[0]?.headers.has("Transfer-Encoding")).toBe(false);
  });

  test("reaches addresses written in the URL, IPv6 too", async () => {
    const v4 = startSubscriber();
    const v6 = startSubscriber(undefined, undefined, "::1");
    const fetch = guarded({ resolve: () => Promise.reject(new Error("not to be resolved")) });
    expect(await fetch(get(`https://127.0.0.1:${v4.port}/`))).toMatchObject({ status: 200 });
    expect(await fetch(get(`https://[::1]:${v6.port}/`))).toMatchObject({ status: 200 });
  });

  test("tries the other addresses when one cannot be connected to", async () => {
    const { port } = startSubscriber();
    const fetch = guarded({ resolve: async () => ["::1", "127.0.0.2", "127.0.0.1"] });
    expect(await fetch(get(`https://a.subscribers.test:${port}/`))).toMatchObject({ status: 200 });
  });

  test("takes localhost with a trailing dot for the name of the certificate", async () => {
    const { port } = startSubscriber();
    expect(await guarded()(get(`https://localhost.:${port}/`))).toMatchObject({ status: 200 });
  });
});

describe("createGuardedFetch() refuses", () => {
  test("a name when any one of its addresses is private, and dials none", async () => {
    const { port, seen } = startSubscriber();
    const fetch = guarded({ allowPrivate: false, resolve: async () => ["8.8.8.8", "127.0.0.1"] });
    const answer = await fetch(get(`https://a.subscribers.test:${port}/`));
    expect(answer).toEqual({ kind: "failed", reason: "refused address: loopback" });
    expect(seen).toEqual([]);
  });

  test("a name whose answer flips to a private address after it was fine (DNS rebinding)", async () => {
    const answers = [["192.0.2.1"], ["127.0.0.1"]];
    const fetch = guarded({ allowPrivate: false, resolve: async () => answers.shift() ?? [] });
    const { port, seen } = startSubscriber();
    const url = `https://a.subscribers.test:${port}/`;
    expect(await fetch(get(url))).toEqual({ kind: "failed", reason: "refused address: documentation" });
    expect(await fetch(get(url))).toEqual({ kind: "failed", reason: "refused address: loopback" });
    expect(seen).toEqual([]);
  });

  test("private addresses in the URL itself, in every spelling", async () => {
    const { port, seen } = startSubscriber();
    const fetch = guarded({ allowPrivate: false });
    for (const host of [
      "127.0.0.1",
      "127.1",
      "2130706433",
      "0x7f000001",
      "0177.0.0.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
    ]) {
      expect(await fetch(get(`https://${host}:${port}/`))).toMatchObject({ kind: "failed" });
    }
    expect(seen).toEqual([]);
  });

  test("plain http, other schemes and what is no URL, even where private addresses are allowed", async () => {
    for (const url of ["http://localhost/", "ftp://localhost/", "nothing"]) {
      expect(await guarded()(get(url))).toEqual({ kind: "failed", reason: "not https" });
    }
  });

  test("a name without an address, or one that the resolver does not know", async () => {
    const fetch = guarded({ resolve: async () => [] });
    expect(await fetch(get("https://a.subscribers.test/"))).toEqual({
      kind: "failed",
      reason: "host name has no address",
    });
    const unknown = guarded({ resolve: () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })) });
    expect(await unknown(get("https://a.subscribers.test/"))).toEqual({ kind: "failed", reason: "ENOTFOUND" });
  });

  for (const [what, certificate, authorities] of [
    ["a certificate for another name", "other_name", AUTHORITY],
    ["an expired certificate", "expired", AUTHORITY],
    ["a certificate of an unknown authority", "subscriber", undefined],
  ] as const) {
    test(`${what}, even where private addresses are allowed`, async () => {
      const { port, seen } = startSubscriber(undefined, certificate);
      const { authorities: _, ...options } = {
        allowPrivate: true,
        userAgent: "test",
        resolve: async () => ["127.0.0.1"],
        authorities,
      };
      const fetch = createGuardedFetch(authorities === undefined ? options : { ...options, authorities });
      expect(await fetch(get(`https://a.subscribers.test:${port}/`))).toMatchObject({ kind: "failed" });
      expect(seen).toEqual([]);
    });
  }

  test("certificate faults despite NODE_TLS_REJECT_UNAUTHORIZED=0", async () => {
    const { port } = startSubscriber(undefined, "other_name");
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    try {
      expect(await guarded()(get(`https://a.subscribers.test:${port}/`))).toMatchObject({ kind: "failed" });
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });
});

describe("createGuardedFetch() takes little from a stranger", () => {
  test("a redirect is an answer and is not followed", async () => {
    const target = startSubscriber();
    const { port } = startSubscriber(() => Response.redirect(`https://b.subscribers.test:${target.port}/`, 302));
    expect(await guarded()(get(`https://a.subscribers.test:${port}/`))).toMatchObject({ status: 302 });
    expect(target.seen).toEqual([]);
  });

  test("a name with many addresses has four of them connected to at most: one request must not be many", async () => {
    const { port, seen } = startSubscriber();
    const many = Array.from({ length: 4 }, (_, at) => `127.0.0.${at + 2}`);
    const fetch = guarded({ resolve: async () => [...many, "127.0.0.1"] });
    expect(await fetch(get(`https://a.subscribers.test:${port}/`))).toMatchObject({ kind: "failed" });
    expect(seen).toEqual([]);
    const fewer = guarded({ resolve: async () => [...many.slice(1), "127.0.0.1"] });
    expect(await fewer(get(`https://a.subscribers.test:${port}/`))).toMatchObject({ status: 200 });
  });

  test("a coded body is not decoded", async () => {
    const coded = Bun.gzipSync(new Uint8Array(100_000));
    const { port } = startSubscriber(() => new Response(coded, { headers: { "Content-Encoding": "gzip" } }));
    const answer = await guarded()(get(`https://a.subscribers.test:${port}/`));
    expect(answer.kind === "answered" && answer.body.length).toBe(coded.length);
  });

  test("of a body no more is read than the limit", async () => {
    const { port } = startSubscriber(
      (request) => new Response("x".repeat(Number(new URL(request.url).pathname.slice(1)))),
    );
    const exact = await guarded()(get(`https://a.subscribers.test:${port}/4096`));
    expect(exact.kind === "answered" && exact.body.length).toBe(4096);
    const more = await guarded()(get(`https://a.subscribers.test:${port}/1000000`));
    expect(more.kind === "answered" && more.body.length).toBe(4096);
  });

  test("with a limit of 0 the status is enough, however long the body goes on", async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) });
    const { port } = startSubscriber(() => new Response(endless, { status: 202 }));
    const answer = await guarded()(get(`https://a.subscribers.test:${port}/`, { maxAnswerBytes: 0 }));
    expect(answer).toMatchObject({ kind: "answered", status: 202 });
  });

  test("the deadline ends a body that drips", async () => {
    const drip = new ReadableStream({
      async pull(controller) {
        await pause(20);
        controller.enqueue(new Uint8Array(1));
      },
    });
    const { port } = startSubscriber(() => new Response(drip));
    const answer = await guarded()(get(`https://a.subscribers.test:${port}/`, { timeoutMs: 200 }));
    expect(answer).toEqual({ kind: "failed", reason: "time-out" });
  });

  test("its signal ends what is under way, and what comes later, before any deadline", async () => {
    const ending = new AbortController();
    const { port, seen } = startSubscriber(() => {
      ending.abort();
      return new Promise(() => {});
    });
    const guardedFetch = guarded({ signal: ending.signal });
    for (let round = 0; round < 2; round++) {
      const answer = await guardedFetch(get(`https://a.subscribers.test:${port}/`, { timeoutMs: PATIENT_MS }));
      expect(answer).toEqual({ kind: "failed", reason: "stopped" });
    }
    expect(seen).toHaveLength(1);
  });

  test("the deadline ends a request that is never answered, and a resolver that never is", async () => {
    const { port } = startSubscriber(() => new Promise<Response>(() => {}));
    const url = `https://a.subscribers.test:${port}/`;
    expect(await guarded()(get(url, { timeoutMs: 150 }))).toEqual({ kind: "failed", reason: "time-out" });
    const mute = guarded({ resolve: () => new Promise(() => {}) });
    expect(await mute(get(url, { timeoutMs: 50 }))).toEqual({ kind: "failed", reason: "time-out" });
  });

  for (const variable of ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "ALL_PROXY"]) {
    test(`the proxy of ${variable} is not used`, async () => {
      const { port } = startSubscriber();
      let connections = 0;
      const proxy = Bun.listen({
        hostname: "127.0.0.1",
        port: 0,
        socket: { open: () => void connections++, data() {} },
      });
      process.env[variable] = `http://127.0.0.1:${proxy.port}`;
      try {
        expect(await guarded()(get(`https://a.subscribers.test:${port}/`))).toMatchObject({ status: 200 });
        expect(connections).toBe(0);
      } finally {
        delete process.env[variable];
        proxy.stop(true);
      }
    });
  }
});
