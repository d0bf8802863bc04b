/**
 * Measures the form behind a link: how soon an answer is published, whether anybody finds a link by trying, and whether unknown links and
 * mistyped ones are told apart by time.
 *
 *     bun bench/answers.ts [--reviews 10000] [--guesses 100000] [--pairs 20000]
 */
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { AnswerStage, submit } from "../soak/answers/stage.ts";
import type { Service } from "../test/support/goodword_process.ts";
import { startTlsSubscriber } from "../test/support/tls_subscriber.ts";
import { untilFiguresShow } from "../test/support/wait.ts";

const FACES = ["/feed.xml", "/api/updates.json", "/", "/reviews.json", "/reviews.csv", "/reviews.ndjson"];
const ROUNDS = 5;

async function main(reviews: number, guesses: number, pairs: number): Promise<void> {
  using stage = await AnswerStage.open({ links: ROUNDS + 2, reviews });
  await using server = await stage.serve();
  await fetch(`${server.url}/api/reviews/search?limit=1`);
  if (ROUNDS > 0 && reviews > 1) await publishing(stage, server, reviews);
  if (guesses > 0) await guess(server.url, guesses);
  if (pairs > 0) await tellApart(server.url, stage.tokens[0] ?? "", pairs);
}

/** From the 303 until every face, a subscriber and MCP have the answer. */
async function publishing(stage: AnswerStage, server: Service, reviews: number): Promise<void> {
  using subscriber = startTlsSubscriber();
  const { url } = server;
  const topic = "http://reviews.goodword.test/feed.xml";
  const form = { "hub.callback": subscriber.callback, "hub.mode": "subscribe", "hub.topic": topic };
  await fetch(`${url}/api/websub/hub`, { method: "POST", body: new URLSearchParams(form) });
  await untilFiguresShow(server, new RegExp(`^goodword_hub_subscriptions\\{topic="${topic}"\\} 1$`, "m"));
  const documents: number[] = [];
  const pushes: number[] = [];
  /** What was asked after the first document had it, and did not have it yet. */
  const late: string[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const text = `Quokka number ${round}`;
    const token = stage.tokens[round + 1] ?? "";
    const status = await submit({ url }, token, text);
    const began = performance.now();
    if (status !== 303) throw new Error(`The answer got ${status}`);
    const pushed = subscriber
      .seen(({ method, body }) => method === "POST" && body.includes(text))
      .then(() => performance.now() - began);
    while (!(await (await fetch(`${url}/api/feed.json`)).text()).includes(text)) await Bun.sleep(5);
    const shown = performance.now() - began;
    for (const face of FACES) if (!(await (await fetch(url + face)).text()).includes(text)) late.push(face);
    if (!(await askMcp(url, text)).includes("Quokka")) late.push("/mcp");
    // The first answer also starts the worker that builds publications.
    if (round > 0) documents.push(shown);
    if (round > 0) pushes.push(await pushed);
  }
  report(`from 303 to the publication at ${reviews} reviews`, Math.max(...documents), 1000);
  console.log(
    `without it after that: ${late.length} of ${(ROUNDS + 1) * (FACES.length + 1)} answers (goal 0) ${late.join(" ")}`,
  );
  report(`from 303 to the push at ${reviews} reviews`, Math.max(...pushes), 1000);
}

async function askMcp(url: string, query: string): Promise<string> {
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "search_reviews", arguments: { query } },
  };
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  return (await fetch(`${url}/mcp`, { method: "POST", headers, body: JSON.stringify(call) })).text();
}

function report(name: string, ms: number, goal: number): void {
  console.log(`${name}: ${ms.toFixed(0)} ms at most of ${ROUNDS} (goal ${goal})`);
}

let asked = 0;

/** As from an address of its own: a guesser with all the addresses in the world. */
function fromAnywhere(): Record<string, string> {
  return { "X-Forwarded-For": `2001:db8:${(asked >> 16) & 65535}:${(asked++ & 65535).toString(16)}::1` };
}

async function guess(url: string, count: number): Promise<void> {
  const statuses = new Map<number, number>();
  const next = async () => {
    while (asked < count) {
      const response = await fetch(`${url}/r/${randomBytes(20).toString("base64url")}`, { headers: fromAnywhere() });
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 16 }, next));
  const accepted = [...statuses].filter(([status]) => status !== 404 && status !== 429 && status !== 503);
  console.log(`${count} guessed tokens: ${accepted.length} accepted (goal 0); ${JSON.stringify([...statuses])}`);
}

/** A link nobody has and one with a character changed, in turns. */
async function tellApart(url: string, token: string, pairs: number): Promise<void> {
  const times = { unknown: [] as number[], mistyped: [] as number[] };
  const measure = async (kind: keyof typeof times, path: string) => {
    const headers = fromAnywhere();
    const began = performance.now();
    await (await fetch(url + path, { headers })).arrayBuffer();
    times[kind].push(performance.now() - began);
  };
  for (let at = 0; at < pairs; at++) {
    const place = at % token.length;
    const other = token[place] === "A" ? "B" : "A";
    const mistyped = () => measure("mistyped", `/r/${token.slice(0, place)}${other}${token.slice(place + 1)}`);
    const unknown = () => measure("unknown", `/r/${randomBytes(20).toString("base64url")}`);
    await (at % 2 === 0 ? unknown() : mistyped());
    await (at % 2 === 0 ? mistyped() : unknown());
  }
  const halves = [
    times.unknown.filter((_, at) => at % 2 === 0),
    times.unknown.filter((_, at) => at % 2 === 1),
  ] as const;
  const difference = Math.abs(median(times.unknown) - median(times.mistyped)) * 1000;
  // Of the same kind of request with itself.
  const noise = Math.abs(median(halves[0]) - median(halves[1])) * 1000;
  const deviation = (deviationOf(times.unknown) / Math.sqrt(pairs)) * 1.25 * Math.SQRT2 * 1000;
  console.log(
    `${pairs} pairs: medians ${median(times.unknown).toFixed(3)} and ${median(times.mistyped).toFixed(3)} ms differ by ` +
      `${difference.toFixed(1)} us; noise ${noise.toFixed(1)} us between halves, ${(2 * deviation).toFixed(1)} us at two deviations`,
  );
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** From the middle half, which outliers leave alone. */
function deviationOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return ((sorted[(3 * sorted.length) >> 2] ?? 0) - (sorted[sorted.length >> 2] ?? 0)) / 1.35;
}

const { values } = parseArgs({
  options: {
    reviews: { type: "string", default: "10000" },
    guesses: { type: "string", default: "100000" },
    pairs: { type: "string", default: "20000" },
  },
});
await main(Number(values.reviews), Number(values.guesses), Number(values.pairs));
