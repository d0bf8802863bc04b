/**
 * The binary's smoke test: does it serve, import, search, export and speak MCP from an empty folder, with nothing beside it?
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ASSETS } from "../src/pages/assets.ts";
import { LICENSES_FILE } from "./third_party_licenses.ts";

const REVIEW = {
  business: { name: "Smoke & Sons" },
  reviews: [
    {
      id: "smoke-1",
      date: "2026-01-02",
      rating: 5,
      text: "They came at once.",
      author: { name: "Jane D." },
      source: { name: "direct" },
      verification: { method: "job_record" },
    },
  ],
};

/** Whether the binary does its main work; what went wrong is printed. */
export async function smokeTest(binary: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "goodword-smoke-"));
  const command = resolve(binary);
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const environment = { PATH: process.env.PATH ?? "", PORT: String(port) };
  const options = { cwd: folder, env: environment, stdout: "pipe", stderr: "inherit" } as const;
  const server = Bun.spawn([command], options);
  try {
    const base = `http://localhost:${port}`;
    const sample = await untilAnswered(`${base}/reviews.json`);
    await writeFile(join(folder, "own.json"), JSON.stringify(REVIEW));
    const imported = await Bun.spawn([command, "import", "own.json"], options).exited;
    const licenses = await new Response(Bun.spawn([command, "licenses"], options).stdout).text();
    const exported = await Bun.spawn([command, "export", "out.json"], options).exited;
    const own = await Bun.file(join(folder, "out.json")).json();
    const found = await untilAnswered(`${base}/api/reviews/search?query=CAME%20AT%20ONCE`, ({ total }) => total > 0);
    const told = await askByMcp(`${base}/mcp`, "at once");
    const pages = await Promise.all(
      ["/", "/docs", ASSETS.swaggerScript.path, "/feed.xml"].map((path) => fetch(base + path)),
    );
    const facts = {
      "sample is served": sample.reviews.length > 100,
      "import succeeds": imported === 0,
      "export succeeds": exported === 0,
      "licences are inside": licenses === (await Bun.file(LICENSES_FILE).text()),
      "own review replaces the sample": own.business.name === "Smoke & Sons" && own.reviews.length === 1,
      "search finds it": found.reviews[0].id === "smoke-1",
      "MCP finds it": told.reviews[0].id === "smoke-1",
      "pages are served": pages.every(({ ok }) => ok),
    };
    for (const [fact, holds] of Object.entries(facts)) if (!holds) console.error(`smoke test: not so: ${fact}`);
    return Object.values(facts).every(Boolean);
  } catch (error) {
    console.error(`smoke test: ${error}`);
    return false;
  } finally {
    server.kill();
    await server.exited;
    await rm(folder, { recursive: true });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the caller looks at what it expects
type Answer = any;

async function untilAnswered(url: string, isIt: (answer: Answer) => boolean = () => true): Promise<Answer> {
  for (let tries = 0; tries < 100; tries++) {
    const response = await fetch(url).catch(() => null);
    const answer = response?.ok ? await response.json() : undefined;
    if (answer !== undefined && isIt(answer)) return answer;
    await Bun.sleep(100);
  }
  throw new Error(`${url} does not answer`);
}

/** The answer of the tool that searches, after the handshake. */
async function askByMcp(url: string, query: string): Promise<Answer> {
  const clientInfo = { name: "smoke", version: "1" };
  const handshake = await rpc(url, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  const session = { "Mcp-Session-Id": handshake.headers.get("Mcp-Session-Id") ?? "" };
  const answer = await rpc(url, "tools/call", { name: "search_reviews", arguments: { query } }, session);
  return ((await answer.json()) as Answer).result.structuredContent;
}

function rpc(url: string, method: string, params: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
}
