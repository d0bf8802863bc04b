/**
 * Files that wait in a folder of their own between their upload and their import, with how far they have come. Each upload is
 * read and written by one process alone.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ColumnVerdict, ImportFile, InputQuestion, Understanding } from "../import/mod.ts";
import type { JobMatches } from "../owner/add_jobs.ts";
import type { StepName } from "../owner/carry_out_import.ts";
import { fileOnDisk } from "../owner/import_files.ts";
import type { ImportOrder } from "../owner/import_reviews.ts";
import type { Answers, ImportFacts, importCounts, LookKind, NextStep } from "../owner/look_at_import.ts";
import type { StoredReview } from "../store/mod.ts";
import type { SentFile } from "./page.ts";

/** What files hold. */
export type UploadKind = "reviews" | "jobs";

/** Files on their way. */
export interface Upload {
  readonly id: string;
  readonly kind: UploadKind;
  /** Who sent them. */
  readonly by: string;
  readonly at: number;
  readonly files: readonly { readonly name: string; readonly size: number }[];
  readonly answers: Answers;
  /** Answers that were taken back, to be shown again beside their questions. */
  readonly former?: Answers;
  readonly business: ImportOrder["business"];
  /** What the owner decided after the look. */
  readonly decision: ImportDecision | null;
  /** Grows with each step, so that of two who answer at once one does. */
  readonly turn: number;
  readonly state: UploadState;
}

/** What is decided when what an import would do has been looked at. */
export interface ImportDecision {
  /** Whether the owner answers for reviews that nothing verifies, which publishes them. */
  readonly vouches: boolean;
  /** Whether records that cannot be read are left out. */
  readonly skipsInvalid: boolean;
}

/** How far an upload has come. */
export type UploadState =
  | { readonly kind: "looking" }
  | { readonly kind: "asked"; readonly questions: readonly InputQuestion[] }
  /** The files cannot be read, and no answer would help. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "looked"; readonly look: ReviewsLook | JobsLook; readonly isAgain: boolean }
  /** Nothing may have changed since the revision that was looked at. */
  | { readonly kind: "working"; readonly revision: number | null }
  | { readonly kind: "done"; readonly done: ReviewsDone | JobsDone }
  /** Something broke; nothing was changed. */
  | { readonly kind: "failed" };

/** What an import of reviews would do. */
export interface ReviewsLook {
  readonly kind: "reviews";
  readonly revision: number;
  readonly counts: ReturnType<typeof importCounts>;
  readonly facts: ImportFacts | null;
  readonly notes: readonly string[];
  /** Whether there is nothing to import. */
  readonly isIdle: boolean;
  readonly understood: readonly Understanding[];
  readonly unverified: number;
  /** The name that the files suggest for a business that nobody has described, "" for none; null when it is described. */
  readonly name: string | null;
  /** Where each page of rows begins, in bytes, by their kind. */
  readonly pages: Readonly<Partial<Record<LookKind, readonly number[]>>>;
  /** Whether what is refused can be saved to a file. */
  readonly hasRefused: boolean;
}

/** What adding lists of jobs would do. */
export interface JobsLook {
  readonly kind: "jobs";
  readonly added: number;
  readonly corrected: number;
  readonly unchanged: number;
  /** How many rows are of jobs that are not finished, and of cancelled ones. */
  readonly unfinished: number;
  readonly cancelled: number;
  /** How many jobs are of customers who want no messages. */
  readonly noMessages: number;
  readonly refusedCount: number;
  /** The first of them. */
  readonly refused: readonly { readonly row: number; readonly issues: readonly string[] }[];
  readonly lists: readonly {
    readonly file: string;
    readonly rows: number;
    readonly columns: readonly ColumnVerdict[];
    readonly unused: readonly string[];
  }[];
  readonly matches: JobMatches | null;
  readonly isSample: boolean;
  readonly notes: readonly string[];
}

/** What an import of reviews did. */
interface ReviewsDone {
  readonly kind: "reviews";
  readonly revision: number;
  readonly counts: ReturnType<typeof importCounts>;
  readonly notes: readonly string[];
  readonly next: readonly NextStep[];
}

/** What adding lists of jobs did. */
type JobsDone = Omit<JobsLook, "lists">;

/** One row of a look, as it is shown. */
export interface LookRow {
  /** Where the record stands in its file; null for what stands in none. */
  readonly place: string | null;
  readonly review?: {
    readonly id: string;
    readonly date: string;
    readonly rating: number;
    readonly author: string | null;
    readonly text: string;
  };
  readonly changes?: readonly { readonly field: string; readonly from: string; readonly to: string }[];
  /** Why it would be withheld. */
  readonly withheld?: StoredReview["withheld"];
  /** What else there is to say of it, in the words of what was read. */
  readonly note?: string | undefined;
}

/** How far a step has come. */
interface UploadProgress {
  readonly name: StepName;
  readonly done: number;
  readonly total: number;
}

/** Where the console has uploads of a kind. */
export const UPLOAD_PATHS: Readonly<Record<UploadKind, string>> = { reviews: "/import", jobs: "/jobs/lists" };

