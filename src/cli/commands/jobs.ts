/** The list of finished jobs: added to, shown, counted, erased from; and who else may add to it. */
import { readConfig } from "../../config.ts";
import { usageFault } from "../../errors.ts";
import {
  CONSENT_ANSWERS,
  type ImportFile,
  JOB_ROLES,
  type JobHints,
  jobRoleOf,
  STATUS_ANSWERS,
} from "../../import/mod.ts";
import type { JobStatus } from "../../invitations/mod.ts";
import { type AddedLists, addLists, type JobMatches, jobReadingOf } from "../../owner/add_jobs.ts";
import { forgetUnused, type JobWithState, listJobs } from "../../owner/job_list.ts";
import { listJobsTokens } from "../../owner/jobs_token.ts";
import { type JobList, type JobRow, readJobs } from "../../owner/read_jobs.ts";
import { mailObstacle, readMailState } from "../../owner/send_messages.ts";
import { countJobs } from "../../owner/verify_by_jobs.ts";
import { counted, groupedDigits } from "../../review/mod.ts";
import { asSentence, type CommandCall, listOutcome, numberOption, type Outcome, table } from "../command.ts";
import { columnLines, withPrompts } from "../dry_run.ts";
import { columnsOption, gatherFiles } from "../files.ts";

export async function jobsAdd(call: CommandCall): Promise<Outcome> {
  const hints: JobHints = {
    columns: columnsOption(call, jobRoleOf, JOB_ROLES),
    dateFormat: call.text("date-format"),
    encoding: call.text("encoding"),
    statuses: meaningsOption(call, "status", STATUS_ANSWERS),
    consents: meaningsOption(call, "consent", CONSENT_ANSWERS),
  };
  const files = await gatherFiles(call.arguments, call.context);
  return withPrompts(call, hints, (answered) => addFiles(call, files, answered));
}

/** What `--status VALUE=MEANING` and `--consent COLUMN=MEANING` answer. @throws {GoodwordError} usage */
function meaningsOption(call: CommandCall, option: string, meanings: readonly string[]) {
  const answers = call.texts(option).map((text) => {
    const at = text.lastIndexOf("=");
    const value = text.slice(0, Math.max(0, at)).trim();
    const meaning = text
      .slice(at + 1)
      .trim()
      .toLowerCase();
    const known = meanings.find((each) => each === meaning.replace(/[\s_]+/g, "-"));
    if (value !== "" && known !== undefined) return [value, known] as const;
    throw usageFault(`Invalid --${option} ${JSON.stringify(text)}: expected NAME=${meanings.join(" | ")}`);
  });
  return answers.length === 0 ? undefined : Object.fromEntries(answers);
}

function addFiles(call: CommandCall, files: readonly ImportFile[], hints: JobHints): Promise<Outcome> {
  const { now, randomBytes, env } = call.context;
  const isDry = call.flag("dry-run");
  const policy = readConfig(env).invitations;
  const isLook = isDry || call.flag("explain");
  return call.withStore(
    async (store) => {
      const reading = await jobReadingOf(store, hints, now());
      const lists = files.map((file) => readJobs(file, reading));
      if (call.flag("explain")) return explainOutcome(lists);
      const options = { hints, isDry, now: now(), randomBytes };
      const added = await addLists(store, lists, options);
      const forgotten = isDry ? 0 : await forgetUnused(store, policy);
      return addedOutcome(added, lists, { isDry, forgotten, isOff: policy.mode === "off" });
    },
    { ifMissing: isLook ? "stand_in" : "create_named" },
  );
}

function explainOutcome(lists: readonly JobList[]): Outcome {
  const lines = lists.flatMap(({ file, rows, columns }) => [
    `${file}: ${counted(rows.length, "row")}`,
    ...columnLines(columns),
  ]);
  const data = lists.map(({ file, rows, columns, notes }) => ({ file, rows: rows.length, columns, notes }));
  return { lines: [...lines, ...lists.flatMap(({ notes }) => notes)], data: { explain: true, files: data } };
}

