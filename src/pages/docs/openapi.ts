/**
 * An OpenAPI 3.1 document as far as the reference shows it, and its division into pages that a phone can hold. Spec:
 * https://spec.openapis.org/oas/v3.1.0. Left out: security, servers of single operations, XML, discriminators.
 */
import { PATHS } from "../../http/paths.ts";

/** Anything that may be a `$ref` to a component instead of the thing itself. */
interface Reference {
  readonly $ref?: string;
}

/** A JSON Schema, as far as the reference renders it. */
export interface Schema extends Reference {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
}

/** A parameter of an operation or of a whole path. */
export interface OpenApiParameter extends Reference {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}

/** The shape and examples of a body in one media type. */
export interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly summary?: string }>>;
}

/** A response of an operation. */
export interface OpenApiResponse extends Reference {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, Reference & { readonly description?: string }>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

/** What a method does at a path. */
interface OpenApiOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: Reference & {
    readonly description?: string;
    readonly required?: boolean;
    readonly content?: Readonly<Record<string, MediaType>>;
  };
  readonly responses?: Readonly<Record<string, OpenApiResponse>>;
  readonly callbacks?: Readonly<Record<string, Readonly<Record<string, PathItem>>>>;
}

/** The operations of a path by method, and the parameters they share. */
type PathItem = Readonly<Partial<Record<OpenApiMethod, OpenApiOperation>>> & {
  readonly parameters?: readonly OpenApiParameter[];
};

/** An OpenAPI document, as far as the reference renders it. */
export interface OpenApiDocument {
  readonly openapi?: string;
  readonly info?: { readonly title?: string; readonly version?: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths?: Readonly<Record<string, PathItem>>;
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

const METHODS = ["get", "post", "put", "patch", "delete", "head", "options"] as const;
/** An HTTP method that the reference renders, in lower case as in the document. */
type OpenApiMethod = (typeof METHODS)[number];

/** An operation with where it stands. */
export interface PlacedOperation {
  readonly method: OpenApiMethod;
  readonly path: string;
  readonly operation: OpenApiOperation;
  readonly parameters: readonly OpenApiParameter[];
}

/** The operations of path items, in the order of the document. */
export function operationsOf(document: OpenApiDocument, items: Readonly<Record<string, PathItem>>): PlacedOperation[] {
  return Object.entries(items).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      return [{ method, path, operation, parameters: parameters.map((parameter) => resolved(document, parameter)) }];
    }),
  );
}

/** What a `$ref` within the document points to; a value without one, or with one that leads nowhere, is itself. */
export function resolved<T extends Reference>(document: OpenApiDocument, value: T): T {
  if (!value.$ref?.startsWith("#/")) return value;
  let target: unknown = document;
  for (const step of value.$ref.slice(2).split("/")) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    target = typeof target === "object" && target !== null ? (target as Record<string, unknown>)[name] : undefined;
  }
  return (target as T | undefined) ?? value;
}

/** The first example of a body; undefined where the document has none. */
export function exampleOf({ example, examples = {} }: MediaType = {}): unknown {
  return example ?? Object.values(examples)[0]?.value;
}

/** The answer of a successful call. */
export function successOf(document: OpenApiDocument, { responses = {} }: OpenApiOperation): OpenApiResponse {
  const [, response = {}] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  return resolved(document, response);
}

/** The name of a schema among the components, when a reference points to one. */
export function componentName({ $ref }: Reference): string | null {
  return $ref?.startsWith("#/components/schemas/") ? $ref.slice("#/components/schemas/".length) : null;
}

/** Operations on one page; a tag with more has several. */
const MOST_OPERATIONS = 10;
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
  const topicOf = ({ operation, path }: PlacedOperation) => operation.summary ?? path;
  return numbered(evenly(own, MOST_OPERATIONS), { slug: word.toLowerCase(), title: name, topicOf }).map(
    ({ slug, title, items }, index) => {
      const anchor = index === 0 ? `group-${word}` : `group-${word}-${index + 1}`;
      return { slug, title, anchor, description: described, operations: items, shapes: [] };
    },
  );
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
  return numbered(pages, { slug: "shapes", title: "Shapes", topicOf: ([name]) => name }).map(
    ({ slug, title, items }) => {
      return { slug, title, anchor: slug, description: undefined, operations: [], shapes: items };
    },
  );
}

/** As few lists as hold at most `most` each, of about one length. */
function evenly<T>(items: readonly T[], most: number): T[][] {
  const size = Math.ceil(items.length / Math.ceil(items.length / most));
  return Array.from({ length: Math.ceil(items.length / most) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** "Pages"; of several lists each is named after what it begins with: "Shapes: Review". */
function numbered<T>(
  lists: readonly (readonly T[])[],
  { slug, title, topicOf }: { slug: string; title: string; topicOf: (item: T) => string },
) {
  return lists.map((items, index) => {
    const [first] = items;
    const topic = lists.length === 1 || first === undefined ? "" : `: ${topicOf(first).split(",", 1)[0]}`;
    return { slug: index === 0 ? slug : `${slug}-${index + 1}`, title: `${title}${topic}`, items };
  });
}
