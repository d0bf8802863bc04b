import { describeActivity } from "../../console/mod.ts";
import { consoleWords } from "../../languages/mod.ts";
import { readLog } from "../../store/mod.ts";
import { type CommandCall, listOutcome, numberOption, type Outcome } from "../command.ts";

export async function showLog(call: CommandCall): Promise<Outcome> {
  const limit = numberOption(call, "limit", { min: 1, max: 1_000_000 }) ?? 20;
  const lines = await call.withStore((store) => readLog(store, { reviewId: call.text("review"), limit }));
  const data = lines.map(({ revision, at, command, reviewId, detail, by }) => {
    return { revision, at: new Date(at).toISOString(), command, review_id: reviewId, detail, by };
  });
  const words = consoleWords("en");
  const rows = lines.map((line) => {
    const sentence = `${describeActivity(words, line)}${line.by === null ? "" : ` By ${line.by}.`}`;
    return [`r${line.revision}`, new Date(line.at).toISOString(), line.command, line.reviewId ?? "", sentence];
  });
  const review = call.text("review");
  const none = review === undefined ? "No changes yet" : `No log entries for review ${JSON.stringify(review)}`;
  return listOutcome(data, rows, none);
}
