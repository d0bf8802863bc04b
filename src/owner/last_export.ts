/** When the owner last imported files of reviews, which decides when a new export is due. */
import { DAY_MS } from "../durations.ts";
import type { ReviewReads, Store } from "../store/mod.ts";

/** An import without changes writes at most once a day. */
/** The last imports of earlier releases, among which one that brought reviews is looked for. */
const MAX_IMPORTS = 100;

export async function recordExport({ reviews }: Store): Promise<void> {
  const isRecent = (at: number | null, now: number) => at !== null && now - at < DAY_MS;
  if (await reviews.read(async (reads) => isRecent(await readExportedAt(reads), reads.now))) return;
  await reviews.write((writes) => writes.saveSetting("exported_at", String(writes.now)));
}

async function readExportedAt(reads: Pick<ReviewReads, "setting">): Promise<number | null> {
  const at = await reads.setting("exported_at");
  return at === undefined ? null : Number(at);
}

/** When the owner last imported files of reviews; null if never. Earlier releases noted imports in the history alone. */
export async function lastExportAt(reads: ReviewReads): Promise<number | null> {
  const at = await readExportedAt(reads);
  if (at !== null) return at;
  const imports = await reads.log({ command: "import", reviewId: null, limit: MAX_IMPORTS });
  return imports.find(({ detail: { added, changed } }) => Number(added) + Number(changed) > 0)?.at ?? null;
}
