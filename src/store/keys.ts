/**
 * Keys that this installation makes for itself, once.
 *
 * @module
 */
import type { Random } from "../platform.ts";
import type { Store } from "./ports/store.ts";

const SESSION_KEY_BYTES = 32;

/**
 * The key that signs MCP session ids: one for all servers that share the store, and for all their restarts. It is made with the
 * store itself; only where it was deleted is a new one saved here.
 *
 * @throws {GoodwordError} `database` when it can be neither read nor kept. A key that nobody else knows would make the sessions
 *   of this server unknown to all others.
 */
export async function sessionKey({ reviews }: Store, random: Random): Promise<Uint8Array> {
  const kept = await reviews.read((reads) => reads.setting("mcp_session"));
  if (kept !== undefined) return Uint8Array.fromHex(kept);
  const fresh = random.bytes(SESSION_KEY_BYTES).toHex();
  return Uint8Array.fromHex(await reviews.write((writes) => writes.makeSetting("mcp_session", fresh)));
}
