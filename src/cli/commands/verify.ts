import { createHmac } from "node:crypto";
import { analystFor } from "../../analyst.ts";
import { GoodwordError } from "../../errors.ts";
import { type Business, calendarDateAt, mentionResolver, type VerificationMethod } from "../../review/mod.ts";
import {
  evidenceSalt,
  readBusiness,
  readEvidence,
  readUnverified,
  type Store,
  saveVerifications,
  type UnverifiedReview,
} from "../../store/mod.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { gatherFiles } from "../gather_files.ts";
import { type Candidate, type JobMatch, matchJobs } from "../match_jobs.ts";
import { numberOption } from "../option_values.ts";
import { type Job, type JobList, readJobs } from "../read_jobs.ts";
import { table } from "../table.ts";
import { count, counted } from "../words.ts";

const DEFAULT_DAYS = 90;

export const verifyCommand: Command = {
  name: "verify",
  summary: "match unverified reviews with your list of finished jobs",
  details:
    "The list is a CSV with columns for date and customer, and perhaps service and technician. A match is published as " +
    "verified by job_record; as evidence only a salted hash of the job is kept, never the list. Near misses are shown " +
    "and change nothing: look at them and attest those that are right.",
  arguments: [{ name: "[jobs]", description: "the list of jobs, a CSV file; - for standard input" }],
  options: [
    { flags: "--dry-run", description: "show matches and near misses, change nothing" },
    {
      flags: "--days <number>",
      description: `how long after the job a review may be written; ${DEFAULT_DAYS} when left out`,
    },
    { flags: "--date-format <format>", description: "how dates are written, such as DD/MM/YYYY" },
  ],
  examples: [
    ["goodword verify jobs-2026.csv --dry-run", "see what would match"],
    ["goodword verify attest r_abc --by AB", "you have checked it yourself"],
  ],
  subcommands: [
    {
      name: "attest",
      summary: "say that a person has checked these reviews against your customers",
      arguments: [{ name: "<ids...>", description: "ids of reviews" }],
      options: [{ flags: "--by <initials>", description: "who has checked them, for the log" }],
      run: (call) => settle(call, "operator_attested"),
    },
    {
      name: "withdraw",
      summary: "take a verification back; the reviews are withheld as unverified",
      arguments: [{ name: "<ids...>", description: "ids of reviews" }],
      run: (call) => settle(call, "none"),
    },
  ],
  run: verifyByJobs,
};

async function verifyByJobs(call: Call): Promise<Outcome> {
  const [path] = call.arguments;
  if (path === undefined) throw new GoodwordError("usage", "Which list of jobs? See goodword verify --help");
  const days = numberOption(call, "days", { least: 0, most: 3650 }) ?? DEFAULT_DAYS;
  const [file, second] = await gatherFiles([path], call.world);
  if (second) throw new GoodwordError("usage", `${path}: expected one file, the list of jobs`);
  const list = readJobs(file!, call.text("date-format"));
  return call.withStore((store) => matchAndSave(store, list, { call, days }));
}

function matchAndSave(store: Store, list: JobList, { call, days }: { call: Call; days: number }): Outcome {
  const business = businessOf(store);
  const now = call.world.now();
  const resolve = mentionResolver(business);
  const proved = readEvidence(store);
  const prove = evidenceMaker(evidenceSalt(store, call.world.randomBytes));
  const open = list.jobs.filter((job) => !proved.has(prove(job)));
  const candidates = candidatesOf(readUnverified(store), business);
  const results = matchJobs(candidates, open, { days, resolve });
  const matches = results.filter(({ kind }) => kind === "match");
  const date = calendarDateAt(now, business.time_zone);
  const isDry = call.flag("dry-run");
  const saved = isDry
    ? null
    : saveVerifications(
        store,
        matches.map(({ review, job }) => ({ id: review.id, method: "job_record", date, evidence: prove(job) })),
        now,
      );
  return verifyOutcome(results, { list, waiting: candidates.length, revision: saved?.revision ?? null, isDry });
}

