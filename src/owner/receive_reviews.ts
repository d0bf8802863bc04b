/** Imports the reviews of another program's request: all or nothing, and once for each Idempotency-Key. */
import { GoodwordError } from "../errors.ts";
import type { Issue } from "../http/problem_schema.ts";
import {
  type DraftReview,
  describeProblem,
  type ImportFormat,
  type ImportProblem,
  type InputQuestion,
  NeedsInput,
} from "../import/mod.ts";
import type { JobsToken } from "../invitations/mod.ts";
import type { ImportRequest, ImportSummary } from "../store/import/mod.ts";
import type { Store } from "../store/mod.ts";
import { type ApiRequest, type ApiResult, type BodyFormat, fileOf, findIdempotentResult } from "./api_request.ts";
import { SpoolFile } from "./import_files.ts";
import { importCounts, notesOf, previewImport, type ReadInNumbers } from "./import_preview.ts";
import { checkImport, importReviews, isBusinessKnown } from "./import_reviews.ts";
import { mapPages, NO_PROGRESS } from "./run_import.ts";

const FORMATS: Readonly<Partial<Record<BodyFormat, ImportFormat>>> = { csv: "csv", ndjson: "ndjson" };

export interface ReviewsRequest extends ApiRequest {
  readonly isDry: boolean;
}

interface TakeReviewsOptions extends Pick<JobsToken, "verifiedBy"> {
  readonly now: number;
  collectGarbage(): void;
}

/** Thrown to roll back a transaction if the request was answered before, or by another server in the meantime. */
class AnsweredError extends Error {
  constructor(readonly answer: ApiResult) {
    super("answered before");
  }
}

export async function receiveReviews(
  store: Store,
  sent: ReviewsRequest,
  options: TakeReviewsOptions,
): Promise<ApiResult> {
  const answers = findIdempotentResult(sent);
  try {
    const kept = sent.isDry ? null : await store.jobs.read((reads) => answers.find(reads));
    return kept ?? (await importBody(store, sent, options, answers));
  } catch (error) {
    if (error instanceof AnsweredError) return error.answer;
    if (error instanceof NeedsInput) return { kind: "refused", issues: error.questions.map(questionOf) };
    if (!(error instanceof GoodwordError) || error.code !== "input_refused") throw error;
    return refusal("unreadable", error.message.replace(`${FILE_NAME}: `, ""));
  }
}

const FILE_NAME = "reviews";

async function importBody(
  store: Store,
  sent: ReviewsRequest,
  { verifiedBy, now, collectGarbage }: TakeReviewsOptions,
  answers: ReturnType<typeof findIdempotentResult>,
): Promise<ApiResult> {
  if (!(await isBusinessKnown(store)))
    return refusal("no_business", "import your own business first: sample data is shown");
  const file = fileOf(sent, FILE_NAME);
  using spool = new SpoolFile(collectGarbage);
  const order = { files: [file], isByProgram: true, options: { format: FORMATS[sent.format], verifiedBy } };
  const judged = await checkImport(store, order, { now, spool });
  const { reading } = judged;
  if (judged.kind !== "acceptable") return { kind: "refused", issues: reading.problems.map(issueOf) };
  if ((reading.business !== null && !reading.isBusinessSuggested) || reading.insights !== null) {
    return refusal("not_reviews", "a token adds reviews only; omit business and insights");
  }
  const request = { ...judged.request, drafts: draftsBy(verifiedBy, judged.request.drafts) };
  if (sent.isDry) {
    const { summary } = await previewImport(store, { reading, request }, () => {});
    return accepted(outcomeOf(summary, reading, true));
  }
  let json = "";
  const { summary } = await importReviews(store, order, {
    reading,
    request,
    progress: NO_PROGRESS,
    leavesAnalysis: true,
    async alongside({ jobs }, planned) {
      json = outcomeOf(planned, reading);
      await answerOnce(jobs, json);
    },
  });
  if (json === "") {
    json = outcomeOf(summary, reading);
    await store.jobs.write((writes) => answerOnce(writes, json));
  }
  return accepted(json);

  async function answerOnce(
    writes: Parameters<typeof answers.keep>[0] & Parameters<typeof answers.find>[0],
    answer: string,
  ) {
    const before = await answers.find(writes);
    if (before !== null) throw new AnsweredError(before);
    await answers.keep(writes, answer);
  }
}

/** Unless the token has a verification, its reviews are unverified and wait for the owner. */
function draftsBy(verifiedBy: JobsToken["verifiedBy"], drafts: ImportRequest["drafts"]): ImportRequest["drafts"] {
  const by = (draft: DraftReview): DraftReview => ({
    ...draft,
    ...(verifiedBy === "none" && { verificationMethod: "none" }),
    provenance: draft.provenance === "unknown" ? "platform_api" : draft.provenance,
  });
  return mapPages(drafts, by);
}

function accepted(json: string): ApiResult {
  return { kind: "accepted", json };
}

function refusal(code: string, message: string): ApiResult {
  return { kind: "refused", issues: [{ path: [], code, message }] };
}

/** The counts of `import --json`, without those of skipped records, since a request is imported as a whole. */
function outcomeOf(summary: ImportSummary, reading: ReadInNumbers, isDry = false): string {
  const { removed: _, refused: __, gone: ___, ...counts } = importCounts(summary, reading);
  const notes = notesOf(reading, summary);
  return JSON.stringify({ ...counts, unverified: summary.unverified, notes, ...(isDry && { dry_run: true }) });
}

function issueOf(problem: ImportProblem): Issue {
  const { at, field } = problem;
  return { path: [at.path, field], code: "invalid_review", message: describeProblem(problem) };
}

function questionOf({ option, role, question, choices, examples = [] }: InputQuestion): Issue {
  const hints = [
    ...(choices === undefined ? [] : [`one of ${choices.slice(0, MAX_LISTED).join(", ")}`]),
    ...(examples.length === 0 ? [] : [`such as ${examples.slice(0, MAX_LISTED).join(", ")}`]),
  ];
  const message = hints.length === 0 ? question : `${question} (${hints.join("; ")})`;
  return { path: [option === "column" && role ? role : option], code: "question", message };
}

const MAX_LISTED = 20;
