/**
 * The search of the reference: the operations, shapes and guides that speak of every word asked for.
 *
 * @module
 */
import type { Site } from "../../web/site.ts";
import type { Guide } from "./guides.ts";
import type { PlacedOperation, Schema } from "./openapi.ts";
import type { DocsPart } from "./parts.ts";

/** Beyond this, a query is cut: the page repeats it. */
const LONGEST = 100;

/** What is asked for in a query string; empty for nothing. */
export function readDocsQuery(queryString: string): string {
  const asked = new URLSearchParams(queryString).get("q") ?? "";
  return asked.replaceAll(/\s+/g, " ").trim().slice(0, LONGEST);
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
