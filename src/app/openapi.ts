/**
 * The OpenAPI 3.1.0 document, made from the same operations that the router and the validators are made from.
 *
 * @elysiajs/swagger puts it together from the routes' details; what it would derive by itself is not valid, so every
 * route is complete. It runs once, in a separate application, when the document is first requested.
 *
 * @module
 */
import type { TObject, TSchema } from "typebox";
import { contentDistribution } from "../hub/mod.ts";
import { isBareEnum } from "../web/bare_enum.ts";
import type { Operation, OperationResponse } from "../web/operation.ts";
import { NAMED_SCHEMAS } from "./named_schemas.ts";

/** The version of the description, not of the program. */
export const API_VERSION = "1.0.0";

const HEADERS: Readonly<Record<string, string>> = {
  "Accept-Ranges": "bytes: single ranges are answered",
  Allow: "Methods this path allows",
  "Cache-Control": "How long the response may be cached",
  "Content-Range": "Which bytes of how many these are",
  ETag: "Strong validator of exactly these bytes; send it back as If-None-Match",
  "Goodword-Revision": "Names all that was published when this was answered; `revision` in the documents",
  "Last-Modified": "When the published content last changed; send it back as If-Modified-Since",
  Link: "WebSub hub, this document's own URL, next page",
  "Mcp-Session-Id": "Send it with every later request",
  Location: "Where the content is",
  "Retry-After": "Seconds to wait before trying again",
  Vary: "The response depends on Accept-Encoding",
};

const TAGS: Readonly<Record<string, string>> = {
  Datasets: "The full set of reviews, and insights computed from it",
  Feeds: "The newest reviews for feed readers",
  Reviews: "Search and lookup of reviews",
  WebSub: "Push notification of changes, W3C WebSub",
  MCP: "For agents, the Model Context Protocol",
  Pages: "For people",
  Service: "State of the service",
};

/** The parts of the document that no route knows of. */
export function openApiBase(baseUrl: string, operations: readonly Operation[]) {
  const used = new Set(operations.map(({ tag }) => tag));
  return {
    openapi: "3.1.0",
    info: {
      title: "Goodword",
      version: API_VERSION,
      summary: "The verified customer reviews of one business, as open data",
      description:
        "Public and read-only. No key, no account; an Authorization header is ignored. Reviews are listed newest first " +
        "everywhere. An error response lists every issue at once.",
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "The business whose reviews these are", url: `${baseUrl}/` },
    },
    servers: [{ url: baseUrl, description: "This site" }],
    security: [],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    webhooks: { topicChanged: { post: { ...contentDistribution, operationId: "topicChanged" } } },
    components: {
      schemas: Object.fromEntries(
        Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [name, referring(schema, name)]),
      ),
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
      ),
    },
  };
}

/** An operation as OpenAPI writes it. */
export function openApiOperation(operation: Operation): Record<string, unknown> {
  const { id, tag, summary, description, body, callbacks } = operation;
  const parameters = [
    ...parametersOf(operation.pathParameters, "path"),
    ...parametersOf(operation.query, "query"),
    ...(operation.headers ?? []).map(({ name, description, example }) => {
      return { name, in: "header", required: false, description, example, schema: { type: "string" } };
    }),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { [body.mediaType]: { schema: referring(body.schema), example: body.example } },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, openApiResponse(response)]),
    ),
    ...(callbacks && { callbacks }),
  };
}

function openApiResponse({ description, headers = [], content, links }: OperationResponse): Record<string, unknown> {
  return {
    description,
    ...(headers.length > 0 && {
      headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    }),
    ...(content && {
      content: Object.fromEntries(
        Object.entries(content).map(([type, media]) => [type, { ...media, schema: referring(media.schema) }]),
      ),
    }),
    ...(links && { links }),
  };
}

function parametersOf(schema: TObject | undefined, where: "path" | "query"): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = plain(property) as { description?: string };
    return { name, in: where, required: where === "path", description, schema: typed(rest) };
  });
}

function typed(schema: object): object {
  return isBareEnum(schema) ? { type: "string", ...schema } : schema;
}

const COMPONENTS = new Map(Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [JSON.stringify(schema), name]));

/** The schema with every part that is a component replaced by a reference to it; `except` is written out. */
function referring(schema: unknown, except?: string): unknown {
  if (typeof schema !== "object" || schema === null) return schema;
  const component = COMPONENTS.get(JSON.stringify(schema));
  if (component !== undefined && component !== except) return { $ref: `#/components/schemas/${component}` };
  if (Array.isArray(schema)) return schema.map((part) => referring(part));
  const parts = Object.entries(schema).map(([key, part]) => [key, referring(part)]);
  return typed(Object.fromEntries(parts));
}

function plain(schema: TSchema): unknown {
  return JSON.parse(JSON.stringify(schema));
}
