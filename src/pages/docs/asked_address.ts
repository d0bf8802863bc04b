/**
 * Where a form of the reference leads: a form alone can neither fill in a path nor leave out what is empty.
 *
 * @module
 */
import type { PlacedOperation } from "./openapi.ts";
import { operationAnchor } from "./parts.ts";

/** The path and query that a form asks for; null for no form, no such operation, or a path with a gap. */
export function askedAddress(operations: readonly PlacedOperation[], queryString: string): string | null {
  const given = new URLSearchParams(queryString);
  const placed = operations.find((each) => each.method === "get" && operationAnchor(each) === given.get("operation"));
  if (!placed) return null;
  let filled = placed.path;
  const query = new URLSearchParams();
  for (const { name, in: where } of placed.parameters) {
    const value = given.get(name) ?? "";
    if (value === "") continue;
    if (where === "path") filled = filled.replace(`{${name}}`, () => encodeURIComponent(value));
    if (where === "query") query.set(name, value);
  }
  if (filled.includes("{")) return null;
  return query.size > 0 ? `${filled}?${query}` : filled;
}
