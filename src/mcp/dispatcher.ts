/**
 * Answers the methods of both eras from the current publication; hides internal errors behind an id, and fences
 * untrusted text in tool results with a new mark for each call.
 */

import { type Static, Type } from "typebox";
import { clip } from "../http/parameters.ts";
import { nearestName } from "../nearest_name.ts";
import type { Log, Random } from "../platform.ts";
import { InvalidCursor, type Publication } from "../publication/mod.ts";
import { visible } from "../review/mod.ts";
import {
  defanged,
  defangedJson,
  escapePlainText,
  escapeUntrusted,
  hasQuotations,
  inJson,
  newMark,
  noticeOf,
  THIRD_PARTY_NOTICE,
  withFences,
} from "./escape_untrusted.ts";
import {
  type AgentViews,
  isViewUri,
  listMethod,
  type McpMethod,
  type McpResult,
  METHODS,
  method,
  paramsReader,
  readView,
} from "./methods.ts";
import { readResource } from "./resources.ts";
import { isRecord, type Params, RPC, RpcError } from "./rpc.ts";
import { type ClientTurns, issuesText, type McpContext, type McpLimits, type Tool, type ToolAnswer } from "./tool.ts";
import { TOOLS } from "./tools.ts";

export interface DispatcherOptions {
  /** Waits for the first publication after a start. */
  readonly publication: () => Promise<Publication> | Publication;
  /** Address without a trailing slash. */
  readonly baseUrl: string;
  readonly limits: McpLimits;
  readonly random: Random;
  readonly log: Log;
  readonly views: AgentViews;
  /** Tools in addition to {@link TOOLS}. */
  readonly ownTools?: readonly Tool[];
}

export type Dispatcher = ReturnType<typeof createDispatcher>;

export function createDispatcher({
  publication,
  baseUrl,
  limits,
  random,
  log,
  views,
  ownTools = [],
}: DispatcherOptions) {
  const tools = [...TOOLS, ...ownTools];
  const counts = { tools: new Map<string, number>(), toolErrors: 0, faults: 0 };
  let latest: McpContext | null = null;
  const contextFor = (current: Publication): McpContext => {
    if (latest?.publication !== current) latest = { publication: current, baseUrl, limits };
    return latest;
  };
  const logFault = (error: unknown): string => {
    const id = random.bytes(4).toHex();
    counts.faults++;
    log.error("MCP request failed", { id, error: error instanceof Error ? error.stack : String(error) });
    return id;
  };
  const toolCall = async (params: Params, context: McpContext, client: ClientTurns): Promise<string> => {
    const call = readToolCall(params.arguments === null ? { ...params, arguments: {} } : params);
    try {
      const { members, isError, work } = await callTool(call, context, { tools, random, client });
      counts.tools.set(call.name, (counts.tools.get(call.name) ?? 0) + 1);
      if (isError) counts.toolErrors++;
      client.charge(work);
      return members;
    } catch (error) {
      if (error instanceof RpcError) throw error;
      return errorResult(`${call.name} could not answer; try again. Error ${logFault(error)}`).members;
    }
  };
  const methods = new Map<string, McpMethod>([
    ...METHODS,
    ["tools/list", listMethod("tools", () => tools.map(({ listing }) => listing))],
    ["tools/call", toolCall],
    [
      "resources/read",
      method(ReadParams, ({ uri }, context, client) =>
        isViewUri(uri) ? readView(uri, context, { views, client }) : readResource(uri, context),
      ),
    ],
  ]);
  return {
    counts,
    contextFor,
    context: async () => contextFor(await publication()),
    has: (name: string) => methods.has(name),
    /** @throws {RpcError} for malformed params, an unknown method, tool or resource */
    async answer(name: string, params: Params, client: ClientTurns): Promise<McpResult> {
      const answer = methods.get(name);
      if (answer === undefined) throw new RpcError(RPC.methodNotFound, "Method not found");
      return answer(params, contextFor(await publication()), client);
    },
    /** A refusal itself, or for a fault the id under which it is logged. */
    refusal(error: unknown): RpcError {
      if (error instanceof RpcError) return error;
      return new RpcError(RPC.internal, `Could not answer; try again. Error ${logFault(error)}`);
    },
  };
}

const ReadParams = Type.Object({ uri: Type.String({ maxLength: 2048 }) });

