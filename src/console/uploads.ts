/** Uploads between choosing files and importing them. Only one process reads and writes an upload. */

import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { DAY_MS } from "../durations.ts";
import type { ColumnVerdict, ImportFile, InputQuestion, TableInterpretation } from "../import/mod.ts";
import type { JobMatches } from "../owner/add_jobs.ts";
import { fileOnDisk } from "../owner/import_files.ts";
import type { Answers, ImportFacts, importCounts, NextStep, PreviewKind } from "../owner/import_preview.ts";
import type { ImportInput } from "../owner/import_reviews.ts";
import type { StepName } from "../owner/run_import.ts";
import type { StoredReview } from "../store/mod.ts";
import { writeAtomically } from "../system.ts";
import type { SentFile } from "./page.ts";

export type UploadKind = "reviews" | "jobs";

export interface Upload {
  readonly id: string;
  readonly kind: UploadKind;
  readonly by: string;
  readonly at: number;
  readonly files: readonly { readonly name: string; readonly size: number }[];
  readonly answers: Answers;
  /** Withdrawn answers, shown again next to their questions. */
  readonly former?: Answers;
  readonly business: ImportInput["business"];
  readonly decision: ImportDecision | null;
  /** Increases with each step, so that only one of two concurrent answers is accepted. */
  readonly turn: number;
  readonly state: UploadState;
}

export interface ImportDecision {
  readonly vouches: boolean;
  readonly skipsInvalid: boolean;
}

export type UploadState =
  | { readonly kind: "looking" }
  | { readonly kind: "asked"; readonly questions: readonly InputQuestion[] }
  /** The files cannot be read, and no answer would help. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "looked"; readonly look: ReviewsPreview | JobsPreview; readonly isAgain: boolean }
  /** `revision`: the previewed one, which must still be current. */
  | { readonly kind: "working"; readonly revision: number | null }
  | { readonly kind: "done"; readonly done: ReviewsDone | JobsDone }
  | { readonly kind: "failed" };

export interface ReviewsPreview {
  readonly kind: "reviews";
  readonly revision: number;
  readonly counts: ReturnType<typeof importCounts>;
  readonly facts: ImportFacts | null;
  readonly notes: readonly string[];
  readonly isFull: boolean;
  readonly isIdle: boolean;
  readonly understood: readonly TableInterpretation[];
  readonly unverified: number;
  /** The suggested name of a business without a profile, "" if the files contain none; null if there is a profile. */
  readonly name: string | null;
  /** The number of pages of rows, by kind. */
  readonly pages: Readonly<Partial<Record<PreviewKind, number>>>;
  readonly hasRefused: boolean;
}

export interface JobsPreview {
  readonly kind: "jobs";
  readonly added: number;
  readonly corrected: number;
  readonly unchanged: number;
  readonly unfinished: number;
  readonly cancelled: number;
  readonly noMessages: number;
  readonly refusedCount: number;
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

interface ReviewsDone {
  readonly kind: "reviews";
  readonly revision: number;
  readonly counts: ReturnType<typeof importCounts>;
  readonly notes: readonly string[];
  readonly next: readonly NextStep[];
}

type JobsDone = Omit<JobsPreview, "lists">;

export interface PreviewRow {
  /** The place of the record in its file; null without one. */
  readonly place: string | null;
  readonly review?: {
    readonly id: string;
    readonly date: string;
    readonly rating: number;
    readonly author: string | null;
    readonly text: string;
  };
  readonly changes?: readonly { readonly field: string; readonly from: string; readonly to: string }[];
  readonly withheld?: StoredReview["withheld"];
  readonly note?: string | undefined;
}

interface UploadProgress {
  readonly name: StepName;
  readonly done: number;
  readonly total: number;
}

export const UPLOAD_PATHS: Readonly<Record<UploadKind, string>> = { reviews: "/import", jobs: "/jobs/lists" };

export function pathOfUpload({ kind, id }: Pick<Upload, "kind" | "id">): string {
  return `${UPLOAD_PATHS[kind]}/${id}`;
}

const STATE_FILE = "upload.json";
/** The most waiting uploads of a business; imported and discarded ones do not count. */
const MAX_UPLOADS = 32;

export function hasPlace(uploads: string, now: number): boolean {
  const open = listUploads(uploads, now).filter(({ state }) => state.kind !== "done" && state.kind !== "failed");
  return open.length < MAX_UPLOADS;
}

export function folderOf(uploads: string, id: string): string {
  return join(uploads, `import-${id}`);
}

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

/** Null if this server has no such upload. */
export function readUpload(uploads: string, id: string): Upload | null {
  return /^[0-9a-f]{32}$/.test(id) ? readIn(folderOf(uploads, id)) : null;
}

export function readIn(folder: string): Upload | null {
  return readJson<Upload>(join(folder, STATE_FILE));
}

/** All uploads, the latest first; erases those of yesterday. */
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

export type UploadChange = Partial<Pick<Upload, "answers" | "former" | "business" | "decision">> &
  Pick<Upload, "state">;

/** Saves the next step of an upload; null, without a change, if another request has advanced it. */
export function advanceUpload(uploads: string, before: Upload, change: UploadChange): Upload | null {
  if (readUpload(uploads, before.id)?.turn !== before.turn) return null;
  return save(uploads, { ...before, ...change, turn: before.turn + 1 });
}

/** Marks an upload as failed after its worker crashed. */
export function failUpload(folder: string): void {
  const upload = readIn(folder);
  const isOpen = upload?.state.kind === "looking" || upload?.state.kind === "working";
  if (upload !== null && isOpen) advanceUpload(dirname(folder), upload, { state: { kind: "failed" } });
}

export function discardUpload(uploads: string, id: string): void {
  rmSync(folderOf(uploads, id), { recursive: true, force: true });
}

/** Erases the uploaded files; the result stays for a day. */
export function eraseFiles(uploads: string, { id }: Upload): void {
  const folder = folderOf(uploads, id);
  for (const entry of readdirSync(folder)) if (entry !== STATE_FILE) rmSync(join(folder, entry), { force: true });
}

/** The files of an upload, not yet read. @throws {GoodwordError} `file` */
export function importFilesOf(uploads: string, { id, files }: Upload): ImportFile[] {
  return files.map(({ name }, index) => fileOnDisk(join(folderOf(uploads, id), String(index)), name));
}

export function saveProgress(uploads: string, id: string, progress: UploadProgress): void {
  writeWhole(join(folderOf(uploads, id), "progress.json"), JSON.stringify(progress));
}

export function readProgress(uploads: string, id: string): UploadProgress | null {
  return readJson(join(folderOf(uploads, id), "progress.json"));
}

export function saveRefused(uploads: string, id: string, text: string): void {
  writeWhole(join(folderOf(uploads, id), "refused"), text);
}

export function readRefused(uploads: string, id: string): string | null {
  return readText(join(folderOf(uploads, id), "refused"));
}

function save(uploads: string, upload: Upload): Upload {
  writeWhole(join(folderOf(uploads, upload.id), STATE_FILE), JSON.stringify(upload));
  return upload;
}

function writeWhole(path: string, text: string): void {
  writeAtomically(path, text, { mode: 0o600, isDurable: false });
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
