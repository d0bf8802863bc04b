/**
 * One parameter of a query string or form: its text read as the type that its schema says, and checked.
 *
 * @module
 */
import type { TObject, TSchema } from "typebox";
import { Compile } from "typebox/compile";

const INTEGER = /^-?(0|[1-9]\d{0,14})$/;
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,20})?$/;

/** A parameter with its checks, which are made once. */
export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly fallback: unknown;
  readonly expectation: string;
  isValid(value: unknown): boolean;
  check(value: unknown): string | null;
}

/** The schema of a property, as far as its parameter depends on it. */
export type PropertySchema = TSchema & {
  type?: string;
  format?: string;
  pattern?: string;
  examples?: readonly unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  enum?: readonly unknown[];
};

/** The parameter that a property of a schema describes. */
export function parameterOf(name: string, schema: PropertySchema, required: boolean): Parameter {
  const compiled = Compile(schema);
  return {
    name,
    type: schema.type ?? "string",
    required,
    fallback: schema.default,
    expectation: expectationOf(schema),
    isValid: (value) => compiled.Check(value),
    check: (value) => (compiled.Check(value) ? null : (compiled.Errors(value)[0]?.keyword ?? "invalid")),
  };
}

/** What a property takes, in words: "an integer from 1 to 5". Shared with the MCP door. */
export function expectationOf(schema: PropertySchema): string {
  const { type, minimum, maximum } = schema;
  if (schema.enum) return `one of ${schema.enum.join(", ")}`;
  if (type === "integer" || type === "number") {
    const noun = type === "integer" ? "an integer" : "a number";
    if (minimum !== undefined && maximum !== undefined) return `${noun} from ${minimum} to ${maximum}`;
    return minimum !== undefined ? `${noun} of at least ${minimum}` : noun;
  }
  if (type === "boolean") return "true or false";
  if (schema.format === "date") return "a calendar date, YYYY-MM-DD";
  if (schema.pattern !== undefined && schema.examples !== undefined) return `a text like ${schema.examples[0]}`;
  if (schema.pattern !== undefined) return `a text that matches ${schema.pattern}`;
  return schema.maxLength !== undefined ? `a text of at most ${schema.maxLength} characters` : "a text";
}

/** The value that a text stands for; undefined where it is none of the type. */
export function typed(type: string, text: string): unknown {
  switch (type) {
    case "integer":
      return INTEGER.test(text) ? Number(text) : undefined;
    case "number":
      return NUMBER.test(text) ? Number(text) : undefined;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
    default:
      return text;
  }
}

/** A name or value as it was before it was encoded; its escapes are whole. */
export function decodePart(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  return spaced.includes("%") ? decodeURIComponent(spaced) : spaced.toWellFormed();
}

/** Parameters that mean nothing without others: `dependentRequired` of a schema. */
export function dependentRequiredOf(schema: TObject): Readonly<Record<string, readonly string[]>> {
  return (schema as { dependentRequired?: Readonly<Record<string, readonly string[]>> }).dependentRequired ?? {};
}
