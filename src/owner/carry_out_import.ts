/** Plans, analyses and saves an import. Plans again if another process changed the store before the save. */
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

export interface DoneImport {
  readonly summary: ImportSummary;
  /** The revision after the import; unchanged if there was nothing to do. */
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
  /** The only revision that it may be saved on; any if absent. */
  readonly revision?: number | undefined;
  /** Saves related data in the same transaction; not called if nothing changes. */
  readonly alongside?: ((writes: ReviewWrites, summary: ImportSummary) => Promise<void>) | undefined;
}

/** The store has changed since the preview of the import. */
export class OvertakenError extends Error {}

const ATTEMPTS = 20;

/** @throws {GoodwordError} `database` @throws {OvertakenError} if the store has another revision */
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

/** Repeats an attempt that returns null. @throws {GoodwordError} `database` */
export async function untilUndisturbed<T>(attempt: () => Promise<T | null>): Promise<T> {
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
  if (revision !== undefined && plan.base.revision !== revision) throw new OvertakenError();
  const summary = summaryOf(plan);
  if (plan.isEmpty) {
    if (namePolicy !== undefined) await saveNamePolicy(store, namePolicy);
    return { summary, revision: plan.base.revision };
  }
  const written = summary.added + summary.changed + summary.gone;
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

/** The owner's options with those that the store remembers. */
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
    drafts: draftsOf(reading.records),
    businessAfter: (stored) => businessAfter(reading, stored) ?? completeBusiness({ name: UNNAMED_BUSINESS }, null),
    insightsOverrides: reading.insights,
    replace: replace && reading.hasReviewSection,
    complete: reading.isComplete,
    analystFor,
    ...more,
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

/** A step of an import, which handles one review after the other, or of a move, which handles rows. */
export type StepName = "analyse" | "save" | "analyse_again" | "move";

export interface Progress {
  /** Begins a step of `total` reviews or rows; call the returned function with the number done. */
  step(name: StepName, total: number): (done: number) => void;
  end(): void;
}

export const NO_PROGRESS: Progress = { step: () => () => {}, end: () => {} };

// Refused records, copied verbatim from their files, so that the owner can correct and import them. Pure.

/** Refused records, ready to be written to a file. */
export interface RefusedRecords {
  /** The text of a file of these records, in their original format. */
  readonly text: string;
  readonly count: number;
  /** The number of records left out, which have another format or were not found in their file. */
  readonly missing: number;
}

/** The records with problems; null without any. */
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

/** A refused record, verbatim. */
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

/** The value at a path such as `reviews[7]` or `events[0].eventData`; undefined if it is missing. */
function valueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const [, index, key] of path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Array.isArray(value) ? value[Number(index)] : (value as Record<string, unknown>)[key ?? ""];
  }
  return value;
}

/** The texts of the files, each split once. */
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
      // Excel's `sep=` line belongs to the header.
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

  /** A file in an archive is named `archive.zip/inner.json`. */
  #text(name: string): string {
    const file = this.#files.find(
      (each) => name === each.name || (isZip(each.bytes) && name.startsWith(`${each.name}/`)),
    );
    if (file === undefined) return "";
    if (file.name === name && isZip(file.bytes)) return "";
    const bytes = isZip(file.bytes) ? openZip(file, new Set([name.slice(file.name.length + 1)]))[0]?.bytes : file.bytes;
    // Rows of a workbook cannot be copied as text.
    if (bytes === undefined || isZip(bytes)) return "";
    return decodeText(bytes, encodingOf({ name, bytes }, undefined));
  }

  #once<T>(key: string, make: () => T): T {
    if (!this.#parts.has(key)) this.#parts.set(key, make());
    return this.#parts.get(key) as T;
  }
}

/** The rows of a table, verbatim: a line break inside quotes is part of the row. */
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
