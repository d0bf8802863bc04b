import { afterEach, describe, expect, setSystemTime, test } from "bun:test";
import { Compile } from "typebox/compile";
import { clientKey, createRateGuard, createRateLimit } from "../../src/http/admission.ts";
import { ComputedAnswers } from "../../src/http/computed_answer.ts";
import { Histogram, metricsText } from "../../src/http/metrics.ts";
import { problemResponse } from "../../src/http/problem.ts";
import { Problem } from "../../src/http/problem_schema.ts";
import { makeDocument, type Representation, representationsOf, withCompressed } from "../../src/http/representation.ts";
import { nearestName } from "../../src/nearest_name.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

afterEach(() => setSystemTime());

const AT = Date.UTC(2026, 5, 1, 12, 0, 0, 400);
const BYTES = new TextEncoder().encode(`{"text":"${"Quick and tidy. ".repeat(100)}"}`);

function representation(lastModified: number | null = AT, bytes = BYTES): Representation {
  const document = makeDocument({ path: "/d", contentType: "application/json", lastModified, links: [] }, bytes);
  return representationsOf([document]).get("/d")!;
}

function ask(headers: Record<string, string> = {}): Request {
  return new Request("http://goodword.test/d", { headers });
}

describe("A representation", () => {
  test("has tags made from its bytes and never from time", () => {
    expect(representation(AT).tags).toEqual(representation(AT + 60_000).tags);
    expect(representation(AT, BYTES.slice(1)).tags).not.toEqual(representation(AT).tags);
  });

  test("is dated in whole seconds", () => {
    const { headers } = representation().respond(ask());
    expect(headers.get("last-modified")).toBe("Mon, 01 Jun 2026 12:00:00 GMT");
  });

  test("gives a single range of the coding that is answered, and the whole where its content has changed", async () => {
    const whole = representation();
    const tag = whole.respond(ask()).headers.get("etag") ?? "";
    const part = whole.respond(ask({ Range: "bytes=2-9", "If-Range": tag }));
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 2-9/${BYTES.length}`]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(BYTES.slice(2, 10));
    expect(whole.respond(ask({ Range: "bytes=2-9", "If-Range": '"other"' })).status).toBe(200);
    const coded = new Uint8Array(await whole.respond(ask({ "Accept-Encoding": "gzip" })).arrayBuffer());
    const end = whole.respond(ask({ "Accept-Encoding": "gzip", Range: "bytes=-5" }));
    expect([end.status, end.headers.get("content-encoding")]).toEqual([206, "gzip"]);
    expect(new Uint8Array(await end.arrayBuffer())).toEqual(coded.slice(-5));
  });

  test("answers a range beyond its end with 416, its length and what to do", async () => {
    const beyond = representation().respond(ask({ Range: `bytes=${BYTES.length}-` }));
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${BYTES.length}`]);
    expect(await beyond.text()).toContain(`${BYTES.length} bytes; ask for less`);
  });

  test("ignores a range in HEAD", () => {
    const head = new Request("http://goodword.test/d", { method: "HEAD", headers: { Range: "bytes=0-1" } });
    const { status, headers } = representation().respond(head);
    expect([status, headers.get("accept-ranges")]).toEqual([200, "bytes"]);
  });

  test("can be answered from any number of times", async () => {
    const one = representation();
    const texts = await Promise.all([1, 2, 3].map(() => one.respond(ask()).text()));
    expect(new Set(texts)).toEqual(new Set([new TextDecoder().decode(BYTES)]));
  });

  test("leaves codings out that save nothing", () => {
    const { headers } = representation(AT, new TextEncoder().encode("{}")).respond(ask({ "Accept-Encoding": "br" }));
    expect(headers.get("content-encoding")).toBeNull();
    expect(headers.get("vary")).toBe("Accept-Encoding");
  });

  test("keeps its tag when further codings are added", () => {
    const head = { path: "/d", contentType: "application/json", lastModified: AT, links: [] };
    const bare = makeDocument(head, BYTES, new Map([["identity", [BYTES]]]));
    const coded = withCompressed(bare);
    expect(coded.digest).toBe(bare.digest);
    expect(coded.bodies.size).toBeGreaterThan(1);
  });
});

