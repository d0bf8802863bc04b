import { GoodwordError } from "../../errors.ts";
import { withholdReview } from "../../owner/withhold.ts";
import type { OwnersReason } from "../../review/mod.ts";
import { argumentOf, type CommandCall, noReview, type Outcome } from "../command.ts";

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
      return { lines: [`Nothing to change for ${id}`], data: { id, changed: false } };
    case "unknown":
      throw noReview(id);
    case "changed":
      throw new GoodwordError("input_refused", `${id} was changed by somebody else; nothing was changed`);
    case "withheld_otherwise":
      throw new GoodwordError("usage", `${id} is withheld for another reason: ${outcome.reason}; nothing was changed`);
  }
}
