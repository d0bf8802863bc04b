/**
 * The example of an answer, short enough to stand beside the call: the first of every list, and the beginning of long texts.
 *
 * @module
 */
import { type OpenApiDocument, type PlacedOperation, resolved } from "./openapi.ts";

const LONGEST_TEXT = 120;
const LONGEST = 2500;

/** What a successful call answers, at most 2,500 characters; null where the document has no example. */
export function shortAnswer(document: OpenApiDocument, { operation }: PlacedOperation): string | null {
  const [, answer] = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith("2")) ?? [];
  const content = answer && Object.values(resolved(document, answer).content ?? {})[0];
  const example = content?.example ?? Object.values(content?.examples ?? {})[0]?.value;
  if (example === undefined) return null;
  return typeof example === "string" ? shortText(example) : shortJson(example);
}

/** JSON with the first of every list and the beginning of long texts. */
export function shortJson(value: unknown): string {
  return clipped(JSON.stringify(shortened(value), null, 2), LONGEST);
}

/** The beginning of a text. */
export function shortText(text: string): string {
  return clipped(text, LONGEST);
}

function shortened(value: unknown): unknown {
  if (typeof value === "string") return clipped(value, LONGEST_TEXT);
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

function clipped(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
