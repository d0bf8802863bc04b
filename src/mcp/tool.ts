/** Read-only queries of the publication, and their answers before they are written into a result. */

import { type Static, type TObject, type TSchema, Type } from "typebox";
import { type Call, isBareEnum } from "../http/operation.ts";
import { argumentReader, type ParameterResult } from "../http/parameters.ts";
import { PATHS } from "../http/paths.ts";
import { MAX_ISSUES } from "../http/problem.ts";
import type { Issue } from "../http/problem_schema.ts";
import type { Publication } from "../publication/mod.ts";
import { utf8Bytes } from "../utf8.ts";

export const Detail = Type.Optional(
  Type.Unsafe<"lean" | "full">({
    type: "string",
    enum: ["lean", "full"],
    default: "lean",
    description: "lean: what is needed to read and quote; full: every field, as in the REST interface",
  }),
);

/** Call {@link Tool.read} before {@link Tool.answer}. */
export interface Tool {
  readonly name: string;
  readonly read: (args: Readonly<Record<string, unknown>>) => ParameterResult<Readonly<Record<string, unknown>>>;
  /** Shown with errors. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly listing: JsonSchema;
  /** @throws {InvalidCursor} */
  answer(
    args: Readonly<Record<string, unknown>>,
    context: McpContext,
    client: ClientTurns,
  ): ToolAnswer | Promise<ToolAnswer>;
}

interface ToolDefinition<S extends TObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: S;
  readonly output: TObject;
  readonly example: Static<S>;
  readonly view?: ViewName;
  answer(args: Static<S>, context: McpContext, client: ClientTurns): ToolAnswer | Promise<ToolAnswer>;
}

/** Hints without which hosts ask the user before each call. */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export function defineTool<S extends TObject>(parts: ToolDefinition<S>): Tool {
  const { name, title, description, input, output, example, view } = parts;
  return {
    name,
    example: example as Readonly<Record<string, unknown>>,
    read: argumentReader(input) as Tool["read"],
    listing: {
      name,
      title,
      description,
      inputSchema: inputSchema(input),
      outputSchema: outputSchema(output),
      annotations: { title, ...ANNOTATIONS },
      ...(view && { _meta: viewMeta(view) }),
    },
    answer: (args, context, client) => parts.answer(args as Static<S>, context, client),
  };
}

export function answered(value: object, hint?: string): Extract<ToolAnswer, { kind: "full" }> {
  return { kind: "full", json: JSON.stringify(value), hint };
}

export function failed(message: string): Failed {
  return { kind: "failed", message };
}

export type ToolAnswer =
  | {
      /** The same as in the REST interface; the text is the same JSON. */
      readonly kind: "full";
      /** An object as JSON text. */
      readonly json: string;
      /** Whether it contains texts of strangers. */
      readonly isQuoting?: boolean;
      readonly hint?: Hint;
    }
  | {
      /** Fewer words; those of strangers are fenced. */
      readonly kind: "lean";
      readonly value: object;
      readonly lines: readonly string[];
      /** Beyond an ordinary answer, in requests. */
      readonly work?: number;
      readonly hint?: Hint;
    }
  | {
      /** Form prescribed by a host: its JSON is the only content; words of strangers are fenced. */
      readonly kind: "exact";
      readonly value: object;
      readonly hint?: Hint;
    }
  | Failed;

/** The model can correct it, such as an unknown id. */
export interface Failed {
  readonly kind: "failed";
  readonly message: string;
}

/** A sentence for the model that is not part of the data. */
type Hint = string | undefined;

export const VIEWS = {
  rating: "ui://goodword/rating",
  reviews: "ui://goodword/reviews",
  comparison: "ui://goodword/comparison",
} as const;

type ViewName = keyof typeof VIEWS;

/** Metadata under the key of the specification and its former key. */
function viewMeta(view: ViewName) {
  const resourceUri = VIEWS[view];
  return { ui: { resourceUri }, "ui/resourceUri": resourceUri };
}

