/**
 * Takes jobs from another program: the body of a request in any of its ways of writing, once for each Idempotency-Key.
 */
import { createHash } from "node:crypto";
import { GoodwordError } from "../errors.ts";
import { MOST_ISSUES } from "../http/problem.ts";
import type { Issue } from "../http/problem_schema.ts";
import type { Store } from "../store/mod.ts";
import { type AddedJobs, jobPlanner, jobReadingOf, saveJobPlan } from "./add_jobs.ts";
import { type JobRow, readJobs } from "./read_jobs.ts";

/** How long an Idempotency-Key is remembered, and jobs are counted. */
const DAY_MS = 86_400_000;
/** Jobs that are added to a business within a day: far more than any firm finishes, and what a lost token can do. */
const MOST_OF_DAY = 50_000;

/** A request of another program. */
export interface JobsRequest {
  /** Name of its token. */
  readonly token: string;
  readonly body: Uint8Array;
  readonly format: JobsFormat;
  readonly idempotencyKey: string | null;
}

/** The answer to it: JSON of the outcome, or what is wrong. */
export type TakenJobs =
  | { readonly kind: "accepted"; readonly json: string }
  /** Too many jobs within a day; nothing was changed. */
  | { readonly kind: "over_limit"; readonly most: number }
  | { readonly kind: "refused"; readonly issues: readonly Issue[] };

/** How a body is written. */
export type JobsFormat = "json" | "ndjson" | "csv" | "form";

const FORMATS: Readonly<Record<string, JobsFormat>> = {
  "application/json": "json",
  "application/x-ndjson": "ndjson",
  "application/ndjson": "ndjson",
  "application/jsonl": "ndjson",
  "text/csv": "csv",
  "application/x-www-form-urlencoded": "form",
};

/** The format of a Content-Type; null for one that is not read. */
export function jobsFormatOf(contentType: string | null): JobsFormat | null {
  const type = contentType?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return FORMATS[type] ?? (/^application\/[\w.-]+\+json$/.test(type) ? "json" : null);
}

interface TakeOptions {
  readonly now: number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Jobs that may be added within a day. */
  readonly most?: number;
}

/** Adds what can be read. @throws {GoodwordError} `database` */
export async function takeJobs(
  store: Store,
  { token, body, format, idempotencyKey }: JobsRequest,
  { now, randomBytes, most = MOST_OF_DAY }: TakeOptions,
): Promise<TakenJobs> {
  const reading = await readBody(store, { body, format, now });
  if (reading.kind === "refused") return reading;
  const { rows } = reading;
  const plan = await jobPlanner(store, rows, { now, randomBytes, isDry: false });
  const requestDigest = createHash("sha256").update(body).digest("hex");
  return store.jobs.write(async (writes): Promise<TakenJobs> => {
    const since = writes.now - DAY_MS;
    const kept = idempotencyKey === null ? undefined : await writes.answerOf(token, idempotencyKey, since);
    if (kept !== undefined) return kept.requestDigest === requestDigest ? accepted(kept.answer) : KEY_USED;
    const planned = await plan(writes);
    const { added, corrected, unchanged, refused, unfinished, cancelled } = planned.outcome;
    if (added + corrected + unchanged + unfinished.length + cancelled.length === 0)
      return { kind: "refused", issues: refused.flatMap(issuesOf) };
    if (added > 0 && (await writes.addedSince(since)) + added > most) return { kind: "over_limit", most };
    await saveJobPlan(writes, planned);
    const answer = JSON.stringify(outcomeOf(planned.outcome));
    if (idempotencyKey !== null) {
      await writes.keepAnswer(
        { token, key: idempotencyKey, requestDigest, status: 202, answer, at: writes.now },
        since,
      );
    }
    return accepted(answer);
  });
}

function accepted(json: string): TakenJobs {
  return { kind: "accepted", json };
}

const KEY_USED: TakenJobs = {
  kind: "refused",
  issues: [{ path: ["Idempotency-Key"], code: "reused", message: "another request was sent with this key" }],
};

/** What is kept with a key, and read back: of refused rows as many as any answer has issues. */
function outcomeOf({ added, corrected, unchanged, unfinished, refused }: AddedJobs) {
  const rows = refused.toSorted((one, other) => one.index - other.index).slice(0, MOST_ISSUES);
  const more = refused.length - rows.length;
  return {
    accepted: added + corrected,
    unchanged,
    not_finished: unfinished.length,
    refused: rows.map(({ index, issues }) => ({ index, issues: issues.map((message) => issueOf([], message)) })),
    ...(more > 0 && { more_refused: more }),
  };
}

function issuesOf({ index, issues }: JobRow): Issue[] {
  return issues.map((message) => issueOf([String(index)], message));
}

/** The field that is to blame opens its sentence. */
function issueOf(path: readonly string[], message: string): Issue {
  const [, field] = /^(finished|email|telephone|may_contact|status) is /.exec(message) ?? [];
  return { path: field === undefined ? [...path] : [...path, field], code: "invalid_job", message };
}

type BodyReading =
  | { readonly kind: "read"; readonly rows: readonly JobRow[] }
  | Extract<TakenJobs, { kind: "refused" }>;

async function readBody(
  store: Store,
  { body, format, now }: Pick<JobsRequest, "body" | "format"> & { readonly now: number },
): Promise<BodyReading> {
  const name = "jobs";
  const bytes = format === "form" ? formAsJson(body) : body;
  const reading = await jobReadingOf(store, {}, now);
  try {
    return { kind: "read", rows: readJobs({ name, bytes }, { ...reading, refusesUnknown: true }).rows };
  } catch (error) {
    if (!(error instanceof GoodwordError) || error.code !== "input_refused") throw error;
    const message = error.message.replace(`${name}: `, "");
    return { kind: "refused", issues: [{ path: [], code: "unreadable", message }] };
  }
}

/** `customer[email]=...` as programs write what is nested. */
function formAsJson(body: Uint8Array): Uint8Array {
  const fields = [...new URLSearchParams(new TextDecoder().decode(body))];
  const named = fields.map(([name, value]) => [name.replaceAll(/\[([^\][]+)\]/g, ".$1"), value]);
  return new TextEncoder().encode(JSON.stringify(Object.fromEntries(named)));
}
