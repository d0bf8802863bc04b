/**
 * Decides what a change of reviews brings about, and saves it: what an import adds, changes and removes, and which
 * of one customer's copies counts.
 *
 * In: drafts, what is stored, the owner's word on copies. Out: tables of changes to be shown, and writes within one
 * transaction. Never: a file and its format, SQL. Commands that only look reviews up or change one load none of it.
 *
 * @module
 */
export { type ErasedKind, type Erasures, erasedBefore, erasureDigest, parseLedger, readErasures } from "../erasures.ts";
export {
  comparable,
  countedIdOf,
  findJoins,
  groupOptions,
  isNewJoin,
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
export { analyzePlan, type ImportPlan, type ImportRequest, planImport } from "./plan_import.ts";
export { type ImportSummary, removalOf, saveImport, summaryOf } from "./save_import.ts";
