/**
 * TypeBox schemas as they are published to clients: plain JSON Schema without what hosts are known to choke on.
 *
 * @module
 */
import type { TObject, TSchema } from "typebox";
import { isBareEnum } from "../web/bare_enum.ts";

/** A JSON Schema ready to be serialized. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Schema of arguments: `format` is left out, since some hosts refuse formats they do not know; patterns say the same. */
export function inputSchema(schema: TObject): JsonSchema {
  return published(schema, ["format"]) as JsonSchema;
}

/** Schema of a result: without descriptions below the first level, which would be most of a tool list's tokens. */
export function outputSchema(schema: TObject): JsonSchema {
  const { properties, ...whole } = schema;
  const members = Object.entries(properties).map(([name, member]) => [name, memberSchema(member)]);
  return { ...(published(whole, []) as object), properties: Object.fromEntries(members) };
}

function memberSchema(member: TSchema): unknown {
  const { description } = member as { description?: string };
  return { ...(published(member, DETAILS) as object), ...(description !== undefined && { description }) };
}

/** What a reader of results needs least: bounds and patterns are kept by the server anyway. */
const DETAILS = [
  "format",
  "pattern",
  "description",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "maxItems",
  "additionalProperties",
];

function published(schema: unknown, omitted: readonly string[]): unknown {
  if (Array.isArray(schema)) return schema.map((item) => published(item, omitted));
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key]) => !omitted.includes(key));
  const members = kept.map(([key, value]) => [
    key,
    key === "properties" ? properties(value, omitted) : published(value, omitted),
  ]);
  return { ...(isBareEnum(schema) && { type: "string" }), ...Object.fromEntries(members) };
}

/** Members are kept whatever they are called, "format" and "description" too. */
function properties(members: object, omitted: readonly string[]): unknown {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, published(member, omitted)]));
}
