/**
 * Enumerations as JSON Schema: ours are all of texts, which TypeBox leaves unsaid. Some hosts of agents take none without
 * a type, and generators for typed languages need one.
 *
 * @module
 */

/** Whether a part of a schema is an enumeration that does not say of what. */
export function isBareEnum(schema: object): boolean {
  return "enum" in schema && Array.isArray(schema.enum) && !("type" in schema);
}
