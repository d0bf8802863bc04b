/** Answers that several operations give, as OpenAPI shows them. */
import { type TSchema, Type } from "typebox";
import type { OperationResponse, ResponseLink } from "./operation.ts";
import { PROBLEM_TYPE, problemTitle } from "./problem.ts";
import { Problem } from "./problem_schema.ts";

export const DATED = ["ETag", "Cache-Control", "Vary", "Last-Modified", "Goodword-Revision"];
const LINKED = [...DATED, "Link"];
export const UNDATED = LINKED.filter((name) => name !== "Last-Modified");

interface FoundOptions {
  readonly example?: unknown;
  readonly mediaType?: string;
  readonly headers?: readonly string[];
  readonly links?: Readonly<Record<string, ResponseLink>>;
}

export function found(description: string, schema: TSchema, options: FoundOptions = {}): OperationResponse {
  const { example, mediaType = "application/json", headers = LINKED, links } = options;
  const content = { [mediaType]: { schema, ...(example !== undefined && { example }) } };
  return { description, headers, content, ...(links && { links }) };
}

/** Ranges may be asked for. */
export function ranged(
  description: string,
  schema: TSchema,
  options: FoundOptions = {},
): Readonly<Record<number, OperationResponse>> {
  const headers = [...(options.headers ?? LINKED), "Accept-Ranges"];
  const part = { description: "The bytes asked for by Range", headers: [...headers, "Content-Range"] };
  return {
    200: found(description, schema, { ...options, headers }),
    // A part of a JSON document is not JSON. With a schema, generated clients would parse it as such.
    206:
      options.mediaType === undefined ? part : found(part.description, schema, { ...options, headers: part.headers }),
    416: problem(416, "The range begins at or beyond the end"),
  };
}

/** Of content with these headers. */
export function conditional(headers: readonly string[]): Readonly<Record<number, OperationResponse>> {
  return {
    304: {
      description: "Not modified since the validators sent; no body",
      // The client's copy has its date (RFC 9110 section 15.4.5).
      headers: headers.filter((name) => name !== "Last-Modified" && name !== "Accept-Ranges"),
    },
    412: problem(412, "The content does not match If-Match, or changed after If-Unmodified-Since"),
  };
}

export function text(description: string): TSchema {
  return Type.String({ description });
}

const EXAMPLES: Readonly<Record<number, { readonly code: string; readonly message: string }>> = {
  400: { code: "malformed_encoding", message: "invalid percent-encoding in path" },
  403: { code: "forbidden_address", message: "hub.callback must not be an address of this service" },
  404: { code: "not_found", message: "no resource at this path" },
  405: { code: "method_not_allowed", message: "this path allows GET, HEAD" },
  410: { code: "removed", message: "this review was taken down" },
  412: { code: "precondition_failed", message: "the content does not match If-Match" },
  413: { code: "too_large", message: "the body must be at most 65536 bytes" },
  415: { code: "media_type", message: "send application/x-www-form-urlencoded" },
  416: { code: "range_not_satisfiable", message: "the range begins at or beyond the end: the content has 5120 bytes" },
  429: { code: "rate_limited", message: "try again in 12 seconds" },
  503: { code: "not_ready", message: "the reviews are still loading; try again in a moment" },
};

export function problem(status: number, description: string): OperationResponse {
  const known = EXAMPLES[status];
  if (known === undefined) throw new RangeError(`No example of an error with status ${status}`);
  const { code, message } = known;
  const example = { title: problemTitle(status), status, issues: [{ path: [], code, message }] };
  return {
    description,
    ...(status === 429 || status === 503 ? { headers: ["Retry-After"] } : status === 405 ? { headers: ["Allow"] } : {}),
    ...(status === 416 && { headers: ["Content-Range"] }),
    content: errorContent(example),
  };
}

function errorContent(example: object) {
  return { "application/json": { schema: Problem, example }, [PROBLEM_TYPE]: { schema: Problem } };
}

export const INVALID: OperationResponse = {
  description: "One or more parameters are invalid; every issue is listed",
  content: errorContent({
    title: "Invalid request",
    status: 400,
    issues: [
      { path: ["rating"], code: "maximum", message: "rating must be an integer from 1 to 5", received: "9" },
      { path: ["limt"], code: "unknown_parameter", message: "unknown parameter limt; did you mean limit?" },
    ],
  }),
};

export const ONLY_GET = problem(405, "Only GET and HEAD");

/** For operations that need a publication. */
export const NOT_READY = problem(503, "The server is still starting");

/** Response of operations computed per request. */
export const TOO_MANY = problem(429, "Too many requests from this address, or too many of its responses are unread");

/** Response of operations that need no publication. */
export const BUSY = problem(503, "Too many concurrent requests");