describe("RFC 9110 8.8.2.1: Last-Modified never lies ahead of the clock", () => {
  const answers = {
    document: (headers = {}) => representation(AT + 1000).respond(ask(headers)),
    computed: (headers = {}) => {
      const computed = new ComputedAnswers({
        revision: "r",
        contentType: "application/json",
        digest: "abc",
        lastModified: AT + 1000,
        links: [],
        cacheControl: "max-age=60",
      });
      return computed.settled(ask(headers)) ?? (computed.respond(ask(headers), BYTES) as Response);
    },
  };

  test.each(Object.entries(answers))(
    "a %s that will have changed in a second is sent without one until then",
    (...entry) => {
      const [, answer] = entry;
      setSystemTime(new Date(AT));
      expect(answer().headers.has("last-modified")).toBe(false);
      expect(answer({ "If-None-Match": "*" }).headers.has("last-modified")).toBe(false);
      setSystemTime(new Date(AT + 1000));
      expect(answer().headers.get("last-modified")).toBe("Mon, 01 Jun 2026 12:00:01 GMT");
    },
  );

  test.each(Object.entries(answers))(
    "a %s states its Date while the server's own may lag behind the change",
    (...entry) => {
      const [, answer] = entry;
      setSystemTime(new Date(AT + 1000));
      expect(answer().headers.get("date")).toBe("Mon, 01 Jun 2026 12:00:01 GMT");
      setSystemTime(new Date(AT + 60_000));
      expect(answer().headers.has("date")).toBe(false);
    },
  );

  test("a client that was told an earlier date is sent the change", () => {
    const earlier = { "If-Modified-Since": "Mon, 01 Jun 2026 12:00:00 GMT" };
    expect(answers.document(earlier).status).toBe(200);
    expect(answers.computed(earlier).status).toBe(200);
  });
});

describe("An error", () => {
  test("is of the one shape, in any status, and is not kept", async () => {
    for (const status of [400, 404, 405, 410, 412, 413, 415, 429, 500, 503]) {
      const response = problemResponse(status, [{ path: [], code: "code", message: "message" }]);
      expect([response.status, response.headers.get("cache-control")]).toEqual([status, "no-store"]);
      const problem = (await response.json()) as Problem;
      expect(Compile(Problem).Errors(problem)).toEqual([]);
      expect(problem.title).not.toBe("Error");
    }
  });

  test("carries every issue, and headers of its own", async () => {
    const issues = [
      { path: ["a"], code: "x", message: "a is wrong", received: "1" },
      { path: ["b"], code: "y", message: "b is wrong" },
    ];
    const response = problemResponse(400, issues, { "Retry-After": "3" });
    expect(((await response.json()) as Problem).issues).toEqual(issues);
    expect(response.headers.get("retry-after")).toBe("3");
  });
});

describe("createRateLimit()", () => {
  test("lets a burst through, then so many a second", () => {
    let now = 0;
    const limit = createRateLimit({ burst: 2, perSecond: 0.5, now: () => now });
    expect(limit.take(["a"])).toEqual({ kind: "taken", left: 1 });
    expect(limit.take(["a"])).toEqual({ kind: "taken", left: 0 });
    expect(limit.take(["a"])).toEqual({ kind: "wait", seconds: 2 });
    expect(limit.take(["b"]).kind).toBe("taken");
    now = 2000;
    expect(limit.take(["a"])).toEqual({ kind: "taken", left: 0 });
  });

  test("takes of all keys or of none", () => {
    const limit = createRateLimit({ burst: 1, perSecond: 1, now: () => 0 });
    limit.take(["host"]);
    expect(limit.take(["client", "host"]).kind).toBe("wait");
    expect(limit.take(["client"]).kind).toBe("taken");
  });

  test("a clock that is set back gives nothing and takes nothing", () => {
    let now = 10_000;
    const limit = createRateLimit({ burst: 1, perSecond: 1, now: () => now });
    limit.take(["a"]);
    now = 0;
    expect(limit.take(["a"]).kind).toBe("wait");
  });

  test("counts an IPv6 network of one customer as one client", () => {
    expect(clientKey("2001:db8:1:2:3:4:5:6")).toBe(clientKey("2001:db8:1:2::9"));
    expect(clientKey("2001:db8:1:2::1")).not.toBe(clientKey("2001:db8:1:3::1"));
    expect(clientKey("192.0.2.1")).toBe("192.0.2.1");
  });
});

