import { GoodwordError } from "../../errors.ts";
import { withholdReview } from "../../owner/withhold.ts";
import type { OwnersReason } from "../../review/mod.ts";
import { argumentOf, type CommandCall, type Outcome, unchanged } from "../command.ts";

/** Withholds a review, or shows it again. */
export async function withhold(call: CommandCall): Promise<Outcome> {
  const id = argumentOf(call);
  const reason = (call.text("reason") as OwnersReason | undefined) ?? null;
  if (call.flag("undo") === (reason !== null)) throw new GoodwordError("usage", "Expected either --reason or --undo");
  const outcome = await call.withStore((store) => withholdReview(store, { id, reason }));
  switch (outcome.kind) {
    case "saved": {
      const { revision } = outcome;
      const line = reason === null ? `${id} is shown again` : `${id} is withheld (${reason})`;
      return { lines: [`${line}; revision ${revision}`], data: { id, changed: true, withheld: reason, revision } };
    }
    case "same":
    case "unknown":
    case "changed":
      return unchanged(outcome.kind, id);
    case "withheld_otherwise":
      throw new GoodwordError("usage", `${id} is withheld for another reason: ${outcome.reason}; nothing was changed`);
  }
}
