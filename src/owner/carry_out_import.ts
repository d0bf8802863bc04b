/** Plans, analyses and saves an import; begins again when somebody else changed the store meanwhile. */
import { GoodwordError } from "../errors.ts";
import {
  businessAfter,
  completeBusiness,
  declaredDialect,
  decodeText,
  documentOfPage,
  encodingOf,
  type ImportFile,
  type ImportOptions,
  type ImportReading,
  type ImportRecord,
  isZip,
  openZip,
  type ReadingOf,
  type RecordList,
  type RecordPlace,
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

/** What an import did. */
export interface DoneImport {
  readonly summary: ImportSummary;
  /** The revision after the import; the one before when there was nothing to do. */
  readonly revision: number;
  /** Whether the reviews kept before were analysed anew where that was due. If not, a server does it before it publishes. */
  readonly isReanalyzed: boolean;
}

/** What is logged of an import, and who watches it. */
export interface CarryOutOptions {
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
  /** Saves in its transaction what belongs to it; not called where nothing changes. */
  readonly alongside?: ((writes: ReviewWrites, summary: ImportSummary) => Promise<void>) | undefined;
}

/** Somebody changed the store since the import was looked at. */
export class OvertakenError extends Error {}

/** How often something is attempted before giving up on a store that others keep changing. */
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
  const done = await untilUndisturbed(() => attemptImport(store, request, options));
  const isReanalyzed = !options.leavesAnalysis && (await reanalyze(store, request, done.summary, options.progress));
  options.progress.end();
  return { ...done, isReanalyzed };
}

/** Attempts something until nobody has changed the store meanwhile, which null stands for. @throws {GoodwordError} `database` */
export async function untilUndisturbed<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let made = 0; made < ATTEMPTS; made++) {
    const done = await attempt();
    if (done !== null) return done;
  }
  throw new GoodwordError("database", "Other processes keep changing the database; try again in a moment");
}

/** What came of an attempt; null when somebody else changed the store meanwhile. */
type Attempted = Pick<DoneImport, "summary" | "revision"> | null;

