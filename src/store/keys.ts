/**
 * Keys that this installation makes for itself, once.
 *
 * @module
 */
import type { Random } from "../platform.ts";
import type { Store } from "./ports/store.ts";

const SESSION_KEY_BYTES = 32;

/**
 * The key that signs MCP session ids, kept so that sessions outlive a restart. When it cannot be saved now, a key for
 * this process alone.
 */
export async function sessionKey({ reviews }: Store, random: Random): Promise<Uint8Array> {
  const fresh = random.bytes(SESSION_KEY_BYTES).toHex();
  try {
    const kept = await reviews.read((reads) => reads.setting("mcp_session"));
    return Uint8Array.fromHex(kept ?? (await reviews.write((writes) => writes.makeSetting("mcp_session", fresh))));
  } catch {
    return Uint8Array.fromHex(fresh);
  }
}