function addedOutcome(
  added: AddedLists,
  lists: readonly JobList[],
  { isDry, forgotten, isOff }: { isDry: boolean; forgotten: number; isOff: boolean },
): Outcome {
  const { refused, unfinished, cancelled, verified, matches, isSample } = added;
  const files = new Map(lists.flatMap(({ file, rows }) => rows.map(({ draft }) => [draft, file] as const)));
  const placeOf = ({ draft, row }: JobRow) => ({ file: files.get(draft), row });
  const faults = refused.map((row) => `${files.get(row.draft) ?? ""} row ${row.row}: ${row.issues.join(", ")}`);
  const taken = added.added + added.corrected + added.unchanged + unfinished.length + cancelled.length;
  const proofs = verified?.proofs.length ?? 0;
  return {
    lines: [
      `${counted(added.added, "job")} added, ${added.corrected} corrected, ${added.unchanged} unchanged${isDry ? "; nothing was changed, this was a dry run" : ""}`,
      ...(unfinished.length > 0
        ? [`${counted(jobsIn(unfinished), "job")} not finished: listed once a later list has them as finished`]
        : []),
      ...(cancelled.length > 0 ? [`${counted(jobsIn(cancelled), "job")} cancelled: not invited`] : []),
      ...(refused.length > 0 ? [`${counted(refused.length, "row")} skipped`] : []),
      ...(forgotten > 0 ? [`Contacts of ${counted(forgotten, "old job")} erased (CONTACTS_KEPT)`] : []),
      ...(proofs > 0 ? [`${counted(proofs, "review")} verified by these jobs`] : []),
      ...(matches === null ? [] : [matchesLine(matches)]),
      ...nextSteps(isSample, isOff),
      ...lists.flatMap(({ notes }) => notes),
      ...lists.flatMap(({ file, unused }) =>
        unused.length > 0
          ? [`${file}: columns not used: ${unused.map((name) => JSON.stringify(name)).join(", ")}`]
          : [],
      ),
    ],
    data: {
      added: added.added,
      corrected: added.corrected,
      unchanged: added.unchanged,
      not_finished: unfinished.map(placeOf),
      cancelled: cancelled.map(placeOf),
      refused: refused.map((row) => ({ ...placeOf(row), issues: row.issues })),
      columns_not_used: lists.map(({ file, unused }) => ({ file, columns: unused })),
      contacts_erased: forgotten,
      verified: verified?.proofs.map(({ review, strength }) => ({ id: review.id, strength })) ?? [],
      near_misses: verified?.nearMisses.length ?? 0,
      matches,
      dry_run: isDry,
    },
    faults,
    exitCode: taken === 0 && refused.length > 0 ? 1 : 0,
  };
}

function jobsIn(rows: readonly JobRow[]): number {
  return countJobs(rows.map(({ draft }) => draft));
}

function matchesLine({ verifying, near, unmatched }: JobMatches): string {
  const jobs = counted(verifying + near + unmatched, "job with a customer's name", "jobs with a customer's name");
  return `${jobs}: ${verifying} verify a review, ${near} nearly match one (goodword verify), ${unmatched} match no review`;
}

function nextSteps(isSample: boolean, isOff: boolean): string[] {
  if (isSample) {
    return [
      "Nobody is invited while sample data is shown; describe your business first with goodword init and goodword import",
    ];
  }
  return isOff ? ["Nobody is invited yet: INVITATIONS is off; see docs/collecting.md"] : [];
}