/** Where it has one, and below it what is done about it. */
export function pathOfUpload({ kind, id }: Pick<Upload, "kind" | "id">): string {
  return `${UPLOAD_PATHS[kind]}/${id}`;
}

const DAY_MS = 86_400_000;
/** Uploads of a business that wait at most; those that were imported or discarded do not count. */
const MOST_UPLOADS = 32;

/** Whether another one has a place. Of those that are done or failed the files are erased. */
export function hasPlace(uploads: string, now: number): boolean {
  const open = listUploads(uploads, now).filter(({ state }) => state.kind !== "done" && state.kind !== "failed");
  return open.length < MOST_UPLOADS;
}

/** The folder of an upload. */
export function folderOf(uploads: string, id: string): string {
  return join(uploads, `import-${id}`);
}

/** Takes files over from a form. */
export function receiveUpload(
  uploads: string,
  upload: Pick<Upload, "id" | "kind" | "by" | "at" | "business">,
  sent: readonly SentFile[],
): Upload {
  const folder = folderOf(uploads, upload.id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [index, { path }] of sent.entries()) moveFile(path, join(folder, String(index)));
  const files = sent.map(({ name, size }) => ({ name: name.split(/[\\/]/).at(-1) ?? "", size }));
  return save(uploads, { ...upload, files, answers: {}, decision: null, turn: 0, state: { kind: "looking" } });
}

function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Null when this server has none by the id. */
export function readUpload(uploads: string, id: string): Upload | null {
  return /^[0-9a-f]{32}$/.test(id) ? readIn(folderOf(uploads, id)) : null;
}

/** The upload of a folder. */
export function readIn(folder: string): Upload | null {
  return readJson<Upload>(join(folder, "upload.json"));
}

/** All that wait, the latest first; those of yesterday are erased. */
export function listUploads(uploads: string, now: number): Upload[] {
  const kept: Upload[] = [];
  for (const entry of entriesOf(uploads)) {
    const upload = readIn(join(uploads, entry));
    if (upload === null) continue;
    if (upload.at < now - DAY_MS && upload.state.kind !== "working") discardUpload(uploads, upload.id);
    else kept.push(upload);
  }
  return kept.sort((one, other) => other.at - one.at);
}

function entriesOf(uploads: string): string[] {
  try {
    return readdirSync(uploads).filter((entry) => entry.startsWith("import-"));
  } catch {
    return [];
  }
}

/** Takes an upload a step further; null, and nothing was changed, where somebody did meanwhile. */
export function advanceUpload(
  uploads: string,
  before: Upload,
  change: Partial<Pick<Upload, "answers" | "former" | "business" | "decision">> & Pick<Upload, "state">,
): Upload | null {
  if (readUpload(uploads, before.id)?.turn !== before.turn) return null;
  return save(uploads, { ...before, ...change, turn: before.turn + 1 });
}

/** Says of an upload that its work ended without a word. */
export function failUpload(folder: string): void {
  const upload = readIn(folder);
  const isOpen = upload?.state.kind === "looking" || upload?.state.kind === "working";
  if (upload !== null && isOpen) advanceUpload(dirname(folder), upload, { state: { kind: "failed" } });
}

/** Erases an upload with all that was made of it. */
export function discardUpload(uploads: string, id: string): void {
  rmSync(folderOf(uploads, id), { recursive: true, force: true });
}

/** Erases what was uploaded; what came of it stays for the day. */
export function eraseFiles(uploads: string, { id, files }: Upload): void {
  const folder = folderOf(uploads, id);
  for (const name of [...files.keys(), "progress.json", "refused"].map(String)) {
    rmSync(join(folder, name), { force: true });
  }
  for (const entry of readdirSync(folder)) if (entry.startsWith("rows-")) rmSync(join(folder, entry));
}

/** The files of an upload, none of them read yet. @throws {GoodwordError} `file` */
export function importFilesOf(uploads: string, { id, files }: Upload): ImportFile[] {
  return files.map(({ name }, index) => fileOnDisk(join(folderOf(uploads, id), String(index)), name));
}

export function saveProgress(uploads: string, id: string, progress: UploadProgress): void {
  writeWhole(join(folderOf(uploads, id), "progress.json"), JSON.stringify(progress));
}

export function readProgress(uploads: string, id: string): UploadProgress | null {
  return readJson(join(folderOf(uploads, id), "progress.json"));
}

/** Records that were refused, as they stood. */
export function saveRefused(uploads: string, id: string, text: string): void {
  writeWhole(join(folderOf(uploads, id), "refused"), text);
}

/** Null when there are none. */
export function readRefused(uploads: string, id: string): string | null {
  return readText(join(folderOf(uploads, id), "refused"));
}

function save(uploads: string, upload: Upload): Upload {
  writeWhole(join(folderOf(uploads, upload.id), "upload.json"), JSON.stringify(upload));
  return upload;
}

/** Nobody reads half of it. */
function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function readJson<T>(path: string): T | null {
  const text = readText(path);
  return text === null ? null : (JSON.parse(text) as T);
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
