/**
 * The table of methods that both eras share: what each takes, and its result as a pure function of the publication.
 *
 * `tools/call` and `resources/read` are answered apart, since their results are JSON text already.
 *
 * @module
 */
import { type Static, type TObject, Type } from "typebox";
import { type ArgumentCheck, argumentCheck, issuesText, knownArguments } from "./arguments.ts";
import { complete } from "./completions.ts";
import type { Params } from "./message.ts";
import { getPrompt, listPrompts } from "./prompts.ts";
import type { Question } from "./question.ts";
import { listResources, REVIEW_TEMPLATE } from "./resources.ts";
import { RPC, RpcError } from "./rpc.ts";
import { TOOLS } from "./tools/mod.ts";

/** A method: a check of its parameters and, for parameters that passed, its result. */
export interface Method {
  /** What of the parameters is known here. @throws {RpcError} for parameters of the wrong shape. */
  known(params: Params): Record<string, unknown>;
  answer(params: Params, question: Question): object;
}

const Name = Type.String({ maxLength: 200 });
const Texts = Type.Record(Type.String(), Type.String({ maxLength: 200 }));
const Reference = Type.Union([
  Type.Object({ type: Type.Literal("ref/prompt"), name: Type.String() }),
  Type.Object({ type: Type.Literal("ref/resource"), uri: Type.String() }),
]);

/** Parameters of the methods that name a resource by its URI. */
export const UriParams = Type.Object({ uri: Type.String({ maxLength: 2048 }) });
/** Parameters of `tools/call`; each tool checks its own arguments. */
export const ToolCallParams = Type.Object({
  name: Type.String(),
  arguments: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

/** Methods whose results are JSON text already. */
export const WRITTEN_METHODS = ["tools/call", "resources/read"] as const;
/** A method among {@link WRITTEN_METHODS}. */
export type WrittenMethod = (typeof WRITTEN_METHODS)[number];

/** Reports whether the results of `method` are JSON text already. */
export function isWritten(method: string): method is WrittenMethod {
  return WRITTEN_METHODS.some((written) => written === method);
}

/** The shared methods by name, all but the {@link WRITTEN_METHODS}. */
export const METHODS: ReadonlyMap<string, Method> = new Map([
  ["ping", method(Type.Object({}), () => ({}))],
  ["tools/list", list("tools", () => TOOLS.map(({ listing }) => listing))],
  ["resources/list", list("resources", listResources)],
  ["resources/templates/list", list("resourceTemplates", () => [REVIEW_TEMPLATE])],
  ["prompts/list", list("prompts", listPrompts)],
  [
    "prompts/get",
    method(Type.Object({ name: Name, arguments: Type.Optional(Texts) }), ({ name, arguments: values }, question) =>
      getPrompt(name, values ?? {}, question),
    ),
  ],
  [
    "completion/complete",
    method(
      Type.Object({
        ref: Reference,
        argument: Type.Object({ name: Name, value: Type.String({ maxLength: 1000 }) }),
      }),
      complete,
    ),
  ],
]);

/** A check of parameters that leaves behind what it does not know, such as `_meta`. */
export function paramsReader<S extends TObject>(schema: S): (params: Params) => Static<S> {
  const check: ArgumentCheck = argumentCheck(schema);
  return (params) => {
    const issues = check(params);
    if (issues.length > 0) throw new RpcError(RPC.invalidParams, `Invalid params: ${issuesText(issues)}`);
    return knownArguments(schema, params) as Static<S>;
  };
}

function method<S extends TObject>(schema: S, answer: (params: Static<S>, question: Question) => object): Method {
  const read = paramsReader(schema);
  return {
    known: (params) => read(params) as Record<string, unknown>,
    answer: (params, question) => answer(params as Static<S>, question),
  };
}

/** Every list is one page, so that no cursor was ever given out. */
function list(member: string, entries: (question: Question) => readonly unknown[]): Method {
  return method(Type.Object({ cursor: Type.Optional(Type.String()) }), ({ cursor }, question) => {
    if (cursor !== undefined) throw new RpcError(RPC.invalidParams, "Unknown cursor: this list has one page only");
    return { [member]: entries(question) };
  });
}
