import { afterEach, describe, expect, setSystemTime, test } from "bun:test";
import { Compile } from "typebox/compile";
import { Outgoing, type OutgoingBody } from "../../src/http/outgoing.ts";
import { problemResponse } from "../../src/http/problem.ts";
import { Problem } from "../../src/http/problem_schema.ts";
import { makeDocument, type Representation, representationsOf } from "../../src/http/representation.ts";
import { Content, respond } from "../../src/http/respond.ts";
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

function callOf(request: Request) {
  const outgoing = new Outgoing(createVirtualClock(), { maxUnsentBytesPerClient: 1 << 20, maxUnsentBytes: 1 << 20 });
  return { request, charge() {}, send: (body: OutgoingBody) => outgoing.send(body, { client: "a", cut() {} }) };
}

describe("RFC 9110 8.8.2.1: Last-Modified never lies ahead of the clock", () => {
  const answers = {
    document: (headers = {}) => representation(AT + 1000).respond(ask(headers)),
    computed: (headers = {}) => {
      const content = new Content({ contentType: "application/json", digest: "abc", lastModified: AT + 1000 });
      return respond(callOf(ask(headers)), content, () => ({ body: BYTES })) as Response;
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

  test("a client whose If-Modified-Since is earlier gets the change", () => {
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
