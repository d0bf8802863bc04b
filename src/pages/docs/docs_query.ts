/** What the reference reads of a query string: its search, and the fields of a form, which alone can neither fill in a path nor leave out what is empty. */
import type { Site } from "../../http/paths.ts";
import type { Guide } from "./guides.ts";
import { type DocsPart, operationAnchor, type PlacedOperation, type Schema } from "./openapi.ts";

/** Beyond this, a query is cut: the page repeats it. */
const LONGEST = 100;

/** What is asked for in a query string; empty for nothing. */
export function readDocsQuery(queryString: string): string {
  const asked = new URLSearchParams(queryString).get("q") ?? "";
  return asked.replaceAll(/\s+/g, " ").trim().slice(0, LONGEST);
}

/** What of a query string {@link readDocsQuery} reads. */
export function docsParameters(queryString: string): string {
  const q = readDocsQuery(queryString);
  return q === "" ? "" : new URLSearchParams({ q }).toString();
}

/** The parts with only what speaks of every word; those with nothing of it are left out. */
export function partsAbout(parts: readonly DocsPart[], query: string): DocsPart[] {
  const isAbout = mentionsAll(query);
  return parts
    .map((part) => ({
      ...part,
      operations: part.operations.filter((placed) => isAbout(operationText(placed, part.title))),
      shapes: part.shapes.filter(([name, schema]) => isAbout(shapeText(name, schema))),
    }))
    .filter(({ operations, shapes }) => operations.length + shapes.length > 0);
}

/** The guides that speak of every word. */
export function guidesAbout(guides: readonly Guide[], site: Site, query: string): Guide[] {
  const isAbout = mentionsAll(query);
  return guides.filter((guide) => isAbout(guideText(guide, site)));
}

function mentionsAll(query: string): (text: string) => boolean {
  const words = query.toLowerCase().split(" ");
  return (text) => words.every((word) => text.toLowerCase().includes(word));
}

function guideText({ title, summary, steps }: Guide, site: Site): string {
  return [title, summary, ...steps(site).flatMap(({ heading, text, code = "" }) => [heading, text, code])].join(" ");
}

function operationText({ method, path, operation, parameters }: PlacedOperation, title: string): string {
  const { operationId, summary, description } = operation;
  return [title, method, path, operationId, summary, description, ...parameters.map(({ name }) => name)].join(" ");
}

function shapeText(name: string, { description, properties }: Schema): string {
  return [name, description, ...Object.keys(properties ?? {})].join(" ");
}

/** What of a query string the pages of the reference read: the fields of a form. */
export function docsFormParameters(queryString: string): string {
  return new URLSearchParams(queryString).has("operation") ? queryString : "";
}

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
