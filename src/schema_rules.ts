/**
 * Rules over several members of a schema that JSON Schema cannot say in a way that every client of the schema accepts. They
 * go with the schema, out of sight of whoever serialises it, and every door that checks values by it checks them, too.
 */

/** The key of an object schema under which its rules are. */
export const RULES = Symbol("rules");

/** What is wrong with a member, and what to do about it. */
export interface BrokenRule {
  readonly path: string[];
  readonly code: string;
  readonly message: string;
}

/** Judges the members of an object that are valid each by itself. */
type Rules = (value: Readonly<Record<string, unknown>>) => BrokenRule[];

/** What of a value breaks the rules of its schema. */
export function brokenRules(schema: object, value: Readonly<Record<string, unknown>>): BrokenRule[] {
  return (schema as { readonly [RULES]?: Rules })[RULES]?.(value) ?? [];
}
