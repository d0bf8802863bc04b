/** An import as its owner asks for it: read, judged, and then looked at or carried out. */
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
import {
  type CarryOutOptions,
  carryOutImport,
  type DoneImport,
  importRequest,
  optionsWithin,
} from "./carry_out_import.ts";

/** An import as its owner asks for it. */
export interface ImportOrder {
  readonly files: readonly ImportFile[];
  readonly options: Omit<ImportOptions, "today" | "timeZone">;
  /** Whether the set of reviews is to be exactly that of the files. Default false. */
  readonly replace?: boolean;
  /** Whether that may be no review at all, which takes down all that are kept. Default false. */
  readonly allowEmpty?: boolean;
  /** Whether records that are not acceptable are left out; else, as by default, one of them refuses the import. */
  readonly skipInvalid?: boolean;
  /** The owner's word for a business that nobody has described yet: its name counts more than a platform's, the rest less. */
  readonly business?: Partial<Pick<BusinessDraft, "name" | "time_zone" | "language">> | undefined;
}

/** Whether an import may be carried out. */
type JudgedImport =
  /** `request` is what the store would be asked for if it were not for the problems. */
  | { readonly kind: "refused"; readonly reading: ListedReading; readonly request: ImportRequest }
  /** An export that failed at its source is often a sound file without a review. */
  | { readonly kind: "would_take_down_all"; readonly reading: ListedReading }
  | { readonly kind: "acceptable"; readonly reading: ListedReading; readonly request: ImportRequest };

/** What reads files and reviews for an import. */
interface ImportMeans {
  readonly now: number;
  /** Takes the records that memory should not hold; all are held without one. */
  readonly spool?: Spool;
  /** Threads that analyse many reviews; this one does without them. */
  readonly threads?: AnalysisThreads | null;
}

/** Reads the files as the store would have them read. @throws {GoodwordError} `input_refused` for a file as a whole */
export async function judgeImport(
  store: Store,
  { files, options, replace = false, allowEmpty = false, skipInvalid = false, business }: ImportOrder,
  { now, spool, threads = null }: ImportMeans,
): Promise<JudgedImport> {
  const within = await optionsWithin(store, options, now);
  const timeZone = within.timeZone ?? business?.time_zone;
  const reading = introduced(
    named(files, () => readListed(files, { ...within, timeZone }, spool ?? null)),
    business,
  );
  if (reading.omitsBusiness && business === undefined && !(await isBusinessKnown(store))) {
    throw businessMissing(files);
  }
  const request = importRequest(reading, {
    replace,
    analystFor: (business) => analystFor(business, threads),
    onOverwrite: options.ids === undefined ? overwritingAsked(reading) : undefined,
  });
  if (reading.problems.length > 0 && !skipInvalid) return { kind: "refused", reading, request };
  const isEmpty = reading.hasReviewSection && reading.records.length === 0;
  if (!replace && isEmpty && reading.business === null) refuseEmpty(files, reading);
  if (replace && isEmpty && !allowEmpty) return { kind: "would_take_down_all", reading };
  return { kind: "acceptable", reading, request };
}

/** Asks before an id that names another review than before overwrites that review. */
function overwritingAsked({ records }: ListedReading): ImportRequest["onOverwrite"] {
  return (draft, before) => {
    const at = [...records.pages()].flat().find(({ review }) => review === draft || isSameRecord(review, draft))?.at;
    throw overwriteQuestion({ at, id: draft.sourceId ?? draft.id ?? "", storedDate: before.date });
  };
}

function isSameRecord(one: DraftReview, other: DraftReview): boolean {
  return one.id === other.id && one.sourceId === other.sourceId && one.date === other.date && one.text === other.text;
}

/** A business that is known already stays as it is, as with what a platform says of it. */
function introduced(reading: ListedReading, business: ImportOrder["business"]): ListedReading {
  const isDescribed = reading.business !== null && !reading.isBusinessSuggested;
  if (business === undefined || isDescribed) return reading;
  const name = business.name ?? reading.business?.name ?? UNNAMED_BUSINESS;
  return { ...reading, business: { ...business, ...reading.business, name }, isBusinessSuggested: true };
}

