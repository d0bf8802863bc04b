import { GoodwordError } from "../../errors.ts";
import { readJobs, settleVerification, verifyByJobs } from "../../owner/mod.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { gatherFiles } from "../gather_files.ts";
import { noReview } from "../no_review.ts";
import { numberOption } from "../option_values.ts";
import { verifyOutcome } from "../verify_outcome.ts";

const DEFAULT_DAYS = 90;

/** Verifies reviews by a list of jobs, or by hand. */
export const verifyCommand: Command = {
  name: "verify",
  summary: "match unverified reviews with your list of finished jobs",
  details:
    "The list is a CSV with columns for date and customer, and perhaps service and technician. A match is published as " +
    "verified by job_record; as evidence only a salted hash of the job is kept, never the list. Near misses are shown " +
    "and change nothing: look at them and attest those that are right.",
  arguments: [{ name: "[jobs]", description: "the list of jobs, a CSV file; - for standard input" }],
  options: [
    { flags: "--dry-run", description: "show matches and near misses without changing anything" },
    {
      flags: "--days <number>",
      description: `days after a job within which its review was written (default: ${DEFAULT_DAYS})`,
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
      summary: "record that a person has checked these reviews against your customers",
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
  const [path] = call.arguments;
  if (path === undefined) throw new GoodwordError("usage", "Which list of jobs? See goodword verify --help");
  const days = numberOption(call, "days", { least: 0, most: 3650 }) ?? DEFAULT_DAYS;
  const [file, second] = await gatherFiles([path], call.world);
  if (file === undefined || second) throw new GoodwordError("usage", `${path}: expected one file, the list of jobs`);
  const list = readJobs(file, call.text("date-format"));
  const isDry = call.flag("dry-run");
  const { now, randomBytes } = call.world;
  const options = { days, isDry, now: now(), randomBytes };
  return verifyOutcome(list, await call.withStore((store) => verifyByJobs(store, list, options)), isDry);
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