export async function jobsList(call: CommandCall): Promise<Outcome> {
  const status = call.text("status") as JobStatus | undefined;
  const limit = numberOption(call, "limit", { min: 1, max: 1_000_000 });
  const { jobs, obstacle } = await jobsAndObstacle(call);
  const all = jobs.filter((job) => status === undefined || job.status === status);
  const shown = all.slice(0, limit ?? (call.isJson ? all.length : 20));
  const more = all.length > shown.length ? [`${shown.length} of ${groupedDigits(all.length)} shown; see --limit`] : [];
  const advice = obstacle === null ? [] : [asSentence(obstacle)];
  return {
    lines: all.length === 0 ? ["No jobs"] : [...table(shown.map(cellsOf)), ...more, ...advice],
    data: { total: all.length, obstacle, jobs: shown.map(dataOf) },
  };
}

export async function jobsStats(call: CommandCall): Promise<Outcome> {
  const jobs = await jobsOf(call);
  const count = (keys: readonly string[]) => {
    const groups = Map.groupBy(keys.toSorted(), (key) => key);
    return Object.fromEntries([...groups].map(([key, all]) => [key, all.length]));
  };
  const statuses = count(jobs.map(({ status }) => status));
  const reasons = count(jobs.flatMap(({ reason }) => reason ?? []));
  const rows = [
    ...Object.entries(statuses).map(([name, number]) => [name, groupedDigits(number)]),
    ...Object.entries(reasons).map(([name, number]) => [`  ${name}`, groupedDigits(number)]),
  ];
  return {
    lines: [counted(jobs.length, "job"), ...table(rows)],
    data: { total: jobs.length, statuses, not_invited: reasons },
  };
}

export async function listTokens(call: CommandCall): Promise<Outcome> {
  const tokens = (await call.withStore(listJobsTokens)).map(({ name, may, verifiedBy, createdAt, revokedAt }) => {
    return { name, may, verified_by: verifiedBy, created_at: isoOf(createdAt), revoked_at: isoOf(revokedAt) };
  });
  const rows = tokens.map((each) => [
    each.name,
    each.may === "jobs" ? "jobs" : `reviews, verified by ${each.verified_by}`,
    `created ${each.created_at}`,
    each.revoked_at === null ? "" : "revoked",
  ]);
  return listOutcome(tokens, rows, "No tokens");
}

function jobsAndObstacle(call: CommandCall) {
  const config = readConfig(call.context.env);
  return call.withStore(async (store) => {
    const jobs = await listJobs(store, config.invitations);
    const isWaiting = config.invitations.mode === "mail" && jobs.some(({ status }) => status === "listed");
    return { jobs, obstacle: isWaiting ? mailObstacle(await readMailState(store, config)) : null };
  });
}

export function jobsOf(call: CommandCall): Promise<JobWithState[]> {
  const { invitations } = readConfig(call.context.env);
  return call.withStore((store) => listJobs(store, invitations));
}

function cellsOf({ job, status, reason }: JobWithState): string[] {
  const who = job.customerName ?? job.email ?? job.telephone ?? "(erased)";
  return [job.id, job.finished, who, job.service ?? "", reason === null ? status : `${status}: ${reason}`];
}

export function dataOf({ job, invitation, status, reason }: JobWithState) {
  return {
    id: job.id,
    status,
    reason,
    reference: job.reference,
    customer_name: job.customerName,
    email: job.email,
    telephone: job.telephone,
    finished: job.finished,
    service: job.service,
    technician: job.technician,
    area: job.area,
    language: job.language,
    may_contact: job.mayContact,
    cancelled: job.isCancelled,
    note: job.skippedNote,
    added_at: isoOf(job.addedAt),
    forgotten_at: isoOf(job.forgottenAt),
    invited_by: invitation?.invitedBy ?? null,
    invited_at: isoOf(invitation?.invitedAt),
    reminded_at: isoOf(invitation?.remindedAt),
    expires_at: isoOf(invitation?.expiresAt),
    answered_at: isoOf(invitation?.answeredAt),
    review_id: invitation?.reviewId ?? null,
  };
}

function isoOf(instant: number | null | undefined): string | null {
  return instant == null ? null : new Date(instant).toISOString();
}
