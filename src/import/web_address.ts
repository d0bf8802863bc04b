/**
 * Addresses of the web as people write them, read as the URIs that they are published as.
 *
 * Spec: RFC 3986 section 2 (which characters a URI is made of).
 *
 * @module
 */

const MAX_LENGTH = 2048;
const WEB = /^https?:\/\/\S+$/i;
/** Letters beyond ASCII, what section 2 leaves out of ASCII, and a percent sign that begins no escape. */
const NOT_OF_A_URI = /[^\x21-\x7e]|["<>\\^`{|}]|%(?![0-9a-f]{2})/giu;

/** An absolute http or https address; what no URI holds is percent-encoded, the rest stays as it was. Null for all else. */
export function readWebAddress(value: unknown): string | null {
  if (typeof value !== "string" || !WEB.test(value) || !URL.canParse(value)) return null;
  const uri = value.toWellFormed().replace(NOT_OF_A_URI, encodeURIComponent);
  return uri.length <= MAX_LENGTH ? uri : null;
}
