/** What a form was made from, so that an act can tell whether it is still so when the form comes back. */
import { digestOf } from "../http/representation.ts";

/** A short digest of a value of JSON; the order of its members does not matter, since PostgreSQL keeps its own. */
export function stateOf(value: unknown): string {
  return digestOf(JSON.stringify(value, inOrder) ?? "").slice(0, 16);
}

function inOrder(_name: string, value: unknown): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;
}
