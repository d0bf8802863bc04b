/**
 * Says in a few words what a schema takes.
 *
 * @module
 */
import { componentName, type Schema } from "./openapi.ts";

/** "integer", "string or null", "array of Review". */
export function typeInWords(schema: Schema): string {
  const name = componentName(schema);
  if (name) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeInWords))].join(" or ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  return (
    types
      .map((type) => (type === "array" && schema.items ? `array of ${typeInWords(schema.items)}` : type))
      .join(" or ") || "any"
  );
}

/** The bounds of a value: ["1 to 5", "default 20"]. */
export function boundsInWords(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, maxItems, format, pattern } = schema;
  return [
    ...(format ? [format] : []),
    ...(minimum !== undefined && maximum !== undefined ? [`${minimum} to ${maximum}`] : []),
    ...(minimum !== undefined && maximum === undefined ? [`at least ${minimum}`] : []),
    ...(minimum === undefined && maximum !== undefined ? [`at most ${maximum}`] : []),
    ...(minLength ? [`at least ${minLength} characters`] : []),
    ...(maxLength !== undefined ? [`at most ${maxLength} characters`] : []),
    ...(maxItems !== undefined ? [`at most ${maxItems} items`] : []),
    ...(pattern && !format ? [`matches ${pattern}`] : []),
    ...(schema.default !== undefined ? [`default ${JSON.stringify(schema.default)}`] : []),
  ];
}

/** The schema whose members are worth listing: the object itself, the items of an array, the one choice that has members. */
export function schemaWithMembers(schema: Schema): Schema | null {
  if (schema.properties) return schema;
  if (schema.items) return schemaWithMembers(schema.items);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  const withMembers = (choices ?? []).map(schemaWithMembers).filter((choice) => choice !== null);
  return withMembers[0] ?? null;
}
