/**
 * Decides what a change of reviews brings about, and saves it: what an import adds, changes and removes, and which
 * of one customer's copies counts.
 *
 * In: drafts, what is stored, the owner's word on copies. Out: plans to be shown, and writes within one transaction.
 * Never: a file and its format, SQL. Whoever only looks reviews up or changes one loads none of it.
 *
 * @module
 */
export { type Erasures, erasedBefore, erasureDigest, parseLedger, readErasures } from "../erasures.ts";
export {
  comparable,
  countedIdOf,
  dateOfDay,
  findJoins,
  groupOptions,
  joinLines,
  type ManualJoins,
  readManualJoins,
  rejoin,
  type Successor,
  saveManualJoins,
  successorsOf,
  withJoin,
  withPart,
  withSplit,
} from "./join_copies.ts";
export { isSpooled } from "./judge_drafts.ts";
export { storedContentHash } from "./match_drafts.ts";
export {
  analyzePlan,
  type ImportRequest,
  isEmptyPlan,
  outlineImport,
  type PlannedChange,
  planImport,
} from "./plan_import.ts";
export { type ImportPreview, type PreviewedPage, previewImport } from "./preview_import.ts";
export {
  type ImportSummary,
  isNewJoin,
  removalOf,
  saveImport,
  saveOutline,
  summaryOf,
  summaryOfEmpty,
} from "./save_import.ts";
