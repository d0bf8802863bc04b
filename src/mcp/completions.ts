/**
 * Completion of prompt arguments and of the review template, from the catalog and the newest reviews.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import { promptNamed } from "./prompts.ts";
import type { Question } from "./question.ts";
import { REVIEW_TEMPLATE } from "./resources.ts";
import { RPC, RpcError } from "./rpc.ts";

/** The most values one answer may hold, by the specification. */
const MAX_VALUES = 100;
/** How many of the newest reviews are looked at for ids. */
const NEWEST = 1000;

/** Parameters of `completion/complete`: the argument being typed, and the prompt or template it belongs to. */
export interface CompletionRequest {
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
export function complete({ ref, argument }: CompletionRequest, { publication }: Question) {
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
