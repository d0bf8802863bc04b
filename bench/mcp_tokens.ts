/**
 * Counts the tokens that answers to everyday questions cost an agent, on the sample: the text of the answers, by the o200k
 * vocabulary. An answer that does not hold what the question needs fails the bench.
 *
 *     bun run bench --only tokens
 */
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { type Figure, median, type PartReport } from "./figures.ts";
import { QUESTIONS, type Question } from "./mcp_questions.ts";
import { environment, startGoodword, type Workplace, wholePublished } from "./prepared.ts";

const CEILINGS = { overview: 1200, search: 1900, step: 1200, question: 1500, calls: 2 };

type Asking = (tool: string, args: object) => Promise<{ text: string; value: string }>;

export async function benchTokens(place: Workplace): Promise<PartReport> {
  const database = place.path("tokens.sqlite");
  await using server = startGoodword(database, { env: { ...environment(database), GOODWORD_SEED: "sample" } });
  await wholePublished(server);
  const ask = await session(server.url);
  const single = async (name: string, tool: string, args: object, ceiling: number): Promise<Figure[]> => {
    const { text, value } = await ask(tool, args);
    const goal = { atMost: ceiling };
    return [
      { name, value: tokens(text), unit: "tokens", goal },
      { name: `${name}, values`, value: tokens(value), unit: "tokens", goal },
    ];
  };
  const figures = [
    ...(await single("overview", "get_insights", {}, CEILINGS.overview)),
    ...(await single("search of 20", "search_reviews", {}, CEILINGS.search)),
    ...(await single("one step", "get_insights", { aspect: "workmanship" }, CEILINGS.step)),
  ];
  const costs: number[] = [];
  for (const question of QUESTIONS) {
    const cost = await costOf(question, ask);
    costs.push(cost);
    figures.push({ name: `${question.asked} (${question.calls.length})`, value: cost, unit: "tokens" });
  }
  const calls = QUESTIONS.reduce((sum, question) => sum + question.calls.length, 0) / QUESTIONS.length;
  figures.push({
    name: "median of the questions",
    value: median(costs),
    unit: "tokens",
    goal: { atMost: CEILINGS.question },
  });
  figures.push({ name: "calls a question", value: calls, unit: "", goal: { atMost: CEILINGS.calls } });
  return { part: "Tokens of answers to agents (o200k)", figures, notes: ["in brackets: calls"] };
}

async function costOf({ asked, calls, needs }: Question, ask: Asking): Promise<number> {
  const texts: string[] = [];
  for (const { tool, args } of calls) texts.push((await ask(tool, args)).text);
  const whole = texts.join("\n");
  const missing = needs.find((need) => !need.test(whole));
  if (missing !== undefined) throw new Error(`${asked} is not answered: ${missing} is not in\n${whole}`);
  return tokens(whole);
}

function tokens(text: string): number {
  return encode(text).length;
}

async function session(url: string): Promise<Asking> {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const post = (body: object, more: Record<string, string> = {}) =>
    fetch(`${url}/mcp`, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body) });
  const clientInfo = { name: "bench", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  const handshake = await post({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const id = handshake.headers.get("mcp-session-id") ?? "";
  return async (name, args) => {
    const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name, arguments: args } };
    const response = (await (await post(call, { "mcp-session-id": id })).json()) as ToolResponse;
    if (response.result === undefined || response.result.isError) throw new Error(JSON.stringify(response));
    const { content, structuredContent } = response.result;
    return { text: content.map(({ text }) => text).join("\n"), value: JSON.stringify(structuredContent) };
  };
}

interface ToolResponse {
  readonly result?: {
    readonly content: readonly { readonly text: string }[];
    readonly structuredContent: object;
    readonly isError?: boolean;
  };
}
