/** Rules about several members of a schema that JSON Schema cannot express for every client; serialisers ignore them. */

export const RULES = Symbol("rules");

export interface BrokenRule {
  readonly path: string[];
  readonly code: string;
  readonly message: string;
}

type Rules = (value: Readonly<Record<string, unknown>>) => BrokenRule[];

/** The rules of its schema that a value violates. */
export function brokenRules(schema: object, value: Readonly<Record<string, unknown>>): BrokenRule[] {
  return (schema as { readonly [RULES]?: Rules })[RULES]?.(value) ?? [];
}
