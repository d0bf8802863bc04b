import { activityInWords } from "../../console/mod.ts";
import { consoleWords } from "../../languages/mod.ts";
import { type ChangeLogLine, readLog } from "../../store/mod.ts";
import { type CommandCall, listOutcome, numberOption, type Outcome } from "../command.ts";

export async function showLog(call: CommandCall): Promise<Outcome> {
  const limit = numberOption(call, "limit", { least: 1, most: 1_000_000 }) ?? 20;
  const lines = await call.withStore((store) => readLog(store, { reviewId: call.text("review"), limit }));
  const data = lines.map(({ revision, at, command, reviewId, detail, by }) => {
    return { revision, at: new Date(at).toISOString(), command, review_id: reviewId, detail, by };
  });
  const words = consoleWords("en");
  const cells = lines.map((line) => cellsOf(line, activityInWords(words, line)));
  return listOutcome(data, cells, nothingYet(call.text("review")));
}

function nothingYet(reviewId: string | undefined): string {
  return reviewId === undefined ? "No changes yet" : `No log entries for review ${JSON.stringify(reviewId)}`;
}

function cellsOf({ revision, at, command, reviewId, by }: ChangeLogLine, sentence: string): string[] {
  const line = by === null ? sentence : `${sentence} By ${by}.`;
  return [`r${revision}`, new Date(at).toISOString(), command, reviewId ?? "", line];
}
