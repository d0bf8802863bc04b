/**
 * The parts of an OpenAPI 3.1 document that the reference shows, and the way through its references.
 *
 * Spec: https://spec.openapis.org/oas/v3.1.0. Left out: security, servers of single operations, XML, discriminators.
 *
 * @module
 */

/** Anything that may be a `$ref` to a component instead of the thing itself. */
export interface Reference {
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
export interface Parameter extends Reference {
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
export interface Response extends Reference {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, Reference & { readonly description?: string }>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

/** What a method does at a path. */
export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Reference & {
    readonly description?: string;
    readonly required?: boolean;
    readonly content?: Readonly<Record<string, MediaType>>;
  };
  readonly responses?: Readonly<Record<string, Response>>;
  readonly callbacks?: Readonly<Record<string, Readonly<Record<string, PathItem>>>>;
}

/** The operations of a path by method, and the parameters they share. */
export type PathItem = Readonly<Partial<Record<Method, Operation>>> & { readonly parameters?: readonly Parameter[] };

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
export type Method = (typeof METHODS)[number];

/** An operation with where it stands. */
export interface PlacedOperation {
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
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

/** The name of a schema among the components, when a reference points to one. */
export function componentName({ $ref }: Reference): string | null {
  return $ref?.startsWith("#/components/schemas/") ? $ref.slice("#/components/schemas/".length) : null;
}