async function attemptImport(store: Store, request: ImportRequest, options: CarryOutOptions): Promise<Attempted> {
  const { progress, command, files, detail, namePolicy, revision, alongside } = options;
  using plan = await planImport(store, request);
  if (revision !== undefined && plan.base.revision !== revision) throw new OvertakenError();
  const summary = summaryOf(plan);
  if (plan.isEmpty) {
    if (namePolicy !== undefined) await saveNamePolicy(store, namePolicy);
    return { summary, revision: plan.base.revision };
  }
  const written = summary.added + summary.changed;
  await analyzePlan(plan, request.analystFor(plan.business.profile), progress.step("analyse", written));
  const onProgress = progress.step("save", written);
  const saved = await saveImport(store, plan, {
    ...{ command, files, namePolicy, onProgress, ...(detail && { detail }) },
    async alongside(writes) {
      await alongside?.(writes, summary);
      return true;
    },
  });
  return saved.kind === "outdated" ? null : { summary, revision: saved.revision };
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

/** What the store is asked for by an import of these records. */
export function importRequest(
  reading: ReadingOf<readonly ImportRecord[] | RecordList<ImportRecord>>,
  { replace, analystFor, onOverwrite }: Pick<ImportRequest, "replace" | "analystFor" | "onOverwrite">,
): ImportRequest {
  return {
    drafts: draftsOf(reading.records),
    businessAfter: (stored) => businessAfter(reading, stored) ?? completeBusiness({ name: UNNAMED_BUSINESS }, null),
    insightsOverrides: reading.insights,
    replace: replace && reading.hasReviewSection,
    complete: reading.isComplete,
    analystFor,
    onOverwrite,
    newKey: crypto.getRandomValues(new Uint8Array(32)).toHex(),
  };
}

function draftsOf(records: readonly ImportRecord[] | RecordList<ImportRecord>): ImportRequest["drafts"] {
  if (!("pages" in records)) return records.map(({ review }) => review);
  return {
    length: records.length,
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

// The records that an import left out, as they stood, for their owner to mend and import again. Pure.

/** Records that an import refused, ready to be written to a file. */
export interface RefusedRecords {
  /** A file of these records, in the form they were given in. */
  readonly text: string;
  readonly count: number;
  /** How many more there are, which have another form or cannot be found again in their file. */
  readonly missing: number;
}

/** The records of a reading's problems; null when there are none. */
export function refusedRecords(
  files: readonly ImportFile[],
  reading: Pick<ImportReading, "problems">,
): RefusedRecords | null {
  const places = refusedPlaces(reading);
  if (places.length === 0) return null;
  const texts = new Texts(files);
  const lifted = places.flatMap((place) => liftRecord(place, texts) ?? []);
  const shape = lifted[0]?.shape;
  const records = lifted.filter((record) => record.shape === shape);
  const missing = places.length - records.length;
  return { text: records.length === 0 ? "" : join(records), count: records.length, missing };
}

function refusedPlaces({ problems }: Pick<ImportReading, "problems">): RecordPlace[] {
  const places = new Map(problems.map(({ at }) => [`${at.file}\0${at.path}`, at]));
  return [...places.values()];
}

/** A refused record as it stood in its file. */
type Lifted =
  | { readonly shape: "table"; readonly head: string; readonly raw: string }
  | { readonly shape: "lines"; readonly raw: string }
  | { readonly shape: "json"; readonly value: unknown; readonly business: unknown }
  | { readonly shape: "json-ld"; readonly value: object };

function liftRecord({ file, path }: RecordPlace, texts: Texts): Lifted | null {
  const row = /^row (\d+)$/.exec(path);
  if (row) {
    const rows = texts.rowsOf(file);
    const raw = rows[Number(row[1]) - 1];
    return raw === undefined ? null : { shape: "table", head: rows[0] ?? "", raw };
  }
  const line = /^line (\d+)$/.exec(path);
  if (line) return { shape: "lines", raw: texts.linesOf(file)[Number(line[1]) - 1] ?? "" };
  const document = texts.jsonOf(file);
  const value = path === "review" ? (valueAt(document, path) ?? document) : valueAt(document, path);
  if (value === undefined) return null;
  if (typeof value === "object" && value !== null && "@type" in value) return { shape: "json-ld", value };
  return { shape: "json", value, business: valueAt(document, "business") };
}

function join(records: readonly Lifted[]): string {
  const [first] = records;
  if (first?.shape === "table") return `${first.head}\n${records.map(rawOf).join("\n")}\n`;
  if (first?.shape === "lines") return `${records.map(rawOf).join("\n")}\n`;
  const reviews = records.flatMap((record) => ("value" in record ? [record.value] : []));
  if (first?.shape === "json-ld") return `${JSON.stringify({ "@context": SCHEMA_ORG, "@graph": reviews }, null, 2)}\n`;
  const business = first?.shape === "json" && first.business !== undefined ? { business: first.business } : {};
  return `${JSON.stringify({ ...business, reviews }, null, 2)}\n`;
}

const SCHEMA_ORG = "https://schema.org";

function rawOf(record: Lifted): string {
  return "raw" in record ? record.raw : "";
}

/** The value at a path such as `reviews[7]` or `events[0].eventData`; undefined when there is none. */
function valueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const [, index, key] of path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Array.isArray(value) ? value[Number(index)] : (value as Record<string, unknown>)[key ?? ""];
  }
  return value;
}

/** The files' texts, each taken apart once. */
class Texts {
  readonly #files: readonly ImportFile[];
  readonly #parts = new Map<string, unknown>();

  constructor(files: readonly ImportFile[]) {
    this.#files = files;
  }

  rowsOf(file: string): string[] {
    return this.#once(`rows ${file}`, () => {
      const text = this.#text(file);
      const rows = splitRows(text);
      // Excel's own first line belongs to the header.
      const headed = declaredDialect(text) ? 2 : 1;
      return [rows.slice(0, headed).join("\n"), ...rows.slice(headed)];
    });
  }

  linesOf(file: string): string[] {
    return this.#once(`lines ${file}`, () => this.#text(file).split("\n"));
  }

  jsonOf(file: string): unknown {
    return this.#once(`json ${file}`, () => {
      const text = this.#text(file);
      try {
        return text.trimStart().startsWith("<") ? documentOfPage(text) : JSON.parse(text);
      } catch {
        return undefined;
      }
    });
  }

  /** A file inside an archive goes by the name `archive.zip/inner.json`. */
  #text(name: string): string {
    const file = this.#files.find(
      (each) => name === each.name || (isZip(each.bytes) && name.startsWith(`${each.name}/`)),
    );
    if (file === undefined) return "";
    if (file.name === name && isZip(file.bytes)) return "";
    const bytes = isZip(file.bytes) ? openZip(file, new Set([name.slice(file.name.length + 1)]))[0]?.bytes : file.bytes;
    // The rows of a workbook are no text that could be written as it stood.
    if (bytes === undefined || isZip(bytes)) return "";
    return decodeText(bytes, encodingOf({ name, bytes }, undefined));
  }

  #once<T>(key: string, make: () => T): T {
    if (!this.#parts.has(key)) this.#parts.set(key, make());
    return this.#parts.get(key) as T;
  }
}

/** The rows of a table as they stand, quotes and all: a line end inside quotes is part of the row. */
export function splitRows(text: string): string[] {
  const rows: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) isQuoted = !isQuoted;
    else if (code === 0x0a && !isQuoted) {
      rows.push(text.slice(start, at).replace(/\r$/, ""));
      start = at + 1;
    }
  }
  if (start < text.length) rows.push(text.slice(start));
  return rows;
}
