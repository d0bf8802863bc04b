/** Plans, analyses and saves an import; begins again when somebody else changed the store meanwhile. */
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
  readBusiness,
  readImportHints,
  readNamePolicy,
  reanalyzeStale,
  type Store,
  saveNamePolicy,
} from "../store/mod.ts";
import {
  analyzePlan,
  type ImportRequest,
  type ImportSummary,
  isEmptyPlan,
  isSpooled,
  outlineImport,
  planImport,
  saveImport,
  saveOutline,
  summaryOfEmpty,
} from "../store/planning/mod.ts";

/** What an import did. */
export interface DoneImport {
  readonly summary: ImportSummary;
  /** The revision after the import; the one before when there was nothing to do. */
  readonly revision: number;
  /** Whether the reviews kept before were analysed anew where that was due. If not, a server does it before it publishes. */
  readonly isReanalyzed: boolean;
}

/** What is logged of an import, and who watches it. */
interface CarryOutOptions {
  readonly command: string;
  readonly files: readonly string[];
  /** What the log says besides. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** How much of names is kept from now on; as before when left out. */
  readonly namePolicy?: NamePolicy | undefined;
  readonly progress: Progress;
  /** Whether reviews kept before that are to be analysed anew are left to a server. Default false. */
  readonly leavesAnalysis?: boolean | undefined;
  /** The revision that it has to be planned for; any when left out. */
  readonly revision?: number | undefined;
}

/** Somebody changed the store since the import was looked at. */
export class OvertakenError extends Error {}

/** How often a plan is made again before giving up on a store that others keep changing. */
const ATTEMPTS = 20;

/**
 * @throws {GoodwordError} `database` when the store cannot be written to, or others never leave it alone
 * @throws {OvertakenError} when the revision is another one; nothing was changed
 */
export async function carryOutImport(
  store: Store,
  request: ImportRequest,
  options: CarryOutOptions,
): Promise<DoneImport> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const done = await attemptImport(store, request, options);
    if (done === null) continue;
    const isReanalyzed = !options.leavesAnalysis && (await reanalyze(store, request, done.summary, options.progress));
    options.progress.end();
    return { ...done, isReanalyzed };
  }
  throw new GoodwordError("database", "Other processes keep changing the database; try again in a moment");
}

/** What came of an attempt; null when somebody else changed the store meanwhile. */
type Attempted = Pick<DoneImport, "summary" | "revision"> | null;

/** What memory can hold is analysed before it is saved, to keep the write lock for less; the rest page by page meanwhile. */
async function attemptImport(store: Store, request: ImportRequest, options: CarryOutOptions): Promise<Attempted> {
  const { progress, command, files, detail, namePolicy, revision } = options;
  const outline = isSpooled(request.drafts) ? await outlineImport(store, request) : null;
  const plan = outline ?? (await planImport(store, request));
  if (revision !== undefined && plan.base.revision !== revision) throw new OvertakenError();
  if (isEmptyPlan(plan)) {
    if (namePolicy !== undefined) await saveNamePolicy(store, namePolicy);
    return { summary: summaryOfEmpty(plan), revision: plan.base.revision };
  }
  const save = { command, files, namePolicy, ...(detail && { detail }) };
  if ("verdicts" in plan) {
    const written = plan.verdicts.reduce((sum, verdict) => sum + (verdict === 0 ? 0 : 1), 0);
    const saved = await saveOutline(store, request, { plan, ...save, onProgress: progress.step("save", written) });
    return saved.kind === "outdated" ? null : saved;
  }
  const written = plan.added.length + plan.changed.length;
  const analyst = request.analystFor(plan.business.profile);
  const analyzed = await analyzePlan(plan, analyst, progress.step("analyse", written));
  const saved = await saveImport(store, analyzed, { ...save, onProgress: progress.step("save", written) });
  return saved.kind === "outdated" ? null : saved;
}

/**
 * A new catalog or engine makes what was found before out of date. The import is saved by now: a failure here must not
 * be taken for one of the import, and whoever comes next goes on where it stopped.
 */
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

/**
 * What the owner asks for, with what the store decides: dates are read in the time zone of the business, and names are
 * kept as the owner last chose.
 */
export async function optionsWithin(
  store: Store,
  asked: Omit<ImportOptions, "today" | "timeZone">,
  now: number,
): Promise<ImportOptions> {
  const stored = (await readBusiness(store))?.profile;
  const timeZone = stored && !stored.is_sample ? stored.time_zone : undefined;
  const namePolicy = asked.namePolicy ?? (await readNamePolicy(store));
  const remembered = asked.remembered ?? (await readImportHints(store));
  return { ...asked, remembered, namePolicy, today: calendarDateAt(now, timeZone ?? "UTC"), timeZone };
}

/** What an import depends on besides the files. */
interface RequestOptions {
  readonly replace: boolean;
  readonly analystFor: ImportRequest["analystFor"];
}

/** What the store is asked for by an import of these records. */
export function importRequest(
  reading: ReadingOf<readonly ImportRecord[] | RecordList<ImportRecord>>,
  { replace, analystFor }: RequestOptions,
): ImportRequest {
  return {
    drafts: draftsOf(reading.records),
    businessAfter: (stored) => businessAfter(reading, stored) ?? completeBusiness({ name: UNNAMED_BUSINESS }, null),
    insightsOverrides: reading.insights,
    replace: replace && reading.speaksOfReviews,
    complete: reading.isComplete,
    analystFor,
    newKey: crypto.getRandomValues(new Uint8Array(32)).toHex(),
  };
}

function draftsOf(records: readonly ImportRecord[] | RecordList<ImportRecord>): ImportRequest["drafts"] {
  if (!("pages" in records)) return records.map(({ review }) => review);
  return {
    length: records.length,
    isSpooled: records.isSpooled,
    *pages() {
      for (const page of records.pages()) yield page.map(({ review }) => review);
    },
  };
}

/** What an import does with its reviews, one after the other, and what a move does with its rows. */
export type StepName = "analyse" | "save" | "analyse_again" | "move";

/** Receives the progress of one act. */
export interface Progress {
  /** Begins a step of `total` reviews or rows; the returned function is told how many are done. */
  step(name: StepName, total: number): (done: number) => void;
  /** Ends the last step. */
  end(): void;
}

/** Reports nothing. */
export const NO_PROGRESS: Progress = { step: () => () => {}, end: () => {} };
