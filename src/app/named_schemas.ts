/**
 * The schemas that the OpenAPI document names, so that generated clients have types for them: the documents, and every
 * object inside of them that people would give a name.
 *
 * @module
 */
import type { TSchema } from "typebox";
import { HubForm } from "../hub/mod.ts";
import { INSIGHTS_SCHEMAS } from "../insights/mod.ts";
import { JsonRpcRequest, JsonRpcResponse } from "../mcp/mod.ts";
import { SearchAnswer, SearchHint } from "../publication/mod.ts";
import { Changes, Health, JsonFeed, ReviewsDataset, SinceAnswer, UpdatesFeed } from "../rest/mod.ts";
import { AggregateRating, Business, Removal, Review } from "../review/mod.ts";
import { Problem } from "../web/problem_schema.ts";

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
  Removal,
  Review,
  ReviewsDataset,
  SearchAnswer,
  SearchHint,
  SinceAnswer,
  UpdatesFeed,
} satisfies Record<string, TSchema>;

/** Where in a document the schema of each name stands: fields one inside the other, those of lists as of their members. */
const PARTS: Readonly<Record<string, readonly [document: keyof typeof DOCUMENTS, ...fields: string[]]>> = {
  Distribution: ["AggregateRating", "distribution"],
  RatingShare: ["AggregateRating", "by_source"],
  Address: ["Business", "address"],
  License: ["Business", "license"],
  Photo: ["Business", "photo"],
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
  ReviewAspect: ["Review", "aspects"],
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

/** Every named schema by its name. */
export const NAMED_SCHEMAS: Readonly<Record<string, TSchema>> = {
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
