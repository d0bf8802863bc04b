/**
 * Answers `tools/call` as JSON text: in full by bytes that are there already, lean with third parties' words between
 * marks that are new for each call.
 *
 * @module
 */
import { nearestName } from "../nearest_name.ts";
import type { Random } from "../platform.ts";
import { InvalidCursor } from "../publication/mod.ts";
import { clip } from "../web/foreign_text.ts";
import { issuesText } from "./arguments.ts";
import { harmless } from "./harmless.ts";
import { fenced, hasQuotations, newMark, noticeOf } from "./lean/quoted.ts";
import type { Params } from "./message.ts";
import type { Question } from "./question.ts";
import { RPC, RpcError } from "./rpc.ts";
import type { Tool, ToolAnswer } from "./tools/mod.ts";

/** Parameters of `tools/call`; null arguments count as none. */
export interface ToolCallParams {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | null;
}

/** The result of a call, already written. */
export interface ToolCallResult {
  /** The members of the result object as JSON text, without its braces. */
  readonly members: string;
  readonly isError: boolean;
}

/** What a call is answered with. */
export interface ToolCallParts {
  readonly tools: readonly Tool[];
  readonly random: Random;
}

/** The result of a call. Wrong arguments are a result too, one that a model can mend. @throws {RpcError} unknown tool */
export async function callTool(
  { name, arguments: given }: ToolCallParams,
  question: Question,
  { tools, random }: ToolCallParts,
): Promise<ToolCallResult> {
  const tool = tools.find((known) => known.name === name);
  if (!tool) throw unknownTool(name, tools);
  const args = given ?? {};
  const issues = tool.check(args);
  if (issues.length > 0) return errorResult(wrongArguments(tool, issuesText(issues)));
  const answer = await answerOf(tool, args, question);
  if (answer.kind === "failed") return errorResult(`${tool.name}: ${answer.message}`);
  const { text, json } = answer.kind === "full" ? writtenFull(answer.json) : writtenLean(answer, random);
  const texts = answer.hint === undefined ? [text] : [text, answer.hint];
  return { members: `"content":${content(texts)},"structuredContent":${json}`, isError: false };
}

interface Written {
  readonly text: string;
  readonly json: string;
}

function writtenFull(json: string): Written {
  const text = harmless(json);
  return { text, json: text };
}

/** Text and value tell how to read the quotations in them: not every host hands on both. */
function writtenLean({ value, lines }: Extract<ToolAnswer, { kind: "lean" }>, random: Random): Written {
  const [text, json] = [lines.join("\n"), JSON.stringify(value)];
  if (!hasQuotations(json)) return { text: harmless(text), json: harmless(json) };
  const mark = newMark(text + json, random);
  const notice = noticeOf(mark);
  // The value is an object, written once.
  const withNotice = `{"notice":${JSON.stringify(notice)},${json.slice(1)}`;
  return { text: fenced(`${notice}\n${text}`, mark), json: fenced(withNotice, mark) };
}

async function answerOf(tool: Tool, args: Params, question: Question): Promise<ToolAnswer> {
  try {
    return await tool.answer(args, question);
  } catch (error) {
    if (error instanceof InvalidCursor) return { kind: "failed", message: error.message };
    throw error;
  }
}

/** A result that tells of a failure: in the text, since many hosts show nothing else of it. */
export function errorResult(message: string): ToolCallResult {
  return { members: `"content":${content([message])},"isError":true`, isError: true };
}

function content(texts: readonly string[]): string {
  return JSON.stringify(texts.map((text) => ({ type: "text", text })));
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
