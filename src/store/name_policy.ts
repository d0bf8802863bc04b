/**
 * How much of authors' names the owner last chose to keep: later imports go by it, so that no name changes by itself.
 *
 * @module
 */
import type { NamePolicy } from "../review/mod.ts";
import type { Store } from "./ports/store.ts";

/** Key of the setting that holds the owner's name policy. */
export const NAME_POLICY = "name_policy";

/** The policy chosen last; undefined when none ever was. */
export async function readNamePolicy(store: Store): Promise<NamePolicy | undefined> {
  return (await store.reviews.read((reads) => reads.setting(NAME_POLICY))) as NamePolicy | undefined;
}

/** Makes `policy` the default for later imports. Stored reviews keep their names. */
export function saveNamePolicy(store: Store, policy: NamePolicy): Promise<void> {
  return store.reviews.write((writes) => writes.saveSetting(NAME_POLICY, policy));
}
