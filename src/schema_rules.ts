/**
 * Rules about several members of a schema that JSON Schema cannot express in a way that every client accepts. They are a
 * property of the schema that serialisers ignore. All interfaces that validate values by the schema check its rules, too.
 */

/** The key of the rules in an object schema. */
export const RULES = Symbol("rules");

/** A violated rule, with what to do about it. */
export interface BrokenRule {
  readonly path: string[];
  readonly code: string;
  readonly message: string;
}

/** Checks the members of an object, each of which is valid by itself. */
type Rules = (value: Readonly<Record<string, unknown>>) => BrokenRule[];

/** The rules of its schema that a value violates. */
export function brokenRules(schema: object, value: Readonly<Record<string, unknown>>): BrokenRule[] {
  return (schema as { readonly [RULES]?: Rules })[RULES]?.(value) ?? [];
}
