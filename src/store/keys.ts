/**
 * Keys that this installation makes for itself, once.
 *
 * @module
 */
import { eq } from "drizzle-orm";
import type { Random } from "../platform.ts";
import { keys } from "../sql/schema.ts";
import type { Store } from "./store.ts";

const SESSION_KEY_BYTES = 32;

/**
 * The key that signs MCP session ids, kept so that sessions outlive a restart. When it cannot be saved now, a key for
 * this process alone.
 */
export function sessionKey(store: Store, random: Random): Uint8Array {
  const fresh = random.bytes(SESSION_KEY_BYTES).toHex();
  try {
    const find = () => store.select().from(keys).where(eq(keys.name, "mcp_session")).get()?.value;
    if (find() === undefined)
      store.insert(keys).values({ name: "mcp_session", value: fresh }).onConflictDoNothing().run();
    return Uint8Array.fromHex(find() ?? fresh);
  } catch {
    return Uint8Array.fromHex(fresh);
  }
}
