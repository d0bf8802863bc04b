/** Hostile texts and names through every output of a real server: each stays a text. */
import { parse as parseCsv } from "csv-parse/sync";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import fuzz from "../../test/fixtures/fuzz.json" with { type: "json" };
import { reviewsFile, Workshop } from "../../test/support/command_line.ts";
import { startService } from "../../test/support/goodword_process.ts";
import { createSeededRandom } from "../../test/support/seeded_random.ts";

/** Parts that mean something to HTML, XML, JSON, CSV, templates, terminals or an eye; texts are put together from them. */
const PARTS: readonly string[] = fuzz.parts;

export async function hostileTexts(seed: number, count: number): Promise<string[]> {
  using shop = new Workshop();
  const random = createSeededRandom(seed);
  const text = (length: number) =>
    Array.from({ length }, () => PARTS[Math.floor(random.number() * PARTS.length)])
      .join("")
      .trim();
  const reviews = Array.from({ length: count }, (_, at) => ({
    id: `h${at}`,
    title: text(3).replace(/\s+/g, " "),
    text: text(12),
    author: { name: text(2).replace(/\s+/g, " ").slice(0, 60) || "Jane" },
    reply: { text: text(5) || "Thanks", date: null },
  }));
  const { code, err } = await shop.run("import", shop.write("hostile.json", reviewsFile(...reviews)), "--skip-invalid");
  if (code !== 0) return [`hostile texts were not imported: ${err}`];
  const environment = { DATABASE_URL: `file:${shop.database}`, HOST: "127.0.0.1", PORT: "0", LOG_FORMAT: "json" };
  await using service = await startService({ environment });
  const findings: string[] = [];
  const look = async (path: string, problemOf: (body: string) => string | null) => {
    const response = await fetch(service.url + path);
    const body = await response.text();
    const problem = response.status === 200 ? problemOf(body) : `status ${response.status}`;
    if (problem) findings.push(`${path}: ${problem}\n       again: bun run test:fuzz --only texts --seed ${seed}`);
  };
  const { reviews: kept } = await (await fetch(`${service.url}/reviews.json`)).json();
  if (kept.length === 0) return ["no hostile text was kept"];
  for (const path of [
    "/",
    "/?query=canary",
    "/verification",
    ...kept.map(({ id }: { id: string }) => `/reviews/${id}`),
  ]) {
    await look(path, liveMarkup);
  }
  await look("/feed.xml", feedProblem);
  await look("/sitemap.xml", (body) => (XMLValidator.validate(body) === true ? null : "not well-formed"));
  for (const path of ["/reviews.json", "/insights.json", "/api/feed.json", "/api/reviews/search?query=canary"]) {
    await look(path, (body) => (typeof JSON.parse(body) === "object" ? null : "no object"));
  }
  await look("/reviews.csv", formulaIn);
  await look("/reviews.ndjson", (body) => (body.trim().split("\n").every(isJson) ? null : "a line is no JSON"));
  findings.push(...(await throughMcp(service.url)));
  return findings;
}

/** Markup of ours never contains canary, so an element or attribute that does came out of a text. */
function liveMarkup(body: string): string | null {
  const found: string[] = [];
  const look: HTMLRewriterTypes.HTMLRewriterElementContentHandlers = {
    element({ tagName, attributes }) {
      if (tagName.includes("canary")) found.push(`<${tagName}>`);
      for (const [name, value] of attributes) {
        const isScript = /^on/i.test(name) || (/^(href|src|action)$/i.test(name) && /^\s*javascript:/i.test(value));
        if (isScript || name.includes("canary")) found.push(`<${tagName} ${name}="${value}">`);
      }
    },
  };
  let isInScript = false;
  new HTMLRewriter()
    .on("*", look)
    .on('script:not([type="application/ld+json"])', {
      text({ text }) {
        isInScript ||= text.includes("canary");
      },
    })
    .transform(body);
  return found[0] ?? (isInScript ? "a script holds a text" : null);
}

/** The first cell that a spreadsheet would compute. */
function formulaIn(body: string): string | null {
  const rows: string[][] = parseCsv(body, { bom: true });
  return rows.flat().find((cell) => /^[=+@\t\r-]/.test(cell)) ?? null;
}

function feedProblem(body: string): string | null {
  const validity = XMLValidator.validate(body);
  if (validity !== true) return `not well-formed: ${validity.err.msg}`;
  const { entry } = new XMLParser({ ignoreAttributes: false }).parse(body).feed;
  return JSON.stringify(Object.keys([entry].flat()[0])).includes("canary") ? "an element came out of a text" : null;
}

function isJson(line: string): boolean {
  try {
    return typeof JSON.parse(line) === "object";
  } catch {
    return false;
  }
}

async function throughMcp(url: string): Promise<string[]> {
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "fuzz", version: "1" } };
  const begin = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  const begun = await fetch(`${url}/mcp`, { method: "POST", headers, body: begin });
  const session = { ...headers, "Mcp-Session-Id": begun.headers.get("Mcp-Session-Id") ?? "" };
  const call = { name: "search_reviews", arguments: { query: "canary", limit: 5 } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  const answer = await (await fetch(`${url}/mcp`, { method: "POST", headers: session, body })).text();
  const json = answer.startsWith("{") ? answer : (/^data: (.*)$/m.exec(answer)?.[1] ?? "");
  const result = JSON.parse(json).result;
  return Array.isArray(result?.structuredContent?.reviews)
    ? []
    : [`MCP answers hostile texts with ${answer.slice(0, 300)}`];
}
