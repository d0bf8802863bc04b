/** Takes jobs from another program, once for each Idempotency-Key. */
import { DAY_MS } from "../durations.ts";
import { GoodwordError } from "../errors.ts";
import { MAX_ISSUES } from "../http/problem.ts";
import type { Issue } from "../http/problem_schema.ts";
import type { Store } from "../store/mod.ts";
import { type AddedJobs, jobPlanner, jobReadingOf, saveJobPlan } from "./add_jobs.ts";
import { type ApiRequest, type ApiResult, fileOf, findIdempotentResult } from "./api_request.ts";
import { readJobs } from "./read_jobs.ts";

const MAX_PER_DAY = 50_000;

/** Result of the request; `over_limit` after too many jobs within a day, none of which was accepted. */
type ReceivedJobs = ApiResult | { readonly kind: "over_limit"; readonly most: number };

interface TakeOptions {
  readonly now: number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly most?: number;
}

export async function receiveJobs(
  store: Store,
  sent: ApiRequest,
  { now, randomBytes, most = MAX_PER_DAY }: TakeOptions,
): Promise<ReceivedJobs> {
  const reading = await readBody(store, sent, now);
  if (reading.kind === "refused") return reading;
  const plan = await jobPlanner(store, reading.rows, { now, randomBytes, isDry: false });
  const answers = findIdempotentResult(sent);
  return store.jobs.write(async (writes): Promise<ReceivedJobs> => {
    const kept = await answers.find(writes);
    if (kept !== null) return kept;
    const planned = await plan(writes);
    const { added, corrected, unchanged, refused, unfinished, cancelled } = planned.outcome;
    if (added + corrected + unchanged + unfinished.length + cancelled.length === 0)
      return {
        kind: "refused",
        issues: refused.flatMap(({ index, issues }) => issues.map((message) => issueOf([String(index)], message))),
      };
    if (added > 0 && (await writes.addedSince(writes.now - DAY_MS)) + added > most) return { kind: "over_limit", most };
    await saveJobPlan(writes, planned);
    const json = JSON.stringify(outcomeOf(planned.outcome));
    await answers.keep(writes, json);
    return { kind: "accepted", json };
  });
}

/** What is kept with a key, and read back: of refused rows as many as any answer has issues. */
function outcomeOf({ added, corrected, unchanged, unfinished, refused }: AddedJobs) {
  const rows = refused.toSorted((one, other) => one.index - other.index).slice(0, MAX_ISSUES);
  const more = refused.length - rows.length;
  return {
    accepted: added + corrected,
    unchanged,
    not_finished: unfinished.length,
    refused: rows.map(({ index, issues }) => ({ index, issues: issues.map((message) => issueOf([], message)) })),
    ...(more > 0 && { more_refused: more }),
  };
}

/** The field that is to blame opens its sentence. */
function issueOf(path: readonly string[], message: string): Issue {
  const [, field] = /^(finished|email|telephone|may_contact|status) is /.exec(message) ?? [];
  return { path: field === undefined ? [...path] : [...path, field], code: "invalid_job", message };
}

async function readBody(store: Store, sent: ApiRequest, now: number) {
  const name = "jobs";
  const reading = await jobReadingOf(store, {}, now);
  try {
    return { kind: "read" as const, rows: readJobs(fileOf(sent, name), { ...reading, refusesUnknown: true }).rows };
  } catch (error) {
    if (!(error instanceof GoodwordError) || error.code !== "input_refused") throw error;
    const message = error.message.replace(`${name}: `, "");
    return { kind: "refused" as const, issues: [{ path: [], code: "unreadable", message }] };
  }
}
