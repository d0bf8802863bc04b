import { describeDoubt } from "../../console/mod.ts";
import { consoleWords } from "../../languages/mod.ts";
import { matchKeptJobs } from "../../owner/verify_by_jobs.ts";
import { counted } from "../../review/mod.ts";
import { type CommandCall, numberOption, type Outcome, table } from "../command.ts";

export async function verify(call: CommandCall): Promise<Outcome> {
  const isDry = call.flag("dry-run");
  const days = numberOption(call, "days", { min: 0, max: 3650 });
  const { now, randomBytes } = call.context;
  const { nearMisses, proved, waiting, revision } = await call.withStore((store) =>
    matchKeptJobs(store, { ...(days !== undefined && { days }), isDry, now: now(), randomBytes }),
  );
  const words = consoleWords("en");
  const rows = nearMisses.map(({ review, job, doubt }) => {
    const { id, authorName, date } = review;
    return [
      `  ${id}=${job.id}`,
      authorName,
      date,
      `${job.customerName}, job of ${job.finished}`,
      describeDoubt(words, doubt),
    ];
  });
  const title = "Near misses; decide with goodword verify confirm or rule-out:";
  const misses = counted(rows.length, "near miss", "near misses");
  return {
    lines: [
      ...(rows.length === 0 ? [] : [title, ...table(rows)]),
      `${counted(proved, "review")} proved, ${misses}; ${endOf(isDry, revision)}`,
    ],
    data: {
      unverified: waiting,
      matched: proved,
      near_misses: nearMisses.map(({ review, job, doubt }) => {
        return { id: review.id, author: review.authorName, job: job.id, reason: describeDoubt(words, doubt) };
      }),
      dry_run: isDry,
      revision,
    },
  };
}

function endOf(isDry: boolean, revision: number | null): string {
  if (isDry) return "nothing was changed, this was a dry run";
  return revision === null ? "nothing was changed" : `revision ${revision}`;
}