function businessOf(store: Store): Business {
  const stored = readBusiness(store);
  if (stored === null) throw new GoodwordError("not_found", "There are no reviews yet; import some first");
  return stored.profile;
}

/** One job, one hash: without the salt nobody can test a name against it. */
function evidenceMaker(salt: string): (job: Job) => string {
  return ({ date, customer, service, technician }) => {
    const words = [date, customer, service, technician].map((word) => word?.toLowerCase().replace(/\s+/g, " ") ?? "");
    return createHmac("sha256", salt).update(words.join("\0")).digest("hex");
  };
}

function candidatesOf(reviews: readonly UnverifiedReview[], business: Business): Candidate[] {
  const analyst = analystFor(business);
  const resolve = mentionResolver(business);
  return reviews.map((review) => {
    const isFresh = review.analysisKey === analyst.key && review.analysis !== null;
    const { mentions } = analyst.findings(isFresh ? review.analysis! : analyst.analyze(review));
    return { ...review, mentions: resolve(review.givenMentions ?? mentions) };
  });
}

interface Told {
  readonly list: JobList;
  readonly waiting: number;
  readonly revision: number | null;
  readonly isDry: boolean;
}

function verifyOutcome(results: readonly JobMatch[], { list, waiting, revision, isDry }: Told): Outcome {
  const matches = results.filter(({ kind }) => kind === "match");
  const near = results.filter(({ kind }) => kind === "near_miss");
  const { passedOver } = list;
  const unread =
    passedOver.length === 0
      ? ""
      : `; ${counted(passedOver.length, "row")} without date or customer, the first is row ${passedOver[0]}`;
  const end = isDry
    ? "nothing was changed, this was a dry run"
    : revision === null
      ? "nothing was changed"
      : `revision ${revision}`;
  return {
    lines: [
      ...(matches.length > 0 ? ["Matched:", ...table(matches.map(cellsOf))] : []),
      ...(near.length > 0
        ? ["Near misses, for you to decide (goodword verify attest ID):", ...table(near.map(cellsOf))]
        : []),
      `${count(matches.length)} of ${count(waiting)} unverified reviews matched, ${counted(near.length, "near miss", "near misses")}; ${end}`,
      `${counted(list.jobs.length, "job")} read${unread}`,
    ],
    data: {
      jobs: list.jobs.length,
      rows_passed_over: passedOver,
      unverified: waiting,
      matched: matches.map(dataOf),
      near_misses: near.map(dataOf),
      dry_run: isDry,
      revision,
    },
  };
}

function cellsOf(match: JobMatch): string[] {
  const { review, job } = match;
  const reason = match.kind === "near_miss" ? [match.reason] : [];
  return [`  ${review.id}`, review.authorName, review.date, `job of ${job.date}, row ${job.row}`, ...reason];
}

function dataOf(match: JobMatch) {
  const { review, job } = match;
  const reason = match.kind === "near_miss" ? { reason: match.reason } : {};
  return {
    id: review.id,
    author: review.authorName,
    date: review.date,
    job_row: job.row,
    job_date: job.date,
    ...reason,
  };
}

async function settle(call: Call, method: VerificationMethod): Promise<Outcome> {
  const { now } = call.world;
  const ids = [...new Set(call.arguments)];
  const { changed, unknown, revision } = await call.withStore((store) => {
    const date = method === "none" ? null : calendarDateAt(now(), businessOf(store).time_zone);
    const wanted = ids.map((id) => ({ id, method, date, evidence: null, by: call.text("by") }));
    return saveVerifications(store, wanted, now());
  });
  if (unknown.length > 0) {
    throw new GoodwordError("not_found", `There is no review with the id ${unknown.join(", ")}; nothing was changed`);
  }
  const what = method === "none" ? "withdrawn" : "attested";
  const line =
    revision === null ? `Nothing to do: ${ids.join(", ")}` : `${changed.join(", ")} ${what}; revision ${revision}`;
  return { lines: [line], data: { changed, method, revision } };
}
