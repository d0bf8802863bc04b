import { createHash } from "node:crypto";

/** The first 128 bits of a SHA-256, hexadecimal. */
export function digestOf(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 32);
}
