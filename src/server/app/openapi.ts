/** Has @elysiajs/swagger put the OpenAPI document together, from the routes that answer. */
import { swagger } from "@elysiajs/swagger";
import { Elysia } from "elysia";
import type { TObject, TSchema } from "typebox";
import { Changes, Health, JsonFeed, ReviewsDataset, SinceAnswer, UpdatesFeed } from "../../api/mod.ts";
import { BASICS } from "../../http/basics.ts";
import { isBareEnum, type Operation, type OperationResponse } from "../../http/operation.ts";
import { Problem } from "../../http/problem_schema.ts";
import { conditional, INVALID, ONLY_GET, TOO_MANY } from "../../http/responses.ts";
import type { Router } from "../../http/router.ts";
import { contentDistribution, HubForm } from "../../hub/mod.ts";
import { INSIGHTS_SCHEMAS } from "../../insights/mod.ts";
import { JsonRpcRequest, JsonRpcResponse } from "../../mcp/mod.ts";
import { SearchAnswer, SearchHint } from "../../publication/mod.ts";
import { AggregateRating, Business, RECORD_SCHEMAS, Removal, Review } from "../../review/mod.ts";

export async function openApiDocument({ elysia, described }: Router, baseUrl: string): Promise<object> {
  // Built late: writing out the schemas takes longer than routing, and no request needs it to be routed.
  for (const { operation, detail } of described) Object.assign(detail, openApiOperation(operation));
  const documenting = new Elysia()
    .use(
      swagger({
        path: "/ui",
        excludeStaticFile: false,
        exclude: ["/ui", "/ui/json"],
        // The plugin's types know OpenAPI 3.0 only.
        documentation: openApiBase(baseUrl) as never,
      }),
    )
    .use(elysia);
  await documenting.modules;
  const response = await documenting.handle(new Request("http://goodword.test/ui/json"));
  return withSharedParts((await response.json()) as OpenApi);
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { parameters?: object[]; responses: object }>>>>;
  readonly components: object;
}

/** The document with responses and parameters that several operations have among the components, once. */
function withSharedParts({ components, ...document }: OpenApi): object {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const parameters = sharedParts(
    "parameters",
    operations.flatMap((operation) => (operation.parameters ?? []) as { name: string }[]),
    ({ name }) => name,
  );
  const responses = sharedParts(
    "responses",
    operations.flatMap((operation) => Object.entries(operation.responses).map(([status, of]) => ({ status, of }))),
    ({ status }) => `Status${status}`,
    ({ of }) => of,
  );
  for (const operation of operations) {
    if (operation.parameters) operation.parameters = operation.parameters.map(parameters.refer);
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).map(([status, of]) => [status, responses.refer(of)]),
    );
  }
  return { ...document, components: { ...components, parameters: parameters.parts, responses: responses.parts } };
}

/** The parts that occur more than once, by a name of their own, and a reference to each of them in its place. */
function sharedParts<Use>(
  section: string,
  uses: readonly Use[],
  nameOf: (use: Use) => string,
  partOf: (use: Use) => object = (use) => use as object,
) {
  const parts: Record<string, object> = {};
  const names = new Map<string, string>();
  for (const [text, [use, ...others]] of Map.groupBy(uses, (use) => JSON.stringify(partOf(use)))) {
    if (use === undefined || others.length === 0) continue;
    const taken = Object.keys(parts).filter((name) => name.replace(/_\d+$/, "") === nameOf(use)).length;
    const name = taken === 0 ? nameOf(use) : `${nameOf(use)}_${taken + 1}`;
    parts[name] = partOf(use);
    names.set(text, name);
  }
  const refer = (part: object) => {
    const name = names.get(JSON.stringify(part));
    return name === undefined ? part : { $ref: `#/components/${section}/${name}` };
  };
  return { parts, refer };
}

const DOCUMENTS = {
  AggregateRating,
  Business,
  Changes,
  Health,
  HubForm,
  ...INSIGHTS_SCHEMAS,
  JsonFeed,
  JsonRpcRequest,
  JsonRpcResponse,
  Problem,
  ...RECORD_SCHEMAS,
  Removal,
  Review,
  ReviewsDataset,
  SearchAnswer,
  SearchHint,
  SinceAnswer,
  UpdatesFeed,
} satisfies Record<string, TSchema>;

/** Path of each schema within its document: nested fields; for lists, those of their members. */
const PARTS: Readonly<Record<string, readonly [document: keyof typeof DOCUMENTS, ...fields: string[]]>> = {
  Distribution: ["AggregateRating", "distribution"],
  RatingShare: ["AggregateRating", "by_source"],
  Address: ["Business", "address"],
  License: ["Business", "license"],
  Photo: ["Business", "photo"],
  JobPhoto: ["Business", "photos"],
  JobPhotoPreview: ["Business", "photos", "preview"],
  SourceTerms: ["Business", "sources"],
  Service: ["Business", "services"],
  Technician: ["Business", "technicians"],
  ServiceArea: ["Business", "service_areas"],
  Change: ["Changes", "changes"],
  Issue: ["Problem", "issues"],
  JsonRpcError: ["JsonRpcResponse", "error"],
  Translation: ["Review", "translation"],
  Author: ["Review", "author"],
  Source: ["Review", "source"],
  AlsoAt: ["Review", "also_at"],
  Verification: ["Review", "verification"],
  Mentions: ["Review", "mentions"],
  MentionedEntity: ["Review", "mentions", "entities"],
  ReviewAspect: ["Review", "aspects"],
  AspectRatings: ["Review", "aspect_ratings"],
  Reply: ["Review", "reply"],
  FeedAuthor: ["JsonFeed", "authors"],
  FeedHub: ["JsonFeed", "hubs"],
  FeedExtension: ["JsonFeed", "_goodword"],
  FeedItem: ["JsonFeed", "items"],
  FeedItemAuthor: ["JsonFeed", "items", "authors"],
  FeedItemExtension: ["JsonFeed", "items", "_goodword"],
  RemovedItem: ["JsonFeed", "_goodword", "removed"],
  UpdatesExtension: ["UpdatesFeed", "_goodword"],
  UpdateItem: ["UpdatesFeed", "items"],
  UpdateItemExtension: ["UpdatesFeed", "items", "_goodword"],
};

