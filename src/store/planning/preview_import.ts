/** What an import would do, page by page, without holding more of it than an import does. */
import type { DraftReview } from "../../import/mod.ts";
import type { Store } from "../store.ts";
import type { StoredReview } from "../stored_review.ts";
import type { ChangedJoin } from "./join_copies.ts";
import { isSpooled, pagesOf } from "./judge_drafts.ts";
import {
  type ImportOutline,
  type ImportRequest,
  joinWithin,
  outlineWithin,
  PagePlanner,
  type PlannedChange,
  type PlannedPage,
  WRITTEN,
} from "./plan_import.ts";

/** What becomes of some drafts, which are those from the number `first` on. */
export interface PreviewedPage extends PlannedPage {
  readonly drafts: readonly DraftReview[];
  readonly first: number;
}

export interface ImportPreview extends ImportOutline {
  /** Null where copies would be looked for among more drafts than memory should hold. */
  readonly joins: readonly ChangedJoin[] | null;
}

/** Plans an import against the store as it stands, and shows it page by page in the order of the drafts. Reads only. */
export function previewImport(
  store: Store,
  request: ImportRequest,
  visit: (page: PreviewedPage, outline: ImportOutline) => void,
): Promise<ImportPreview> {
  return store.reviews.read(async (reads) => {
    const outline = await outlineWithin(reads, request);
    const planner = new PagePlanner(reads, outline, request);
    const added: StoredReview[] = [];
    const changed: PlannedChange[] = [];
    for (const numbered of pagesOf(request.drafts)) {
      const planned = await planner.plan(numbered, WRITTEN);
      visit({ ...planned, drafts: numbered.page, first: numbered.first }, outline);
      if (isSpooled(request.drafts)) continue;
      added.push(...planned.added);
      changed.push(...planned.changed);
    }
    if (isSpooled(request.drafts)) return { ...outline, joins: null };
    const { joins } = await joinWithin(reads, { ...outline, added, changed, suppressed: [] });
    return { ...outline, joins };
  });
}
