import { activityInWords } from "../../console/mod.ts";
import { type GoodwordError, inputRefused, notFound, usageFault } from "../../errors.ts";
import { consoleWords } from "../../languages/mod.ts";
import { undoImport } from "../../owner/undo_import.ts";
import { counted } from "../../review/mod.ts";
import { type ChangeLogLine, readLog } from "../../store/mod.ts";
import { argumentOf, type CommandCall, listOutcome, numberOption, type Outcome } from "../command.ts";

/** Prints the log of changes. */
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
  const said = by === null ? sentence : `${sentence} By ${by}.`;
  return [`r${revision}`, new Date(at).toISOString(), command, reviewId ?? "", said];
}

export async function undo(call: CommandCall): Promise<Outcome> {
  const given = argumentOf(call);
  if (!/^\d{1,15}$/.test(given)) throw usageFault(`undo needs a revision number: ${given}`);
  const revision = Number(given);
  const outcome = await call.withStore((store) => undoImport(store, { revision, leaveOvertaken: call.flag("force") }));
  switch (outcome.kind) {
    case "unknown":
      throw notFound(`No revision ${revision}; nothing was changed`);
    case "no_import":
      throw refused(`Revision ${revision} was not an import`);
    case "undone_before":
      throw refused(`The import of revision ${revision} has already been undone`);
    case "nothing_left":
      throw refused(`Nothing is left to undo of the import of revision ${revision}`);
    case "overtaken":
      throw refused(
        `${counted(outcome.ids.length, "review")} changed after revision ${revision}, ${outcome.ids[0]} first; add --force to leave such reviews as they are`,
      );
    case "undone": {
      const { takenOut, restored } = outcome;
      return {
        lines: [`${takenOut} deleted, ${restored} restored; revision ${outcome.revision}`],
        data: { undone: revision, taken_out: takenOut, restored, revision: outcome.revision },
      };
    }
  }
}

function refused(reason: string): GoodwordError {
  return inputRefused(`${reason}; nothing was changed`);
}
