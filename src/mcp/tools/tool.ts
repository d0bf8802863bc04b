/** A tool: a read-only question to the publication, and its answer before it is written into a result. */
import { type Static, type TObject, Type } from "typebox";
import { type ArgumentCheck, argumentCheck, inputSchema, type JsonSchema, outputSchema } from "../arguments.ts";
import type { Cut } from "../escape_untrusted.ts";
import type { Question } from "../question.ts";

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

interface ToolDefinition<S extends TObject> {
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
export function defineTool<S extends TObject>(parts: ToolDefinition<S>): Tool {
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

/** What a tool answers. */
export type ToolAnswer =
  | {
      /** Values as REST has them. The text is both the structured content and what a host without it shows. */
      readonly kind: "full";
      /** The structured content, an object as JSON text. */
      readonly json: string;
      readonly hint?: Hint;
    }
  | {
      /** The same in fewer words, those of third parties made by `quoted()`. */
      readonly kind: "lean";
      /** The structured content, an object. */
      readonly value: object;
      /** The same for hosts that show text only. */
      readonly lines: readonly string[];
      /** What it took beyond an ordinary answer, in requests; nothing when left out. */
      readonly work?: number;
      readonly hint?: Hint;
    }
  | {
      /** The same once it is written, harmless; the fences are still to be put in. */
      readonly kind: "written";
      readonly json: Cut;
      /** As it stands within a JSON string. */
      readonly text: Cut;
      readonly hint?: Hint;
    }
  | Failed;

/** What the model can correct, such as an unknown id. */
export interface Failed {
  readonly kind: "failed";
  readonly message: string;
}

/** A sentence for the model that is no part of the data, such as the nearest known name. */
type Hint = string | undefined;

/** The views' URIs. */
export const VIEWS = {
  rating: "ui://goodword/rating",
  reviews: "ui://goodword/reviews",
  comparison: "ui://goodword/comparison",
} as const;

/** A view by its name. */
type ViewName = keyof typeof VIEWS;

/** `_meta` of a tool whose answers have a view: by the name of the specification, and by the one before it. */
function viewMeta(view: ViewName) {
  const resourceUri = VIEWS[view];
  return { ui: { resourceUri }, "ui/resourceUri": resourceUri };
}
