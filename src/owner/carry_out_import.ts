/**
 * Plans, analyses and saves an import; begins again when somebody else changed the store meanwhile.
 *
 * @module
 */

import { GoodwordError } from "../errors.ts";
import type { NamePolicy } from "../review/mod.ts";
import {
  analyzePlan,
  type ImportPlan,
  type ImportRequest,
  type ImportSummary,
  isEmptyLargePlan,
  isEmptyPlan,
  type LargeImportRequest,
  planImport,
  planLargeImport,
  reanalyzeStale,
  type Store,
  saveImport,
  saveLargeImport,
  saveNamePolicy,
  summaryOf,
  summaryOfEmpty,
} from "../store/mod.ts";
import type { Progress } from "./progress.ts";

/** What an import did. */
export interface DoneImport {
  readonly summary: ImportSummary;
  /** The revision after the import; the one before when there was nothing to do. */
  readonly revision: number;
  /** Whether the reviews kept before were analysed anew where that was due. Servers do it by themselves if not. */
  readonly isReanalyzed: boolean;
  /** Whether the analysis of all these reviews is left to whoever publishes them. */
  readonly isAnalyzedLater: boolean;
}

/** What is logged of an import, and who watches it. */
export interface CarryOutOptions {
  readonly command: string;
  readonly files: readonly string[];
  /** How much of names is kept from now on; as before when left out. */
  readonly namePolicy?: NamePolicy | undefined;
  readonly progress: Progress;
}

/** How often a plan is made again before giving up on a store that others keep changing. */
const ATTEMPTS = 20;

/**
 * The most reviews that are analysed before they are saved, about half a second. More are saved first: data that are safe
 * after seconds instead of minutes are worth more than a publication that begins with everything analysed, and the
 * publisher's worker, which finds them, needs no longer for it than the import would.
 */
export const ANALYZED_BEFORE_SAVING = 2_000;

/** @throws {GoodwordError} `database` when the store cannot be written to, or others never leave it alone */
export async function carryOutImport(
  store: Store,
  request: ImportRequest | LargeImportRequest,
  options: CarryOutOptions,
): Promise<DoneImport> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const done = isLarge(request)
      ? await attemptLargeImport(store, request, options)
      : await attemptImport(store, request, options);
    if (done === null) continue;
    const reanalyzed = await reanalyze(store, request, done.summary, options.progress);
    options.progress.end();
    const isAnalyzedLater = reanalyzed === "later" || writtenBy(done.summary) > ANALYZED_BEFORE_SAVING;
    return { ...done, isReanalyzed: reanalyzed !== "failed", isAnalyzedLater };
  }
  throw new GoodwordError("database", "Other processes keep changing the database; try again in a moment");
}

/** What came of an attempt; null when somebody else changed the store meanwhile. */
type Attempted = Pick<DoneImport, "summary" | "revision"> | null;

function isLarge(request: ImportRequest | LargeImportRequest): request is LargeImportRequest {
  return "pages" in request.drafts;
}

/** Drafts that memory can hold are planned as a whole, and analysed before they are saved; others page by page. */
async function attemptLargeImport(
  store: Store,
  request: LargeImportRequest,
  options: CarryOutOptions,
): Promise<Attempted> {
  const { progress, command, files, namePolicy } = options;
  const plan = request.drafts.isSpooled ? await planLargeImport(store, request) : null;
  if (plan === null) {
    return attemptImport(store, { ...request, drafts: [...request.drafts.pages()].flat() }, options);
  }
  const { base, verdicts } = plan;
  if (isEmptyLargePlan(plan)) {
    if (namePolicy !== undefined) await saveNamePolicy(store, namePolicy);
    return { summary: summaryOfEmpty(plan), revision: base.revision };
  }
  const written = verdicts.reduce((sum, verdict) => sum + (verdict === 0 ? 0 : 1), 0);
  const onProgress = progress.step("save", written);
  const saved = await saveLargeImport(store, request, { plan, command, files, namePolicy, onProgress });
  return saved.kind === "outdated" ? null : saved;
}

async function attemptImport(store: Store, request: ImportRequest, options: CarryOutOptions): Promise<Attempted> {
  const { progress, command, files, namePolicy } = options;
  const plan = await planImport(store, request);
  const summary = summaryOf(plan);
  if (isEmptyPlan(plan)) {
    if (namePolicy !== undefined) await saveNamePolicy(store, namePolicy);
    return { summary, revision: plan.base.revision };
  }
  const written = writtenBy(summary);
  const analyzed = written > ANALYZED_BEFORE_SAVING ? plan : await analyze(plan, request, progress);
  const saved = await saveImport(store, analyzed, {
    command,
    files,
    namePolicy,
    onProgress: progress.step("save", written),
  });
  return saved.kind === "outdated" ? null : { summary, revision: saved.revision };
}

async function analyze(plan: ImportPlan, { analystFor }: ImportRequest, progress: Progress): Promise<ImportPlan> {
  const analyst = analystFor(plan.business.profile);
  await analyst.prepare?.();
  return analyzePlan(plan, analyst, progress.step("analyse", plan.added.length + plan.changed.length));
}

function writtenBy({ added, changed }: ImportSummary): number {
  return added + changed;
}

/**
 * A new catalog or engine makes what was found before out of date. The import is saved by now: a failure here must not
 * be taken for one of the import, and the next import makes up for it.
 */
async function reanalyze(
  store: Store,
  { analystFor }: Pick<ImportRequest, "analystFor">,
  { business }: Pick<ImportSummary, "business">,
  progress: Progress,
): Promise<"done" | "later" | "failed"> {
  try {
    const onStart = (total: number) => progress.step("analyse_again", total);
    const atMost = ANALYZED_BEFORE_SAVING;
    const count = await reanalyzeStale(store, analystFor(business.profile), { onStart, atMost });
    return count === null ? "later" : "done";
  } catch {
    return "failed";
  }
}
