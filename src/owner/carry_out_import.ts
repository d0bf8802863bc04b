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
  isEmptyPlan,
  planImport,
  reanalyzeStale,
  type Store,
  saveImport,
  saveNamePolicy,
} from "../store/mod.ts";
import type { Progress } from "./progress.ts";

/** What an import did. */
export interface DoneImport {
  readonly plan: ImportPlan;
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
  request: ImportRequest,
  options: CarryOutOptions,
): Promise<DoneImport> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const done = await attemptImport(store, request, options);
    if (done === null) continue;
    const reanalyzed = await reanalyze(store, request, done.plan, options.progress);
    options.progress.end();
    const isAnalyzedLater = reanalyzed === "later" || writtenBy(done.plan) > ANALYZED_BEFORE_SAVING;
    return { ...done, isReanalyzed: reanalyzed !== "failed", isAnalyzedLater };
  }
  throw new GoodwordError("database", "Other processes keep changing the database; try again in a moment");
}

async function attemptImport(
  store: Store,
  request: ImportRequest,
  options: CarryOutOptions,
): Promise<Pick<DoneImport, "plan" | "revision"> | null> {
  const { progress, command, files, namePolicy } = options;
  const plan = await planImport(store, request);
  if (isEmptyPlan(plan)) {
    if (namePolicy !== undefined) await saveNamePolicy(store, namePolicy);
    return { plan, revision: plan.base.revision };
  }
  const written = writtenBy(plan);
  const analyzed = written > ANALYZED_BEFORE_SAVING ? plan : await analyze(plan, request, progress);
  const saved = await saveImport(store, analyzed, {
    command,
    files,
    namePolicy,
    onProgress: progress.step("save", written),
  });
  return saved.kind === "outdated" ? null : { plan: analyzed, revision: saved.revision };
}

async function analyze(plan: ImportPlan, { analystFor }: ImportRequest, progress: Progress): Promise<ImportPlan> {
  const analyst = analystFor(plan.business.profile);
  await analyst.prepare?.();
  return analyzePlan(plan, analyst, progress.step("analyse", writtenBy(plan)));
}

function writtenBy({ added, changed }: ImportPlan): number {
  return added.length + changed.length;
}

/**
 * A new catalog or engine makes what was found before out of date. The import is saved by now: a failure here must not
 * be taken for one of the import, and the next import makes up for it.
 */
async function reanalyze(
  store: Store,
  { analystFor }: ImportRequest,
  { business }: ImportPlan,
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
