/**
 * Digests of what is published.
 *
 * @module
 */
import { createHash } from "node:crypto";

/** The first 128 bits of a SHA-256 of bytes, or of values as JSON, hexadecimal. */
export function contentDigestOf(content: Uint8Array | readonly unknown[]): string {
  const bytes = content instanceof Uint8Array ? content : JSON.stringify(content);
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}
