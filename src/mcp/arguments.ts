/**
 * Checks JSON arguments against a TypeBox object schema and names everything that is wrong at once, in the words that
 * the REST interface uses for query parameters.
 *
 * @module
 */
import type { TObject, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { brokenRules } from "../schema_rules.ts";
import { clip } from "../web/foreign_text.ts";
import { once } from "../web/once.ts";
import { expectationOf } from "../web/parameter.ts";
import { companionCheck, unknownParameter } from "../web/parameters.ts";
import type { Issue } from "../web/problem_schema.ts";

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
    const unknown = isOpen ? [] : Object.keys(value).filter((name) => !names.includes(name));
    const alone = companions((name) => value[name] !== undefined);
    const faulty = new Set(issues.flatMap(({ path }) => path));
    const sound = Object.fromEntries(Object.entries(value).filter(([name]) => !faulty.has(name)));
    alone.push(...brokenRules(schema, sound));
    return [...missing, ...issues, ...alone, ...unknown.map((name) => unknownParameter(name, names))];
  };
}

/** The arguments of `value` that `schema` knows; whatever else a client sent stays behind. */
export function knownArguments(schema: TObject, value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = Object.keys(schema.properties).filter((name) => value[name] !== undefined);
  return Object.fromEntries(known.map((name) => [name, value[name]]));
}

/** Issues as one line of text. */
export function issuesText(issues: readonly Issue[]): string {
  return issues
    .map(({ message, received }) => (received === undefined ? message : `${message}, received ${received}`))
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