/** The first {@link MAX_ISSUES}, and the number of others. */
export function issuesText(issues: readonly Issue[]): string {
  const more = issues.length - MAX_ISSUES;
  return issues
    .slice(0, MAX_ISSUES)
    .map(({ message, received }) => (received === undefined ? message : `${message}, received ${received}`))
    .concat(more > 0 ? [`and ${more} more`] : [])
    .join("; ");
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** Some hosts refuse unknown formats; patterns express the same. */
function inputSchema(schema: TObject): JsonSchema {
  return published(schema, ["format"]) as JsonSchema;
}

/** Descriptions below the first level would be most of the tokens of a tool list. */
function outputSchema(schema: TObject): JsonSchema {
  const { properties, ...whole } = schema;
  const members = Object.entries(properties).map(([name, member]) => [name, memberSchema(member)]);
  return { ...(published(whole, []) as object), properties: Object.fromEntries(members) };
}

function memberSchema(member: TSchema): unknown {
  const { description } = member as { description?: string };
  return { ...(published(member, DETAILS) as object), ...(description !== undefined && { description }) };
}

const DETAILS = [
  "format",
  "pattern",
  "description",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "maxItems",
  "additionalProperties",
];

function published(schema: unknown, omitted: readonly string[]): unknown {
  if (Array.isArray(schema)) return schema.map((item) => published(item, omitted));
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key]) => !omitted.includes(key));
  const members = kept.map(([key, value]) => [
    key,
    key === "properties" ? properties(value, omitted) : published(value, omitted),
  ]);
  return { ...(isBareEnum(schema) && { type: "string" }), ...Object.fromEntries(members) };
}

/** Even those called "format" or "description". */
function properties(members: object, omitted: readonly string[]): unknown {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, published(member, omitted)]));
}

/** One per publication. */
export interface McpContext {
  readonly publication: Publication;
  readonly baseUrl: string;
  readonly limits: McpLimits;
}

/** Counts work, in requests, and yields to others. */
export type ClientTurns = Pick<Call, "charge" | "turn">;

/** Address of a review, with `{id}` for the id. */
export function reviewUrl({ baseUrl }: Pick<McpContext, "baseUrl">): string {
  return `${baseUrl}${PATHS.review}`;
}

export type McpLimits = Readonly<typeof DEFAULT_LIMITS>;

export const DEFAULT_LIMITS = {
  maxBodyBytes: 1024 * 1024,
  /** Size as JSON text: hosts refuse more than about 25,000 tokens. */
  maxAnswerBytes: 40_000,
  /** The largest document offered as a resource. */
  maxResourceBytes: 1024 * 1024,
  sessionSeconds: 24 * 3600,
  maxStreams: 2000,
  maxStreamsPerAddress: 8,
  /** Interval of comments on a silent stream. */
  keepAliveMs: 15_000,
  streamMs: 3600_000,
  maxSubscriptionsPerStream: 50,
};

interface Shortened {
  readonly value: unknown;
  readonly omitted: readonly string[];
}

/** Removed in this order. */
const LONG_DETAILS = ["evidence", "phrases", "review_ids", "trend"];

/** To `maxBytes` of JSON, as far as removing details and list entries allows. */
export function shorten(value: unknown, maxBytes: number): Shortened {
  const omitted: string[] = [];
  let short = value;
  for (const detail of LONG_DETAILS) {
    if (bytesOf(short) <= maxBytes) return { value: short, omitted };
    short = without(short, detail);
    omitted.push(detail);
  }
  const wholeLengths = listLengths(short);
  for (let most = longest(short); bytesOf(short) > maxBytes && most > 0; most = longest(short)) {
    short = withShorterLists(short, Math.floor(most / 2));
  }
  const cut = listLengths(short);
  for (const [path, length] of wholeLengths) {
    const kept = cut.get(path) ?? 0;
    if (kept < length) omitted.push(`${path || "list"}: ${length - kept} of ${length}`);
  }
  return { value: short, omitted };
}

function bytesOf(value: unknown): number {
  return utf8Bytes(JSON.stringify(value)).length;
}

function without(value: unknown, name: string): unknown {
  return mapped(
    value,
    (member) => without(member, name),
    ([key]) => key !== name,
  );
}

/** Outermost lists only, whose entries are independent. */
function withShorterLists(value: unknown, max: number): unknown {
  if (Array.isArray(value)) return value.slice(0, max);
  return mapped(value, (member) => withShorterLists(member, max));
}

function mapped(
  value: unknown,
  change: (member: unknown) => unknown,
  keep: (entry: [string, unknown]) => boolean = () => true,
): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(keep);
  return Object.fromEntries(entries.map(([key, member]) => [key, change(member)]));
}

function longest(value: unknown): number {
  return Math.max(0, ...listLengths(value).values());
}

function listLengths(value: unknown, path = "", found = new Map<string, number>()): Map<string, number> {
  if (Array.isArray(value)) return found.set(path, value.length);
  if (typeof value !== "object" || value === null) return found;
  for (const [key, member] of Object.entries(value)) listLengths(member, path ? `${path}.${key}` : key, found);
  return found;
}