describe("createRateGuard()", () => {
  test("tells clients what is left, and turns down with 429 and Retry-After", () => {
    const guard = createRateGuard(2, createVirtualClock());
    const first = new Response("ok");
    const entry = guard?.enter("192.0.2.1");
    expect(entry?.kind).toBe("taken");
    guard?.mark(first, "192.0.2.1");
    expect([first.headers.get("ratelimit-policy"), first.headers.get("ratelimit")]).toEqual([
      '"work";q=2;w=60',
      '"work";r=1;t=60',
    ]);
    guard?.enter("192.0.2.1");
    const refused = guard?.enter("192.0.2.1");
    const response = refused?.kind === "refused" ? refused.response : null;
    expect([response?.status, response?.headers.get("retry-after")]).toEqual([429, "30"]);
  });

  test("counts work, too: what was done is owed, a burst of it at most, and other clients owe nothing", async () => {
    const clock = createVirtualClock();
    const guard = createRateGuard(60, clock);
    const enter = (address: string) => guard?.enter(address).kind;
    expect(enter("192.0.2.1")).toBe("taken");
    guard?.charge("192.0.2.1", 64);
    expect(enter("192.0.2.1")).toBe("refused");
    expect(enter("192.0.2.2")).toBe("taken");
    await clock.advance(6000, async () => {});
    expect(enter("192.0.2.1")).toBe("taken");
    guard?.charge("192.0.2.1", 1_000_000);
    await clock.advance(60_000, async () => {});
    expect(enter("192.0.2.1")).toBe("refused");
    await clock.advance(1000, async () => {});
    expect(enter("192.0.2.1")).toBe("taken");
  });

  test("with 0 is none", () => {
    expect(createRateGuard(0, createVirtualClock())).toBeNull();
  });
});

describe("nearestName()", () => {
  const NAMES = ["rating", "min_rating", "limit", "since"];

  test.each([
    ["limt", "limit"],
    ["LIMIT", "limit"],
    ["sicne", "since"],
    ["minrating", "min_rating"],
    ["zzzzz", null],
    ["", null],
  ])("%j is near to %p", (name, nearest) => {
    expect(nearestName(name, NAMES)).toBe(nearest);
  });
});

describe("metricsText()", () => {
  test("is Prometheus text, with label values escaped", () => {
    const samples = [{ labels: { path: 'a"b\\c\nd' }, value: 3 }];
    expect(metricsText([{ name: "requests_total", help: "Answers", type: "counter", samples }])).toBe(
      '# HELP requests_total Answers\n# TYPE requests_total counter\nrequests_total{path="a\\"b\\\\c\\nd"} 3\n',
    );
  });
});

test("Histogram.metric() counts in each bucket what took no longer than its bound", () => {
  const histogram = new Histogram();
  for (const seconds of [0.0004, 0.0005, 0.2, 60]) histogram.observe(seconds);
  const text = metricsText([histogram.metric("duration_seconds", "Time")]);
  const told = (sample: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${sample} `))
        ?.split(" ")[1],
    );
  expect(text).toContain("# TYPE duration_seconds histogram\n");
  expect(told('duration_seconds_bucket{le="0.0005"}')).toBe(2);
  expect(told('duration_seconds_bucket{le="0.1"}')).toBe(2);
  expect(told('duration_seconds_bucket{le="0.25"}')).toBe(3);
  expect(told('duration_seconds_bucket{le="+Inf"}')).toBe(4);
  expect(told("duration_seconds_count")).toBe(4);
  expect(told("duration_seconds_sum")).toBeCloseTo(60.2009);
});
