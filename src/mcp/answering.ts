/**
 * Answers requests of either era from the current publication, counts them, and keeps what went wrong inside.
 *
 * @module
 */
import type { Log, Random } from "../platform.ts";
import type { Publication } from "../publication/mod.ts";
import type { McpLimits } from "./limits.ts";
import { isRecord, type Params } from "./message.ts";
import { paramsReader, ToolCallParams, UriParams, type WrittenMethod } from "./methods.ts";
import { type Question, questionOf } from "./question.ts";
import { readResource } from "./resources.ts";
import { RPC, RpcError } from "./rpc.ts";
import { callTool, errorResult } from "./tool_call.ts";
import { TOOLS, type Tool } from "./tools/mod.ts";
import { type AgentViews, isViewUri, readView } from "./views/views.ts";

/** What {@link createAnswering} reads from, and where it logs faults. */
export interface AnsweringParts {
  readonly publication: () => Promise<Publication> | Publication;
  readonly baseUrl: string;
  readonly limits: McpLimits;
  readonly random: Random;
  readonly log: Log;
  readonly views: AgentViews;
  /** Tools beside {@link TOOLS}. */
  readonly ownTools?: readonly Tool[];
}

/** Counts since the start. */
export interface CallCounts {
  readonly tools: Map<string, number>;
  toolErrors: number;
  faults: number;
}

/** Counts work beyond a request against the owner's limit, in requests. */
export type Charge = (work: number) => void;

/** Answers the methods that both protocol eras share. */
export interface Answering {
  readonly counts: CallCounts;
  readonly tools: readonly Tool[];
  /** What handlers answer from now. */
  question(): Promise<Question>;
  /** What handlers answer from when `publication` is the current one. */
  questionFor(publication: Publication): Question;
  /** The members of a result, as JSON text. @throws {RpcError} for malformed params, an unknown tool or resource. */
  written(method: WrittenMethod, params: Params, charge?: Charge): Promise<string | Uint8Array>;
  /** What to tell a client of something thrown: refusals as they are, faults by the id they are logged under. */
  refusal(error: unknown): RpcError;
}

/** Creates the handlers' shared state: one {@link Question} per publication, and the counts of calls. */
export function createAnswering({
  publication,
  baseUrl,
  limits,
  random,
  log,
  views,
  ownTools = [],
}: AnsweringParts): Answering {
  const tools = [...TOOLS, ...ownTools];
  const counts: CallCounts = { tools: new Map(), toolErrors: 0, faults: 0 };
  let latest: Question | null = null;
  const questionFor = (current: Publication): Question => {
    if (latest?.publication !== current) latest = questionOf(current, baseUrl, limits);
    return latest;
  };
  const logFault = (error: unknown): string => {
    const id = random.bytes(4).toHex();
    counts.faults++;
    log.error("Cannot answer an MCP request", { id, error: error instanceof Error ? error.stack : String(error) });
    return id;
  };
  const toolCall = async (params: Params, question: Question, charge?: Charge): Promise<string> => {
    const call = readToolCall(params.arguments === null ? { ...params, arguments: {} } : params);
    try {
      const { members, isError, work } = await callTool(call, question, { tools, random });
      counts.tools.set(call.name, (counts.tools.get(call.name) ?? 0) + 1);
      if (isError) counts.toolErrors++;
      charge?.(work);
      return members;
    } catch (error) {
      if (error instanceof RpcError) throw error;
      return errorResult(`${call.name} could not answer; try again. Error ${logFault(error)}`).members;
    }
  };
  const read = (uri: string, question: Question) =>
    isViewUri(uri) ? readView(uri, question, views) : readResource(uri, question);
  return {
    counts,
    tools,
    questionFor,
    question: async () => questionFor(await publication()),
    async written(method, params, charge) {
      if (method === "resources/read") return read(readUri(params).uri, questionFor(await publication()));
      return toolCall(params, questionFor(await publication()), charge);
    },
    refusal(error) {
      if (error instanceof RpcError) return error;
      return new RpcError(RPC.internal, `Could not answer; try again. Error ${logFault(error)}`);
    },
  };
}

const readToolCall = paramsReader(ToolCallParams);
const readUri = paramsReader(UriParams);

/** `_meta` of a request's params, or an empty record. */
export function metaOf(params: Params): Readonly<Record<string, unknown>> {
  const meta = params._meta;
  return isRecord(meta) ? meta : {};
}
