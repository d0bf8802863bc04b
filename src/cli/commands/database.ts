/** The whole database in another place: a move to an empty one. */

import { GoodwordError } from "../../errors.ts";
import { counted, groupedDigits } from "../../review/mod.ts";
import { type MoveOutcome, moveContents } from "../../store/mod.ts";
import type { CommandCall, Database, Outcome } from "../command.ts";
import { createProgress } from "../progress.ts";

/** Moves all that is kept from one database to another. */
export async function move(call: CommandCall): Promise<Outcome> {
  const [from, to] = call.arguments.map((url) => call.databaseAt(url));
  if (from === undefined || to === undefined) throw new GoodwordError("usage", "move needs two databases; see --help");
  if (from.path === to.path)
    throw new GoodwordError("usage", `move needs two different databases: ${from.path} was given twice`);
  const outcome = await moveBetween({ from, to, call });
  if (outcome.kind !== "moved") throw refusal(outcome, { from: from.path, to: to.path });
  const { revision, sizes, isResumed } = outcome;
  const rows = (table: string) => sizes.find((each) => each.table === table)?.rows ?? 0;
  const moved = [
    counted(rows("reviews"), "review"),
    counted(rows("removals"), "removal"),
    counted(rows("subscriptions"), "subscription"),
    `${groupedDigits(rows("changes"))} lines of the log`,
  ];
  return {
    lines: [
      `${moved.join(", ")} moved to ${to.path}; revision ${revision}`,
      `${from.path} is left as it was: from now on use the other, by DATABASE_URL or --database`,
    ],
    data: {
      from: from.path,
      to: to.path,
      revision,
      resumed: isResumed,
      rows: Object.fromEntries(sizes.map((each) => [snakeCase(each.table), each.rows])),
    },
  };
}

interface Move {
  readonly from: Database;
  readonly to: Database;
  readonly call: CommandCall;
}

async function moveBetween({ from, to, call }: Move): Promise<MoveOutcome> {
  const progress = createProgress(call.context, call.isSilent);
  try {
    return await from.withStore((source) =>
      to.withStore(
        (target) =>
          moveContents({
            from: source.contents,
            to: target.contents,
            onBegin: (total) => progress.step("move", total),
          }),
        { ifMissing: "create_named", isMoveTarget: true },
      ),
    );
  } finally {
    progress.end();
  }
}

/** Both databases as they may be shown. */
interface Ends {
  readonly from: string;
  readonly to: string;
}

function refusal(outcome: Exclude<MoveOutcome, { readonly kind: "moved" }>, { from, to }: Ends): GoodwordError {
  const refused = (message: string) => new GoodwordError("input_refused", message);
  switch (outcome.kind) {
    case "nothing":
      return refused(`${from}: nothing to move: it contains no reviews`);
    case "not_empty": {
      const held = outcome.sizes.map(({ table, rows }) => `${snakeCase(table)} (${groupedDigits(rows)})`).join(", ");
      return refused(`${to}: not empty: it has rows in ${held}; nothing was changed`);
    }
    case "other_move": {
      const whose = outcome.isSameInstallation
        ? `was begun at revision ${outcome.begun.revision}, and the reviews have changed since (revision ${outcome.now.revision})`
        : "came from another database";
      return refused(`${to}: the unfinished move into it ${whose}; ${ANEW}`);
    }
    case "changed":
      return refused(
        `${from}: the reviews changed during the move (revision ${outcome.begun.revision}, now ${outcome.now.revision}); stop what writes, and ${ANEW}`,
      );
    case "completed_before":
      return refused(`${to}: the move was completed by another process`);
    case "incomplete":
      return new GoodwordError(
        "database",
        `${to}: ${groupedDigits(outcome.rows)} of ${groupedDigits(outcome.expected)} rows of ${snakeCase(outcome.table)} arrived; ${ANEW}`,
      );
  }
}

const ANEW = "begin again with an empty database";

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
