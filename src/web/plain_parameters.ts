/**
 * Reads the parameters of requests that nothing is wrong with.
 *
 * @module
 */
import type { TObject } from "typebox";
import { brokenRules } from "../schema_rules.ts";
import { decodePart, dependentRequiredOf, type Parameter, typed } from "./parameter.ts";

/**
 * A reader for the requests that nothing is wrong with, nearly all: it stops with null at the first doubt, without a
 * word about it, and takes half the time of the one that looks for every issue.
 */
export function plainReader(schema: TObject, parameters: readonly Parameter[]) {
  const known = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const required = parameters.filter((parameter) => parameter.required);
  const fallbacks = parameters.filter(({ fallback }) => fallback !== undefined);
  const dependents = Object.entries(dependentRequiredOf(schema));
  return (queryString: string): Record<string, unknown> | null => {
    const value: Record<string, unknown> = {};
    for (let start = 0; start < queryString.length; ) {
      const ampersand = queryString.indexOf("&", start);
      const end = ampersand < 0 ? queryString.length : ampersand;
      const equals = queryString.indexOf("=", start);
      if (equals < 0 || equals > end) return null;
      const parameter = known.get(queryString.slice(start, equals));
      // The parameter's own name, since the engine has it by heart: one cut out of the request takes a look-up more.
      if (parameter === undefined || parameter.name in value) return null;
      const given = typed(parameter.type, decodePart(queryString.slice(equals + 1, end)));
      if (given === undefined || !parameter.isValid(given)) return null;
      value[parameter.name] = given;
      start = end + 1;
    }
    for (const { name } of required) if (!(name in value)) return null;
    for (const [name, needed] of dependents) {
      if (name in value && needed.some((companion) => !(companion in value))) return null;
    }
    for (const { name, fallback } of fallbacks) if (!(name in value)) value[name] = fallback;
    return brokenRules(schema, value).length === 0 ? value : null;
  };
}
