/**
 * Reads the parameters of a query string or form strictly against a TypeBox object schema, naming everything that is
 * wrong at once. Frameworks are lenient here ("0x4" becomes 4, of two values the last wins); a public interface that
 * answers a mistyped filter with unfiltered reviews would mislead.
 *
 * @module
 */
import type { Static, TObject } from "typebox";
import { nearestName } from "../nearest_name.ts";
import { brokenRules } from "../schema_rules.ts";
import { clip } from "./foreign_text.ts";
import {
  decodePart,
  dependentRequiredOf,
  type Parameter,
  type PropertySchema,
  parameterOf,
  typed,
} from "./parameter.ts";
import { plainReader } from "./plain_parameters.ts";
import type { Issue } from "./problem_schema.ts";

/** Validated parameters, or every issue found in them. */
export type Reading<T> =
  | { readonly kind: "valid"; readonly value: T }
  | { readonly kind: "invalid"; readonly issues: Issue[] };

/** A reader for the parameters of `schema`. Makes its checks once; the reader may be called for every request. */
export function parameterReader<S extends TObject>(schema: S): (queryString: string) => Reading<Static<S>> {
  const parameters = Object.entries(schema.properties).map(([name, property]) =>
    parameterOf(name, property as PropertySchema, (schema.required ?? []).includes(name)),
  );
  const readPlain = plainReader(schema, parameters);
  const names = parameters.map(({ name }) => name);
  const companions = companionCheck(schema);
  return (queryString) => {
    if (!isWellEncoded(queryString)) return invalid([MALFORMED]);
    const plain = readPlain(queryString);
    if (plain !== null) return { kind: "valid", value: plain as Static<S> };
    const given = valuesByName(queryString);
    const value: Record<string, unknown> = {};
    const issues: Issue[] = [];
    for (const parameter of parameters) {
      const read = readParameter(parameter, given.get(parameter.name) ?? []);
      if (read.kind === "invalid") issues.push(...read.issues);
      else if (read.value !== undefined) value[parameter.name] = read.value;
    }
    for (const name of given.keys()) if (!names.includes(name)) issues.push(unknownParameter(name, names));
    issues.push(...companions((name) => given.has(name)), ...brokenRules(schema, value));
    return issues.length > 0 ? invalid(issues) : { kind: "valid", value: value as Static<S> };
  };
}

/**
 * A check for `dependentRequired`: parameters that mean nothing without another. Shared with the MCP door.
 *
 * Spec: https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.4
 */
export function companionCheck(schema: TObject): (isGiven: (name: string) => boolean) => Issue[] {
  const pairs = Object.entries(dependentRequiredOf(schema)).flatMap(([name, needed]) =>
    needed.map((companion) => ({ name, companion })),
  );
  return (isGiven) =>
    pairs
      .filter(({ name, companion }) => isGiven(name) && !isGiven(companion))
      .map(({ name, companion }) => ({
        path: [name],
        code: "dependentRequired",
        message: `${name} requires ${companion}`,
      }));
}

/** A reader for the path parameters of `schema`, as the router has decoded them. */
export function pathReader<S extends TObject>(
  schema: S,
): (given: Readonly<Record<string, string>>) => Reading<Static<S>> {
  const parameters = Object.entries(schema.properties).map(([name, property]) => parameterOf(name, property, true));
  return (given) => {
    const issues = parameters.flatMap((parameter) => {
      const { name, expectation, check } = parameter;
      const text = given[name] ?? "";
      // A segment is there or it is not: all that can be wrong with it is its form.
      return check(text) === null ? [] : [issue(parameter, "format", `${name} must be ${expectation}`, text)];
    });
    return issues.length > 0 ? invalid(issues) : { kind: "valid", value: given as Static<S> };
  };
}

/** What URLSearchParams would read, in a third of its time. `queryString` is well encoded. */
function valuesByName(queryString: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const pair of queryString.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decodePart(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? "" : decodePart(pair.slice(equals + 1));
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return values;
}

/** Whether every percent escape of a query string is whole and spells UTF-8. */
export function isWellEncoded(queryString: string): boolean {
  if (!queryString.includes("%")) return true;
  try {
    decodeURIComponent(queryString);
    return true;
  } catch {
    return false;
  }
}

const MALFORMED: Issue = {
  path: [],
  code: "malformed_encoding",
  message: "invalid percent-encoding in query string: incomplete or not UTF-8",
};

/** An unknown name, with the known one it may have been meant for. */
export function unknownParameter(name: string, known: readonly string[]): Issue {
  const nearest = nearestName(name, known);
  const list = known.length > 0 ? `expected one of ${known.join(", ")}` : "this operation takes none";
  const hint = nearest ? `did you mean ${nearest}?` : list;
  const shown = clip(name);
  return { path: [shown], code: "unknown_parameter", message: `unknown parameter ${shown}; ${hint}` };
}

function readParameter(parameter: Parameter, given: readonly string[]): Reading<unknown> {
  const [text] = given;
  if (text === undefined) {
    if (!parameter.required) return { kind: "valid", value: parameter.fallback };
    return invalid([issue(parameter, "required", `${parameter.name} is required`)]);
  }
  if (given.length > 1) {
    const message = `${parameter.name} is given ${given.length} times, expected once`;
    return invalid([issue(parameter, "repeated", message, given.join(", "))]);
  }
  const value = typed(parameter.type, text);
  const failed = value === undefined ? "type" : parameter.check(value);
  if (failed === null) return { kind: "valid", value };
  return invalid([issue(parameter, failed, `${parameter.name} must be ${parameter.expectation}`, text)]);
}

function issue({ name }: Parameter, code: string, message: string, received?: string): Issue {
  return { path: [name], code, message, ...(received !== undefined && { received: clip(received) }) };
}

function invalid(issues: Issue[]): { kind: "invalid"; issues: Issue[] } {
  return { kind: "invalid", issues };
}
