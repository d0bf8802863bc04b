import { GoodwordError } from "../../errors.ts";
import {
  type Confirmation,
  confirmNearMisses,
  type JobList,
  type Objection,
  readJobs,
  recheckJobRecords,
  settleVerification,
  verifyByJobs,
} from "../../owner/mod.ts";
import { counted, listed } from "../../review/mod.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { gatherFiles } from "../gather_files.ts";
import { noReview } from "../no_review.ts";
import { numberOption } from "../option_values.ts";
import { recheckOutcome, verifyOutcome } from "../verify_outcome.ts";

const DEFAULT_DAYS = 90;

/** Verifies reviews by a list of jobs, or by hand. */
export const verifyCommand: Command = {
  name: "verify",
  summary: "prove unverified reviews by your list of finished jobs",
  details:
    "The list is a CSV or an Excel workbook with columns for date and customer, and perhaps invoice number, e-mail, telephone, service and " +
    "technician. A job is proof by invoice number, by e-mail or telephone, or by the whole name and a date not long before " +
    "the review. As evidence only salted hashes are kept, never the list. A shortened name proves nothing: near misses " +
    "are shown with both sides and change nothing. Confirm those that are right, one by one; they are published as " +
    "attested by you.",
  arguments: [{ name: "[jobs]", description: "the list of jobs, .csv or .xlsx; - for standard input" }],
  options: [
    { flags: "--dry-run", description: "show proofs and near misses without changing anything" },
    {
      flags: "--days <number>",
      description: `days after a job within which a review proved by name was written (default: ${DEFAULT_DAYS})`,
    },
    { flags: "--date-format <format>", description: "how dates are written, such as DD/MM/YYYY" },
    { flags: "--confirm <pairs>", description: "near misses that are right, such as r_abc=12,r_def=15 (id=row)" },
    { flags: "--by <initials>", description: "with --confirm: who checked them, for the log" },
    { flags: "--recheck", description: "recheck job records that an older release matched by a shortened name" },
    { flags: "--yes", description: "with --recheck: withhold those that are not proved" },
  ],
  examples: [
    ["goodword verify jobs-2026.csv --dry-run", "see what would match"],
    ["goodword verify jobs-2026.csv --confirm r_abc=12 --by AB", "you know that this is the customer of row 12"],
    ["goodword verify attest r_abc --by AB", "you have checked it yourself, without a list"],
  ],
  subcommands: [
    {
      name: "attest",
      summary: 'vouch for reviews whose authors you know; they are shown as "The business says so"',
      arguments: [{ name: "<ids...>", description: "ids of reviews" }],
      options: [{ flags: "--by <initials>", description: "who checked them, for the log" }],
      run: (call) => settle(call, "operator_attested"),
    },
    {
      name: "withdraw",
      summary: "withdraw a verification; the reviews are withheld as unverified",
      arguments: [{ name: "<ids...>", description: "ids of reviews" }],
      run: (call) => settle(call, "none"),
    },
  ],
  run: verify,
};

async function verify(call: Call): Promise<Outcome> {
  const list = await readList(call);
  const days = numberOption(call, "days", { least: 0, most: 3650 }) ?? DEFAULT_DAYS;
  const isDry = call.flag("dry-run");
  const { now, randomBytes } = call.world;
  const options = { days, isDry, now: now(), randomBytes };
  if (call.flag("recheck")) {
    const isLook = isDry || !call.flag("yes");
    const rechecked = await call.withStore((store) => recheckJobRecords(store, list, { ...options, isDry: isLook }));
    return recheckOutcome(rechecked, isLook);
  }
  if (list === null) throw new GoodwordError("usage", "Which list of jobs? See goodword verify --help");
  const pairs = call.text("confirm");
  if (pairs !== undefined) return confirm(call, list, readPairs(pairs), options);
  return verifyOutcome(list, await call.withStore((store) => verifyByJobs(store, list, options)), isDry);
}

async function readList(call: Call): Promise<JobList | null> {
  const [path] = call.arguments;
  if (path === undefined) return null;
  const [file, second] = await gatherFiles([path], call.world);
  if (file === undefined || second) throw new GoodwordError("usage", `${path}: expected one file, the list of jobs`);
  return readJobs(file, call.text("date-format"));
}

type VerifyOptions = Parameters<typeof verifyByJobs>[2];

async function confirm(
  call: Call,
  list: JobList,
  pairs: readonly Confirmation[],
  options: VerifyOptions,
): Promise<Outcome> {
  if (options.isDry) throw new GoodwordError("usage", "--confirm does not go with --dry-run");
  const by = call.text("by");
  const confirmed = await call.withStore((store) => confirmNearMisses(store, list, pairs, { ...options, by }));
  switch (confirmed.kind) {
    case "unknown_review":
      throw noReview(...confirmed.ids);
    case "removed_review": {
      const { id, removedAt } = confirmed;
      const when = new Date(removedAt).toISOString().slice(0, 10);
      throw new GoodwordError("not_found", `Review ${JSON.stringify(id)} was removed on ${when}; nothing was changed`);
    }
    case "refused":
      throw new GoodwordError("input_refused", objectionsInWords(confirmed.objections));
    case "unknown_row": {
      const rows = listed(confirmed.rows.map(String));
      throw new GoodwordError("input_refused", `The list has no job in row ${rows}; nothing was changed`);
    }
    case "confirmed": {
      const { changed, revision } = confirmed;
      const ids = pairs.map(({ id }) => id).join(", ");
      const line = revision === null ? `Nothing to do: ${ids}` : `${changed.join(", ")} attested; revision ${revision}`;
      return { lines: [line], data: { changed, method: "operator_attested", revision } };
    }
  }
}

/** The first says most; the others are counted. */
function objectionsInWords([first, ...others]: readonly Objection[]): string {
  const more = others.length === 0 ? "" : ` (and ${counted(others.length, "more such pair")})`;
  return `${first === undefined ? "" : objectionInWords(first)}${more}; nothing was changed`;
}

function objectionInWords(objection: Objection): string {
  const { id, row } = objection;
  switch (objection.kind) {
    case "verified":
      return `${id} needs no confirmation: it is verified by ${objection.method}`;
    case "job_taken":
      return `The job in row ${row} cannot prove ${id}, since it stands for another review`;
    case "no_near_miss":
      return `${id} and row ${row} (${objection.customer}) are no near miss: neither name nor contact agrees`;
  }
}

function readPairs(text: string): Confirmation[] {
  return text.split(",").map((pair) => {
    const [, id, row] = /^\s*([A-Za-z0-9_-]{1,64})\s*=\s*(\d{1,9})\s*$/.exec(pair) ?? [];
    if (id !== undefined && row !== undefined) return { id, row: Number(row) };
    throw new GoodwordError("usage", `Invalid --confirm ${JSON.stringify(pair)}: expected ID=ROW, such as r_abc=12`);
  });
}

async function settle(call: Call, method: "operator_attested" | "none"): Promise<Outcome> {
  const ids = [...new Set(call.arguments)];
  const order = { ids, method, by: call.text("by"), now: call.world.now() };
  const settled = await call.withStore((store) => settleVerification(store, order));
  switch (settled.kind) {
    case "unknown":
      throw noReview(...settled.ids);
    case "same":
      return { lines: [`Nothing to do: ${ids.join(", ")}`], data: { changed: [], method, revision: null } };
    case "settled": {
      const { changed, revision } = settled;
      const what = method === "none" ? "withdrawn" : "attested";
      return { lines: [`${changed.join(", ")} ${what}; revision ${revision}`], data: { changed, method, revision } };
    }
  }
}
