/**
 * The methods that both eras share: what each takes, and its result as a pure function of the publication.
 * `tools/call` and `resources/read` are answered apart, since their results are JSON text already.
 */
import { type Static, type TObject, Type } from "typebox";
import type { Publication } from "../publication/mod.ts";
import { type ArgumentCheck, argumentCheck, issuesText, knownArguments } from "./arguments.ts";
import { getPrompt, listPrompts, promptNamed } from "./prompts.ts";
import type { Question } from "./question.ts";
import { listResources, REVIEW_TEMPLATE } from "./resources.ts";
import { type Params, RPC, RpcError } from "./rpc.ts";
import { TOOLS } from "./tools/mod.ts";

/** A method: a check of its parameters and, for parameters that passed, its result. */
export interface McpMethod {
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
export const METHODS: ReadonlyMap<string, McpMethod> = new Map([
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

function method<S extends TObject>(schema: S, answer: (params: Static<S>, question: Question) => object): McpMethod {
  const read = paramsReader(schema);
  return {
    known: (params) => read(params) as Record<string, unknown>,
    answer: (params, question) => answer(params as Static<S>, question),
  };
}

/** Every list is one page, so that no cursor was ever given out. */
function list(member: string, entries: (question: Question) => readonly unknown[]): McpMethod {
  return method(Type.Object({ cursor: Type.Optional(Type.String()) }), ({ cursor }, question) => {
    if (cursor !== undefined) throw new RpcError(RPC.invalidParams, "Unknown cursor: this list has one page only");
    return { [member]: entries(question) };
  });
}

/** The most values one answer may hold, by the specification. */
const MAX_VALUES = 100;
/** How many of the newest reviews are looked at for ids. */
const NEWEST = 1000;

/** Parameters of `completion/complete`: the argument being typed, and the prompt or template it belongs to. */
interface CompletionRequest {
  readonly ref: PromptReference | TemplateReference;
  readonly argument: { readonly name: string; readonly value: string };
}

interface PromptReference {
  readonly type: "ref/prompt";
  readonly name: string;
}

interface TemplateReference {
  readonly type: "ref/resource";
  readonly uri: string;
}

/** Values that begin with what was typed, case ignored. @throws {RpcError} for an unknown prompt, template or argument. */
function complete({ ref, argument }: CompletionRequest, { publication }: Question) {
  const known = argumentsOf(ref);
  if (!known.includes(argument.name)) {
    throw new RpcError(RPC.invalidParams, `Unknown argument ${argument.name}; known are ${known.join(", ")}`);
  }
  const { done, typed } = splitList(argument.name, argument.value);
  const prefix = typed.toLowerCase();
  const values = candidates(argument.name, publication).filter((value) => value.toLowerCase().startsWith(prefix));
  return {
    completion: {
      values: values.slice(0, MAX_VALUES).map((value) => done + value),
      total: values.length,
      hasMore: values.length > MAX_VALUES,
    },
  };
}

function argumentsOf(ref: PromptReference | TemplateReference): string[] {
  if (ref.type === "ref/prompt") return promptNamed(ref.name).arguments.map((argument) => argument.name);
  if (ref.uri === REVIEW_TEMPLATE.uriTemplate) return ["id"];
  throw new RpcError(RPC.invalidParams, `Unknown template; the only one is ${REVIEW_TEMPLATE.uriTemplate}`);
}

/** `services` takes several, separated by commas: the last is the one that is being typed. */
function splitList(name: string, value: string): { done: string; typed: string } {
  if (name !== "services") return { done: "", typed: value };
  const start = value.lastIndexOf(",") + 1;
  const typed = value.slice(start).trimStart();
  return { done: value.slice(0, value.length - typed.length), typed };
}

function candidates(name: string, publication: Publication): string[] {
  const { business } = publication;
  switch (name) {
    case "service":
    case "services":
      return business.services.map(({ id }) => id);
    case "technician":
      return business.technicians.map((technician) => technician.name);
    case "area":
      return business.service_areas.map((area) => area.name);
    case "id":
      return Array.from({ length: Math.min(NEWEST, publication.reviewCount) }, (_, i) => publication.reviewAt(i).id);
    default:
      return [];
  }
}
