import { type LogLine, readLog } from "../../owner/mod.ts";
import type { Command } from "../command.ts";
import { numberOption } from "../option_values.ts";
import { table } from "../table.ts";

/** Prints the log of changes. */
export const logCommand: Command = {
  name: "log",
  summary: "show what was changed, latest first",
  details: "Every change is recorded as it is made; the log is append-only.",
  options: [
    { flags: "--review <id>", description: "only changes of one review" },
    { flags: "--limit <number>", description: "maximum number to show (default: 20)" },
  ],
  run: async (call) => {
    const limit = numberOption(call, "limit", { least: 1, most: 1_000_000 }) ?? 20;
    const lines = await call.withStore((store) => readLog(store, { reviewId: call.text("review"), limit }));
    return {
      lines: lines.length === 0 ? [nothingYet(call.text("review"))] : table(lines.map(cellsOf)),
      data: lines.map(({ revision, at, command, reviewId, detail }) => {
        return { revision, at: new Date(at).toISOString(), command, review_id: reviewId, detail };
      }),
    };
  },
};

function nothingYet(reviewId: string | undefined): string {
  return reviewId === undefined ? "No changes yet" : `No log entries for review ${JSON.stringify(reviewId)}`;
}

function cellsOf({ revision, at, command, reviewId, detail }: LogLine): string[] {
  const said = Object.entries(detail).filter(([, value]) => value !== 0);
  const words = said.map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(", ") : value}`);
  return [`r${revision}`, new Date(at).toISOString(), command, reviewId ?? "", words.join("; ")];
}
