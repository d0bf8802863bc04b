/** Plans, analyses and saves an import. Plans again if another process changed the store before the save. */
import { GoodwordError } from "../errors.ts";
import {
  businessAfter,
  completeBusiness,
  type ImportOptions,
  type ImportRecord,
  type ReadingOf,
  type RecordList,
} from "../import/mod.ts";
import { calendarDateAt, type NamePolicy, UNNAMED_BUSINESS } from "../review/mod.ts";
import {
  analyzePlan,
  type ImportRequest,
  type ImportSummary,
  planImport,
  saveImport,
  summaryOf,
} from "../store/import/mod.ts";
import {
  type ReviewWrites,
  readBusiness,
  readImportHints,
  readNamePolicy,
  reanalyzeStale,
  type Store,
  saveNamePolicy,
} from "../store/mod.ts";

export interface DoneImport {
  readonly summary: ImportSummary;
  readonly revision: number;
  /** Whether outdated analyses of kept reviews were redone. If not, a server redoes them before it publishes. */
  readonly isReanalyzed: boolean;
}

export interface CarryOutOptions {
  readonly command: string;
  readonly files: readonly string[];
  readonly detail?: Readonly<Record<string, unknown>>;
  /** How much of names to keep from now on; unchanged if absent. */
  readonly namePolicy?: NamePolicy | undefined;
  readonly progress: Progress;
  /** Whether a server redoes outdated analyses of kept reviews later. Default false. */
  readonly leavesAnalysis?: boolean | undefined;
  readonly revision?: number | undefined;
  /** Saves related data in the same transaction; not called if nothing changes. */
  readonly alongside?: ((writes: ReviewWrites, summary: ImportSummary) => Promise<void>) | undefined;
}

export class StaleRevisionError extends Error {}

const ATTEMPTS = 20;

/** @throws {GoodwordError} `database` @throws {StaleRevisionError} if the store has another revision */
export async function runImport(store: Store, request: ImportRequest, options: CarryOutOptions): Promise<DoneImport> {
  const done = await retryOnConflict(() => attemptImport(store, request, options));
  const isReanalyzed = !options.leavesAnalysis && (await reanalyze(store, request, done.summary, options.progress));
  options.progress.end();
  return { ...done, isReanalyzed };
}

/** Repeats an attempt that returns null. @throws {GoodwordError} `database` */
export async function retryOnConflict<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let made = 0; made < ATTEMPTS; made++) {
    const done = await attempt();
    if (done !== null) return done;
  }
  throw new GoodwordError("database", "Other processes keep changing the database; try again in a moment");
}

type Attempted = Pick<DoneImport, "summary" | "revision"> | null;

async function attemptImport(store: Store, request: ImportRequest, options: CarryOutOptions): Promise<Attempted> {
  const { progress, command, files, detail, namePolicy, revision, alongside } = options;
  using plan = await planImport(store, request);
  if (revision !== undefined && plan.base.revision !== revision) throw new StaleRevisionError();
  const summary = summaryOf(plan);
  if (plan.isEmpty) {
    if (namePolicy !== undefined) await saveNamePolicy(store, namePolicy);
    return { summary, revision: plan.base.revision };
  }
  const written = summary.added + summary.changed + summary.gone;
  await analyzePlan(plan, request.analystFor(plan.business.profile), progress.step("analyse", written));
  const onProgress = progress.step("save", written);
  const saved = await saveImport(store, plan, {
    command,
    files,
    namePolicy,
    onProgress,
    ...(detail && { detail }),
    async alongside(writes) {
      await alongside?.(writes, summary);
      return true;
    },
  });
  return saved.kind === "outdated" ? null : { summary, revision: saved.revision };
}

/** The import is already saved, so a failure here is left to the next command or server. */
async function reanalyze(
  store: Store,
  { analystFor }: Pick<ImportRequest, "analystFor">,
  { business }: Pick<ImportSummary, "business">,
  progress: Progress,
): Promise<boolean> {
  try {
    const onStart = (total: number) => progress.step("analyse_again", total);
    await reanalyzeStale(store, analystFor(business.profile), { onStart });
    return true;
  } catch {
    return false;
  }
}

export async function optionsWithin(
  store: Store,
  asked: Omit<ImportOptions, "today" | "timeZone" | "contacts" | "businessName">,
  now: number,
): Promise<ImportOptions> {
  const stored = (await readBusiness(store))?.profile;
  const contacts = stored && !stored.is_sample ? stored : undefined;
  const timeZone = contacts?.time_zone;
  const namePolicy = asked.namePolicy ?? (await readNamePolicy(store));
  const remembered = asked.remembered ?? (await readImportHints(store));
  const today = calendarDateAt(now, timeZone ?? "UTC");
  return { ...asked, remembered, namePolicy, today, timeZone, contacts, businessName: contacts?.name };
}

export function importRequest(
  reading: ReadingOf<readonly ImportRecord[] | RecordList<ImportRecord>>,
  { replace, analystFor, ...more }: Pick<ImportRequest, "replace" | "full" | "analystFor" | "onOverwrite">,
): ImportRequest {
  return {
    drafts: mapPages(reading.records, ({ review }) => review),
    businessAfter: (stored) => businessAfter(reading, stored) ?? completeBusiness({ name: UNNAMED_BUSINESS }, null),
    insightsOverrides: reading.insights,
    replace: replace && reading.hasReviewSection,
    complete: reading.isComplete,
    analystFor,
    ...more,
    newKey: crypto.getRandomValues(new Uint8Array(32)).toHex(),
  };
}

/** A list with each item replaced, page by page if it has pages. */
export function mapPages<From, To>(list: readonly From[] | RecordList<From>, change: (item: From) => To) {
  if (!("pages" in list)) return list.map(change);
  return {
    length: list.length,
    *pages() {
      for (const page of list.pages()) yield page.map(change);
    },
  };
}

export type StepName = "analyse" | "save" | "analyse_again" | "move";

export interface Progress {
  /** Begins a step of `total` reviews or rows; call the returned function with the number done. */
  step(name: StepName, total: number): (done: number) => void;
  end(): void;
}

export const NO_PROGRESS: Progress = { step: () => () => {}, end: () => {} };
