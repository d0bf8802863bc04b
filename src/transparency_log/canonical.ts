/**
 * Canonical JSON, RFC 8785: one text for one value, so that whoever has the value has the bytes that were hashed.
 *
 * @module
 */

/** The text of a value of JSON. @throws {TypeError} for what JSON, or UTF-8, cannot hold */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${members.map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`).join(",")}}`;
  }
  const isInJson = value === null || typeof value === "boolean" || Number.isFinite(value) || isUnicode(value);
  if (!isInJson) throw new TypeError(`Cannot write canonical JSON: ${typeof value} without a text of its own`);
  return JSON.stringify(value);
}

/** A surrogate by itself has no bytes in UTF-8. */
function isUnicode(value: unknown): boolean {
  return typeof value === "string" && value.isWellFormed();
}
