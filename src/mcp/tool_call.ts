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
import { type Cut, cut, fenced, hasQuotations, inJson, newMark, noticeOf } from "./lean/quoted.ts";
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
  /** What it took beyond an ordinary call, in requests. */
  readonly work: number;
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
  const hint = answer.hint === undefined ? "" : `,${textContent(inJson(answer.hint))}`;
  return {
    members: `"content":[${textContent(text)}${hint}],"structuredContent":${json}`,
    isError: false,
    work: answer.kind === "lean" ? (answer.work ?? 0) : 0,
  };
}

interface Written {
  /** As it stands within a JSON string. */
  readonly text: string;
  readonly json: string;
}

function writtenFull(json: string): Written {
  const text = harmless(json);
  return { text: inJson(text), json: text };
}

/** Text and value tell how to read the quotations in them: not every host hands on both. */
function writtenLean(answer: Extract<ToolAnswer, { kind: "lean" | "written" }>, random: Random): Written {
  const { text, json } = answer.kind === "written" ? answer : cutLean(answer);
  if (!hasQuotations(json)) return { text: fenced(text, ""), json: fenced(json, "") };
  // The words of the text are those of the value.
  const mark = newMark(json, random);
  const notice = noticeOf(mark);
  // The value is an object, written once.
  return {
    text: `${notice}\\n${fenced(text, mark)}`,
    json: `{"notice":"${notice}",${fenced(json, mark).slice(1)}`,
  };
}

function cutLean({ value, lines }: Extract<ToolAnswer, { kind: "lean" }>): { text: Cut; json: Cut } {
  return { text: cut(inJson(harmless(lines.join("\n")))), json: cut(harmless(JSON.stringify(value))) };
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
  return { members: `"content":[${textContent(inJson(message))}],"isError":true`, isError: true, work: 0 };
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
