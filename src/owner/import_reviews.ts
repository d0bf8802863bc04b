/** Reads and checks an import, which is then previewed or carried out. */
import { GoodwordError } from "../errors.ts";
import {
  type BusinessDraft,
  type DraftReview,
  type ImportFile,
  type ImportOptions,
  type ImportReading,
  type ListedReading,
  NeedsInput,
  overwriteQuestion,
  readImport,
  readListed,
  type Spool,
} from "../import/mod.ts";
import { type AnalysisThreads, analystFor } from "../publication/publishing/mod.ts";
import { NAME_POLICIES, UNNAMED_BUSINESS } from "../review/mod.ts";
import type { ImportRequest } from "../store/import/mod.ts";
import { type RememberedHints, readBusiness, readNamePolicy, type Store, saveImportHints } from "../store/mod.ts";
import { readFullFiles, rememberFull, SOME_REVIEWS } from "./full_files.ts";
import { recordExport } from "./last_export.ts";
import { type CarryOutOptions, importRequest, optionsWithin, runImport } from "./run_import.ts";

export interface ImportInput {
  readonly files: readonly ImportFile[];
  readonly options: Omit<ImportOptions, "today" | "timeZone">;
  /** Whether reviews that the files do not contain are removed. Default false. */
  readonly replace?: boolean;
  /** Whether the files have all reviews of their sources; by default as with the last files of this shape. */
  readonly isFull?: boolean | undefined;
  /** Whether a program sent them: some reviews, never all of a source. Default false. */
  readonly isByProgram?: boolean;
  /** Whether `replace` may remove all reviews, if the files have none. Default false. */
  readonly allowEmpty?: boolean;
  readonly skipInvalid?: boolean;
  /** Fields of a business without a profile: the name overrides a platform's, the others do not. */
  readonly business?: Partial<Pick<BusinessDraft, "name" | "time_zone" | "language">> | undefined;
}

export interface ImportResources {
  readonly now: number;
  /** Stores records that do not fit into memory; without it, all are kept there. */
  readonly spool?: Spool;
  readonly threads?: AnalysisThreads | null;
}

/** @throws {GoodwordError} `input_refused` if a whole file is unusable */
export async function checkImport(
  store: Store,
  {
    files,
    options,
    replace = false,
    allowEmpty = false,
    skipInvalid = false,
    isFull: answer,
    isByProgram = false,
    business,
  }: ImportInput,
  { now, spool, threads = null }: ImportResources,
) {
  const within = await optionsWithin(store, options, now);
  const timeZone = within.timeZone ?? business?.time_zone;
  const reading = introduced(
    named(files, () => readListed(files, { ...within, timeZone }, spool ?? null)),
    business,
  );
  if (reading.omitsBusiness && business === undefined && !(await isBusinessKnown(store))) {
    throw businessMissing(files);
  }
  const { isFull, sources } = isByProgram
    ? SOME_REVIEWS
    : await readFullFiles(store, reading, { isFull: answer, location: options.location });
  const request = importRequest(reading, {
    replace,
    full: sources.size > 0 ? { sources, day: within.today } : undefined,
    analystFor: (business) => analystFor(business, threads),
    onOverwrite: options.ids === undefined ? overwritingAsked(reading) : undefined,
  });
  if (reading.problems.length > 0 && !skipInvalid) return { kind: "refused" as const, reading, isFull, request };
  const isEmpty = reading.hasReviewSection && reading.records.length === 0;
  if (!replace && isEmpty && reading.business === null) refuseEmpty(files, reading);
  // Failed exports are often valid files without reviews.
  if (replace && isEmpty && !allowEmpty) return { kind: "would_remove_everything" as const, reading, isFull };
  return { kind: "acceptable" as const, reading, isFull, request };
}

/** Asks before overwriting a review whose id now belongs to another review in the files. */
function overwritingAsked({ records }: ListedReading): ImportRequest["onOverwrite"] {
  return (draft, before) => {
    const at = [...records.pages()].flat().find(({ review }) => review === draft || isSameRecord(review, draft))?.at;
    throw overwriteQuestion({ at, id: draft.sourceId ?? draft.id ?? "", storedDate: before.date });
  };
}

function isSameRecord(one: DraftReview, other: DraftReview): boolean {
  return one.id === other.id && one.sourceId === other.sourceId && one.date === other.date && one.text === other.text;
}

