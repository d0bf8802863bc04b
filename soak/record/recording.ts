/** What a checkout answers about one business: its commands, its server and its reading commands. */
import { Database } from "bun:sqlite";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { spawnGoodword, startService } from "../../test/support/goodword_process.ts";
import { type Answer, type Answers, REVISION, stableBody, withoutVolatile } from "./answers.ts";
import type { RecordedBusiness } from "./businesses.ts";
import { askMcp } from "./mcp_messages.ts";
import { type AskedRequest, requestsOf } from "./requests.ts";

const BASE_URL = "http://reviews.goodword.test";
const FIXED_PROCESS = join(import.meta.dir, "fixed_process.ts");
/** Requests that are under way at once. */
const AT_ONCE = 4;

const FIRST_READS = [["stats", "--json"], ["doctor"], ["insights", "show"]];
/** Of a business that commands have changed. */
const READS = [
  ...["stats", "list", "log", "inbox", "doctor"].flatMap((name) => [[name], [name, "--json"]]),
  ...["json", "csv", "ndjson"].map((format) => ["export", "--format", format]),
  ...["show", "audit", "suggest", "overrides"].map((name) => ["insights", name]),
  ["profile", "show"],
  ["photos", "list"],
  ["jobs", "stats"],
  ["hub", "list"],
  ["nonsense"],
];

/** Fills a database in `folder`, an empty one, by the checkout's own commands, serves it, and asks everything. */
export async function recordAnswers(checkout: string, business: RecordedBusiness, folder: string): Promise<Answers> {
  const answers = new Map<string, Answer>();
  const options = {
    program: [process.execPath, "--preload", FIXED_PROCESS, join(checkout, "src/main.ts")],
    folder,
    environment: {
      DATABASE_URL: "file:reviews.sqlite",
      GOODWORD_SEED: "none",
      BASE_URL,
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_FORMAT: "json",
      ...business.environment,
    },
  };
  for (const [name, content] of Object.entries(business.files)) writeFileSync(join(folder, name), content);
  for (const command of business.commands) await run(command);
  const database = join(folder, "reviews.sqlite");
  if (!existsSync(database)) await (await startService(options)).kill("SIGTERM");
  fixKeys(database);
  await serve();
  for (const command of business.commands.length > 1 ? READS : FIRST_READS) await run(command);
  return answers;

  async function run(command: readonly string[]): Promise<void> {
    const { code, out, err } = await spawnGoodword(command, options).ended;
    const body = Buffer.from(withoutVolatile(`${out}\n${err}`));
    keep(`goodword ${command.join(" ")}`, { status: code ?? -1, headers: "", body });
  }

  async function serve(): Promise<void> {
    await using server = await startService(options);
    const ask = async (request: AskedRequest): Promise<Response> => {
      const { path, headers, ...init } = request;
      const all = { "Accept-Encoding": "identity", ...headers };
      const response = await fetch(server.url + path, { ...init, headers: all, redirect: "manual", decompress: false });
      const given = { ...headers, ...(request.body !== undefined && { body: request.body }) };
      keep(`${request.method ?? "GET"} ${path} ${JSON.stringify(given)}`, await answerOf(response.clone()));
      return response;
    };
    // A search is answered as soon as there is a publication, and not before.
    const opened = await ask({ path: "/api/reviews/search?limit=1" });
    const first = await opened.json();
    keep(REVISION, { status: 200, headers: "", body: Buffer.from(opened.headers.get("goodword-revision") ?? "") });
    const read = async (path: string) => {
      const response = await fetch(server.url + path, { redirect: "manual" });
      const type = response.headers.get("content-type") ?? "";
      return { type, text: (await bodyOf(response)).toString() };
    };
    const requests = await requestsOf(read, BASE_URL);
    for (let at = 0; at < requests.length; at += AT_ONCE) await Promise.all(requests.slice(at, at + AT_ONCE).map(ask));
    const post = async (headers: Readonly<Record<string, string>>, body: string) =>
      (await ask({ path: "/mcp", method: "POST", headers, body })).headers;
    await askMcp(post, first.reviews?.[0]?.id ?? "r_none");
  }

  /** An address that is asked again is another answer. */
  function keep(asked: string, answer: Answer): void {
    const name = withoutVolatile(asked);
    let times = 1;
    while (answers.has(times === 1 ? name : `${name} (${times})`)) times++;
    answers.set(times === 1 ? name : `${name} (${times})`, answer);
  }
}

/** Names and keys that SQLite itself has drawn. */
function fixKeys(path: string): void {
  using database = new Database(path);
  database.run("UPDATE keys SET value = ? WHERE name IN ('authority', 'mcp_session')", ["0f".repeat(32)]);
}

/** The revision of its server stands for itself once; elsewhere it would make every answer differ. */
async function answerOf(response: Response): Promise<Answer> {
  const { status } = response;
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  const revision = response.headers.get("goodword-revision") ?? "";
  const [type = "", coding = ""] = ["content-type", "content-encoding"].map((name) => response.headers.get(name) ?? "");
  const body = stableBody(decoded(await bodyOf(response), coding), type, revision);
  return { status, headers: withoutVolatile(lines.sort().join("\n"), revision), body };
}

function decoded(body: Buffer, coding: string): Buffer {
  if (body.length === 0) return body;
  if (coding === "gzip") return gunzipSync(body);
  if (coding === "br") return brotliDecompressSync(body);
  return coding === "zstd" ? zstdDecompressSync(body) : body;
}

/** The whole body; nothing of a stream of events, which does not end. */
async function bodyOf(response: Response): Promise<Buffer> {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (!isStream) return Buffer.from(await response.arrayBuffer());
  await response.body?.cancel();
  return Buffer.alloc(0);
}
