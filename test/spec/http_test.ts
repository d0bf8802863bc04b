/** RFC 9110 and RFC 9112, clause by clause, against the real server over real sockets. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { operations } from "../../src/server/app/mod.ts";
import { OTHER_WAYS_TO_METRICS } from "../support/other_ways.ts";
import { type RunningServer, startServer } from "../support/server.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const DOCUMENTS = ["/reviews.json", "/insights.json", "/api/feed.json", "/feed.xml"];
const COMPUTED = ["/api/reviews/search?limit=3", "/api/reviews/since/2026-01-01", "/reviews.csv", "/reviews.ndjson"];
const DISCOVERY = ["/.well-known/openapi.json", "/.well-known/ai-catalog.json", "/mcp/server-card", "/llms.txt"];
const PAGES = ["/", "/verification", "/docs", "/badge.svg", "/llms.txt", "/.well-known/openapi.json"];
const SERVICE = ["/healthz", "/readyz", "/api/websub/hub"];

function close(headers = ""): string {
  return `Host: reviews.goodword.test\r\nConnection: close\r\n${headers}\r\n`;
}

async function tagOf(path: string): Promise<string> {
  const response = await server.get(path);
  await response.arrayBuffer();
  return response.headers.get("etag") ?? "";
}

async function conditional(path: string, headers: Record<string, string>): Promise<number> {
  const response = await server.get(path, { headers });
  const body = await response.text();
  if (response.status === 304) expect(body).toBe("");
  return response.status;
}

describe("Conditional GET (RFC 9110 section 13)", () => {
  test.each([...DOCUMENTS, ...COMPUTED, ...PAGES])("%s carries a strong ETag", async (path) => {
    expect(await tagOf(path)).toMatch(/^"[^"]+"$/);
  });

  test.each([...DOCUMENTS, ...COMPUTED, ...DISCOVERY, "/"])(
    "%s carries Last-Modified, never later than Date",
    async (path) => {
      const { headers } = await server.get(path);
      const lastModified = Date.parse(headers.get("last-modified") ?? "");
      expect(lastModified).toBeLessThanOrEqual(Date.parse(headers.get("date") ?? ""));
    },
  );

  test.each([...DOCUMENTS, ...COMPUTED, ...PAGES])("%s answers 304 to its own tag", async (path) => {
    expect(await conditional(path, { "If-None-Match": await tagOf(path) })).toBe(304);
  });

  test("If-None-Match compares weakly and takes lists, empty elements and *", async () => {
    const tag = await tagOf("/feed.xml");
    for (const value of [`W/${tag}`, `"x", ${tag}`, `"a,b",,${tag} , W/"y"`, "*"]) {
      expect([value, await conditional("/feed.xml", { "If-None-Match": value })]).toEqual([value, 304]);
    }
  });

  test("If-None-Match with other or malformed tags gets the whole document", async () => {
    const bare = (await tagOf("/feed.xml")).slice(1, -1);
    for (const value of ['"x"', bare, `"${bare}`, `w/"${bare}"`, "", `"x" "${bare}"`]) {
      expect([value, await conditional("/feed.xml", { "If-None-Match": value })]).toEqual([value, 200]);
    }
  });

  test.each(["/reviews.json", "/api/reviews/since/2026-01-01"])(
    "If-Modified-Since of %s: unchanged at or after Last-Modified, changed before, ignored when no HTTP date",
    async (path) => {
      const at = Date.parse((await server.get(path)).headers.get("last-modified") ?? "");
      const dated = (instant: number) => ({ "If-Modified-Since": new Date(instant).toUTCString() });
      expect(await conditional(path, dated(at))).toBe(304);
      expect(await conditional(path, dated(at + 1000))).toBe(304);
      expect(await conditional(path, dated(at - 1000))).toBe(200);
      expect(await conditional(path, { "If-Modified-Since": new Date(at).toISOString() })).toBe(200);
    },
  );

  test("If-None-Match goes before If-Modified-Since (section 13.2.2)", async () => {
    const later = new Date("2100-01-01").toUTCString();
    expect(await conditional("/feed.xml", { "If-None-Match": '"x"', "If-Modified-Since": later })).toBe(200);
    const early = new Date(0).toUTCString();
    expect(await conditional("/feed.xml", { "If-None-Match": "*", "If-Modified-Since": early })).toBe(304);
  });

  test.each([...DOCUMENTS, ...COMPUTED, ...PAGES])(
    "%s answers 412 when If-Match names other content, compared strongly (section 13.1.1)",
    async (path) => {
      const tag = await tagOf(path);
      for (const value of [tag, `"x", ${tag}`, "*"]) expect(await conditional(path, { "If-Match": value })).toBe(200);
      for (const value of ['"x"', `W/${tag}`, "", tag.slice(1, -1)]) {
        expect([value, await conditional(path, { "If-Match": value })]).toEqual([value, 412]);
      }
      expect(await conditional(path, { "If-Match": '"x"', "If-None-Match": tag })).toBe(412);
    },
  );

  test.each(["/reviews.json", "/api/reviews/since/2026-01-01"])(
    "If-Unmodified-Since of %s: 412 before Last-Modified, ignored when no HTTP date or beside If-Match (section 13.1.4)",
    async (path) => {
      const at = Date.parse((await server.get(path)).headers.get("last-modified") ?? "");
      const dated = (instant: number) => ({ "If-Unmodified-Since": new Date(instant).toUTCString() });
      expect(await conditional(path, dated(at))).toBe(200);
      expect(await conditional(path, dated(at - 1000))).toBe(412);
      expect(await conditional(path, { "If-Unmodified-Since": new Date(at - 1000).toISOString() })).toBe(200);
      expect(await conditional(path, { ...dated(at - 1000), "If-Match": "*" })).toBe(200);
    },
  );

  test.each([...DOCUMENTS, ...COMPUTED])(
    "a 304 of %s carries what a 200 would of ETag, Cache-Control and Vary, its links and CORS, and no more (section 15.4.5)",
    async (path) => {
      const full = await server.get(path);
      const { headers } = await server.get(path, { headers: { "If-None-Match": full.headers.get("etag") ?? "" } });
      const cors = ["access-control-allow-origin", "access-control-expose-headers"];
      const kept = [...cors, "cache-control", "etag", "goodword-revision", "link", "vary"];
      expect([...headers.keys()].filter((name) => name !== "date").sort()).toEqual(kept);
      // A search adds rel="next" to what it finds.
      expect(full.headers.get("link")).toStartWith(headers.get("link") ?? "no link");
      for (const name of kept.filter((kept) => kept !== "link")) {
        expect([name, headers.get(name)]).toEqual([name, full.headers.get(name)]);
      }
    },
  );

  test("the same 304 is given again and again, to GET and to HEAD", async () => {
    const asked = { headers: { "If-None-Match": await tagOf("/feed.xml") } };
    for (const method of ["GET", "HEAD", "GET", "HEAD", "GET"]) {
      const earliest = Math.floor(Date.now() / 1000) * 1000;
      const { status, headers } = await server.get("/feed.xml", { ...asked, method });
      expect([status, headers.get("etag")]).toEqual([304, asked.headers["If-None-Match"]]);
      expect(Date.parse(headers.get("date") ?? "")).toBeWithin(earliest - 1000, Date.now() + 1);
    }
  });

  test("a 304 names the tag of the copy it is about, whatever coding the client would take now", async () => {
    const coded = (await server.get("/feed.xml", { headers: { "Accept-Encoding": "gzip" } })).headers.get("etag") ?? "";
    const asked = { "If-None-Match": coded, "Accept-Encoding": "br" };
    expect((await server.get("/feed.xml", { headers: asked })).headers.get("etag")).toBe(coded);
  });

  test("an error is never turned into a 304 (section 13.2.1)", async () => {
    for (const path of ["/nothing-here", "/api/reviews/since/2024-02-30", "/api/reviews/search?rating=9"]) {
      expect(await conditional(path, { "If-None-Match": "*" })).toBeGreaterThanOrEqual(400);
    }
  });
});

describe("HEAD (RFC 9110 section 9.3.2)", () => {
  test.each([...DOCUMENTS, ...COMPUTED, ...PAGES, ...SERVICE])(
    "HEAD of %s has the headers of a GET, a Date and no body",
    async (path) => {
      const get = await server.raw(`GET ${path} HTTP/1.1\r\n${close()}`);
      const head = await server.raw(`HEAD ${path} HTTP/1.1\r\n${close()}`);
      expect(head.body).toBe("");
      expect(head.status).toBe(get.status);
      expect(head.headers.get("date")).toMatch(/GMT$/);
      const ofContent = (headers: Headers) => {
        const varying = ["date", "transfer-encoding"];
        return Object.fromEntries([...headers].filter(([name]) => !varying.includes(name)));
      };
      expect(ofContent(head.headers)).toEqual(ofContent(get.headers));
    },
  );

  test("HEAD of a missing path, or with an invalid query, has the status of a GET and a Date", async () => {
    for (const [path, status] of [
      ["/nothing-here", 404],
      ["/api/reviews/search?rating=9", 400],
    ] as const) {
      const head = await server.raw(`HEAD ${path} HTTP/1.1\r\n${close()}`);
      expect([head.status, head.body, head.headers.has("date")]).toEqual([status, "", true]);
    }
  });
});

describe("Content codings (RFC 9110 section 12.5.3)", () => {
  const coding = async (accept: string, path = "/feed.xml") =>
    (await server.get(path, { headers: { "Accept-Encoding": accept } })).headers.get("content-encoding") ?? "identity";

  test.each([
    ["", "identity"],
    ["gzip", "gzip"],
    ["x-gzip", "gzip"],
    ["GZIP", "gzip"],
    ["br", "br"],
    ["zstd", "zstd"],
    ["gzip, br, zstd", "br"],
    ["gzip;q=1, br;q=0.5", "gzip"],
    ["gzip;q=0.001, identity;q=0", "gzip"],
    ["identity;q=1, gzip;q=0.5", "identity"],
    ["*", "br"],
    ["*;q=0.1, gzip", "gzip"],
    ["br;q=0, *", "zstd"],
    ["gzip;q=0", "identity"],
    ["deflate", "identity"],
    ["*;q=0", "identity"],
    ["gzip;q=2", "identity"],
    [" gzip ; q=0.5 ,, br ; q=0.4", "gzip"],
  ])("Accept-Encoding: %s gets %s", async (accept, expected) => {
    expect(await coding(accept)).toBe(expected);
  });

  test("a small computed answer is sent uncompressed, unless the client refuses identity", async () => {
    const path = "/api/reviews/search?limit=1";
    expect(await coding("gzip", path)).toBe("identity");
    expect(await coding("gzip, identity;q=0", path)).toBe("gzip");
  });

  test.each([...DOCUMENTS, "/api/reviews/search?limit=100", "/api/reviews/since/2020-01-01", "/", "/docs"])(
    "every coding of %s has its own tag, the same content and Vary: Accept-Encoding",
    async (path) => {
      const plain = Buffer.from(await (await server.get(path)).arrayBuffer());
      const tags = new Set([await tagOf(path)]);
      const decoders = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };
      for (const [name, decode] of Object.entries(decoders)) {
        const response = await server.get(path, { headers: { "Accept-Encoding": name } });
        expect(response.headers.get("vary")).toContain("Accept-Encoding");
        const bytes = Buffer.from(await response.arrayBuffer());
        if (response.headers.get("content-encoding") === null) continue;
        expect(response.headers.get("content-encoding")).toBe(name);
        expect(Buffer.from(decode(bytes)).equals(plain)).toBe(true);
        expect(tags.size).toBe(tags.add(response.headers.get("etag") ?? "").size - 1);
      }
    },
  );
});

describe("Methods (RFC 9110 sections 9.1 and 15.5.6)", () => {
  const samplePath = (path: string) => path.replace("{date}", "2026-01-01").replace("{id}", "hv-0001");
  const paths = [...new Set(operations.map(({ path }) => path))];

  test.each(paths)("%s answers 405 with Allow to every method it does not take, and 204 to OPTIONS", async (path) => {
    const taken = operations.filter((operation) => operation.path === path).map(({ method }) => method as string);
    const options = await server.get(samplePath(path), { method: "OPTIONS" });
    const allow = options.headers.get("allow") ?? "";
    expect(options.status).toBe(204);
    expect(allow.split(", ")).toEqual(expect.arrayContaining([...taken, "OPTIONS"]));
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"]) {
      if (taken.includes(method)) continue;
      const answer = await server.raw(`${method} ${samplePath(path)} HTTP/1.1\r\nContent-Length: 0\r\n${close()}`);
      expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, allow]);
      expect(JSON.parse(answer.body)).toMatchObject({ status: 405, issues: [{ code: "method_not_allowed" }] });
    }
  });

  test("style sheets and scripts answer 405 and OPTIONS too", async () => {
    const [asset = ""] = /\/assets\/page-\w+\.css/.exec(await (await server.get("/")).text()) ?? [];
    expect((await server.get(asset, { method: "OPTIONS" })).headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect((await server.get(asset, { method: "POST" })).status).toBe(405);
  });
});

describe("CORS: any page may read the data", () => {
  const answers: [string, string, Record<string, string>, number][] = [
    ["GET", "/reviews.json", {}, 200],
    ["GET", "/feed.xml", { "If-None-Match": "*" }, 304],
    ["GET", "/api/reviews/search?limit=1", { "If-None-Match": "*" }, 304],
    ["GET", "/", {}, 200],
    ["GET", "/api/reviews/search?rating=9", {}, 400],
    ["GET", "/api/reviews/since/%zz", {}, 400],
    ["GET", "/nothing-here", {}, 404],
    ["GET", "/nothing-here", { Accept: "text/html" }, 404],
    ["PUT", "/reviews.json", {}, 405],
    ["POST", "/api/websub/hub", { "Content-Type": "application/json" }, 415],
    ["GET", "/metrics", {}, 404],
    ["OPTIONS", "/mcp", { Origin: "https://app.example", "Access-Control-Request-Method": "POST" }, 204],
  ];
  test.each(answers)("%s %s %j is readable from any origin (%i)", async (method, path, headers, status) => {
    const response = await server.get(path, { method, headers });
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([status, "*"]);
    for (const name of ["ETag", "Last-Modified", "Link", "Allow", "Retry-After", "RateLimit", "Mcp-Session-Id"]) {
      expect(response.headers.get("access-control-expose-headers")?.split(", ")).toContain(name);
    }
    // The rest stands with the copy that a 304 is about.
    expect(response.headers.get("x-content-type-options")).toBe(status === 304 ? null : "nosniff");
  });

  test("a preflight allows conditional requests and the headers of MCP", async () => {
    const asked = { Origin: "https://app.example", "Access-Control-Request-Method": "GET" };
    const { headers } = await server.get("/reviews.json", { method: "OPTIONS", headers: asked });
    expect(headers.get("access-control-allow-methods")).toContain("GET");
    for (const name of ["If-None-Match", "If-Modified-Since", "Content-Type", "Mcp-Session-Id", "Authorization"]) {
      expect(headers.get("access-control-allow-headers")).toContain(name);
    }
  });

  test("a preflight allows whatever else a page's own tools add, such as traceparent", async () => {
    const asked = { Origin: "https://app.example", "Access-Control-Request-Headers": "traceparent" };
    const { headers } = await server.get("/api/reviews/search", { method: "OPTIONS", headers: asked });
    expect(headers.get("access-control-allow-headers")?.split(", ")).toContain("*");
  });

  test("an Authorization header is ignored", async () => {
    expect((await server.get("/reviews.json", { headers: { Authorization: "Bearer nonsense" } })).status).toBe(200);
  });
});

describe("Paths and queries", () => {
  const issueOf = async (path: string, init?: { headers: Record<string, string> }) => {
    const response = await server.get(path, init);
    const { status, issues } = (await response.json()) as {
      status: number;
      issues: { code: string; path: string[] }[];
    };
    expect(status).toBe(response.status);
    expect(response.headers.get("cache-control")).toBe("no-store");
    return [response.status, issues[0]?.code, issues[0]?.path];
  };

  test("percent escapes that are incomplete or not UTF-8 are a 400, in the path and in a query that is read", async () => {
    for (const path of ["/%zz", "/api/reviews/since/%E0%A4%A", "/reviews/%ff", "/api/reviews/search?query=%zz"]) {
      expect([path, ...(await issueOf(path))]).toEqual([path, 400, "malformed_encoding", []]);
    }
  });

  test.each(["%ED%A0%80", "%C0%AF", "%ff", "%zz", "a%E2%82"])(
    "a page that reads its query refuses %s in it",
    async (bad) => {
      const paths = [`/?query=${bad}`, `/?${bad}=1`, `/es/?query=${bad}`];
      for (const path of [...paths, `/badge.svg?theme=${bad}`, `/sitemap.xml?part=${bad}`, `/reviews/${bad}`]) {
        expect([path, ...(await issueOf(path))]).toEqual([path, 400, "malformed_encoding", []]);
      }
    },
  );

  test("bytes that are not UTF-8 are refused in a path and in a query that is read", async () => {
    for (const path of ["/reviews/\xed\xa0\x80", "/api/reviews/search?query=\xed\xa0\x80", "/?query=\xff"]) {
      const { status, body } = await server.raw(`GET ${path} HTTP/1.1\r\n${close()}`);
      expect([path, status, JSON.parse(body).issues[0].code]).toEqual([path, 400, "malformed_encoding"]);
    }
  });

  test.each([...DOCUMENTS, "/record.json", "/api/updates.json"])(
    "%s refuses parameters that it does not take, and names search",
    async (path) => {
      for (const method of ["GET", "HEAD"]) {
        expect((await server.get(`${path}?limit=3`, { method })).status).toBe(400);
      }
      const { issues } = (await (await server.get(`${path}?limit=3`)).json()) as { issues: { message: string }[] };
      expect(issues.map(({ message }) => message)).toEqual([
        "unknown parameter limit; this document is always whole; select reviews with /api/reviews/search",
      ]);
    },
  );

  test.each([
    ["/reviews", "/api/reviews/search"],
    ["/api/reviews/", "/api/reviews/search"],
    ["/api/feeds.json", "/api/feed.json"],
    ["/review.json", "/reviews.json"],
    ["/api", "/docs"],
  ])("the 404 of %s points to %s", async (path, right) => {
    const response = await server.get(path);
    const { issues } = (await response.json()) as { issues: { message: string }[] };
    expect([response.status, issues[0]?.message]).toEqual([
      404,
      `no resource at this path; see https://reviews.goodword.test${right}`,
    ]);
  });

  test.each(["/nothing", "/api/reviews/search?rating=9", "/reviews.json?x=1", "/api/reviews/never"])(
    "the error of %s has the type application/problem+json where Accept names it, and the same body",
    async (path) => {
      const asked = async (accept: string) => {
        const response = await server.get(path, { headers: { Accept: accept } });
        expect(response.headers.get("vary")).toContain("Accept");
        return { type: response.headers.get("content-type"), body: await response.text() };
      };
      const plain = await asked("*/*");
      expect(plain.type).toBe("application/json");
      expect(await asked("application/json")).toEqual(plain);
      expect(await asked("application/json;q=0.9, application/problem+json;q=0.1")).toEqual(plain);
      const problem = { ...plain, type: "application/problem+json" };
      expect(await asked("application/problem+json, application/json")).toEqual(problem);
      expect(await asked("application/problem+json, */*;q=0.1")).toEqual(problem);
    },
  );

  test("a document in a range that does not exist is refused in the type that Accept names, too", async () => {
    const headers = { Accept: "application/problem+json", Range: "bytes=99999999-" };
    const { status, headers: answered } = await server.get("/reviews.json", { headers });
    expect([status, answered.get("content-type")]).toEqual([416, "application/problem+json"]);
  });

  test("a date in the path that is no calendar date is a 400 that names it", async () => {
    for (const date of ["2024-02-30", "2023-02-29", "2026-13-01", "2026-1-1", "today", "0000-01-01", "2026-01-01T00"]) {
      expect([date, ...(await issueOf(`/api/reviews/since/${date}`))]).toEqual([date, 400, "format", ["date"]]);
    }
  });

  test("a date of a search is held against the same calendar", async () => {
    for (const name of ["since", "until"]) {
      const path = `/api/reviews/search?${name}=0000-01-01`;
      expect([path, ...(await issueOf(path)).slice(0, 1)]).toEqual([path, 400]);
    }
  });

  test("a search by the page's address names its mistakes to programs too", async () => {
    expect(await issueOf("/?rating=9")).toEqual([400, "maximum", ["rating"]]);
    expect(await issueOf("/?cursor=x")).toEqual([400, "pattern", ["cursor"]]);
  });

  test("a path with a slash too many is another path", async () => {
    for (const path of ["/reviews.json/", "/api/reviews/since/", "/api/reviews/since/2026-01-01/"]) {
      expect([path, ...(await issueOf(path))]).toEqual([path, 404, "not_found", []]);
    }
  });

  test("a path that leads nowhere is JSON, and HTML only for those who ask for it", async () => {
    const typeFor = async (accept: string) =>
      (await server.get("/nothing-here", { headers: { Accept: accept } })).headers.get("content-type");
    expect(await typeFor("*/*")).toBe("application/json");
    expect(await typeFor("application/json, text/html;q=0.5")).toBe("application/json");
    expect(await typeFor("text/html;q=0")).toBe("application/json");
    expect(await typeFor("text/html,application/xhtml+xml,*/*;q=0.8")).toBe("text/html; charset=utf-8");
    expect((await server.get("/nothing-here")).headers.get("vary")).toContain("Accept");
  });

  test("every link is made from the configured address, never from Host or the request line", async () => {
    const requests = ["GET /feed.xml HTTP/1.1", "GET http://evil.example/feed.xml HTTP/1.1"];
    for (const line of requests) {
      const answer = await server.raw(`${line}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
      expect([line, answer.status]).toEqual([line, 200]);
      expect(answer.headers.get("link")).toContain('<https://reviews.goodword.test/feed.xml>; rel="self"');
      expect(answer.body).not.toContain("evil.example");
    }
  });
});

describe("Requests as odd clients send them (RFC 9112)", () => {
  const ODD = ["/readyz", "/feed.xml", "/", "/api/reviews/search?limit=1", "/api/reviews/since/2026-01-01"];

  test.each(ODD)("HTTP/1.0 without Host gets %s", async (path) => {
    expect((await server.raw(`GET ${path} HTTP/1.0\r\n\r\n`)).status).toBe(200);
  });

  test.each(ODD)("a Host of one letter gets %s", async (path) => {
    expect((await server.raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).status).toBe(200);
  });

  test.each(ODD)("the absolute form gets %s (section 3.2.2)", async (path) => {
    expect((await server.raw(`GET http://other.example${path} HTTP/1.1\r\n${close()}`)).status).toBe(200);
  });

  test.each(ODD)("a Host that is no host gets a 400 for %s (section 3.2)", async (path) => {
    const answer = await server.raw(`GET ${path} HTTP/1.1\r\nHost: {}^ x\r\nConnection: close\r\n\r\n`);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ issues: [{ code: "host" }] });
  });

  test.each(ODD)("two Host headers get a 400 for %s (section 3.2)", async (path) => {
    for (const second of ["b", "a", "", "reviews.goodword.test"]) {
      const hosts = `Host: a\r\nhost: ${second}\r\n`;
      const answer = await server.raw(`GET ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
      expect([second, answer.status, JSON.parse(answer.body).issues[0].code]).toEqual([second, 400, "host"]);
    }
  });

  test("a path with a backslash or dot segments leads nowhere else (WHATWG URLs would resolve them)", async () => {
    for (const path of OTHER_WAYS_TO_METRICS) {
      const { status, body } = await server.raw(`GET ${path} HTTP/1.1\r\n${close()}`);
      expect([path, status === 400 || status === 404, body.includes("goodword_")]).toEqual([path, true, false]);
    }
  });

  test("a path with empty segments, a query with dots and backslashes, and the absolute form are what they are", async () => {
    const paths = ["/?a=/../b", "/?a=\\..\\b", "http://other.example/feed.xml", "/reviews.json"];
    for (const path of paths) expect((await server.raw(`GET ${path} HTTP/1.1\r\n${close()}`)).status).toBe(200);
    for (const path of ["//feed.xml", "/feed.xml/", "/a//b", "/a/b/c/d/e/f/g/h"]) {
      expect((await server.raw(`GET ${path} HTTP/1.1\r\n${close()}`)).status).toBe(404);
    }
  });

  test("HTTP/1.1 without Host gets a 400", async () => {
    expect((await server.raw("GET /readyz HTTP/1.1\r\nConnection: close\r\n\r\n")).status).toBe(400);
  });

  test("a client that leaves in the middle of its body is not logged as a fault", async () => {
    for (const path of ["/mcp", "/api/websub/hub"]) {
      const head = `POST ${path} HTTP/1.1\r\nHost: goodword.test\r\nContent-Length: 99\r\n`;
      await server.leave(`${head}Content-Type: application/x-www-form-urlencoded\r\n\r\nhub.mode=`);
      await server.leave(`${head}Content-Type: application/json\r\nAccept: */*\r\n\r\n{"x`);
    }
    await server.get("/healthz");
    expect(server.log()).not.toContain("Request failed");
  });

  test("a Host header with half an address or an impossible port gets a 400", async () => {
    for (const host of ["[::1", "[::1]:99999", "goodword.te]st"]) {
      for (const path of ["/verification", "/mcp", "/api/reviews/search"]) {
        const { status, body } = await server.raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
        expect([status, JSON.parse(body).status]).toEqual([400, 400]);
      }
    }
  });

  test("headers beyond the limit get a 431 (RFC 6585 section 5)", async () => {
    expect((await server.raw(`GET /readyz HTTP/1.1\r\n${close(`X-Long: ${"a".repeat(20_000)}\r\n`)}`)).status).toBe(
      431,
    );
  });

  test("a body with a GET is left alone", async () => {
    expect((await server.raw(`GET /feed.xml HTTP/1.1\r\n${close("Content-Length: 5\r\n")}hello`)).status).toBe(200);
  });
});

describe("Bodies (RFC 9110 sections 15.5.14 and 15.5.16)", () => {
  const doors = [
    ["/api/websub/hub", "application/x-www-form-urlencoded", 64 << 10],
    ["/mcp", "application/json", 1 << 20],
  ] as const;

  test.each(doors)("POST %s of another type than %s gets a 415", async (path) => {
    for (const type of ["text/plain", "multipart/form-data; boundary=x", "image/png"]) {
      const headers = { "Content-Type": type, Accept: "application/json, text/event-stream" };
      expect((await server.get(path, { method: "POST", headers, body: "x" })).status).toBe(415);
    }
  });

  test.each(doors)("POST %s of %s beyond %i bytes gets a 413, by length and in chunks", async (...door) => {
    const [path, type, limit] = door;
    const body = "a".repeat(limit + 1);
    const head = `POST ${path} HTTP/1.1\r\nContent-Type: ${type}\r\nAccept: application/json, text/event-stream\r\n`;
    const chunked = `Transfer-Encoding: chunked\r\n${close()}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    for (const rest of [`Content-Length: ${body.length}\r\n${close()}${body}`, chunked]) {
      const answer = await server.raw(head + rest);
      expect(answer.status).toBe(413);
      expect(answer.body).toContain(String(limit));
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    }
  });

  test("the hub reports errors as JSON in the common shape to a client that accepts JSON", async () => {
    const headers = { "Content-Type": "text/plain", Accept: "application/json" };
    const response = await server.get("/api/websub/hub", { method: "POST", headers, body: "x" });
    expect(await response.json()).toMatchObject({ status: 415, issues: [{ code: "media_type" }] });
  });
});

describe("Caching (RFC 9111)", () => {
  test("documents may be kept for a minute, and longer while they are renewed or the server is down", async () => {
    for (const path of DOCUMENTS) {
      expect((await server.get(path)).headers.get("cache-control")).toBe(
        "max-age=60, stale-while-revalidate=600, stale-if-error=86400",
      );
    }
  });

  test("how the service is may not be kept", async () => {
    for (const path of ["/healthz", "/readyz"]) {
      expect((await server.get(path)).headers.get("cache-control")).toBe("no-store");
    }
  });
});
