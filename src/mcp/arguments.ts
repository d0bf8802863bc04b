/** The schemas of tools, as clients are shown them, and the check of arguments against them. */
import type { TObject, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { isBareEnum } from "../http/operation.ts";
import { clip, companionCheck, expectationOf, unknownParameters } from "../http/parameters.ts";
import { MOST_ISSUES } from "../http/problem.ts";
import type { Issue } from "../http/problem_schema.ts";
import { once } from "../memo.ts";
import { brokenRules } from "../schema_rules.ts";

/** Returns every issue with the arguments; an empty list means that they are valid. */
export type ArgumentCheck = (value: Readonly<Record<string, unknown>>) => Issue[];

/** A check for the arguments that `schema` describes. It is compiled with its first use, and only where a value is given. */
export function argumentCheck(schema: TObject): ArgumentCheck {
  const names = Object.keys(schema.properties);
  const isOpen = (schema as { additionalProperties?: unknown }).additionalProperties !== false;
  const required = new Set<string>(schema.required ?? []);
  const checks = Object.entries(schema.properties).map(([name, property]) => propertyCheck(name, property));
  const companions = companionCheck(schema);
  return (value) => {
    const issues = checks.flatMap((check) => check(value[check.propertyName]) ?? []);
    const missing = [...required].filter((name) => value[name] === undefined).map(missingArgument);
    const unknown = isOpen ? [] : unknownParameters(Object.keys(value), names);
    const alone = companions((name) => value[name] !== undefined);
    const faulty = new Set(issues.flatMap(({ path }) => path));
    const sound = Object.fromEntries(Object.entries(value).filter(([name]) => !faulty.has(name)));
    alone.push(...brokenRules(schema, sound));
    return [...missing, ...issues, ...alone, ...unknown];
  };
}

/** The arguments of `value` that `schema` knows; whatever else a client sent stays behind. */
export function knownArguments(schema: TObject, value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = Object.keys(schema.properties).filter((name) => value[name] !== undefined);
  return Object.fromEntries(known.map((name) => [name, value[name]]));
}

/** Issues as one line of text: the first {@link MOST_ISSUES}, and how many more there are. */
export function issuesText(issues: readonly Issue[]): string {
  const more = issues.length - MOST_ISSUES;
  return issues
    .slice(0, MOST_ISSUES)
    .map(({ message, received }) => (received === undefined ? message : `${message}, received ${received}`))
    .concat(more > 0 ? [`and ${more} more`] : [])
    .join("; ");
}

interface PropertyCheck {
  (value: unknown): Issue | null;
  readonly propertyName: string;
}

function propertyCheck(name: string, schema: TSchema): PropertyCheck {
  const compiled = once(() => Compile(schema));
  const check = (value: unknown): Issue | null => {
    if (value === undefined || compiled().Check(value)) return null;
    const code = compiled().Errors(value)[0]?.keyword ?? "invalid";
    return {
      path: [name],
      code,
      message: `${name} must be ${expectation(schema)}`,
      received: clip(JSON.stringify(value)),
    };
  };
  return Object.assign(check, { propertyName: name });
}

function expectation(schema: TSchema): string {
  const { type, required } = schema as Constraints;
  if (type === undefined && !("enum" in schema)) return "of one of the known forms";
  if (type === "object") return required ? `an object with ${required.join(" and ")}` : "an object";
  if (type === "array") return "a list";
  return expectationOf(schema);
}

interface Constraints {
  readonly type?: string;
  readonly required?: readonly string[];
}

function missingArgument(name: string): Issue {
  return { path: [name], code: "required", message: `${name} is required` };
}

/** A JSON Schema ready to be serialized. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Schema of arguments: `format` is left out, since some hosts refuse formats they do not know; patterns say the same. */
export function inputSchema(schema: TObject): JsonSchema {
  return published(schema, ["format"]) as JsonSchema;
}

/** Schema of a result: without descriptions below the first level, which would be most of a tool list's tokens. */
export function outputSchema(schema: TObject): JsonSchema {
  const { properties, ...whole } = schema;
  const members = Object.entries(properties).map(([name, member]) => [name, memberSchema(member)]);
  return { ...(published(whole, []) as object), properties: Object.fromEntries(members) };
}

function memberSchema(member: TSchema): unknown {
  const { description } = member as { description?: string };
  return { ...(published(member, DETAILS) as object), ...(description !== undefined && { description }) };
}

/** What a reader of results needs least: bounds and patterns are kept by the server anyway. */
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

/** Members are kept whatever they are called, "format" and "description" too. */
function properties(members: object, omitted: readonly string[]): unknown {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, published(member, omitted)]));
}