/** Each tool checks its own arguments. */
const ToolCallParams = Type.Object({
  name: Type.String(),
  arguments: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

const readToolCall = paramsReader(ToolCallParams);

export function metaOf(params: Params): Readonly<Record<string, unknown>> {
  const meta = params._meta;
  return isRecord(meta) ? meta : {};
}

interface ToolCallResult {
  /** JSON text of the result's members, without its braces. */
  readonly members: string;
  readonly isError: boolean;
  readonly work: number;
}

/** Wrong arguments are a result, which a model can correct. @throws {RpcError} unknown tool */
async function callTool(
  { name, arguments: args = {} }: Static<typeof ToolCallParams>,
  context: McpContext,
  { tools, random, client }: Pick<DispatcherOptions, "random"> & { tools: readonly Tool[]; client: ClientTurns },
): Promise<ToolCallResult> {
  const tool = tools.find((known) => known.name === name);
  if (!tool) throw unknownTool(name, tools);
  const read = tool.read(args);
  if (read.kind === "invalid") return errorResult(wrongArguments(tool, issuesText(read.issues)));
  const answer = await answerOf(tool, read.value, { context, client });
  if (answer.kind === "failed") return errorResult(`${tool.name}: ${answer.message}`);
  const { text, json } = writtenOf(answer, random);
  // Full reviews are not fenced: they have the texts of the REST interface.
  const notes = [answer.hint, answer.kind === "full" && answer.isQuoting ? THIRD_PARTY_NOTICE : undefined];
  const content = [text, ...notes.flatMap((note) => (note === undefined ? [] : [inJson(note)]))];
  return {
    members: `"content":[${content.map(textContent).join(",")}],"structuredContent":${json}`,
    isError: false,
    work: answer.kind === "lean" ? (answer.work ?? 0) : 0,
  };
}

interface Written {
  /** Escaped as within a JSON string. */
  readonly text: string;
  readonly json: string;
}

function writtenOf(answer: Exclude<ToolAnswer, { kind: "failed" }>, random: Random): Written {
  if (answer.kind === "full") return writtenFull(answer.json);
  return answer.kind === "exact" ? writtenExact(answer.value, random) : writtenLean(answer, random);
}

function writtenExact(value: object, random: Random): Written {
  const open = escapeUntrusted(JSON.stringify(value));
  const json = withFences(open, newMark(open, random));
  return { text: inJson(json), json };
}

function writtenFull(json: string): Written {
  return { text: inJson(visible(defangedJson(json))), json: escapeUntrusted(json) };
}

/** The notice is in text and value, since some hosts pass on only one of them. */
function writtenLean({ value, lines }: Extract<ToolAnswer, { kind: "lean" }>, random: Random): Written {
  const text = inJson(escapePlainText(lines.join("\n")));
  const json = escapeUntrusted(JSON.stringify(value));
  if (!hasQuotations(json)) return { text, json };
  // The text has the words of the value, so a mark absent from the value is absent from both.
  const mark = newMark(json, random);
  const notice = noticeOf(mark);
  return {
    text: `${notice}\\n${withFences(text, mark)}`,
    json: `{"notice":"${notice}",${withFences(json, mark).slice(1)}`,
  };
}

async function answerOf(
  tool: Tool,
  args: Params,
  { context, client }: { context: McpContext; client: ClientTurns },
): Promise<ToolAnswer> {
  try {
    return await tool.answer(args, context, client);
  } catch (error) {
    if (error instanceof InvalidCursor) return { kind: "failed", message: error.message };
    throw error;
  }
}

/** The message is in the text, since many hosts show nothing else of an error. */
function errorResult(message: string): ToolCallResult {
  return { members: `"content":[${textContent(inJson(defanged(message)))}],"isError":true`, isError: true, work: 0 };
}

function textContent(text: string): string {
  return `{"type":"text","text":"${text}"}`;
}

function wrongArguments(tool: Tool, problems: string): string {
  return `${tool.name}: ${problems}\nExample of arguments: ${JSON.stringify(tool.example)}`;
}

function unknownTool(name: string, tools: readonly Tool[]): RpcError {
  const names = tools.map((tool) => tool.name);
  const nearest = nearestName(name, names);
  const hint =
    nearest === null ? `known are ${names.join(", ")}` : `did you mean ${nearest}? Known are ${names.join(", ")}`;
  return new RpcError(RPC.invalidParams, `Unknown tool ${JSON.stringify(clip(name))}; ${hint}`);
}
