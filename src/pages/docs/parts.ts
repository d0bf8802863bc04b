/**
 * The reference divided into pages that a phone can hold: operations by tag, what is sent to subscribers, and shapes.
 *
 * @module
 */
import { PATHS } from "../../web/paths.ts";
import { type OpenApiDocument, operationsOf, type PlacedOperation, type Schema } from "./openapi.ts";

/** Operations on one page; a tag with more has several. */
const MOST_OPERATIONS = 9;
/** Size of the shapes on one page, in characters of JSON, which goes along with the elements that they become. */
const MOST_SHAPES = 14_000;

/** One page of the reference. */
export interface DocsPart {
  /** Its name in the address. */
  readonly slug: string;
  readonly title: string;
  /** Where it stood when the reference was one page. */
  readonly anchor: string;
  readonly description: string | undefined;
  readonly operations: readonly PlacedOperation[];
  /** What others answer: its anchors begin with this. */
  readonly within?: string;
  readonly shapes: readonly (readonly [name: string, schema: Schema])[];
}

/** The path of a page of the reference. */
export function docsPartPath(slug: string): string {
  return PATHS.docsPart.replace("{part}", slug);
}

/** The anchor of an operation. */
export function operationAnchor({ method, path, operation }: PlacedOperation, within?: string): string {
  const anchor = operation.operationId ?? `${method}-${path.replaceAll(/[^a-z0-9]+/gi, "-")}`;
  return within ? `${within}-${anchor}` : anchor;
}

/** Where the shape of a component is described on its page. */
export function componentAnchor(name: string): string {
  return `shape-${name}`;
}

/** Every page of the reference, in the order of the document. */
export function docsParts(document: OpenApiDocument): DocsPart[] {
  const operations = operationsOf(document, document.paths ?? {});
  const names = new Set([...(document.tags ?? []).map(({ name }) => name), ...operations.map(tagOf)]);
  return [
    ...[...names].flatMap((name) => tagParts(document, name, operations)),
    ...webhookParts(document),
    ...shapeParts(document),
  ];
}

function tagParts(document: OpenApiDocument, name: string, operations: readonly PlacedOperation[]): DocsPart[] {
  const own = operations.filter((placed) => tagOf(placed) === name);
  const word = name.replaceAll(/[^A-Za-z0-9]+/g, "-");
  const described = document.tags?.find((tag) => tag.name === name)?.description;
  return numbered(evenly(own, MOST_OPERATIONS), word.toLowerCase(), name).map(({ slug, title, items }, index) => {
    const anchor = index === 0 ? `group-${word}` : `group-${word}-${index + 1}`;
    return { slug, title, anchor, description: described, operations: items, shapes: [] };
  });
}

function tagOf({ operation }: PlacedOperation): string {
  return operation.tags?.[0] ?? "Other";
}

function webhookParts(document: OpenApiDocument): DocsPart[] {
  const operations = operationsOf(document, document.webhooks ?? {});
  if (operations.length === 0) return [];
  const title = "Sent to subscribers";
  const slug = "webhooks";
  return [{ slug, title, anchor: slug, description: undefined, operations, within: slug, shapes: [] }];
}

function shapeParts(document: OpenApiDocument): DocsPart[] {
  const pages: (readonly [string, Schema])[][] = [];
  let room = 0;
  for (const shape of Object.entries(document.components?.schemas ?? {})) {
    const size = JSON.stringify(shape).length;
    if (size > room || pages.length === 0) {
      pages.push([]);
      room = MOST_SHAPES;
    }
    pages.at(-1)?.push(shape);
    room -= size;
  }
  return numbered(pages, "shapes", "Shapes").map(({ slug, title, items }) => {
    return { slug, title, anchor: slug, description: undefined, operations: [], shapes: items };
  });
}

/** As few lists as hold at most `most` each, of about one length. */
function evenly<T>(items: readonly T[], most: number): T[][] {
  const size = Math.ceil(items.length / Math.ceil(items.length / most));
  return Array.from({ length: Math.ceil(items.length / most) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** "Pages", "Pages, part 2". */
function numbered<T>(lists: readonly (readonly T[])[], slug: string, title: string) {
  return lists.map((items, index) => {
    if (index === 0) return { slug, title, items };
    return { slug: `${slug}-${index + 1}`, title: `${title}, part ${index + 1}`, items };
  });
}
