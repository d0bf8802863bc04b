/**
 * The long part of an import in the console, away from the thread that answers: files are read and looked at, and imported
 * when their owner has decided. How far it has come stands in the upload's folder.
 */
import { dirname } from "node:path";
import { GoodwordError } from "../errors.ts";
import type { InvitationPolicy } from "../invitations/mod.ts";
import { addLists, jobReadingOf } from "../owner/add_jobs.ts";
import { OvertakenError, type Progress, refusedRecords } from "../owner/carry_out_import.ts";
import { SpoolFile } from "../owner/import_files.ts";
import { type ImportOrder, importReviews, isBusinessKnown, judgeImport, noteImport } from "../owner/import_reviews.ts";
import { forgetUnused } from "../owner/job_list.ts";
import { importCounts, lookAtImport, nextSteps, orAsked } from "../owner/look_at_import.ts";
import { requestWithPictures } from "../owner/pictures.ts";
import { type JobList, readJobs } from "../owner/read_jobs.ts";
import { shortened, UNNAMED_BUSINESS } from "../review/mod.ts";
import type { Store } from "../store/mod.ts";
import { RowWriter } from "./look_rows.ts";
import {
  advanceUpload,
  eraseFiles,
  importFilesOf,
  type JobsLook,
  type ReviewsLook,
  readIn,
  saveProgress,
  saveRefused,
  type Upload,
  type UploadState,
} from "./uploads.ts";

/** What the work needs of the process. */
interface UploadMeans {
  /** The store, whose changes are this person's. */
  readonly storeOf: (by: string) => Store;
  readonly policy: InvitationPolicy;
  readonly fetchPicture: Parameters<typeof requestWithPictures>[2];
  now(): number;
  randomBytes(count: number): Uint8Array;
  collectGarbage(): void;
}

/** Does what is next for the upload in a folder. Rejects with what nobody foresaw; the upload says then that it failed. */
export async function workOnUpload(folder: string, means: UploadMeans): Promise<void> {
  const upload = readIn(folder);
  if (upload === null) return;
  const work = new UploadWork(dirname(folder), folder, { upload, means });
  try {
    work.finish(upload.state.kind === "looking" ? await work.look(false) : await work.carryOut());
  } catch (error) {
    const isForeseen = error instanceof GoodwordError && ["input_refused", "usage", "file"].includes(error.code);
    work.finish(isForeseen ? { kind: "refused", message: error.message } : { kind: "failed" });
    // Whoever looks is still there; an import goes on after they have left.
    if (upload.kind === "reviews" && upload.state.kind !== "looking") await work.noteFailure();
    if (!isForeseen) throw error;
  }
}

/** Larger files are not gone through once more for the records that were refused. */
const MOST_LIFTED_BYTES = 64 << 20;
const MOST_ROWS_SHOWN = 100;
const LONGEST_SAMPLE = 300;

class UploadWork {
  readonly #store: Store;
  readonly #upload: Upload;
  readonly #means: UploadMeans;

  constructor(
    readonly uploads: string,
    readonly folder: string,
    { upload, means }: { readonly upload: Upload; readonly means: UploadMeans },
  ) {
    this.#upload = upload;
    this.#means = means;
    this.#store = means.storeOf(upload.by);
  }

