/** The slow part of an import in the console, on another thread. Saves its state in the folder of the upload. */
import { dirname } from "node:path";
import { GoodwordError } from "../errors.ts";
import type { InvitationPolicy } from "../invitations/mod.ts";
import { addLists, jobReadingOf } from "../owner/add_jobs.ts";
import { SpoolFile } from "../owner/import_files.ts";
import { catchQuestions, importCounts, nextSteps, previewImport, type ReadInNumbers } from "../owner/import_preview.ts";
import {
  checkImport,
  type ImportInput,
  importReviews,
  isBusinessKnown,
  recordImport,
} from "../owner/import_reviews.ts";
import { forgetUnused } from "../owner/job_list.ts";
import { type FetchPicture, requestWithPictures } from "../owner/pictures.ts";
import { type JobList, readJobs } from "../owner/read_jobs.ts";
import { refusedRecords } from "../owner/refused_records.ts";
import { type Progress, StaleRevisionError } from "../owner/run_import.ts";
import { shortened, UNNAMED_BUSINESS } from "../review/mod.ts";
import type { Store } from "../store/mod.ts";
import { RowWriter } from "./preview_rows.ts";
import {
  advanceUpload,
  eraseFiles,
  importFilesOf,
  type JobsPreview,
  type ReviewsPreview,
  readIn,
  saveProgress,
  saveRefused,
  type Upload,
  type UploadState,
} from "./uploads.ts";

interface UploadServices {
  readonly storeOf: (by: string) => Store;
  readonly policy: InvitationPolicy;
  readonly fetchPicture: FetchPicture;
  now(): number;
  randomBytes(count: number): Uint8Array;
  collectGarbage(): void;
}

/** Does the next step of the upload in a folder. Rejects with unexpected errors after marking the upload as failed. */
export async function workOnUpload(folder: string, services: UploadServices): Promise<void> {
  const upload = readIn(folder);
  if (upload === null) return;
  const work = new UploadWork(dirname(folder), folder, { upload, services });
  try {
    work.finish(upload.state.kind === "looking" ? await work.look(false) : await work.carryOut());
  } catch (error) {
    const isForeseen = error instanceof GoodwordError && ["input_refused", "usage", "file"].includes(error.code);
    work.finish(isForeseen ? { kind: "refused", message: error.message } : { kind: "failed" });
    // During a preview, the owner is watching; an import continues after they have left, so it needs a notice.
    if (upload.kind === "reviews" && upload.state.kind !== "looking") await work.noteFailure();
    if (!isForeseen) throw error;
  }
}

/** Larger files are not read again to copy refused records. */
const MAX_LIFTED_BYTES = 64 << 20;
const MAX_ROWS_SHOWN = 100;
const MAX_SAMPLE_LENGTH = 300;

class UploadWork {
  readonly #store: Store;
  readonly #upload: Upload;
  readonly #services: UploadServices;

  constructor(
    readonly uploads: string,
    readonly folder: string,
    { upload, services }: { readonly upload: Upload; readonly services: UploadServices },
  ) {
    this.#upload = upload;
    this.#services = services;
    this.#store = services.storeOf(upload.by);
  }

