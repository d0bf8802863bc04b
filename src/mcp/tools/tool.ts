/**
 * A tool: a read-only question to the publication, and its answer as JSON text.
 *
 * @module
 */
import { type Static, type TObject, Type } from "typebox";
import { type ArgumentCheck, argumentCheck } from "../arguments.ts";
import type { Question } from "../question.ts";
import { inputSchema, type JsonSchema, outputSchema } from "../schema.ts";
import { type ViewName, viewMeta } from "../views/uris.ts";
import type { Failed, ToolAnswer } from "./answer.ts";

/** How much of each review an answer holds. */
export const Detail = Type.Optional(
  Type.Unsafe<"lean" | "full">({
    type: "string",
    enum: ["lean", "full"],
    default: "lean",
    description: "lean: what is needed to read and quote; full: every field, as in the REST interface",
  }),
);

/** A tool as the endpoint calls it, with its types erased: {@link Tool.check} comes before {@link Tool.answer}. */
export interface Tool {
  readonly name: string;
  readonly check: ArgumentCheck;
  /** An example of arguments, shown with errors. */
  readonly example: Readonly<Record<string, unknown>>;
  /** The tool as `tools/list` has it. */
  readonly listing: JsonSchema;
  /** Answers arguments that passed {@link check}. @throws {InvalidCursor} */
  answer(args: Readonly<Record<string, unknown>>, question: Question): ToolAnswer | Promise<ToolAnswer>;
}

interface ToolParts<S extends TObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: S;
  readonly output: TObject;
  readonly example: Static<S>;
  /** What a host that can show pages shows beside an answer. */
  readonly view?: ViewName;
  answer(args: Static<S>, question: Question): ToolAnswer | Promise<ToolAnswer>;
}

/** Hosts ask before each call of a tool that does not say that it only reads. */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Makes a {@link Tool} whose `answer` gets arguments typed by its input schema. */
export function defineTool<S extends TObject>(parts: ToolParts<S>): Tool {
  const { name, title, description, input, output, example, view } = parts;
  return {
    name,
    example: example as Readonly<Record<string, unknown>>,
    check: argumentCheck(input),
    listing: {
      name,
      title,
      description,
      inputSchema: inputSchema(input),
      outputSchema: outputSchema(output),
      annotations: { title, ...ANNOTATIONS },
      ...(view && { _meta: viewMeta(view) }),
    },
    answer: (args, question) => parts.answer(args as Static<S>, question),
  };
}

/** An answer from a value that is the same in full and in short. */
export function answered(value: object, hint?: string): ToolAnswer {
  return { kind: "full", json: JSON.stringify(value), hint };
}

/** An error that the model can correct, such as an unknown id. */
export function failed(message: string): Failed {
  return { kind: "failed", message };
}
