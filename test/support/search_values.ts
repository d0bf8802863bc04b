/** Sound values of the search parameters, from their schemas: a new parameter is tried the day it is added. */
import type { TSchema } from "typebox";
import { SearchQuery } from "../../src/publication/mod.ts";

type Value = string | number | boolean;

/** Values that find some of the plumber's reviews, where a value made from the schema would find none or all. */
const FINDING: Readonly<Record<string, Value>> = {
  until: "2026-10-10",
  query: "water HEATER",
  mentions_technician: "maria",
  mentions_service: "water-heater",
  mentions_area: "old-mill",
  mentions_aspect: "price_value",
  sentiment: "positive",
  language: "en",
  limit: 3,
};

/** A value of every parameter but the cursor, which only an answer can give. */
export const SEARCH_VALUES: Readonly<Record<string, Value>> = Object.fromEntries(
  Object.entries(SearchQuery.properties)
    .filter(([name]) => name !== "cursor")
    .map(([name, schema]) => [name, FINDING[name] ?? soundValue(schema)]),
);

function soundValue(schema: TSchema): Value {
  const { type, format, enum: choices, minimum = 0, maximum = 9 } = schema as Constraints;
  if (choices?.[0] !== undefined) return choices[0];
  if (type === "boolean") return true;
  if (type === "integer") return Math.ceil((minimum + maximum + 1) / 2);
  if (type === "number") return (minimum + maximum + 1) / 2;
  return format === "date" ? "2026-03-10" : "a";
}

interface Constraints {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly Value[];
  readonly minimum?: number;
  readonly maximum?: number;
}