  finish(state: UploadState): void {
    advanceUpload(this.uploads, this.#upload, { state });
    if (state.kind === "done" || state.kind === "failed") eraseFiles(this.uploads, this.#upload);
  }

  /** Notes a failed import, for a notice. Ignores errors, since the database may be the cause. */
  noteFailure(): Promise<void> {
    return recordImport(this.#store, { hasFailed: true }).catch(() => {});
  }

  /** `isAgain`: the store has changed since the owner's preview. */
  async look(isAgain: boolean): Promise<UploadState> {
    const asked = await catchQuestions<JobsPreview | ReviewsPreview>(() =>
      this.#upload.kind === "jobs" ? this.#jobs(true) : this.#lookAtReviews(),
    );
    if (asked.kind === "asked") return { kind: "asked", questions: asked.questions };
    return { kind: "looked", look: asked.value, isAgain };
  }

  carryOut(): Promise<UploadState> {
    return this.#upload.kind === "jobs" ? this.#addJobs() : this.#importReviews();
  }

  #order(): ImportInput {
    const { answers, business, decision } = this.#upload;
    return {
      files: importFilesOf(this.uploads, this.#upload),
      options: { ...answers, ...(decision?.vouches && { verifiedBy: "operator_attested" }) },
      isFull: answers.isFull,
      replace: false,
      allowEmpty: false,
      skipInvalid: decision?.skipsInvalid ?? false,
      business,
    };
  }

  async #judge(order: ImportInput, spool: SpoolFile) {
    const judged = await checkImport(this.#store, order, { now: this.#services.now(), spool });
    // Only a replacing import could remove everything, which is not offered here.
    if (judged.kind === "would_remove_everything") throw new Error("An import that replaces nothing took all down");
    return judged;
  }

  async #lookAtReviews(): Promise<ReviewsPreview> {
    using spool = new SpoolFile(() => this.#services.collectGarbage());
    const order = this.#order();
    const { reading, request, isFull } = await this.#judge(order, spool);
    const rows = new RowWriter(this.folder);
    const { summary, facts } = await previewImport(this.#store, { reading, request }, (entry) => rows.add(entry));
    const isUnnamed = reading.isBusinessSuggested && !(await isBusinessKnown(this.#store));
    const suggested = reading.business?.name ?? UNNAMED_BUSINESS;
    return {
      kind: "reviews",
      revision: summary.base.revision,
      counts: importCounts(summary, reading),
      facts: facts && { ...facts, samples: shortSamples(facts.samples) },
      notes: reading.notes,
      isFull,
      // An answer is to be remembered.
      isIdle: isNothingToDo(summary, reading) && order.isFull === undefined,
      understood: reading.understood,
      unverified: summary.unverified,
      name: isUnnamed ? (suggested === UNNAMED_BUSINESS ? "" : suggested) : null,
      pages: rows.finish(),
      hasRefused: this.#keepRefused(order, reading),
    };
  }

  #keepRefused(order: ImportInput, reading: Pick<ReadInNumbers, "problems">): boolean {
    const size = this.#upload.files.reduce((sum, file) => sum + file.size, 0);
    const refused = size > MAX_LIFTED_BYTES ? null : refusedRecords(order.files, reading);
    if (refused === null || refused.count === 0) return false;
    saveRefused(this.uploads, this.#upload.id, refused.text);
    return true;
  }

  async #importReviews(): Promise<UploadState> {
    using spool = new SpoolFile(() => this.#services.collectGarbage());
    const { state } = this.#upload;
    const order = this.#order();
    const judged = await this.#judge(order, spool);
    if (judged.kind === "refused") return this.look(true);
    const { reading } = judged;
    const { request, notes } = await requestWithPictures(this.#store, judged, this.#services.fetchPicture);
    try {
      const revision = state.kind === "working" ? (state.revision ?? undefined) : undefined;
      const given = { reading, request, progress: this.#progress(), revision };
      const { summary, revision: now } = await importReviews(this.#store, order, given);
      const counts = importCounts(summary, reading);
      const outcome = { revision: now, counts, notes: [...reading.notes, ...notes], next: nextSteps(summary) };
      return { kind: "done", done: { kind: "reviews", ...outcome } };
    } catch (error) {
      if (error instanceof StaleRevisionError) return this.look(true);
      throw error;
    }
  }

  #progress(): Progress {
    const { now } = this.#services;
    return {
      step: (name, total) => {
        let savedAt = 0;
        return (done) => {
          if (now() - savedAt < PROGRESS_MS) return;
          savedAt = now();
          saveProgress(this.uploads, this.#upload.id, { name, done, total });
        };
      },
      end: () => {},
    };
  }

  async #addJobs(): Promise<UploadState> {
    const { lists: _, ...done } = await this.#jobs(false);
    await forgetUnused(this.#store, this.#services.policy);
    return { kind: "done", done };
  }

  async #jobs(isDry: boolean): Promise<JobsPreview> {
    const { now, randomBytes } = this.#services;
    const { answers } = this.#upload;
    const reading = await jobReadingOf(this.#store, answers, now());
    const lists = importFilesOf(this.uploads, this.#upload).map((file) => readJobs(file, reading));
    const options = { hints: answers, isDry, now: now(), randomBytes };
    const { added, corrected, unchanged, unfinished, cancelled, refused, matches, isSample } = await addLists(
      this.#store,
      lists,
      options,
    );
    return {
      kind: "jobs",
      added,
      corrected,
      unchanged,
      isSample,
      unfinished: unfinished.length,
      cancelled: cancelled.length,
      noMessages: lists.flatMap(({ rows }) => rows).filter(wantsNoMessages).length,
      refusedCount: refused.length,
      refused: refused.slice(0, MAX_ROWS_SHOWN).map(({ row, issues }) => ({ row, issues })),
      lists: lists.map(({ file, rows, columns, unused }) => ({ file, rows: rows.length, columns, unused })),
      matches,
      notes: lists.flatMap(({ notes }) => notes),
    };
  }
}

function wantsNoMessages({ draft, issues, state }: JobList["rows"][number]): boolean {
  return (state === null || state === "finished") && issues.length === 0 && draft.mayContact === false;
}

function isNothingToDo(
  summary: Parameters<typeof importCounts>[0],
  reading: Parameters<typeof importCounts>[1],
): boolean {
  const { new: added, changed, gone, removed, joined, refused } = importCounts(summary, reading);
  return added + changed + gone + removed + joined + refused === 0 && !summary.businessChanged;
}

const PROGRESS_MS = 250;

function shortSamples(samples: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(samples).map(([what, sample]) => [what, shortened(sample, MAX_SAMPLE_LENGTH)]),
  );
}
