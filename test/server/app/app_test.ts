/** The application alone: what it does when something is not there yet, goes wrong, or is asked for too often. */
import { expect, test } from "bun:test";
import { PATHS } from "../../../src/http/paths.ts";
import { appOf, getOf } from "../../support/app_of.ts";
import { CLIENT } from "../../support/client.ts";
import { insightsOf } from "../../support/insights_of.ts";
import { endpointOf, JSON_HEADERS, PLUMBER, SIXTY } from "../../support/mcp_endpoint.ts";
import { publicationOf } from "../../support/publication_of.ts";
import { createRecordingLog } from "../../support/recording_log.ts";
import { createVirtualClock } from "../../support/virtual_clock.ts";

/** An application over a publication that never comes. */
function waitingApp(parts: Parameters<typeof appOf>[1] = {}) {
  const clock = createVirtualClock();
  const log = createRecordingLog();
  const app = appOf(null, { clock, log, ...parts });
  return { app, get: (path: string) => getOf(app, path), clock, log };
}

test("an internal error is a 500 with only an id, under which the log has the details", async () => {
  const fault = new Error("no such table: SELECT * FROM reviews in /srv/goodword.sqlite");
  const trouble = () => {
    throw fault;
  };
  const log = createRecordingLog();
  const app = appOf(publicationOf(PLUMBER, SIXTY), { log, trouble });
  const response = await getOf(app, "/readyz");
  const body = await response.text();
  expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([500, "*"]);
  expect(body).not.toMatch(/SELECT|srv|Error/);
  const { issues } = JSON.parse(body) as { issues: { code: string; message: string }[] };
  expect(issues[0]!.code).toBe("internal");
  expect(log.lines).toHaveLength(1);
  expect(issues[0]!.message).toContain(String(log.lines[0]!.fields.fault));
  expect(log.lines[0]!.fields.error).toContain("no such table");
});

test("a fault is logged with its path and the id that a proxy gave the request", async () => {
  const trouble = () => {
    throw new Error("broken");
  };
  const log = createRecordingLog();
  const app = appOf(publicationOf(PLUMBER, SIXTY), { log, trouble });
  for (const id of ["7f3c-01", "two words"]) {
    await app(new Request("http://goodword.test/readyz?secret=1", { headers: { "X-Request-Id": id } }), CLIENT);
  }
  expect(log.lines.map(({ fields }) => [fields.path, fields.request_id])).toEqual([
    ["/readyz", "7f3c-01"],
    ["/readyz", undefined],
  ]);
});

test("before the first publication, readiness is a 503 and health is not", async () => {
  const { get } = waitingApp();
  const ready = await get("/readyz");
  expect([ready.status, ready.headers.get("retry-after")]).toEqual([503, "1"]);
  expect((await get("/healthz")).status).toBe(200);
});

test("a request waits for the first publication, and not for ever", async () => {
  const { get, clock } = waitingApp();
  const waiting = get("/api/reviews/search");
  await clock.advance(20_000, () => new Promise((resolve) => setImmediate(resolve)));
  const response = await waiting;
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await response.json()).toMatchObject({ issues: [{ code: "not_ready" }] });
});

test("/search leads to the search of the home page, and is described as nothing else", async () => {
  const app = appOf(publicationOf(PLUMBER, SIXTY));
  expect((await (await getOf(app, PATHS.openApi)).json()).paths).not.toHaveProperty("/search");
  const answer = await getOf(app, "/search?words=leak");
  expect([answer.status, answer.headers.get("location")]).toEqual([308, expect.stringMatching(/\/\?words=leak$/)]);
});

test("the owner's limit counts work: a large answer is worth many requests", async () => {
  const publication = publicationOf(PLUMBER, SIXTY, { insights: insightsOf(PLUMBER, SIXTY) });
  const app = appOf(publication, { rateLimitPerMinute: 100, mcp: endpointOf(publication).mcp });
  /** What is left of 100 after one more request. */
  const leftAfter = async (request: Request) => {
    const answer = await app(request, CLIENT);
    await answer.text();
    return Number(/r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]);
  };
  const search = (limit: number) => new Request(`http://goodword.test/api/reviews/search?limit=${limit}`);
  const call = (name: string, args: object) => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
    return new Request("http://goodword.test/mcp", {
      method: "POST",
      headers: JSON_HEADERS,
      body: JSON.stringify(body),
    });
  };
  expect(await leftAfter(search(1))).toBe(99);
  // Sixty reviews are some 33 kB.
  expect(await leftAfter(search(100))).toBe(96);
  expect(await leftAfter(call("get_review_stats", {}))).toBe(95);
  expect(await leftAfter(call("get_review_stats", { group_by: "month" }))).toBe(93);
  expect(await leftAfter(call("search_reviews", { limit: 100, detail: "full" }))).toBeLessThan(90);
});
