/**
 * How much of authors' names the owner last chose to keep: later imports go by it, so that no name changes by itself.
 *
 * @module
 */
import { eq } from "drizzle-orm";
import type { NamePolicy } from "../review/mod.ts";
import { keys } from "../sql/schema.ts";
import type { Store } from "./store.ts";

const NAME = "name_policy";

/** The policy chosen last; undefined when none ever was. */
export function readNamePolicy(store: Store): NamePolicy | undefined {
  const row = store.select().from(keys).where(eq(keys.name, NAME)).get();
  return row?.value as NamePolicy | undefined;
}

export function saveNamePolicy(store: Store, value: NamePolicy): void {
  store.insert(keys).values({ name: NAME, value }).onConflictDoUpdate({ target: keys.name, set: { value } }).run();
}
