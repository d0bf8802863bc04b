/** The jobs endpoint: other programs add finished jobs and reviews over HTTP, on a listener of the owner's. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reviewsFile } from "../support/command_line.ts";
import { type Service, spawnGoodword, startService } from "../support/goodword_process.ts";
import { startPostgres } from "../support/postgres_server.ts";
import { skipUnless } from "../support/tools.ts";
import { eventually } from "../support/wait.ts";

interface JobsEndpoint extends AsyncDisposable {
  readonly services: readonly Service[];
  /** Addresses of the endpoints, one a server. */
  readonly urls: readonly string[];
  readonly token: string;
  run(...args: string[]): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Servers over one database with a business of its own. */
async function openEndpoint(database: string | null = null, servers = 1): Promise<JobsEndpoint> {
  const folder = mkdtempSync(join(tmpdir(), "goodword-endpoint-"));
  folders.push(folder);
  const environment = {
    DATABASE_URL: database ?? `file:${join(folder, "goodword.sqlite")}`,
    HOST: "127.0.0.1",
    PORT: "0",
    CONSOLE_PORT: "0",
    LOG_FORMAT: "json",
    GOODWORD_SEED: "none",
  };
  const run = async (...args: string[]) => {
    const { code, out, err } = await spawnGoodword(args, { environment }).ended;
    return { code, out, err };
  };
  const file = join(folder, "reviews.json");
  writeFileSync(file, reviewsFile({ id: "sure" }));
  expect((await run("import", file)).code).toBe(0);
  const { token } = JSON.parse((await run("jobs", "token", "create", "zapier", "--json")).out);
  const services = await Promise.all(Array.from({ length: servers }, () => startService({ environment })));
  const ports = await Promise.all(services.map((service) => service.logged(/"Owner's listener"[^\n]*?:(\d+)"/)));
  return {
    services,
    token,
    run,
    urls: ports.map(([, port]) => `http://127.0.0.1:${port}/api/jobs`),
    async [Symbol.asyncDispose]() {
      await Promise.all(services.map((service) => service.kill()));
    },
  };
}

interface Asked {
  readonly body: string | ReadableStream;
  readonly type?: string | null;
  readonly token?: string;
  readonly key?: string;
  readonly server?: number;
  /** Default: that of jobs. */
  readonly path?: string;
}

async function post(
  endpoint: JobsEndpoint,
  { body, type = "application/json", token = endpoint.token, key, server = 0, path }: Asked,
) {
  const headers = {
    ...(token !== "" && { Authorization: `Bearer ${token}` }),
    ...(type !== null && { "Content-Type": type }),
    ...(key !== undefined && { "Idempotency-Key": key }),
  };
  const url = (endpoint.urls[server] ?? "").replace("/api/jobs", path ?? "/api/jobs");
  const response = await fetch(url, { method: "POST", headers, body });
  const text = await response.text();
  return { status: response.status, text, json: JSON.parse(text), headers: response.headers };
}

async function jobsOf(endpoint: JobsEndpoint): Promise<readonly Record<string, unknown>[]> {
  return JSON.parse((await endpoint.run("jobs", "list", "--json")).out).jobs;
}

const JANE = { customer_name: "Jane Doe", email: "canary@example.com", finished: "2026-05-20", reference: "A-1" };

describe("POST /api/jobs", () => {
  let endpoint: JobsEndpoint;
  beforeAll(async () => {
    endpoint = await openEndpoint();
  });
  afterAll(() => endpoint[Symbol.asyncDispose]());

  test.each([
    ["an object", "application/json", JSON.stringify({ ...JANE, reference: "J-1" }), 1],
    ["an array", "application/json; charset=utf-8", JSON.stringify([{ ...JANE, reference: "J-2" }]), 1],
    [
      "NDJSON",
      "application/x-ndjson",
      `${JSON.stringify({ ...JANE, reference: "J-3" })}\n${JSON.stringify({ ...JANE, reference: "J-4" })}\n`,
      2,
    ],
    ["CSV", "text/csv", "Invoice #,Customer,Completed\nJ-5,Rob Fox,2026-05-20\n", 1],
    [
      "a form",
      "application/x-www-form-urlencoded",
      "reference=J-6&customer%5Bname%5D=Al+Oak&completed_at=2026-05-20T10%3A00%3A00Z",
      1,
    ],
    [
      "an event",
      "application/json",
      JSON.stringify({
        event: { invoice_number: "J-7", customer: { first_name: "Al", last_name: "Elm" }, completed_at: "2026-05-20" },
      }),
      1,
    ],
  ])("takes %s", async (_, type, body, accepted) => {
    expect(await post(endpoint, { type, body })).toMatchObject({
      status: 202,
      json: { accepted, unchanged: 0, refused: [] },
    });
    expect(await post(endpoint, { type, body })).toMatchObject({
      status: 202,
      json: { accepted: 0, unchanged: accepted },
    });
  });

  test("reports the index and fault of each bad row without its contents, and adds the others", async () => {
    const rows = [JANE, { ...JANE, reference: "A-2", email: "canary at example" }, { finished: "2026-05-20" }];
    const { status, json, text } = await post(endpoint, { body: JSON.stringify(rows) });
    expect([status, json]).toEqual([
      202,
      {
        accepted: 1,
        unchanged: 0,
        not_finished: 0,
        refused: [
          { index: 1, issues: [{ path: ["email"], code: "invalid_job", message: "email is not an e-mail address" }] },
          { index: 2, issues: [{ path: [], code: "invalid_job", message: "there is no name and no contact" }] },
        ],
      },
    ]);
    expect(text).not.toContain("canary");
  });

  test("answers 422 when no row can be used", async () => {
    const future = await post(endpoint, {
      body: JSON.stringify({ ...JANE, reference: "A-3", finished: "2999-01-01" }),
    });
    expect(future).toMatchObject({ status: 422, json: { issues: [{ path: ["0", "finished"] }] } });
    expect(await post(endpoint, { body: "{" })).toMatchObject({
      status: 422,
      json: { issues: [{ code: "unreadable" }] },
    });
    expect((await post(endpoint, { body: '{"customer_name": "Jane Doe"}' })).json.issues[0].message).toContain(
      "No column for the date",
    );
  });

  test("answers 401 without a token, with another or a revoked one", async () => {
    const body = JSON.stringify(JANE);
    for (const token of ["", "gwj_guess", `${endpoint.token}x`]) {
      const refused = await post(endpoint, { token, body });
      expect([refused.status, refused.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
    }
    const { token } = JSON.parse((await endpoint.run("jobs", "token", "create", "old", "--json")).out);
    expect((await post(endpoint, { token, body })).status).toBe(202);
    await endpoint.run("jobs", "token", "revoke", "old");
    expect((await post(endpoint, { token, body })).status).toBe(401);
  });

  test("answers 415 to what it does not read, 413 to what is too large, 404 and 405 to the rest", async () => {
    for (const type of [null, "text/plain", "application/pdf"]) {
      expect((await post(endpoint, { type, body: new Blob(["{}"]).stream() })).status).toBe(415);
    }
    expect((await post(endpoint, { body: "x".repeat((16 << 20) + 1) })).status).toBe(413);
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1 << 20).fill(32)),
    });
    expect((await post(endpoint, { body: endless })).status).toBe(413);
    const url = endpoint.urls[0] ?? "";
    expect((await fetch(url.replace("/api/jobs", "/api/others"))).status).toBe(404);
    const got = await fetch(url);
    expect([got.status, got.headers.get("Allow")]).toEqual([405, "POST"]);
  });

  test("answers a request with the same Idempotency-Key as before, and refuses another one with it", async () => {
    const body = JSON.stringify({ ...JANE, reference: "K-1" });
    const first = await post(endpoint, { body, key: "k1" });
    expect(first.json).toMatchObject({ accepted: 1 });
    expect((await post(endpoint, { body, key: "k1" })).text).toBe(first.text);
    const other = await post(endpoint, { body: JSON.stringify({ ...JANE, reference: "K-2" }), key: "k1" });
    expect([other.status, other.json.issues[0].path]).toEqual([422, ["Idempotency-Key"]]);
    expect((await post(endpoint, { body, key: "a b" })).status).toBe(422);
  });

  test("is not on the public port, and no document, export or log contains customers' data", async () => {
    const [service] = endpoint.services;
    await post(endpoint, {
      body: JSON.stringify({ ...JANE, reference: "canary-1", telephone: "555 010 1234 canary" }),
    });
    await post(endpoint, { body: JSON.stringify({ ...JANE, reference: "canary-2" }) });
    for (const path of ["/", "/reviews.json", "/insights.json", "/feed.xml", "/metrics", "/openapi.json"]) {
      const text = await (await fetch(`${service?.url}${path}`)).text();
      expect([path, text.includes("canary"), text.includes("/api/jobs")]).toEqual([path, false, false]);
    }
    expect((await endpoint.run("export")).out).not.toContain("canary");
    const { status } = await fetch(`${service?.url}/api/jobs`, { method: "POST", body: JSON.stringify(JANE) });
    expect(status).toBe(404);
    expect(service?.log()).not.toContain("canary");
    expect(service?.log()).not.toContain(endpoint.token);
  });
});

describe("POST /api/reviews", () => {
  let endpoint: JobsEndpoint;
  beforeAll(async () => {
    endpoint = await openEndpoint();
    await make("make", "--verified-by", "platform");
    await make("quiet");
  });
  afterAll(() => endpoint[Symbol.asyncDispose]());

  const tokens = new Map<string, string>();
  const make = async (name: string, ...options: readonly string[]) => {
    const made = await endpoint.run("jobs", "token", "create", name, "--may", "reviews", ...options, "--json");
    tokens.set(name, JSON.parse(made.out).token);
  };
  const send = (asked: Asked, by = "make") =>
    post(endpoint, { path: "/api/reviews", token: tokens.get(by) ?? "", ...asked });
  const review = (id: string, fields: Record<string, unknown> = {}) => {
    return {
      source: "google",
      id,
      rating: 5,
      date: "2026-05-20",
      author: "Jane Doe",
      text: `On time ${id}`,
      ...fields,
    };
  };

  test.each([
    ["an object", "application/json", JSON.stringify(review("o1"), null, 2), 1],
    ["an array", "application/json", JSON.stringify([review("a1"), review("a2", { author: "Rob Fox" })]), 2],
    [
      "NDJSON",
      "application/x-ndjson",
      [review("n1"), review("n2", { author: "Al" })].map((each) => JSON.stringify(each)).join("\n"),
      2,
    ],
    ["CSV", "text/csv", "source,review id,rating,date,author,text\ngoogle,c1,4,2026-05-20,Al Oak,Quick work\n", 1],
    [
      "a form",
      "application/x-www-form-urlencoded",
      String(new URLSearchParams({ ...review("f1"), rating: "FIVE" })),
      1,
    ],
  ])("imports %s, once", async (_, type, body, count) => {
    expect(await send({ type, body })).toMatchObject({ status: 202, json: { new: count, unverified: 0 } });
    expect(await send({ type, body })).toMatchObject({ status: 202, json: { new: 0, unchanged: count } });
  });

  test("publishes them at once, as the business's own word where their site checks nobody", async () => {
    const [service] = endpoint.services;
    await send({ body: JSON.stringify(review("pub", { text: "Published within a moment" })) });
    const published = await eventually("the review in /reviews.json", async () => {
      const { reviews } = (await (await fetch(`${service?.url}/reviews.json`)).json()) as {
        reviews: { text: string }[];
      };
      return reviews.find(({ text }) => text === "Published within a moment");
    });
    expect(published).toMatchObject({ verification: { method: "operator_attested" }, provenance: "platform_api" });
  });

  test("keeps those of a token without a verification for the owner, whatever they say themselves", async () => {
    const claimed = { verification_method: "operator_attested" };
    const sent = await send(
      { body: JSON.stringify([review("w1"), review("w2", { author: "Bo", ...claimed })]) },
      "quiet",
    );
    expect(sent).toMatchObject({ status: 202, json: { new: 2, unverified: 2 } });
    expect(JSON.parse((await endpoint.run("inbox", "--json")).out)).toMatchObject({ unverified: 2 });
  });

  test("changes nothing in a dry run, which answers as the import would", async () => {
    const body = JSON.stringify(review("dry"));
    const dry = await send({ body, path: "/api/reviews?dry_run=true", key: "dry" });
    expect(dry).toMatchObject({ status: 200, json: { new: 1, dry_run: true } });
    expect((await send({ body, path: "/api/reviews?dryrun=true" })).status).toBe(400);
    expect(await send({ body, key: "dry" })).toMatchObject({ status: 202, json: { new: 1 } });
  });

  test("gives the same answer to the same Idempotency-Key and imports once, also where nothing changes", async () => {
    const body = JSON.stringify(review("key"));
    const first = await send({ body, key: "k1" });
    expect(first.json).toMatchObject({ new: 1 });
    expect((await send({ body, key: "k1" })).text).toBe(first.text);
    const idle = await send({ body, key: "k2" });
    expect(idle.json).toMatchObject({ new: 0, unchanged: 1 });
    await send({ body: JSON.stringify(review("key", { rating: 4 })) });
    expect((await send({ body, key: "k2" })).text).toBe(idle.text);
    const other = await send({ body: JSON.stringify(review("key2")), key: "k1" });
    expect([other.status, other.json.issues[0].path]).toEqual([422, ["Idempotency-Key"]]);
  });

  test("answers 422 with every question, and with the first 20 issues and their number, and takes nothing", async () => {
    const asked = await send({
      type: "text/csv",
      body: "rating,date,author,text\n5,03/04/2026,Jane,On time and tidy\n",
    });
    expect([
      asked.status,
      asked.json.issues.map(({ code, path }: { code: string; path: string[] }) => [code, path]),
    ]).toEqual([
      422,
      [
        ["question", ["source"]],
        ["question", ["date-format"]],
      ],
    ]);
    const rows = [review("half"), ...Array.from({ length: 30 }, (_, at) => review(`bad${at}`, { date: "2999-01-01" }))];
    const faulty = await send({ body: JSON.stringify(rows) });
    expect([faulty.status, faulty.json.issues.length, faulty.json.more_issues]).toEqual([422, 20, 10]);
    expect(faulty.json.issues[0]).toMatchObject({ code: "invalid_review", path: ["[1]", "date"] });
    expect(await send({ body: JSON.stringify(review("half")), path: "/api/reviews?dry_run=true" })).toMatchObject({
      json: { new: 1 },
    });
    expect((await send({ body: reviewsFile({ id: "b1" }) })).json.issues[0].code).toBe("not_reviews");
    for (const body of ["{", "", "PK\u0003\u0004"]) {
      expect(await send({ body })).toMatchObject({ status: 422, json: { issues: [{ code: "unreadable" }] } });
    }
  });

  test("is refused with 403 to a token for jobs, as are jobs to one for reviews, and knows no other", async () => {
    const body = JSON.stringify(review("no"));
    expect(await send({ body, token: endpoint.token })).toMatchObject({
      status: 403,
      json: { issues: [{ code: "token" }] },
    });
    expect((await post(endpoint, { body: JSON.stringify(JANE), token: tokens.get("make") ?? "" })).status).toBe(403);
    expect((await send({ body, token: "gwj_guess" })).status).toBe(401);
    const { code } = await endpoint.run("jobs", "token", "create", "odd", "--verified-by", "platform");
    expect(code).toBe(2);
  });

  test.each(["by Zapier or Make", "by n8n"])("takes what the recipe %s sends", async (recipe) => {
    const docs = await Bun.file("docs/collecting.md").text();
    const [, text = ""] = docs.split(`### New Google reviews, ${recipe}`)[1]?.split("```json") ?? [];
    const values: Readonly<Record<string, string>> = {
      reviewId: `AbFvOqk-${recipe}`,
      starRating: "FOUR",
      createTime: "2026-05-21T09:30:00.123Z",
      "reviewer.displayName": "Ann Lee",
      comment: `They said \\"an hour\\", ${recipe}`,
      "reviewReply.comment": "",
    };
    const body = (text.split("```")[0] ?? "").replaceAll(/\{\{([\w.]+)\}\}/g, (_, name) => values[name] ?? "?");
    expect(await send({ body })).toMatchObject({ status: 202, json: { new: 1, unverified: 0 } });
    const form = String(new URLSearchParams(JSON.parse(body)));
    const type = "application/x-www-form-urlencoded";
    if (recipe !== "by n8n") expect(await send({ body: form, type })).toMatchObject({ json: { unchanged: 1 } });
  });
});

const postgres = await startPostgres();
const noPostgres = skipUnless(typeof postgres !== "string", `the endpoint over PostgreSQL: ${postgres}`);
afterAll(() => typeof postgres !== "string" && postgres[Symbol.dispose]());

test.each([["one server on SQLite"], ["two servers on PostgreSQL"]])(
  "a job that comes several times at once is there once, over %s",
  async (name) => {
    const isFile = name === "one server on SQLite";
    if (!isFile && noPostgres) return;
    await using endpoint =
      isFile || typeof postgres === "string" ? await openEndpoint() : await openEndpoint(postgres.url, 2);
    const sent = Array.from({ length: isFile ? 10 : 20 }, (_, at) =>
      post(endpoint, {
        body: JSON.stringify({ ...JANE, reference: `B-${at % 5}` }),
        server: isFile ? 0 : at % 2,
        key: `k${at % 5}`,
      }),
    );
    const answers = await Promise.all(sent);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    // Each key is one request, whichever server took it, and its answer is always the same.
    expect(answers.map(({ json }) => json.accepted)).toEqual(sent.map(() => 1));
    expect((await jobsOf(endpoint)).map(({ reference }) => reference).sort()).toEqual([
      "B-0",
      "B-1",
      "B-2",
      "B-3",
      "B-4",
    ]);
    const list = join(folders.at(-1) ?? "", "jobs.ndjson");
    writeFileSync(list, [0, 1, 9].map((at) => JSON.stringify({ ...JANE, reference: `B-${at}` })).join("\n"));
    const added = await endpoint.run("jobs", "add", list, "--json");
    expect(JSON.parse(added.out)).toMatchObject({ added: 1, corrected: 0, unchanged: 2 });
    // So are reviews, of which one answer is kept with the import.
    const made = await endpoint.run("jobs", "token", "create", "make", "--may", "reviews", "--json");
    const { token } = JSON.parse(made.out);
    const body = JSON.stringify({
      source: "google",
      id: "r1",
      rating: 5,
      date: "2026-05-20",
      author: "Jane",
      text: "Tidy",
    });
    const imports = Array.from({ length: 6 }, (_, at) =>
      post(endpoint, { path: "/api/reviews", token, body, key: "r1", server: isFile ? 0 : at % 2 }),
    );
    const told = await Promise.all(imports);
    expect(new Set(told.map(({ status, json }) => `${status} ${json.new}`))).toEqual(new Set(["202 1"]));
  },
);

describe("CONSOLE_PORT", () => {
  test("that is not set and taken only turns the listener off, with a warning", async () => {
    const folder = mkdtempSync(join(tmpdir(), "goodword-endpoint-"));
    folders.push(folder);
    // The usual port is taken, by this test or by another program.
    const other = (() => {
      try {
        return Bun.serve({ hostname: "127.0.0.1", port: 3080, fetch: () => new Response("hello") });
      } catch {
        return null;
      }
    })();
    try {
      const environment = { DATABASE_URL: join(folder, "g.sqlite"), HOST: "127.0.0.1", PORT: "0", CONSOLE_PORT: "" };
      await using service = await startService({ environment: { ...environment, LOG_FORMAT: "json" } });
      const [line] = await service.logged(/\{[^\n]*Owner's listener is off[^\n]*\}/);
      expect(JSON.parse(line)).toMatchObject({
        level: "WARN",
        reason: expect.stringContaining("Port 3080 on 127.0.0.1"),
      });
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    } finally {
      await other?.stop(true);
    }
  });

  test("that is set and taken ends the server with 4 before it touches the database; off opens nothing", async () => {
    // As another Goodword listens: outside of development Bun lets others take the same port.
    const other = Bun.serve({ hostname: "127.0.0.1", port: 0, development: false, fetch: () => new Response("hello") });
    const folder = mkdtempSync(join(tmpdir(), "goodword-endpoint-"));
    folders.push(folder);
    const environment = { DATABASE_URL: join(folder, "g.sqlite"), HOST: "127.0.0.1", PORT: "0", LOG_FORMAT: "json" };
    try {
      const taken = { ...environment, CONSOLE_PORT: String(other.port) };
      const { code, err } = await spawnGoodword(["serve"], { environment: taken }).ended;
      expect([code, err.split("\n").find((line) => line.startsWith("goodword: "))]).toEqual([
        4,
        `goodword: Port ${other.port} on 127.0.0.1 is in use by another program; set CONSOLE_PORT to another, or to off`,
      ]);
      const stats = await spawnGoodword(["stats", "--json"], { environment }).ended;
      expect(JSON.parse(stats.out)).toMatchObject({ revision: 0 });
      await using silent = await startService({ environment: { ...environment, CONSOLE_PORT: "off" } });
      await silent.logged("Published");
      expect(silent.log()).not.toContain("Owner's listener");
    } finally {
      await other.stop(true);
    }
  });
});