const NAMED_SCHEMAS: Readonly<Record<string, TSchema>> = {
  ...DOCUMENTS,
  ...Object.fromEntries(
    Object.entries(PARTS).map(([name, [document, ...fields]]) => [name, fields.reduce(fieldOf, DOCUMENTS[document])]),
  ),
};

/** The schema of a field's value; of a list its members', of what may be null the other. */
function fieldOf(schema: TSchema, field: string): TSchema {
  const { properties } = schema as { properties?: Readonly<Record<string, TSchema>> };
  const value = properties?.[field];
  if (value === undefined) throw new TypeError(`No field ${field} to take a name from`);
  return objectIn(value);
}

function objectIn(schema: TSchema): TSchema {
  const { items, anyOf, patternProperties } = schema as {
    items?: TSchema;
    anyOf?: readonly TSchema[];
    patternProperties?: Readonly<Record<string, TSchema>>;
  };
  const inside = items ?? anyOf?.[0] ?? Object.values(patternProperties ?? {})[0];
  return inside === undefined ? schema : objectIn(inside);
}

/** The version of the description, not of the program. */
const API_VERSION = "1.0.0";

const HEADERS: Readonly<Record<string, string>> = {
  "Accept-Ranges": "bytes: single ranges are answered",
  Allow: "Methods this path allows",
  "Cache-Control": "How long the response may be cached",
  "Content-Range": "The range of bytes, and the total",
  ETag: "Strong validator of exactly these bytes; send it back as If-None-Match",
  "Goodword-Revision": "Identifies everything published at the time of the response; `revision` in the documents",
  "Last-Modified": "When the published content last changed; send it back as If-Modified-Since",
  Link: "WebSub hub, this document's own URL, next page",
  "Mcp-Session-Id": "Send it with every later request",
  Location: "Where the content is",
  "Retry-After": "Seconds to wait before trying again",
  Vary: "The request headers that the response depends on",
};

const LOG_GUIDE = `Whatever is published, changed, withheld or removed becomes an entry of a log that only grows (C2SP tlog-tiles),
signed with every change. An entry has no text and no name,
only a commitment to them.

- **Watch it**: \`goodword watch-log ADDRESS --state log.json\` keeps the log's state; each later call proves that the log
  only grew and that every review shown is in it, and lists what was withheld or removed since.
- **Prove a review**: keep its \`log\` of getReview and its proof. They prove that it was published, also after it is gone.
- **What it cannot show**: who was never asked, whether the author of a review is real, and what was published before the log
  began: reviews from before have the reason \`existing\`.`;

const TAGS: Readonly<Record<string, string>> = {
  Datasets: "The full set of reviews, and insights computed from it",
  Feeds: "The newest reviews for feed readers",
  Reviews: "Search and lookup of reviews",
  Log: LOG_GUIDE,
  WebSub:
    "Push notification of changes, W3C WebSub. The 202 is sent before your callback is verified: answer the hub's GET within " +
    "10 seconds with exactly `hub.challenge` as body. Each push is a POST with the whole content of the topic; with a " +
    "secret, check `X-Hub-Signature` over the bytes of the body. Subscribe again before the lease expires.",
  MCP: "For agents, the Model Context Protocol",
  Service: "State of the service",
};

function openApiBase(baseUrl: string) {
  return {
    openapi: "3.1.0",
    info: {
      title: "Goodword",
      version: API_VERSION,
      summary: "The verified customer reviews of one business, as open data",
      description: BASICS.map(([title, text]) => `## ${title}\n\n${text}`).join("\n\n"),
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "The business that the reviews are about", url: `${baseUrl}/` },
    },
    servers: [{ url: baseUrl, description: "This site" }],
    security: [],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
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

function openApiOperation(operation: Operation): Record<string, unknown> {
  const { id, tag, summary, description, body, callbacks } = operation;
  const parameters = [
    ...parametersOf(operation.pathParameters, "path"),
    ...parametersOf(operation.query, "query"),
    ...(operation.headers ?? []).map((header) => ({
      ...header,
      in: "header",
      required: false,
      schema: { type: "string" },
    })),
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
      Object.entries(responsesOf(operation)).map(([status, response]) => [status, openApiResponse(response)]),
    ),
    ...(callbacks && { callbacks }),
  };
}

/** Its own, and those that follow from how it is answered. */
function responsesOf({ method, strict, isComputed, responses }: Operation): Operation["responses"] {
  const { headers = [] } = responses[200] ?? {};
  return {
    ...(strict && { 400: INVALID }),
    ...(headers.includes("ETag") && conditional(headers)),
    ...(method === "GET" && { 405: ONLY_GET }),
    ...(isComputed && { 429: TOO_MANY }),
    ...responses,
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