  finish(state: UploadState): void {
    advanceUpload(this.uploads, this.#upload, { state });
    if (state.kind === "done" || state.kind === "failed") eraseFiles(this.uploads, this.#upload);
  }

  /** Keeps that an import failed, for a notice. The failure may be that of the database. */
  noteFailure(): Promise<void> {
    return noteImport(this.#store, { hasFailed: true }).catch(() => {});
  }

  /** `isAgain`: something changed since the owner looked. */
  async look(isAgain: boolean): Promise<UploadState> {
    const asked = await orAsked<JobsLook | ReviewsLook>(() =>
      this.#upload.kind === "jobs" ? this.#jobs(true) : this.#lookAtReviews(),
    );
    if (asked.kind === "asked") return { kind: "asked", questions: asked.questions };
    return { kind: "looked", look: asked.value, isAgain };
  }

  carryOut(): Promise<UploadState> {
    return this.#upload.kind === "jobs" ? this.#addJobs() : this.#importReviews();
  }

  #order(): ImportOrder {
    const { answers, business, decision } = this.#upload;
    return {
      files: importFilesOf(this.uploads, this.#upload),
      options: { ...answers, ...(decision?.vouches && { verifiedBy: "operator_attested" }) },
      replace: false,
      allowEmpty: false,
      skipInvalid: decision?.skipsInvalid ?? false,
      business,
    };
  }

  async #judge(order: ImportOrder, spool: SpoolFile) {
    const judged = await judgeImport(this.#store, order, { now: this.#means.now(), spool });
    // Only what replaces all could take all down, which is not offered here.
    if (judged.kind === "would_remove_everything") throw new Error("An import that replaces nothing took all down");
    return judged;
  }

  async #lookAtReviews(): Promise<ReviewsLook> {
    using spool = new SpoolFile(() => this.#means.collectGarbage());
    const order = this.#order();
    const { reading, request } = await this.#judge(order, spool);
    const rows = new RowWriter(this.folder);
    const { summary, facts } = await lookAtImport(this.#store, { reading, request }, (entry) => rows.add(entry));
    const isUnnamed = reading.isBusinessSuggested && !(await isBusinessKnown(this.#store));
    const suggested = reading.business?.name ?? UNNAMED_BUSINESS;
    return {
      kind: "reviews",
      revision: summary.base.revision,
      counts: importCounts(summary, reading),
      facts: facts && { ...facts, samples: shortSamples(facts.samples) },
      notes: reading.notes,
      isIdle: isNothingToDo(summary, reading),
      understood: reading.understood,
      unverified: summary.unverified,
      name: isUnnamed ? (suggested === UNNAMED_BUSINESS ? "" : suggested) : null,
      pages: rows.finish(),
      hasRefused: this.#keepRefused(order, reading),
    };
  }

  #keepRefused(order: ImportOrder, reading: Parameters<typeof refusedRecords>[1]): boolean {
    const size = this.#upload.files.reduce((sum, file) => sum + file.size, 0);
    const refused = size > MOST_LIFTED_BYTES ? null : refusedRecords(order.files, reading);
    if (refused === null || refused.count === 0) return false;
    saveRefused(this.uploads, this.#upload.id, refused.text);
    return true;
  }

  async #importReviews(): Promise<UploadState> {
    using spool = new SpoolFile(() => this.#means.collectGarbage());
    const { state } = this.#upload;
    const order = this.#order();
    const judged = await this.#judge(order, spool);
    if (judged.kind === "refused") return this.look(true);
    const { reading } = judged;
    const { request, notes } = await requestWithPictures(this.#store, judged, this.#means.fetchPicture);
    try {
      const revision = state.kind === "working" ? (state.revision ?? undefined) : undefined;
      const given = { reading, request, progress: this.#progress(), revision };
      const { summary, revision: now } = await importReviews(this.#store, order, given);
      const counts = importCounts(summary, reading);
      const told = { revision: now, counts, notes: [...reading.notes, ...notes], next: nextSteps(summary) };
      return { kind: "done", done: { kind: "reviews", ...told } };
    } catch (error) {
      if (error instanceof OvertakenError) return this.look(true);
      throw error;
    }
  }

  /** Told to the disk now and then. */
  #progress(): Progress {
    const { now } = this.#means;
    return {
      step: (name, total) => {
        let toldAt = 0;
        return (done) => {
          if (now() - toldAt < TOLD_MS) return;
          toldAt = now();
          saveProgress(this.uploads, this.#upload.id, { name, done, total });
        };
      },
      end: () => {},
    };
  }

  async #addJobs(): Promise<UploadState> {
    const { lists: _, ...done } = await this.#jobs(false);
    await forgetUnused(this.#store, this.#means.policy);
    return { kind: "done", done };
  }

  async #jobs(isDry: boolean): Promise<JobsLook> {
    const { now, randomBytes } = this.#means;
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
      ...{ added, corrected, unchanged, isSample },
      ...{ unfinished: unfinished.length, cancelled: cancelled.length },
      noMessages: lists.flatMap(({ rows }) => rows).filter(wantsNoMessages).length,
      refusedCount: refused.length,
      refused: refused.slice(0, MOST_ROWS_SHOWN).map(({ row, issues }) => ({ row, issues })),
      lists: lists.map(({ file, rows, columns, unused }) => ({ file, rows: rows.length, columns, unused })),
      matches,
      notes: lists.flatMap(({ notes }) => notes),
    };
  }
}

function wantsNoMessages({ draft, issues, state }: JobList["rows"][number]): boolean {
  return (state === null || state === "finished") && issues.length === 0 && draft.mayContact === false;
}

/** Whether an import would change nothing, and refuses nothing either. */
function isNothingToDo(
  summary: Parameters<typeof importCounts>[0],
  reading: Parameters<typeof importCounts>[1],
): boolean {
  const { new: added, changed, removed, joined, refused } = importCounts(summary, reading);
  return added + changed + removed + joined + refused === 0 && !summary.businessChanged;
}

const TOLD_MS = 250;

function shortSamples(samples: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(samples).map(([what, sample]) => [what, shortened(sample, LONGEST_SAMPLE)]));
}
