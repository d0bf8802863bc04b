/**
 * What the owner said of the files of each source, so that the next one is read without asking.
 *
 * @module
 */
import type { ImportHints } from "../import/mod.ts";
import type { Store } from "./ports/store.ts";

/** Key of the setting that holds the hints by source, as JSON. */
export const IMPORT_HINTS = "import_hints";

/** Hints by source. */
export type RememberedHints = Readonly<Record<string, ImportHints>>;

/** All that was said, by source. */
export async function readImportHints(store: Store): Promise<RememberedHints> {
  const kept = await store.reviews.read((reads) => reads.setting(IMPORT_HINTS));
  return kept === undefined ? {} : (JSON.parse(kept) as RememberedHints);
}

/** Remembers what was said now; sources that are not named keep what they had. */
export async function saveImportHints(store: Store, hints: RememberedHints): Promise<void> {
  if (Object.keys(hints).length === 0) return;
  const before = await readImportHints(store);
  const after = JSON.stringify({ ...before, ...hints });
  if (after === JSON.stringify(before)) return;
  await store.reviews.write((writes) => writes.saveSetting(IMPORT_HINTS, after));
}
