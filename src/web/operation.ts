/**
 * One operation of the interface: what the router, the validators, the table of allowed methods and the OpenAPI
 * document are all made from.
 *
 * @module
 */
import type { TObject, TSchema } from "typebox";

export type Method = "GET" | "POST" | "DELETE";

export interface Operation {
  readonly id: string;
  readonly method: Method;
  /** As OpenAPI writes it: `/api/reviews/since/{date}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly pathParameters?: TObject;
  readonly query?: TObject;
  readonly headers?: readonly HeaderParameter[];
  readonly body?: { readonly mediaType: string; readonly schema: TSchema; readonly example: unknown };
  readonly responses: Readonly<Record<number, OperationResponse>>;
  /** OpenAPI callback objects by name. */
  readonly callbacks?: Readonly<Record<string, unknown>>;
}

export interface HeaderParameter {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

export interface OperationResponse {
  readonly description: string;
  /** Names of header components. */
  readonly headers?: readonly string[];
  /** By media type. */
  readonly content?: Readonly<Record<string, { readonly schema: TSchema; readonly example?: unknown }>>;
}

/** Finds the operations of a path, by the segments of their templates. */
export function operationsAt(operations: readonly Operation[], pathname: string): Operation[] {
  const segments = pathname.split("/");
  return operations.filter(({ path }) => {
    const template = path.split("/");
    if (template.length !== segments.length) return false;
    return template.every((part, at) => (part.startsWith("{") ? segments[at] !== "" : part === segments[at]));
  });
}

/** The methods a path takes, for Allow; HEAD goes with GET, unless that opens a stream without end. */
export function allowedMethods(operations: readonly Operation[]): string[] {
  const methods = new Set<string>(operations.map(({ method }) => method));
  if (operations.some(({ method, responses }) => method === "GET" && !isStream(responses[200]))) methods.add("HEAD");
  return ["GET", "HEAD", "POST", "DELETE"].filter((method) => methods.has(method));
}

function isStream(response: OperationResponse | undefined): boolean {
  return response?.content?.["text/event-stream"] !== undefined;
}