function introduced(reading: ListedReading, business: ImportInput["business"]): ListedReading {
  const isDescribed = reading.business !== null && !reading.isBusinessSuggested;
  if (business === undefined || isDescribed) return reading;
  const name = business.name ?? reading.business?.name ?? UNNAMED_BUSINESS;
  return { ...reading, business: { ...business, ...reading.business, name }, isBusinessSuggested: true };
}

/** A header without rows is what a failed export leaves. */
function refuseEmpty(files: readonly ImportFile[], { understood }: ListedReading): void {
  if (understood.length === 0 || understood.some(({ rows }) => rows > 0)) return;
  const names = files.map(({ name }) => name).join(", ");
  throw new GoodwordError("input_refused", `${names}: a header row without reviews; export the reviews again`);
}

/** @throws {GoodwordError} `database` @throws {OvertakenError} if `revision` is not the current one */
export async function importReviews(
  store: Store,
  { files, isFull, isByProgram = false, options: { namePolicy, location } }: ImportInput,
  { reading, request, ...options }: ImportToCarryOut,
) {
  const before = (await readNamePolicy(store)) ?? NAME_POLICIES[0];
  // Before the reviews: their publication shows how ratings became stars.
  await saveImportHints(store, hintsToRemember(reading));
  const names = files.map(({ name }) => name);
  const done = await runImport(store, request, {
    command: "import",
    files: names,
    namePolicy,
    ...options,
  });
  await rememberFull(store, reading, { isFull, location });
  if (!isByProgram && reading.records.length > 0) await recordExport(store);
  await recordImport(store, { hasFailed: false });
  return { ...done, isNamePolicyNew: namePolicy !== undefined && namePolicy !== before };
}

/** Remembers since when imports have failed; a successful import clears it. */
export async function recordImport({ reviews }: Store, { hasFailed }: { readonly hasFailed: boolean }): Promise<void> {
  const isFailing = (kept: string | undefined) => kept !== undefined && JSON.parse(kept).since !== null;
  if (isFailing(await reviews.read((reads) => reads.setting("import_failure"))) === hasFailed) return;
  await reviews.write(async (writes) => {
    if (isFailing(await writes.setting("import_failure")) === hasFailed) return;
    await writes.saveSetting("import_failure", JSON.stringify({ since: hasFailed ? writes.now : null }));
  });
}

/** Whether the owner has described the business; the sample does not count. */
export async function isBusinessKnown(store: Store): Promise<boolean> {
  const stored = await readBusiness(store);
  return stored !== null && !stored.profile.is_sample;
}

function businessMissing(files: readonly ImportFile[]): GoodwordError {
  const name = files.map((file) => file.name).join(", ");
  const remedy = 'add "business": {"name": "..."} to it, or import it together with your business.json';
  return new GoodwordError("input_refused", `${name}: business is missing, and none is known here yet; ${remedy}`);
}

interface ImportToCarryOut extends Pick<CarryOutOptions, "progress" | "revision" | "alongside" | "leavesAnalysis"> {
  readonly reading: ListedReading;
  readonly request: ImportRequest;
}

/** The hints to remember of files whose reviews all have one source. */
function hintsToRemember({ understood }: Pick<ImportReading, "understood">): RememberedHints {
  const named = understood.flatMap(({ source, hints }) =>
    hints === null || source.name === "" ? [] : [[source.name, hints]],
  );
  return Object.fromEntries(named);
}

/** Describes how files are understood, without reading their reviews. @throws {GoodwordError} `input_refused` */
export async function explainFiles(store: Store, { files, options }: ImportInput, now: number): Promise<ImportReading> {
  const within = { ...(await optionsWithin(store, options, now)), isExplanation: true };
  return named(files, () => readImport(files, within));
}

/** Adds the name of the file to errors that concern all of it. */
function named<Reading>(files: readonly ImportFile[], read: () => Reading): Reading {
  try {
    return read();
  } catch (error) {
    const [file, second] = files;
    const isOne = file !== undefined && second === undefined;
    if (!(error instanceof GoodwordError) || !isOne || error.message.startsWith(file.name)) throw error;
    if (error instanceof NeedsInput) throw error.inFile(file.name);
    throw new GoodwordError(error.code, `${file.name}: ${error.message}`, { cause: error });
  }
}