/** A table of which nothing but the header is there says that an export failed. */
function refuseEmpty(files: readonly ImportFile[], { understood }: ListedReading): void {
  if (understood.length === 0 || understood.some(({ rows }) => rows > 0)) return;
  const names = files.map(({ name }) => name).join(", ");
  throw new GoodwordError("input_refused", `${names}: a header row without reviews; export the reviews again`);
}

/** An import that was carried out. */
interface CompletedImport extends DoneImport {
  /** Whether names are kept otherwise from now on; those kept before change when their file is imported again. */
  readonly isNamePolicyNew: boolean;
}

/**
 * Carries out an import that was found acceptable.
 *
 * @throws {GoodwordError} `database`
 * @throws {OvertakenError} where it was to be at a revision that is not the present one; nothing was changed
 */
export async function importReviews(
  store: Store,
  { files, options: { namePolicy } }: ImportOrder,
  { reading, request, ...options }: ImportToCarryOut,
): Promise<CompletedImport> {
  const before = (await readNamePolicy(store)) ?? NAME_POLICIES[0];
  // Before the reviews: whoever publishes them must find how their ratings became stars.
  await saveImportHints(store, hintsToRemember(reading));
  const names = files.map(({ name }) => name);
  const done = await carryOutImport(store, request, {
    command: "import",
    files: names,
    namePolicy,
    ...options,
  });
  await noteImport(store, { hasFailed: false });
  return { ...done, isNamePolicyNew: namePolicy !== undefined && namePolicy !== before };
}

/** Keeps since when imports fail; one that works ends that. */
export async function noteImport({ reviews }: Store, { hasFailed }: { readonly hasFailed: boolean }): Promise<void> {
  const isFailing = (kept: string | undefined) => kept !== undefined && JSON.parse(kept).since !== null;
  if (isFailing(await reviews.read((reads) => reads.setting("import_failure"))) === hasFailed) return;
  await reviews.write(async (writes) => {
    if (isFailing(await writes.setting("import_failure")) === hasFailed) return;
    await writes.saveSetting("import_failure", JSON.stringify({ since: hasFailed ? writes.now : null }));
  });
}

/** Whether somebody has described the business; the sample's is not the owner's. */
export async function isBusinessKnown(store: Store): Promise<boolean> {
  const stored = await readBusiness(store);
  return stored !== null && !stored.profile.is_sample;
}

function businessMissing(files: readonly ImportFile[]): GoodwordError {
  const name = files.map((file) => file.name).join(", ");
  const remedy = 'add "business": {"name": "..."} to it, or import it together with your business.json';
  return new GoodwordError("input_refused", `${name}: business is missing, and none is known here yet; ${remedy}`);
}

/** What was read, what the store is asked for, and how it is carried out. */
interface ImportToCarryOut extends Pick<CarryOutOptions, "progress" | "revision" | "alongside" | "leavesAnalysis"> {
  readonly reading: Pick<ImportReading, "understood">;
  readonly request: ImportRequest;
}

/** What was said of files whose reviews are all of one source. */
function hintsToRemember({ understood }: Pick<ImportReading, "understood">): RememberedHints {
  const said = understood.flatMap(({ source, hints }) =>
    hints === null || source.name === "" ? [] : [[source.name, hints]],
  );
  return Object.fromEntries(said);
}

/** What files are understood as, without reading their reviews. @throws {GoodwordError} `input_refused` */
export async function explainFiles(store: Store, { files, options }: ImportOrder, now: number): Promise<ImportReading> {
  const within = { ...(await optionsWithin(store, options, now)), isExplanation: true };
  return named(files, () => readImport(files, within));
}

/** Puts the file's name before what is wrong with the whole of it. */
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
